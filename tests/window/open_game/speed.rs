//! Time limits that a slow machine meets, and growth of time with size.
//!
//! The tests measure processor time, because the machine may be busy.

use super::sample_games::{bundled_records, catalogue_game, extend_randomly};
use crate::common::work_clock;
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_core::contract::Setup;
use kifu_core::record::{Record, Variation, VariationNote};
use kifu_core::search::SplitMix64;
use std::time::Duration;

/// Returns the shortest time of a few runs.
fn shortest(mut work: impl FnMut()) -> Duration {
    let clock = work_clock();
    let tries = (0..7).map(|_| {
        let start = clock();
        work();
        clock().saturating_sub(start)
    });
    tries.min().unwrap()
}

#[test]
fn bundled_games_open_and_step_within_time_limits() {
    for (name, record) in bundled_records() {
        let game = catalogue_game(&record.game);
        let open = shortest(|| drop(OpenGame::new(record.clone(), game)));
        let mut open_game = OpenGame::new(record.clone(), game).unwrap();
        while !open_game.is_at_end() {
            open_game.navigate(Navigation::Steps(1));
        }
        let plies = open_game.last_ply();
        let open_and_go_to_end = shortest(|| {
            open_game = OpenGame::new(record.clone(), game).unwrap();
            open_game.navigate(Navigation::Last);
        });
        let step = open_and_go_to_end.saturating_sub(open) / plies;
        eprintln!("{name}: {plies} plies, opened in {open:?}, a step {step:?}");
        assert!(open < Duration::from_millis(20), "{name}: {open:?}");
        assert!(step < Duration::from_micros(500), "{name}: {step:?}");
    }
}

/// Returns a game with a number of tokens in variations, in a shape that is hard on a tree.
fn hostile(tokens: usize, shape: usize) -> Record {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: "a2a1 b2b1".to_owned(),
        ..Record::default()
    };
    let line = |moves: String, nth: usize| Variation {
        moves,
        notes: [(2, nth), (9_999_999, nth)]
            .map(|(ply, nth)| {
                let comment = format!("comment {nth}");
                (
                    ply,
                    VariationNote {
                        comment,
                        ..VariationNote::default()
                    },
                )
            })
            .into(),
    };
    record.note_mut(2).variations = match shape {
        // One long line; many lines from one position; many lines that share their first move.
        0 => vec![line("x ".repeat(tokens), 0)],
        1 => (0..tokens)
            .map(|nth| line(format!("x{nth}"), nth))
            .collect(),
        _ => (0..tokens / 2)
            .map(|nth| line(format!("x y{nth}"), nth))
            .collect(),
    };
    record
}

#[test]
fn edits_in_large_tree_stay_within_time_limits() {
    let mut rng = SplitMix64::new(5);
    let mut open_game = OpenGame::without_moves(catalogue_game("clobber")).unwrap();
    while open_game.tree().preorder().len() < 2_000 {
        let nodes = open_game.tree().preorder();
        open_game.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
        let here: Vec<String> = open_game
            .moves_text()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let line = extend_randomly("clobber", &Setup::default(), &here, 8, &mut rng);
        for token in &line[here.len()..] {
            open_game.play(token).unwrap();
        }
    }
    open_game.navigate(Navigation::MainLine);
    open_game.navigate(Navigation::Ply(4));
    let mut nth = 0;
    let comment = shortest(|| {
        for _ in 0..50 {
            nth += 1;
            open_game.set_comment(&nth.to_string());
        }
    }) / 50;
    let token = open_game
        .state()
        .legal_moves()
        .into_iter()
        .find(|token| open_game.tree().child(open_game.node(), token).is_none())
        .unwrap();
    let play = shortest(|| {
        open_game.play(&token).unwrap();
        open_game.delete_shown().unwrap();
        open_game.undo();
        open_game.undo();
    }) / 4;
    let write = shortest(|| drop(open_game.to_record()));
    eprintln!("2 000 nodes: a comment {comment:?}, a move {play:?}, written in {write:?}");
    assert!(comment < Duration::from_millis(1) && play < Duration::from_millis(2));
}

mod slow {
    use super::*;

    #[test]
    fn hostile_record_opens_in_less_than_quadratic_time() {
        for shape in 0..3 {
            let time = |tokens| {
                let record = hostile(tokens, shape);
                shortest(|| {
                    let mut open_game =
                        OpenGame::new(record.clone(), catalogue_game("clobber")).unwrap();
                    open_game.set_comment("x");
                    assert!(!open_game.to_record().notes.is_empty());
                })
            };
            let (small, large) = (time(1_000), time(16_000));
            let ratio = large.as_secs_f64() / small.as_secs_f64();
            eprintln!("shape {shape}: 16 000 tokens in {large:?}, {ratio:.1} times 1 000");
            // Quadratic growth would give a ratio of 256.
            assert!(ratio < 100.0, "shape {shape}: {small:?}, {large:?}");
        }
    }
}
