//! The geometry of a board whose points fit a word of 128 bits.

/// A set of points, bit `y * size + x` for column `x` from the left and row `y` from the bottom.
pub type Set = u128;

/// The largest board that fits.
pub const LARGEST: usize = 11;
/// One more than the largest number of a point. A number masked with one less than this needs no
/// check.
pub const POINTS: usize = 128;

/// Which points lie beside which.
#[derive(Debug)]
pub struct Shape {
    /// Rows, and columns.
    pub size: usize,
    /// Every point.
    pub all: Set,
    /// All but the left column.
    not_left: Set,
    /// All but the right column.
    not_right: Set,
    /// The points that share a side with one.
    pub near: [Set; POINTS],
    /// The points that share only a corner with one.
    pub diagonal: [Set; POINTS],
    /// The points at the edge.
    pub edge: Set,
    /// Which of the nine points around each are beyond the edge, by rows from below.
    pub rim: [u16; POINTS],
}

static SHAPES: [Shape; 7] = [
    Shape::new(5),
    Shape::new(6),
    Shape::new(7),
    Shape::new(8),
    Shape::new(9),
    Shape::new(10),
    Shape::new(11),
];

impl Shape {
    /// The shape of a board of `size` times `size` points, 5 to 11.
    pub fn of(size: usize) -> Option<&'static Self> {
        SHAPES.get(size.wrapping_sub(5))
    }

    const fn new(size: usize) -> Self {
        let mut shape = Self {
            size,
            all: (1 << (size * size)) - 1,
            not_left: 0,
            not_right: 0,
            near: [0; POINTS],
            diagonal: [0; POINTS],
            edge: 0,
            rim: [0; POINTS],
        };
        let mut left = 0;
        let mut row = 0;
        while row < size {
            left |= 1 << (row * size);
            row += 1;
        }
        shape.not_left = shape.all & !left;
        shape.not_right = shape.all & !(left << (size - 1));
        let rows = (1 << size) - 1;
        shape.edge = left | left << (size - 1) | rows | rows << (size * (size - 1));
        let mut point = 0;
        while point < size * size {
            let (lone, sides) = (1 << point, shape.sides(1 << point));
            shape.near[point] = sides | shape.up_and_down(lone);
            shape.diagonal[point] = shape.up_and_down(sides);
            shape.rim[point] = rim(size, point);
            point += 1;
        }
        shape
    }

    const fn sides(&self, set: Set) -> Set {
        (set & self.not_left) >> 1 | (set & self.not_right) << 1
    }

    const fn up_and_down(&self, set: Set) -> Set {
        (set >> self.size | set << self.size) & self.all
    }

    /// The points beside those of a set, of which some may be in it.
    #[inline]
    pub const fn beside(&self, set: Set) -> Set {
        self.sides(set) | self.up_and_down(set)
    }
}

const fn rim(size: usize, point: usize) -> u16 {
    let (x, y) = (point % size, point / size);
    let mut rim = 0;
    if x == 0 {
        rim |= 0b001_001_001;
    }
    if x + 1 == size {
        rim |= 0b100_100_100;
    }
    if y == 0 {
        rim |= 0b111;
    }
    if y + 1 == size {
        rim |= 0b111_000_000;
    }
    rim
}

/// The lowest point of a set; 0 of an empty one.
#[inline]
pub const fn lowest(set: Set) -> usize {
    set.trailing_zeros() as usize & (POINTS - 1)
}

/// Whether a set has two points or more.
#[inline]
pub const fn is_many(set: Set) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The points of a set, the lowest first.
#[inline]
pub fn points(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| lowest(set));
        set &= set.wrapping_sub(1);
        point
    })
}
