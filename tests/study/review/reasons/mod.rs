//! Reasons in words are true: each claim is tried out on the board.

mod atari_go;
mod box_game;
mod clobber;
mod turn_right;
mod zuniq;

use kifu_core::contract::{Faults, Player, Turn, Winner};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

fn game(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).unwrap()
}

fn state(id: &str, position: &str) -> Box<dyn DynState> {
    game(id).parse_position(position).unwrap()
}

/// The reasons for single moves, each of which is a sentence.
fn why(state: &dyn DynState, played: &str, better: &str) -> Vec<String> {
    let reasons = state.reasons(&[played.to_owned()], &[better.to_owned()]);
    for reason in &reasons {
        let names_move = [played, better]
            .iter()
            .any(|token| reason.starts_with(token));
        let is_capital = reason.starts_with(|first: char| first.is_ascii_uppercase());
        assert!(is_capital || names_move, "{reason}");
        assert!(reason.ends_with('.') && !reason.contains(".."), "{reason}");
        assert!(!reason.contains("  "), "{reason}");
    }
    reasons
}

fn after(state: &dyn DynState, moves: &[&str]) -> Box<dyn DynState> {
    let mut next = state.fork();
    for token in moves {
        next.play(token).unwrap();
    }
    next
}

fn any<'a>(random: &mut SplitMix64, all: &'a [String]) -> &'a str {
    &all[random.below(u32::try_from(all.len()).unwrap()) as usize]
}

/// Two different legal moves, if there are two.
fn two(random: &mut SplitMix64, state: &dyn DynState) -> Option<(String, String)> {
    let all = state.legal_moves();
    let one = any(random, &all).to_owned();
    let rest: Vec<String> = all.into_iter().filter(|token| *token != one).collect();
    (!rest.is_empty()).then(|| (one, any(random, &rest).to_owned()))
}

/// Random moves until the game is over, with a call of `each` before every move of a player.
fn wander(
    random: &mut SplitMix64,
    start: Box<dyn DynState>,
    each: &mut dyn FnMut(&mut SplitMix64, &dyn DynState),
) {
    let mut state = start;
    loop {
        match state.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let deals = state.chance_outcomes();
                let deal = any(random, &deals).to_owned();
                state.apply_chance(&deal).unwrap();
            }
            Turn::Player(_) => {
                each(random, state.as_ref());
                let all = state.legal_moves();
                state.play(any(random, &all)).unwrap();
            }
        }
    }
}

/// Who wins with best play, by trying all moves.
fn winner(state: &dyn DynState, known: &mut HashMap<String, Winner>) -> Winner {
    if state.turn() == Turn::Over {
        return state.outcome(Faults::NONE).winner.unwrap();
    }
    let key = state.position();
    if let Some(winner) = known.get(&key) {
        return *winner;
    }
    let mover: Winner = state.mover().unwrap().into();
    let lost = mover.player().unwrap().opponent().into();
    let wins = state.legal_moves().into_iter().any(|token| {
        let next = after(state, &[&token]);
        winner(next.as_ref(), known) == mover
    });
    let found = if wins { mover } else { lost };
    known.insert(key, found);
    found
}

/// The words of a reason between two others.
fn between<'a>(reason: &'a str, from: &str, to: &str) -> Option<&'a str> {
    let rest = reason.split_once(from)?.1;
    Some(rest.split_once(to).map_or(rest, |(words, _)| words))
}

fn side(id: &str, player: Player) -> &'static str {
    game(id).sides()[player.index()]
}

#[test]
fn unknown_moves_and_games_without_reasons_give_none() {
    for id in ["turn-right", "atari-go", "clobber", "zuniq"] {
        let start = game(id)
            .start(&kifu_core::contract::Setup::default())
            .unwrap();
        let all = start.legal_moves();
        assert!(why(start.as_ref(), &all[0], "nonsense").is_empty(), "{id}");
        assert!(why(start.as_ref(), "nonsense", &all[0]).is_empty(), "{id}");
        assert!(start.reasons(&[], &[]).is_empty(), "{id}");
    }
}
