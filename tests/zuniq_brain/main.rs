//! Zuniq's brain against the rule book, against brute force, and against lesser players.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/teach.rs"]
mod teach;

mod board;
mod brain;
mod net;
mod solver;
mod strength;
mod train;

use common::Rng;
use kifu::contract::Position as _;
use kifu::games::zuniq::engine::EdgeBoard;
use kifu::games::zuniq::{Move, Position, Segment};
use std::collections::HashMap;

fn plain(segment: Segment) -> Move {
    Move {
        segment,
        claims_win: false,
    }
}

fn segments() -> Vec<Segment> {
    Segment::all().collect()
}

/// A random position of so many plies, and the board that followed its moves.
fn random_position(rng: &mut Rng, plies: u32) -> Option<(Position, EdgeBoard)> {
    let mut position = Position::EMPTY;
    let mut board = EdgeBoard::EMPTY;
    let segments = segments();
    while position.plies() < plies {
        let legal = edges(board.legal_edges());
        let edge = *legal.get(rng.below(legal.len().max(1)))?;
        position.play(&plain(segments[edge])).unwrap();
        board = board.after(edge).unwrap();
    }
    Some((position, board))
}

fn edges(set: u64) -> Vec<usize> {
    (0..60).filter(|edge| set >> edge & 1 == 1).collect()
}

/// Who wins, by trying everything.
fn brute(board: &EdgeBoard, known: &mut HashMap<u64, bool>) -> bool {
    let drawn = board.drawn();
    if let Some(wins) = known.get(&drawn) {
        return *wins;
    }
    let legal = edges(board.legal_edges());
    let wins = legal
        .into_iter()
        .any(|edge| !brute(&board.after(edge).unwrap(), known));
    known.insert(drawn, wins);
    wins
}

fn never(_: u64) -> bool {
    false
}
