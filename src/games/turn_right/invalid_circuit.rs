//! Corner lists that are no circuit, kept so that a referee can say what is wrong with them.

use super::circuit::{Circuit, MAX_CORNERS, write_corners};
use super::square::{Direction, Square};
use std::fmt::{self, Display};

/// A closed list of corners, each in the row or column of the one before, that is no circuit:
/// it runs counter-clockwise or comes twice to the same square.
///
/// Packed into 15 bytes, so that a [`Move`](super::Move) is small: 6 bits for the first square,
/// 5 for the number of corners, and for each further corner 4 bits: which of its coordinates is
/// new, and that coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCircuit([u8; 15]);

/// What is wrong with the path of a corner list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathFlaw {
    /// It goes back the way it came.
    #[error("the path turns back at {0}")]
    TurnsBack(Square),
    /// It passes straight through itself.
    #[error("the path crosses itself at {0}")]
    Crosses(Square),
    /// It comes to a square twice in another manner.
    #[error("the path visits {0} twice")]
    VisitsTwice(Square),
}

/// What the path of a corner list encloses.
pub(super) struct TracedPath {
    pub circuit: Circuit,
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

    /// The corners as they were given.
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

/// Takes the lowest bits, at most 8.
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

/// Walks along a closed list of corners, each in the row or column of the one before.
pub(super) fn trace_path(corners: impl Iterator<Item = Square>) -> Result<TracedPath, PathFlaw> {
    let corners: Vec<Square> = corners.collect();
    let closed = corners.iter().chain(corners.first());
    // The way into each square and out of it, in the order of the walk.
    let mut walk: Vec<(Square, Direction)> = Vec::with_capacity(37);
    let mut seen = 0;
    for (from, to) in corners.iter().zip(closed.skip(1)) {
        let mut at = *from;
        while let Some(way) = at.direction_to(*to) {
            if at.is_in(seen) {
                return Err(path_flaw(&walk, at, way));
            }
            seen |= at.bit();
            walk.push((at, way));
            at = at.neighbour(way);
        }
    }
    let turns_back = |pair: &[(Square, Direction)]| pair[0].1 == pair[1].1.opposite();
    match walk.windows(2).find(|pair| turns_back(pair)) {
        Some(pair) => Err(PathFlaw::TurnsBack(pair[1].0)),
        None => Ok(traced_from_walk(&walk)),
    }
}

/// What is wrong where `walk` comes to `square` again and would go on `way`.
fn path_flaw(walk: &[(Square, Direction)], square: Square, way: Direction) -> PathFlaw {
    if let Some(pair) = walk
        .windows(2)
        .find(|pair| pair[0].1 == pair[1].1.opposite())
    {
        return PathFlaw::TurnsBack(pair[1].0);
    }
    let last = walk.len() - 1;
    let first = walk.iter().position(|(at, _)| *at == square).unwrap_or(0);
    let straight_before = first > 0 && walk[first - 1].1 == walk[first].1;
    let straight_now = walk[last].1 == way;
    match walk[last].1 {
        into if into == way.opposite() => PathFlaw::TurnsBack(square),
        into if straight_before && straight_now && into != walk[first].1 => {
            PathFlaw::Crosses(square)
        }
        _ => PathFlaw::VisitsTwice(square),
    }
}

/// The cells inside a simple cycle: those with an odd number of its upright sides to the left.
fn traced_from_walk(walk: &[(Square, Direction)]) -> TracedPath {
    let upright = walk.iter().map(|(at, way)| match way {
        Direction::Up => at.bit(),
        Direction::Down => at.bit() >> 1,
        Direction::Left | Direction::Right => 0,
    });
    let cells = enclosed_cells(upright.fold(0, std::ops::BitXor::bitxor));
    TracedPath {
        circuit: Circuit::from_cells_unchecked(cells),
        // Going up, a clockwise path has the inside on its right.
        is_clockwise: walk
            .iter()
            .any(|(at, way)| *way == Direction::Up && at.is_in(cells.into())),
    }
}

/// The cells with an odd number of `sides` to their left; a side is the bit of its lower square.
pub(super) fn enclosed_cells(mut sides: u64) -> u32 {
    sides ^= sides << 6;
    sides ^= sides << 12;
    sides ^= sides << 24;
    // A closed path has an even number of sides in each row: nothing is left beyond column 5.
    u32::try_from(sides & 0x1fff_ffff).expect("29 bits")
}
