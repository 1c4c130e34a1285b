//! Zuniq against naive rules, real games and its messages.

mod dialogue;
pub mod engine;
mod naive_rules;
mod notation;
mod position_text;
mod result;
mod rules;

use crate::common::random_game;
use kifu_core::contract::{Faults, Outcome, Rules as _, Setup, replay};
use kifu_core::games::zuniq::{Cells, Move, Position, Segment, Zuniq};
use kifu_core::search::SplitMix64;

/// The statement's example: 40 plies, Black wins.
const EXAMPLE: &str = "E5v A2h B3h C4v E5h C1v E3h F3h B5h A3h D5v D1v B5v C5h D4h C1h A4v F5h \
    C4h A5h A5v B6v E3v D2h C2h A4h B2h C6v D2v C3v B4v D6v E4h E1v C3h B1v F1h F2h A1h A1v";

/// The way round the border: one zone of 25 cells in 20 plies.
const BORDER: &str = "A1h A2h A3h A4h A5h F1h F2h F3h F4h F5h A1v B1v C1v D1v E1v A6v B6v C6v \
    D6v E6v";

fn every_spelling(_: &Position) -> Vec<Move> {
    let claim = false;
    Segment::all()
        .map(|segment| Move {
            segment,
            claims_win: claim,
        })
        .collect()
}

fn start(text: &str) -> Setup {
    let mut setup = Setup::default();
    setup.set("position", text);
    setup
}

fn played(moves: &str) -> Position {
    let (walk, position) = replay::<Zuniq>(&Setup::default(), moves, Faults::NONE).unwrap();
    assert_eq!(walk.failure, None);
    position
}

fn result(moves: &str, failed: Faults) -> Outcome {
    played(moves).outcome(failed)
}

fn sizes(position: &Position) -> Vec<u32> {
    let mut sizes: Vec<u32> = position.zones().map(Cells::size).collect();
    sizes.sort_unstable();
    sizes
}

/// A random game in which both players claim now and then.
fn claimed_game(rng: &mut SplitMix64) -> Vec<String> {
    let mut tokens = random_game::<Zuniq>(&Setup::default(), rng);
    for token in &mut tokens {
        if rng.index(12) == 0 {
            token.push('!');
        }
    }
    tokens
}
