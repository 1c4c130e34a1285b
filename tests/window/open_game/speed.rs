//! How much work it is: bounds that a slow machine keeps, and that growth is even. Processor time
//! is counted, for the machine may be busy.

use super::sample_games::{book, bundled, go_on};
use crate::common::work_clock;
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_core::contract::Setup;
use kifu_core::record::{Record, Variation, VariationNote};
use kifu_core::search::SplitMix64;
use std::time::Duration;

/// The shortest of a few tries.
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
fn opening_and_stepping_are_quick() {
    for (name, record) in bundled() {
        let book = book(&record.game);
        let open = shortest(|| drop(OpenGame::new(record.clone(), book)));
        let mut study = OpenGame::new(record.clone(), book).unwrap();
        while !study.is_at_end() {
            study.navigate(Navigation::Steps(1));
        }
        let plies = study.last_ply();
        let there = shortest(|| {
            study = OpenGame::new(record.clone(), book).unwrap();
            study.navigate(Navigation::Last);
        });
        let step = there.saturating_sub(open) / plies;
        eprintln!("{name}: {plies} plies, opened in {open:?}, a step {step:?}");
        assert!(open < Duration::from_millis(20), "{name}: {open:?}");
        assert!(step < Duration::from_micros(500), "{name}: {step:?}");
    }
}

/// A game with so many tokens in lines, in one of the shapes that are hard on a tree.
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
        // One long line; many lines from one position; many that share one act.
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
fn a_hostile_record_opens_in_the_time_of_its_length() {
    for shape in 0..3 {
        let time = |tokens| {
            let record = hostile(tokens, shape);
            shortest(|| {
                let mut study = OpenGame::new(record.clone(), book("clobber")).unwrap();
                study.set_comment("x");
                assert!(!study.to_record().notes.is_empty());
            })
        };
        let (small, large) = (time(1_000), time(16_000));
        let ratio = large.as_secs_f64() / small.as_secs_f64();
        eprintln!("shape {shape}: 16 000 tokens in {large:?}, {ratio:.1} times 1 000");
        // Were it the square, it would be 256.
        assert!(ratio < 100.0, "shape {shape}: {small:?}, {large:?}");
    }
}

#[test]
fn a_change_costs_the_same_in_a_large_tree() {
    let mut rng = SplitMix64::new(5);
    let mut study = OpenGame::without_moves(book("clobber")).unwrap();
    while study.tree().preorder().len() < 2_000 {
        let nodes = study.tree().preorder();
        study.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
        let here: Vec<String> = study
            .moves_text()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let line = go_on("clobber", &Setup::default(), &here, 8, &mut rng);
        for token in &line[here.len()..] {
            study.play(token).unwrap();
        }
    }
    study.navigate(Navigation::MainLine);
    study.navigate(Navigation::Ply(4));
    let mut nth = 0;
    let comment = shortest(|| {
        for _ in 0..50 {
            nth += 1;
            study.set_comment(&nth.to_string());
        }
    }) / 50;
    let token = study
        .state()
        .legal_moves()
        .into_iter()
        .find(|token| study.tree().child(study.node(), token).is_none())
        .unwrap();
    let play = shortest(|| {
        study.play(&token).unwrap();
        study.delete_shown().unwrap();
        study.undo();
        study.undo();
    }) / 4;
    let write = shortest(|| drop(study.to_record()));
    eprintln!("2 000 nodes: a comment {comment:?}, a move {play:?}, written in {write:?}");
    assert!(comment < Duration::from_millis(1) && play < Duration::from_millis(2));
}
