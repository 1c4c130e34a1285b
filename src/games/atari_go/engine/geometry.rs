//! The geometry of a board whose points fit a word of 128 bits.

/// A set of points, bit `y * size + x` for column `x` from the left and row `y` from the bottom.
pub type PointSet = u128;

/// The largest board that fits.
pub const MAX_BOARD_SIZE: usize = 11;
/// One more than the largest number of a point. A number masked with one less than this needs no
/// check.
pub const POINT_CAPACITY: usize = 128;

/// Which points lie beside which.
#[derive(Debug)]
pub struct BoardGeometry {
    /// Rows, and columns.
    pub size: usize,
    /// Every point.
    pub all_points: PointSet,
    /// All but the left column.
    not_left: PointSet,
    /// All but the right column.
    not_right: PointSet,
    /// The points that share a side with one.
    pub neighbours: [PointSet; POINT_CAPACITY],
    /// The points that share only a corner with one.
    pub diagonals: [PointSet; POINT_CAPACITY],
    /// The points at the edge.
    pub edge_points: PointSet,
    /// Which of the nine points around each are beyond the edge, by rows from below.
    pub off_board: [u16; POINT_CAPACITY],
}

static GEOMETRIES: [BoardGeometry; 7] = [
    BoardGeometry::new(5),
    BoardGeometry::new(6),
    BoardGeometry::new(7),
    BoardGeometry::new(8),
    BoardGeometry::new(9),
    BoardGeometry::new(10),
    BoardGeometry::new(11),
];

impl BoardGeometry {
    /// The shape of a board of `size` times `size` points, 5 to 11.
    pub fn for_size(size: usize) -> Option<&'static Self> {
        GEOMETRIES.get(size.wrapping_sub(5))
    }

    const fn new(size: usize) -> Self {
        let mut shape = Self {
            size,
            all_points: (1 << (size * size)) - 1,
            not_left: 0,
            not_right: 0,
            neighbours: [0; POINT_CAPACITY],
            diagonals: [0; POINT_CAPACITY],
            edge_points: 0,
            off_board: [0; POINT_CAPACITY],
        };
        let mut left = 0;
        let mut row = 0;
        while row < size {
            left |= 1 << (row * size);
            row += 1;
        }
        shape.not_left = shape.all_points & !left;
        shape.not_right = shape.all_points & !(left << (size - 1));
        let rows = (1 << size) - 1;
        shape.edge_points = left | left << (size - 1) | rows | rows << (size * (size - 1));
        let mut point = 0;
        while point < size * size {
            let (lone, sides) = (1 << point, shape.left_and_right(1 << point));
            shape.neighbours[point] = sides | shape.up_and_down(lone);
            shape.diagonals[point] = shape.up_and_down(sides);
            shape.off_board[point] = off_board_mask(size, point);
            point += 1;
        }
        shape
    }

    const fn left_and_right(&self, set: PointSet) -> PointSet {
        (set & self.not_left) >> 1 | (set & self.not_right) << 1
    }

    const fn up_and_down(&self, set: PointSet) -> PointSet {
        (set >> self.size | set << self.size) & self.all_points
    }

    /// The points beside those of a set, of which some may be in it.
    #[inline]
    pub const fn neighbours_of(&self, set: PointSet) -> PointSet {
        self.left_and_right(set) | self.up_and_down(set)
    }
}

const fn off_board_mask(size: usize, point: usize) -> u16 {
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
pub const fn lowest(set: PointSet) -> usize {
    set.trailing_zeros() as usize & (POINT_CAPACITY - 1)
}

/// Whether a set has two points or more.
#[inline]
pub const fn has_several(set: PointSet) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// The points of a set, the lowest first.
#[inline]
pub fn points(mut set: PointSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| lowest(set));
        set &= set.wrapping_sub(1);
        point
    })
}
