//! Reading out who lives when a chain has one or two liberties.

use super::board::Board;
use super::shape::{Set, is_many, points};

/// How many stones are put down for one question at most.
const MOST: u32 = 60;

/// Answers questions of capture. What it cannot read out escapes.
pub struct Reader {
    left: u32,
}

impl Reader {
    /// Whether the mover, whose turn it is, loses the own chain of a stone that is in atari.
    pub fn is_lost(board: &Board, stone: usize) -> bool {
        Self { left: MOST }.lost(board, stone)
    }

    /// Whether the mover takes the other's chain of a stone with two liberties by playing on one
    /// of them.
    pub fn takes(board: &Board, stone: usize, point: usize) -> bool {
        Self { left: MOST }.hunts(board, stone, point)
    }

    fn hunts(&mut self, board: &Board, stone: usize, point: usize) -> bool {
        if self.left == 0 || !board.is_legal(point) {
            return false;
        }
        self.left -= 1;
        let mut after = board.clone();
        after.play(point);
        // A hunter in atari of his own accord is taken first.
        self.lost(&after, stone)
    }

    fn lost(&mut self, board: &Board, stone: usize) -> bool {
        let chain = board.chain(stone);
        let mut ways = board.liberties(stone);
        let hunters = board.shape().beside(chain) & board.atari(1 - board.mover());
        for hunter in points(hunters) {
            ways |= board.liberties(hunter);
        }
        points(ways).all(|way| self.fails(board, stone, way))
    }

    /// Whether the prey does not get away by this move.
    fn fails(&mut self, board: &Board, stone: usize, way: usize) -> bool {
        if !board.is_legal(way) {
            return true;
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut after = board.clone();
        after.play(way);
        let liberties = after.liberties(stone);
        if !is_many(liberties) {
            return true;
        }
        is_pair(liberties) && points(liberties).any(|point| self.hunts(&after, stone, point))
    }
}

/// Whether a set has exactly two points.
pub fn is_pair(set: Set) -> bool {
    let rest = set & set.wrapping_sub(1);
    rest != 0 && !is_many(rest)
}
