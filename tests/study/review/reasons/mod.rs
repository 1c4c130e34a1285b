//! Reasons in words are true: what they say is tried out on the board.

mod atari_go;
mod box_game;
mod clobber;
mod turn_right;
mod zuniq;

use kifu_core::contract::{Faults, Player, Turn, Winner};
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

fn book(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).unwrap()
}

fn table(id: &str, position: &str) -> Box<dyn DynState> {
    book(id).parse_position(position).unwrap()
}

/// The reasons for single moves, each of which is a sentence.
fn why(table: &dyn DynState, played: &str, better: &str) -> Vec<String> {
    let reasons = table.reasons(&[played.to_owned()], &[better.to_owned()]);
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

fn after(table: &dyn DynState, moves: &[&str]) -> Box<dyn DynState> {
    let mut next = table.fork();
    for token in moves {
        next.play(token).unwrap();
    }
    next
}

fn any<'a>(random: &mut SplitMix64, all: &'a [String]) -> &'a str {
    &all[random.below(u32::try_from(all.len()).unwrap()) as usize]
}

/// Two different legal moves, if there are two.
fn two(random: &mut SplitMix64, table: &dyn DynState) -> Option<(String, String)> {
    let all = table.legal_moves();
    let one = any(random, &all).to_owned();
    let rest: Vec<String> = all.into_iter().filter(|token| *token != one).collect();
    (!rest.is_empty()).then(|| (one, any(random, &rest).to_owned()))
}

/// Random moves until the game is over, or somebody says that it is enough.
fn wander(
    random: &mut SplitMix64,
    start: Box<dyn DynState>,
    each: &mut dyn FnMut(&mut SplitMix64, &dyn DynState),
) {
    let mut table = start;
    loop {
        match table.turn() {
            Turn::Over => return,
            Turn::Chance => {
                let deals = table.chance_outcomes();
                let deal = any(random, &deals).to_owned();
                table.apply_chance(&deal).unwrap();
            }
            Turn::Player(_) => {
                each(random, table.as_ref());
                let all = table.legal_moves();
                table.play(any(random, &all)).unwrap();
            }
        }
    }
}

/// Who wins with best play, by trying all that can be played.
fn winner(table: &dyn DynState, known: &mut HashMap<String, Winner>) -> Winner {
    if table.turn() == Turn::Over {
        return table.outcome(Faults::NONE).winner.unwrap();
    }
    let key = table.position();
    if let Some(winner) = known.get(&key) {
        return *winner;
    }
    let mover: Winner = table.mover().unwrap().into();
    let lost = mover.player().unwrap().opponent().into();
    let wins = table.legal_moves().into_iter().any(|token| {
        let next = after(table, &[&token]);
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
    book(id).sides()[player.index()]
}

#[test]
fn a_game_without_reasons_and_moves_that_are_none_give_none() {
    for id in ["turn-right", "atari-go", "clobber", "zuniq"] {
        let start = book(id)
            .start(&kifu_core::contract::Setup::default())
            .unwrap();
        let all = start.legal_moves();
        assert!(why(start.as_ref(), &all[0], "nonsense").is_empty(), "{id}");
        assert!(why(start.as_ref(), "nonsense", &all[0]).is_empty(), "{id}");
        assert!(start.reasons(&[], &[]).is_empty(), "{id}");
    }
}
