//! The geometry of a board whose points fit a word of 128 bits.

/// A set of points; bit `y * size + x` is column `x` from the left in row `y` from the bottom.
pub type PointSet = u128;

/// The size of the largest board that fits.
pub const MAX_BOARD_SIZE: usize = 11;
/// The length of arrays indexed by point.
///
/// An index masked with `POINT_CAPACITY - 1` needs no bounds check.
pub const POINT_CAPACITY: usize = 128;

/// The precomputed neighbourhoods of a board of one size.
#[derive(Debug)]
pub struct BoardGeometry {
    /// The number of rows, which is also the number of columns.
    pub size: usize,
    /// The set of all points.
    pub all_points: PointSet,
    /// All points except the left column.
    not_left: PointSet,
    /// All points except the right column.
    not_right: PointSet,
    /// The points that share a side with each point.
    pub neighbours: [PointSet; POINT_CAPACITY],
    /// The points that share only a corner with each point.
    pub diagonals: [PointSet; POINT_CAPACITY],
    /// The points on the edge of the board.
    pub edge_points: PointSet,
    /// The mask of the 3x3 points around each point that are off the board, row by row from the
    /// bottom.
    pub off_board: [u16; POINT_CAPACITY],
}

/// The geometries of all supported board sizes.
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
    /// Returns the geometry of a board of `size` by `size` points; `None` unless `size` is 5 to 11.
    pub fn for_size(size: usize) -> Option<&'static Self> {
        GEOMETRIES.get(size.wrapping_sub(5))
    }

    const fn new(size: usize) -> Self {
        let mut geometry = Self {
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
        geometry.not_left = geometry.all_points & !left;
        geometry.not_right = geometry.all_points & !(left << (size - 1));
        let rows = (1 << size) - 1;
        geometry.edge_points = left | left << (size - 1) | rows | rows << (size * (size - 1));
        let mut point = 0;
        while point < size * size {
            let (lone, sides) = (1 << point, geometry.left_and_right(1 << point));
            geometry.neighbours[point] = sides | geometry.up_and_down(lone);
            geometry.diagonals[point] = geometry.up_and_down(sides);
            geometry.off_board[point] = off_board_mask(size, point);
            point += 1;
        }
        geometry
    }

    const fn left_and_right(&self, set: PointSet) -> PointSet {
        (set & self.not_left) >> 1 | (set & self.not_right) << 1
    }

    const fn up_and_down(&self, set: PointSet) -> PointSet {
        (set >> self.size | set << self.size) & self.all_points
    }

    /// Returns the neighbours of the points of a set, some of which may be in the set.
    #[inline]
    pub const fn neighbours_of(&self, set: PointSet) -> PointSet {
        self.left_and_right(set) | self.up_and_down(set)
    }
}

/// Returns the mask of the 3x3 points around a point that are off the board.
const fn off_board_mask(size: usize, point: usize) -> u16 {
    let (x, y) = (point % size, point / size);
    let mut mask = 0;
    if x == 0 {
        mask |= 0b001_001_001;
    }
    if x + 1 == size {
        mask |= 0b100_100_100;
    }
    if y == 0 {
        mask |= 0b111;
    }
    if y + 1 == size {
        mask |= 0b111_000_000;
    }
    mask
}

/// Returns the lowest point of a set; 0 if the set is empty.
#[inline]
pub const fn lowest(set: PointSet) -> usize {
    set.trailing_zeros() as usize & (POINT_CAPACITY - 1)
}

/// Reports whether a set has two points or more.
#[inline]
pub const fn has_several(set: PointSet) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Returns the points of a set in ascending order.
#[inline]
pub fn points(mut set: PointSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let point = (set != 0).then(|| lowest(set));
        set &= set.wrapping_sub(1);
        point
    })
}
