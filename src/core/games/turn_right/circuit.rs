//! Circuits: their cells, their path, their corners, and how they move the stones; the table of all
//! circuits, their parser, and lists of corners that are not circuits.

use super::square::{Direction, Square};
use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

/// A clockwise simple cycle of squares, stored as the set of cells inside it.
///
/// The centres of the 36 squares enclose 5x5 cells. A circuit is the border of a set of cells that
/// is connected along sides, has no hole, and does not touch itself across a corner; there are
/// 1 222 363 of them. Cell `(x, y)`, whose lower left square is `(x, y)`, is bit `6 x + y`, so that
/// squares and cells shift alike and no shift carries a bit into the next column.
///
/// ```
/// use kifu_core::games::turn_right::Circuit;
///
/// let circuit = Circuit::from_cells(1).expect("one cell has a border");
/// assert_eq!(circuit.to_string(), "a1-a2-b2-b1");
/// assert_eq!(circuit.corners(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circuit(u32);

/// The set of the 25 cells.
pub(super) const ALL_CELLS: u32 = 0x1f7d_f7df;

/// The largest number of corners of a circuit on this board.
pub(super) const MAX_CORNERS: usize = 28;

impl Circuit {
    /// Creates the circuit round a set of cells; returns `None` if their border is not a single
    /// circuit.
    pub fn from_cells(cells: u32) -> Option<Self> {
        (cells & !ALL_CELLS == 0 && !touches_itself(cells) && is_disc(cells)).then_some(Self(cells))
    }

    /// Creates the circuit round cells that are known to form one.
    pub(super) const fn from_cells_unchecked(cells: u32) -> Self {
        Self(cells)
    }

    /// Returns the set of cells inside: bit `6 x + y` for the cell between the squares `(x, y)` and
    /// `(x + 1, y + 1)`, counted from 0 at the lower left.
    pub const fn cells(self) -> u32 {
        self.0
    }

    /// Returns the number of corners, an even number from 4 to 28.
    pub const fn corners(self) -> u32 {
        corner_set(self.0).count_ones()
    }

    /// Returns the largest legal number of corners of a player's circuit number `turn`, from 1.
    pub(super) const fn max_corners(turn: u8) -> u32 {
        2 * (turn as u32 + 1)
    }

    /// Reports whether a player may make this circuit as their circuit number `turn`, from 1.
    pub(super) const fn is_legal_in(self, turn: u8) -> bool {
        self.corners() <= Self::max_corners(turn)
    }

    /// Returns the smallest square of the path, where the canonical spelling starts, going up.
    pub fn start(self) -> Square {
        Square::lowest(self.0.into())
    }

    /// Returns the sets of squares from which stones move up, right, down and left.
    ///
    /// A stone that moves up has an inside cell on its right and none on its left, and
    /// correspondingly for the other directions.
    pub(super) const fn sources_by_direction(self) -> [u64; 4] {
        let cells = self.0 as u64;
        [
            cells & !(cells << 6),
            cells << 1 & !cells,
            (cells << 6 & !cells) << 1,
            (cells & !(cells << 1)) << 6,
        ]
    }

    /// Returns a set of stones after the circuit has moved those on its path one square on.
    pub(super) const fn rotate(self, stones: u64) -> u64 {
        let [up, right, down, left] = self.sources_by_direction();
        stones & !(up | right | down | left)
            | (stones & up) << 1
            | (stones & right) << 6
            | (stones & down) >> 1
            | (stones & left) >> 6
    }

    /// Returns the direction in which the path leaves a square, or `None` if the square is not on
    /// it.
    pub(super) fn direction_from(self, square: Square) -> Option<Direction> {
        direction_from(&self.sources_by_direction(), square)
    }

    /// Returns the squares of the path in the order in which the stones move, from the smallest on.
    pub fn path(self) -> impl Iterator<Item = Square> {
        let (start, sources) = (self.start(), self.sources_by_direction());
        let next = move |at: &Square| {
            let next = at.neighbour(direction_from(&sources, *at)?);
            (next != start).then_some(next)
        };
        std::iter::successors(Some(start), next)
    }

    /// Returns the corners in canonical order: as the stones move, from the smallest square on.
    pub fn corner_squares(self) -> impl Iterator<Item = Square> {
        let turns = corner_set(self.0);
        self.path().filter(move |square| square.is_in(turns))
    }
}

/// Writes the canonical spelling: `a1-a4-d4-d1`.
impl Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_corners(self.corner_squares(), f)
    }
}

/// Writes corners joined by dashes.
fn write_corners(corners: impl Iterator<Item = Square>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, corner) in corners.enumerate() {
        if index > 0 {
            f.write_char('-')?;
        }
        corner.fmt(f)?;
    }
    Ok(())
}

/// Returns the direction of the first set that holds a square, the sets in the order up, right,
/// down, left.
fn direction_from(sources: &[u64; 4], square: Square) -> Option<Direction> {
    let all = [
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ];
    let index = sources.iter().position(|set| square.is_in(*set))?;
    Some(all[index])
}

/// Returns the squares at which the border of a set of cells turns: those that touch one or three
/// of the cells.
const fn corner_set(cells: u32) -> u64 {
    let cells = cells as u64;
    let columns = cells ^ cells << 1;
    columns ^ columns << 6
}

/// Reports whether two cells meet only across a corner, where the border would visit a square
/// twice.
const fn touches_itself(cells: u32) -> bool {
    let above = cells ^ cells >> 1;
    above & (cells ^ cells >> 6) & above >> 6 != 0
}

/// Reports whether cells that do not touch across corners are connected and have no hole.
fn is_disc(cells: u32) -> bool {
    let wide = u64::from(cells);
    let [rows, columns] = [wide | wide << 1, wide | wide << 6];
    // Euler: squares - sides + cells = components - holes. It is fast to compute, and components
    // are only counted where it is 1.
    let is_euler_1 = (rows | rows << 6).count_ones() + cells.count_ones()
        == rows.count_ones() + columns.count_ones() + 1;
    is_euler_1 && is_connected(cells)
}

/// Reports whether cells are connected along sides.
fn is_connected(cells: u32) -> bool {
    let mut component = cells & cells.wrapping_neg();
    loop {
        let beside = component << 1 | component >> 1 | component << 6 | component >> 6;
        let grown = (component | beside) & cells;
        if grown == component {
            return component == cells;
        }
        component = grown;
    }
}

// The table of all circuits, sorted by their number of corners.

/// The number of circuits that each player makes.
const TURN_COUNT: usize = 13;

/// All circuits in ascending order of corners.
struct CircuitTable {
    /// The circuits.
    circuits: Vec<Circuit>,
    /// The number of circuits with at most 4, 6, ..., 28 corners.
    ends: [usize; TURN_COUNT],
}

/// The table, five megabytes, built when circuits are first listed: checking a move does not need
/// it.
static CIRCUIT_TABLE: LazyLock<CircuitTable> = LazyLock::new(|| {
    let mut by_corners = [const { Vec::new() }; TURN_COUNT];
    add_columns(5, 0, &mut by_corners);
    let mut end = 0;
    let ends = std::array::from_fn(|group| {
        end += by_corners[group].len();
        end
    });
    CircuitTable {
        circuits: by_corners.concat(),
        ends,
    }
});

/// Adds all circuits that extend `cells` at the left by `columns_left` columns of five cells.
fn add_columns(columns_left: u32, cells: u32, by_corners: &mut [Vec<Circuit>; TURN_COUNT]) {
    if columns_left == 0 {
        if is_disc(cells) {
            let circuit = Circuit::from_cells_unchecked(cells);
            by_corners[circuit.corners() as usize / 2 - 2].push(circuit);
        }
        return;
    }
    for column in 0..32 {
        let next = cells << 6 | column;
        let apart = column != 0 && cells != 0 && cells.is_multiple_of(64);
        if !apart && !touches_itself(next % (1 << 12)) {
            add_columns(columns_left - 1, next, by_corners);
        }
    }
}

impl Circuit {
    /// Returns the circuits that a player may make as circuit number `turn` of their 13.
    ///
    /// These are the circuits with at most `2 (turn + 1)` corners, in ascending order of corners,
    /// then of cells; none for turn 0, and all from turn 13 on.
    ///
    /// ```
    /// use kifu_core::games::turn_right::Circuit;
    ///
    /// // The first circuit has four corners: one of 15 * 15 rectangles.
    /// assert_eq!(Circuit::legal_on_turn(1).len(), 225);
    /// assert_eq!(Circuit::legal_on_turn(13).len(), 1_222_363);
    /// ```
    pub fn legal_on_turn(turn: usize) -> &'static [Self] {
        match turn.min(TURN_COUNT) {
            0 => &[],
            turn => &CIRCUIT_TABLE.circuits[..CIRCUIT_TABLE.ends[turn - 1]],
        }
    }

    /// Returns the circuits with exactly this number of corners.
    pub fn with_corners(corners: usize) -> &'static [Self] {
        match corners {
            4..=MAX_CORNERS if corners.is_multiple_of(2) => {
                let turn = corners / 2 - 1;
                &Self::legal_on_turn(turn)[Self::legal_on_turn(turn - 1).len()..]
            }
            _ => &[],
        }
    }
}

// Fast parsing of canonically spelled circuits, in a few instructions per corner.

/// The smallest token bytes in a group `a1-a1-`, lowest byte first.
const BASE: u64 = 0x2d31_612d_3161;
/// Added to a group without `BASE`, lifts each byte that is too large for its position to 128 or
/// more.
const LIMIT: u64 = 0x7f7a_7a7f_7a7a;
/// The high bit of each byte of a group.
const HIGH: u64 = 0x8080_8080_8080;
/// The dash that is missing at the end of the last group.
const LAST_DASH: u64 = 0x2d00_0000_0000;

/// The sides between the positions `a` and `b` of a row or column, as a set, at index `8 a + b`.
const SIDES_BETWEEN: [u8; 64] = {
    let mut table = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (a, b) = (index >> 3, index & 7);
        table[index] = (1u8 << a).abs_diff(1 << b);
        index += 1;
    }
    table
};

/// Returns the sides between two positions of a row or column, as a set.
#[allow(
    clippy::cast_possible_truncation,
    reason = "both are below 8, and the compiler sees it"
)]
fn sides_between(a: u64, b: u64) -> u64 {
    u64::from(SIDES_BETWEEN[(a << 3 | b) as usize])
}

/// The state of a scan over a token, group by group.
#[derive(Default)]
struct TokenScan {
    /// A set bit among [`HIGH`] if some byte is invalid at its position.
    invalid_bytes: u64,
    /// Not zero if some run does not start where the one before it ended.
    gaps: u64,
    /// The column of the corner at the end of the last group, from 0.
    column: u64,
    /// The row of the corner at the end of the last group, from 0.
    row: u64,
    /// The sums of the vertical and of the horizontal sides passed. They equal the sets exactly if
    /// no side is passed twice.
    sums: [u64; 2],
    /// The vertical and the horizontal sides passed, as sets.
    sets: [u64; 2],
}

/// Parses a canonically spelled circuit; returns `None` if the token is anything else.
///
/// A canonical token goes up first, so it consists of groups of six bytes, `a1-a4-`: a run within a
/// row from the corner before, then a run within a column. The path is a simple cycle exactly if
/// it passes no side twice, its cells do not touch across a corner, and it turns as often as the
/// list has corners, all of which are then different. It is clockwise if it goes up from its
/// smallest square.
#[inline]
pub(super) fn parse_canonical_circuit(token: &[u8]) -> Option<Circuit> {
    let groups = (token.len() + 1) / 6;
    if token.len() + 1 != 6 * groups || !(2..=MAX_CORNERS / 2).contains(&groups) {
        return None;
    }
    let last = from_base(u64::from_le_bytes(*token.last_chunk()?) >> 24 | LAST_DASH);
    let mut scan = TokenScan {
        column: last & 7,
        row: last >> 32 & 7,
        ..TokenScan::default()
    };
    for group in 0..groups - 1 {
        let bytes = token[6 * group..].first_chunk()?;
        scan.add(from_base(u64::from_le_bytes(*bytes)));
    }
    scan.add(last);
    let cells = enclosed_cells(scan.sets[0]);
    let start = u32::from(token[0] & 7) * 6 + u32::from(token[1] & 7);
    let is_circuit = scan.invalid_bytes & HIGH == 0
        && scan.gaps == 0
        && scan.sums == scan.sets
        && cells.trailing_zeros() + 7 == start
        && !touches_itself(cells)
        && corner_set(cells).count_ones() as usize == 2 * groups;
    is_circuit.then_some(Circuit::from_cells_unchecked(cells))
}

/// Converts the letters and digits of a group into columns and rows from 0.
fn from_base(bytes: u64) -> u64 {
    (bytes & 0xffff_ffff_ffff).wrapping_sub(BASE)
}

impl TokenScan {
    /// Adds a group: a horizontal run, then a vertical one.
    #[inline]
    fn add(&mut self, group: u64) {
        let (column, from, to) = (group & 7, group >> 8 & 7, group >> 32 & 7);
        self.invalid_bytes |= group | group.wrapping_add(LIMIT);
        self.gaps |= (group ^ group >> 24) & 7 | (from ^ self.row);
        let vertical = sides_between(from, to) << (6 * column);
        let horizontal = sides_between(self.column, column) << (6 * from);
        for (kind, sides) in [vertical, horizontal].into_iter().enumerate() {
            self.sums[kind] = self.sums[kind].wrapping_add(sides);
            self.sets[kind] ^= sides;
        }
        (self.column, self.row) = (column, to);
    }
}

// Lists of corners that are not circuits, kept so that a referee can explain what is wrong.

/// A closed list of corners, each in the row or column of the one before, that is not a circuit: it
/// runs counter-clockwise or visits a square twice.
///
/// It is packed into 15 bytes to keep a [`Move`](super::Move) small: 6 bits for the first square,
/// 5 for the number of corners, and 4 for each further corner, which say which of its coordinates
/// is new, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCircuit([u8; 15]);

/// A flaw in the path along a list of corners, with the square where it occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFlaw {
    /// The path goes back the way it came.
    #[error("the path turns back at {0}")]
    TurnsBack(Square),
    /// The path passes straight through itself.
    #[error("the path crosses itself at {0}")]
    Crosses(Square),
    /// The path visits a square twice without crossing itself or turning back.
    #[error("the path visits {0} twice")]
    VisitsTwice(Square),
}

/// A path that is a simple cycle, in either direction.
pub(super) struct TracedPath {
    /// The circuit round the same cells.
    pub circuit: Circuit,
    /// Whether the path runs clockwise, as circuits must.
    pub is_clockwise: bool,
}

impl InvalidCircuit {
    /// Packs 2 to 28 corners, each in the row or column of the one before.
    pub(super) fn new(corners: &[Square]) -> Self {
        debug_assert!((2..=MAX_CORNERS).contains(&corners.len()));
        let mut packed = 0u128;
        for pair in corners.windows(2).rev() {
            let [from, to] = [pair[0], pair[1]];
            let same_column = from.x() == to.x();
            let coordinate = if same_column { to.y() } else { to.x() };
            packed = packed << 4 | u128::from(same_column) << 3 | u128::from(coordinate);
        }
        packed = packed << 5 | corners.len() as u128;
        packed = packed << 6 | u128::from(corners[0].x()) << 3 | u128::from(corners[0].y());
        let bytes = packed.to_le_bytes();
        Self(std::array::from_fn(|index| bytes[index]))
    }

    /// Returns the corners as they were given.
    pub fn corners(&self) -> impl Iterator<Item = Square> {
        let mut bytes = [0; 16];
        bytes[..15].copy_from_slice(&self.0);
        let mut packed = u128::from_le_bytes(bytes);
        let mut take = move |bits| take_bits(&mut packed, bits);
        let (y, x) = (take(3), take(3));
        let count = take(5);
        let mut square = Square::new(x, y);
        (0..count).map(move |index| {
            if index > 0 {
                let coordinate = take(3);
                square = match take(1) {
                    1 => Square::new(square.x(), coordinate),
                    _ => Square::new(coordinate, square.y()),
                };
            }
            square
        })
    }
}

/// Removes and returns the lowest bits, at most 8.
fn take_bits(packed: &mut u128, bits: u32) -> u8 {
    let low = *packed & ((1 << bits) - 1);
    *packed >>= bits;
    u8::try_from(low).expect("at most 8 bits")
}

impl Display for InvalidCircuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_corners(self.corners(), f)
    }
}

/// Follows the path along a closed list of corners, each in the row or column of the one before.
pub(super) fn trace_path(corners: impl Iterator<Item = Square>) -> Result<TracedPath, PathFlaw> {
    let corners: Vec<Square> = corners.collect();
    let closed = corners.iter().chain(corners.first());
    // Each square with the direction in which the path leaves it, in the order of the path.
    let mut path: Vec<(Square, Direction)> = Vec::with_capacity(37);
    let mut seen = 0;
    for (from, to) in corners.iter().zip(closed.skip(1)) {
        let mut square = *from;
        while let Some(direction) = square.direction_to(*to) {
            if square.is_in(seen) {
                return Err(path_flaw(&path, square, direction));
            }
            seen |= square.bit();
            path.push((square, direction));
            square = square.neighbour(direction);
        }
    }
    let turns_back = |pair: &[(Square, Direction)]| pair[0].1 == pair[1].1.opposite();
    match path.windows(2).find(|pair| turns_back(pair)) {
        Some(pair) => Err(PathFlaw::TurnsBack(pair[1].0)),
        None => Ok(traced_path(&path)),
    }
}

/// Returns the flaw where `path` comes to `square` again and would leave it in `direction`.
fn path_flaw(path: &[(Square, Direction)], square: Square, direction: Direction) -> PathFlaw {
    if let Some(pair) = path
        .windows(2)
        .find(|pair| pair[0].1 == pair[1].1.opposite())
    {
        return PathFlaw::TurnsBack(pair[1].0);
    }
    let last = path.len() - 1;
    let first = path.iter().position(|(at, _)| *at == square).unwrap_or(0);
    let straight_before = first > 0 && path[first - 1].1 == path[first].1;
    let straight_now = path[last].1 == direction;
    match path[last].1 {
        into if into == direction.opposite() => PathFlaw::TurnsBack(square),
        into if straight_before && straight_now && into != path[first].1 => {
            PathFlaw::Crosses(square)
        }
        _ => PathFlaw::VisitsTwice(square),
    }
}

/// Returns the circuit of a simple cycle: the cells inside have an odd number of its vertical sides
/// to their left.
fn traced_path(path: &[(Square, Direction)]) -> TracedPath {
    let vertical = path.iter().map(|(at, direction)| match direction {
        Direction::Up => at.bit(),
        Direction::Down => at.bit() >> 1,
        Direction::Left | Direction::Right => 0,
    });
    let cells = enclosed_cells(vertical.fold(0, std::ops::BitXor::bitxor));
    TracedPath {
        circuit: Circuit::from_cells_unchecked(cells),
        // Going up, a clockwise path has the inside on its right.
        is_clockwise: path
            .iter()
            .any(|(at, direction)| *direction == Direction::Up && at.is_in(cells.into())),
    }
}

/// Returns the cells with an odd number of `sides` to their left; a side is the bit of its lower
/// square.
fn enclosed_cells(mut sides: u64) -> u32 {
    sides ^= sides << 6;
    sides ^= sides << 12;
    sides ^= sides << 24;
    // A closed path has an even number of sides in each row, so no bit is left beyond column 5.
    u32::try_from(sides & 0x1fff_ffff).expect("29 bits")
}
