//! Tactical reading of chains with one or two liberties, such as ladders.

use super::board::GoBoard;
use super::geometry::{PointSet, has_several, points};

/// The most stones that are placed to read out one chain.
const MAX_LADDER_STONES: u32 = 60;

/// A reader of ladders; a chain that it cannot read out within its limit escapes.
pub struct LadderReader {
    stones_left: u32,
}

impl LadderReader {
    /// Reports whether the player to move cannot save their chain in atari.
    pub fn loses_chain(board: &GoBoard, stone: usize) -> bool {
        Self {
            stones_left: MAX_LADDER_STONES,
        }
        .is_captured(board, stone)
    }

    /// Reports whether the player to move captures an enemy chain with two liberties by playing on
    /// one of them.
    pub fn captures_chain(board: &GoBoard, stone: usize, point: usize) -> bool {
        Self {
            stones_left: MAX_LADDER_STONES,
        }
        .captures(board, stone, point)
    }

    /// Reports whether playing on a liberty captures the enemy chain of a stone.
    fn captures(&mut self, board: &GoBoard, stone: usize, point: usize) -> bool {
        if self.stones_left == 0 || !board.is_legal(point) {
            return false;
        }
        self.stones_left -= 1;
        let mut after = board.clone();
        after.play(point);
        // If the new stone is in atari itself, its capture is among the answers.
        self.is_captured(&after, stone)
    }

    /// Reports whether no answer of the player to move saves their chain in atari.
    fn is_captured(&mut self, board: &GoBoard, stone: usize) -> bool {
        let chain = board.chain(stone);
        let mut escapes = board.liberties(stone);
        let hunters = board.geometry().neighbours_of(chain) & board.atari(1 - board.mover());
        for hunter in points(hunters) {
            escapes |= board.liberties(hunter);
        }
        points(escapes).all(|escape| self.escape_fails(board, stone, escape))
    }

    /// Reports whether a move does not save the chain.
    fn escape_fails(&mut self, board: &GoBoard, stone: usize, escape: usize) -> bool {
        if !board.is_legal(escape) {
            return true;
        }
        if self.stones_left == 0 {
            return false;
        }
        self.stones_left -= 1;
        let mut after = board.clone();
        after.play(escape);
        let liberties = after.liberties(stone);
        if !has_several(liberties) {
            return true;
        }
        has_exactly_two(liberties)
            && points(liberties).any(|point| self.captures(&after, stone, point))
    }
}

/// Reports whether a set has exactly two points.
pub fn has_exactly_two(set: PointSet) -> bool {
    let rest = set & set.wrapping_sub(1);
    rest != 0 && !has_several(rest)
}
