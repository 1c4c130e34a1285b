//! Turn Right against brute force, the numbers of its rules and its own words.

#[path = "turn_right/brain.rs"]
mod brain;
#[path = "turn_right/circuits.rs"]
mod circuits;
mod common;
#[path = "turn_right/dialogue.rs"]
mod dialogue;
#[path = "turn_right/learner.rs"]
mod learner;
#[path = "turn_right/outlook.rs"]
mod outlook;
#[path = "turn_right/positions.rs"]
mod positions;
#[path = "turn_right/prospect.rs"]
mod prospect;
#[path = "turn_right/results.rs"]
mod results;
#[path = "turn_right/rules.rs"]
mod rules;
#[path = "turn_right/strength.rs"]
mod strength;
#[path = "turn_right/train.rs"]
mod train;
#[path = "turn_right/two_ply.rs"]
mod two_ply;
#[path = "turn_right/words.rs"]
mod words;

use common::{Rng, data, refusal};
use kifu::contract::{
    Actor, DialogueEnd, DialogueEvent, DialogueLine, Faults, Game, MoveError, Outcome, Player,
    Position as _, Rules as _, Setup, Spelling, TextStyle, Winner, perft, replay,
};
use kifu::games::turn_right::{Circuit, Move, Position, Square, TurnRight};

/// Legal circuits of a player's turns 1 to 13, from the rules.
const LEGAL: [usize; 13] = [
    225, 1_825, 11_275, 50_635, 164_088, 387_768, 689_276, 965_204, 1_134_324, 1_201_816,
    1_219_354, 1_222_142, 1_222_363,
];

fn mv(token: &str) -> Move {
    common::step::<TurnRight>(token).mv.unwrap()
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

/// A random legal act, without listing a million moves.
fn random_move(position: &Position, rng: &mut Rng) -> Move {
    let circuits = Circuit::legal_on_turn(usize::from(position.circuits_made()) / 2 + 1);
    if position.stones_placed() == 36 {
        return Move::Circuit(circuits[rng.below(circuits.len())]);
    }
    let free: Vec<Square> = Square::all()
        .filter(|square| position.stone(*square).is_none())
        .collect();
    Move::Place(free[rng.below(free.len())])
}

fn random_game(rng: &mut Rng) -> (Vec<String>, Position) {
    let mut position = Position::START;
    let mut tokens = Vec::new();
    while !position.is_over() {
        let mv = random_move(&position, rng);
        position.play(&mv).unwrap();
        tokens.push(mv.to_string());
    }
    (tokens, position)
}
