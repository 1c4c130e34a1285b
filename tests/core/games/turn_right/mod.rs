//! Turn Right against brute force, the numbers of its rules and its messages.

mod circuits;
mod dialogue;
pub mod engine;
mod notation;
mod position_text;
mod result;
mod rules;

use crate::common::refusal;
use kifu_core::contract::{
    Actor, DialogueEnd, DialogueEvent, DialogueLine, Faults, Game, MoveError, Outcome, Player,
    Position as _, Rules as _, Setup, Spelling, TextStyle, Winner, perft, replay,
};
use kifu_core::games::turn_right::{Circuit, Move, Position, Square, TurnRight};
use kifu_core::search::SplitMix64;

/// Legal circuits of a player's turns 1 to 13, from the rules.
const LEGAL: [usize; 13] = [
    225, 1_825, 11_275, 50_635, 164_088, 387_768, 689_276, 965_204, 1_134_324, 1_201_816,
    1_219_354, 1_222_142, 1_222_363,
];

fn mv(token: &str) -> Move {
    crate::common::step::<TurnRight>(token).mv.unwrap()
}

fn spelling(token: &str) -> Spelling {
    TurnRight::parse(token.as_bytes()).unwrap().spelling
}

fn at(text: &str) -> Position {
    TurnRight::parse_position(text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn from(text: &str) -> Setup {
    let mut setup = Setup::default();
    setup.set("position", text);
    setup
}

/// A full board without two stones of a colour side by side.
const CHECKERED: &str = "wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw";

fn outcome(text: &str, failed: Faults) -> Outcome {
    at(text).outcome(failed)
}

/// Winner, contest points and game points of an outcome that has them.
fn given(outcome: Outcome) -> (Winner, [i32; 2], [i32; 2]) {
    (
        outcome.winner.unwrap(),
        outcome.points.unwrap(),
        outcome.game_points.unwrap(),
    )
}

/// Returns a random legal move, without listing a million moves.
fn random_move(position: &Position, rng: &mut SplitMix64) -> Move {
    let circuits = Circuit::legal_on_turn(usize::from(position.circuits_made()) / 2 + 1);
    if position.stones_placed() == 36 {
        return Move::Circuit(circuits[rng.index(circuits.len())]);
    }
    let free: Vec<Square> = Square::all()
        .filter(|square| position.stone(*square).is_none())
        .collect();
    Move::Place(free[rng.index(free.len())])
}

fn random_game(rng: &mut SplitMix64) -> (Vec<String>, Position) {
    let mut position = Position::START;
    let mut tokens = Vec::new();
    while !position.is_over() {
        let mv = random_move(&position, rng);
        position.play(&mv).unwrap();
        tokens.push(mv.to_string());
    }
    (tokens, position)
}
