//! Zuniq's engine against the rules and against brute force.

mod analysis;
mod board;
mod move_ordering;
mod net;
mod solver;

use kifu_core::contract::Position as _;
use kifu_core::games::zuniq::engine::EdgeBoard;
use kifu_core::games::zuniq::{Move, Position, Segment};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

pub fn without_claim(segment: Segment) -> Move {
    Move {
        segment,
        claims_win: false,
    }
}

pub fn segments() -> Vec<Segment> {
    Segment::all().collect()
}

/// Returns a random position after `plies` plies, and the board that followed its moves.
pub fn random_position(rng: &mut SplitMix64, plies: u32) -> Option<(Position, EdgeBoard)> {
    let mut position = Position::EMPTY;
    let mut board = EdgeBoard::EMPTY;
    let segments = segments();
    while position.plies() < plies {
        let legal = edges(board.legal_edges());
        let edge = *legal.get(rng.index(legal.len().max(1)))?;
        position.play(&without_claim(segments[edge])).unwrap();
        board = board.after(edge).unwrap();
    }
    Some((position, board))
}

pub fn edges(set: u64) -> Vec<usize> {
    (0..60).filter(|edge| set >> edge & 1 == 1).collect()
}

/// Reports whether the player to move wins, by trying everything.
fn brute_force_wins(board: &EdgeBoard, known: &mut HashMap<u64, bool>) -> bool {
    let drawn = board.drawn();
    if let Some(wins) = known.get(&drawn) {
        return *wins;
    }
    let legal = edges(board.legal_edges());
    let wins = legal
        .into_iter()
        .any(|edge| !brute_force_wins(&board.after(edge).unwrap(), known));
    known.insert(drawn, wins);
    wins
}

pub fn never(_: u64) -> bool {
    false
}
