//! Reading out who lives when a chain has one or two liberties.

use super::board::GoBoard;
use super::geometry::{PointSet, has_several, points};

/// How many stones are put down for one question at most.
const MAX_LADDER_STONES: u32 = 60;

/// Answers questions of capture. What it cannot read out escapes.
pub struct LadderReader {
    stones_left: u32,
}

impl LadderReader {
    /// Whether the mover, whose turn it is, loses the own chain of a stone that is in atari.
    pub fn loses_chain(board: &GoBoard, stone: usize) -> bool {
        Self {
            stones_left: MAX_LADDER_STONES,
        }
        .is_captured(board, stone)
    }

    /// Whether the mover takes the other's chain of a stone with two liberties by playing on one
    /// of them.
    pub fn captures_chain(board: &GoBoard, stone: usize, point: usize) -> bool {
        Self {
            stones_left: MAX_LADDER_STONES,
        }
        .captures(board, stone, point)
    }

    fn captures(&mut self, board: &GoBoard, stone: usize, point: usize) -> bool {
        if self.stones_left == 0 || !board.is_legal(point) {
            return false;
        }
        self.stones_left -= 1;
        let mut after = board.clone();
        after.play(point);
        // A hunter in atari of his own accord is taken first.
        self.is_captured(&after, stone)
    }

    fn is_captured(&mut self, board: &GoBoard, stone: usize) -> bool {
        let chain = board.chain(stone);
        let mut ways = board.liberties(stone);
        let hunters = board.geometry().neighbours_of(chain) & board.atari(1 - board.mover());
        for hunter in points(hunters) {
            ways |= board.liberties(hunter);
        }
        points(ways).all(|way| self.escape_fails(board, stone, way))
    }

    /// Whether the prey does not get away by this move.
    fn escape_fails(&mut self, board: &GoBoard, stone: usize, way: usize) -> bool {
        if !board.is_legal(way) {
            return true;
        }
        if self.stones_left == 0 {
            return false;
        }
        self.stones_left -= 1;
        let mut after = board.clone();
        after.play(way);
        let liberties = after.liberties(stone);
        if !has_several(liberties) {
            return true;
        }
        has_exactly_two(liberties)
            && points(liberties).any(|point| self.captures(&after, stone, point))
    }
}

/// Whether a set has exactly two points.
pub fn has_exactly_two(set: PointSet) -> bool {
    let rest = set & set.wrapping_sub(1);
    rest != 0 && !has_several(rest)
}
