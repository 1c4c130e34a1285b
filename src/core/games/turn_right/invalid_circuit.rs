//! Lists of corners that are not circuits, kept so that a referee can explain what is wrong.

use super::circuit::{Circuit, MAX_CORNERS, write_corners};
use super::square::{Direction, Square};
use std::fmt::{self, Display};

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
        let mut at = Square::new(x, y);
        (0..count).map(move |index| {
            if index > 0 {
                let coordinate = take(3);
                at = match take(1) {
                    1 => Square::new(at.x(), coordinate),
                    _ => Square::new(coordinate, at.y()),
                };
            }
            at
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
        let mut at = *from;
        while let Some(direction) = at.direction_to(*to) {
            if at.is_in(seen) {
                return Err(path_flaw(&path, at, direction));
            }
            seen |= at.bit();
            path.push((at, direction));
            at = at.neighbour(direction);
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
pub(super) fn enclosed_cells(mut sides: u64) -> u32 {
    sides ^= sides << 6;
    sides ^= sides << 12;
    sides ^= sides << 24;
    // A closed path has an even number of sides in each row, so no bit is left beyond column 5.
    u32::try_from(sides & 0x1fff_ffff).expect("29 bits")
}
