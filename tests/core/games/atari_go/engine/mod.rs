//! The engine of Atari Go: its board against the rules', its proofs against plain minimax.

mod analysis;
mod board;
mod net;
mod solver;

use crate::common::random_step;
use kifu_core::contract::{Position as _, Rules as _};
use kifu_core::games::atari_go::engine::{GoBoard, PASS};
use kifu_core::games::atari_go::{AtariGo, Move, Position};
use kifu_core::search::SplitMix64;

pub fn moves(position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv));
    all
}

/// Returns a position after `plies` random plies.
fn random_position(size: u32, turns: u32, plies: u16, rng: &mut SplitMix64) -> Position {
    let mut position = Position::new(size, turns);
    while position.turns_played() < plies {
        let Some(step) = random_step::<AtariGo>(&position, rng) else {
            break;
        };
        position.step(&step).unwrap();
    }
    position
}

/// Returns the result for the first player by plain minimax.
fn minimax(board: &GoBoard) -> i8 {
    if board.plies_left() == 0 {
        return i8::try_from(board.result()).unwrap();
    }
    let sign = if board.mover() == 0 { 1 } else { -1 };
    let mut best = -1;
    for point in (0..PASS).filter(|point| board.legal_points() >> point & 1 == 1) {
        let mut after = board.clone();
        after.play(point);
        best = best.max(sign * minimax(&after));
        if best == 1 {
            return sign;
        }
    }
    let mut after = board.clone();
    after.play(PASS);
    sign * best.max(sign * minimax(&after))
}
