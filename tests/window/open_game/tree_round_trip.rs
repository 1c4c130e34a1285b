//! From records to trees and back.

use super::naive_tree::{acts, shape, sound};
use super::sample_games::{IDS, Wish, book, bundled, random};
use crate::opened_game::{every_ply_can_be_shown, opens_as_its_record, written_by_tree as written};
use kifu_app::open_game::{GameTree, OpenGame};
use kifu_core::record::{Note, Record, read_ron, write_ron};
use kifu_core::search::SplitMix64;

fn opened(record: &Record) -> OpenGame {
    let book = book(&record.game);
    OpenGame::new(record.clone(), book).expect("a game that starts")
}

#[test]
fn a_game_that_is_opened_is_the_record_it_was_read_from() {
    for (name, record) in bundled() {
        assert!(opens_as_its_record(&record), "{name}");
    }
}

#[test]
fn every_ply_of_bundled_games_can_be_shown() {
    for (name, record) in bundled() {
        assert!(every_ply_can_be_shown(&record), "{name}");
    }
}

/// All that is said anywhere in a record.
fn comments(record: &Record) -> Vec<&str> {
    let own = record.notes.values();
    let lines = own.clone().flat_map(|note| &note.variations);
    let remarks = lines.flat_map(|line| line.notes.values());
    own.map(|note| note.comment.as_str())
        .chain(remarks.map(|remark| remark.comment.as_str()))
        .filter(|comment| !comment.is_empty())
        .collect()
}

#[test]
fn random_lines_are_read_and_written_without_loss() {
    for (seed, id) in (0..60).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let wish = Wish {
            moves: 3 + rng.index(12),
            lines: rng.index(9),
            failed: seed % 3 == 0,
            illegal: seed % 2 == 0,
            played: seed % 5 == 0,
        };
        let record = random(id, wish, &mut rng);
        let lead_in = book(id).info().lead_in;
        let tree = GameTree::new(&record, lead_in);
        let expected = acts(&record, lead_in);
        let found = shape(&tree);
        assert!(expected.keys().eq(found.keys()), "{id} {seed}");
        for (path, children) in &expected {
            assert_eq!(&found[path].0, children, "{id} {seed}: {path:?}");
        }
        let once = written(&record);
        let again = shape(&GameTree::new(&once, lead_in));
        assert!(again.keys().eq(found.keys()), "{id} {seed}");
        for (path, told) in &found {
            assert_eq!(&again[path], told, "{id} {seed}: {path:?}");
        }
        assert_eq!(written(&once), once, "{id} {seed}");
        let text = write_ron(&once);
        assert_eq!(read_ron(&text).unwrap(), once);
        for comment in comments(&record) {
            assert!(text.contains(comment), "{id} {seed}: {comment} is lost");
        }
        let study = opened(&record);
        assert_eq!(study.to_record(), record);
        sound(&study);
    }
}

#[test]
fn a_bare_note_says_nothing_and_nothing_is_written() {
    let mut record = bundled().remove(0).1;
    record.notes.insert(3, Note::default());
    assert_eq!(opened(&record).to_record(), record, "not before a change");
    assert!(!written(&record).notes.contains_key(&3));
}
