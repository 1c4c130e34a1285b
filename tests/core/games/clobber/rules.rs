//! Clobber against perft tables, brute force and the messages of refusals.

use kifu_core::contract::{
    Faults, Game, Player, Position as _, Rules as _, Setup, Winner, perft, replay,
};

use crate::common::{battery, refusal};
use kifu_core::games::clobber::{Clobber, Move, Position, Square};
use std::collections::HashMap;

fn every_spelling(position: &Position) -> Vec<Move> {
    let squares = |extra: u8| {
        let (width, height) = (position.width() + extra, position.height() + extra);
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    };
    squares(1)
        .flat_map(|from| squares(1).map(move |to| Move { from, to }))
        .collect()
}

fn setup(width: u32, height: u32) -> Setup {
    let mut setup = Setup::default();
    setup.set("width", width.to_string());
    setup.set("height", height.to_string());
    setup
}

#[test]
fn rules_pass_the_battery_on_random_games() {
    battery::<Clobber>(&Setup::default(), 6, every_spelling);
    battery::<Clobber>(&setup(10, 10), 2, every_spelling);
    battery::<Clobber>(&setup(2, 7), 20, every_spelling);
}

#[test]
fn perft_from_the_start_equals_the_known_counts() {
    let count = |width, height, depth| perft(&Position::full(width, height), depth);
    for (depth, leaves) in (1..).zip([112, 11_848, 1_182_276]) {
        assert_eq!(count(8, 8, depth), leaves);
    }
    for (depth, leaves) in (1..).zip([60, 3_244, 157_408]) {
        assert_eq!(count(6, 6, depth), leaves);
    }
    for (depth, leaves) in (1..).zip([49, 2_116, 80_063]) {
        assert_eq!(count(5, 6, depth), leaves);
    }
}

/// Who wins from a start position with best play, by plain search with a table.
fn mover_wins(position: &Position, table: &mut HashMap<u64, bool>) -> bool {
    if let Some(known) = table.get(&position.key()) {
        return *known;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut |mv| moves.push(mv));
    let wins = moves.iter().any(|mv| {
        let mut next = *position;
        next.apply(mv);
        !mover_wins(&next, table)
    });
    table.insert(position.key(), wins);
    wins
}

#[test]
fn refused_move_error_names_the_broken_rule() {
    let message = |moves, token| refusal::<Clobber>(&Setup::default(), moves, token);
    assert_eq!(message("", "a2c3"), "a2 and c3 do not share a side");
    assert_eq!(message("", "a1b1"), "the stone on a1 is the opponent's");
    assert_eq!(message("", "a2c2"), "a2 and c2 do not share a side");
    assert_eq!(message("b1a1 b2a2", "b1a1"), "there is no stone on b1");
    assert_eq!(
        message("b1a1", "c1b1"),
        "b1 is empty: a move must take an enemy stone"
    );
    assert_eq!(message("", "a8a9"), "a9 is not on this board of 8x8");
}

#[test]
fn player_without_moves_loses_and_a_fault_costs_a_point() {
    let mut position = Clobber::parse_position("wb/.. w").unwrap();
    assert_eq!(position.outcome(Faults::NONE).winner, None);
    position
        .play(&crate::common::step::<Clobber>("a2b2").mv.unwrap())
        .unwrap();
    assert!(position.is_over());
    assert_eq!(position.to_move(), Player::Second);
    let outcome = position.outcome(Faults::NONE);
    assert_eq!(
        (outcome.winner, outcome.scores),
        (Some(Winner::First), Some([1, 0]))
    );
    assert_eq!(
        position.outcome(Faults::only(Player::First)).scores,
        Some([-1, 0])
    );
}

#[test]
fn text_after_a_move_token_is_ignored() {
    let read = |text: &str| Clobber::parse(text.as_bytes()).map(|parsed| parsed.step);
    assert_eq!(read("b7b8xyz"), read("b7b8"));
    assert_eq!(read("a9a10").unwrap().mv.unwrap().to, Square::new(0, 9));
    assert_eq!(read("b1a10").unwrap().mv.unwrap().to, Square::new(0, 0));
    assert!(read("B1A1").unwrap_err().hint.is_some());
    assert!(
        replay::<Clobber>(&Setup::default(), "b1a1 random", Faults::NONE)
            .unwrap()
            .0
            .failure
            .is_some()
    );
}

#[test]
fn setup_size_must_agree_with_its_position() {
    let mut setup = Setup::default();
    setup.set("position", "wb../..../..../.... b");
    setup.set("width", "4");
    assert!(Clobber::start(&setup).is_ok());
    setup.set("height", "8");
    assert_eq!(Clobber::start(&setup).unwrap_err().key, "height");
}

mod slow {
    use super::*;

    #[test]
    fn perft_equals_the_counts_of_the_table_file() {
        let limit = if cfg!(debug_assertions) {
            1_200_000
        } else {
            120_000_000
        };
        let mut lines = 0;
        for line in include_str!("../../../../fixtures/perft/clobber.perft").lines() {
            let Some((rows, rest)) = line.split_once(' ').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let (side, counts) = rest.split_once(' ').unwrap();
            let text = format!("{rows} {side}");
            let position = Clobber::parse_position(&text).unwrap();
            assert_eq!(Clobber::write_position(&position), text);
            for (depth, leaves) in (1..).zip(counts.split(' ').map(|n| n.parse::<u64>().unwrap())) {
                if leaves <= limit {
                    assert_eq!(perft(&position, depth), leaves, "{text} depth {depth}");
                }
            }
            lines += 1;
        }
        assert!(lines >= 10);
    }

    #[test]
    fn start_positions_have_the_published_winners() {
        let wins = |width, height| mover_wins(&Position::full(width, height), &mut HashMap::new());
        assert!(wins(4, 4));
        assert!(wins(5, 4));
        for length in 2..=9 {
            assert_eq!(wins(length, 2), length % 3 != 0, "2x{length}");
        }
    }
}
