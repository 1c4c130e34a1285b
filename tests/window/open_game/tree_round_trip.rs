//! From records to trees and back.

use super::naive_tree::{acts, shape, sound};
use super::sample_games::{IDS, Wish, book, bundled, logs, random};
use kifu::app::open_game::{GameTree, Navigation, OpenGame};
use kifu::record::{Note, Record, read_ron, write_ron};
use kifu::search::SplitMix64;

fn opened(record: &Record) -> OpenGame {
    let book = book(&record.game);
    OpenGame::new(record.clone(), book).expect("a game that starts")
}

/// The record as its tree writes it.
fn written(record: &Record) -> Record {
    let tree = GameTree::new(record, book(&record.game).info().lead_in);
    let mut again = record.clone();
    tree.write_to(&mut again);
    again
}

#[test]
fn a_game_that_is_opened_is_the_record_it_was_read_from() {
    let records = bundled().into_iter().map(|(_, record)| record);
    for record in records.chain(logs(40)) {
        let Some(study) = OpenGame::new(record.clone(), book(&record.game)) else {
            continue;
        };
        assert_eq!(study.to_record(), record);
        assert_eq!(written(&record), record, "the tree holds all that is said");
        assert!(!study.is_changed());
        sound(&study);
    }
}

#[test]
fn every_ply_of_real_games_can_be_shown() {
    let records = bundled().into_iter().map(|(_, record)| record);
    for record in records.chain(logs(3)) {
        let Some(mut study) = OpenGame::new(record.clone(), book(&record.game)) else {
            continue;
        };
        assert_eq!(study.plies().len(), study.last_ply() as usize);
        let mut steps = study.ply();
        while study.has_next() && !study.is_at_end() {
            assert!(study.navigate(Navigation::Steps(1)));
            steps += 1;
            assert_eq!(study.ply(), steps);
            assert_eq!(study.is_at_failure(), steps > study.last_ply());
        }
        assert_eq!(
            steps,
            study.last_ply() + u32::from(record.attempt.is_some())
        );
        while study.navigate(Navigation::Steps(-1)) {
            steps -= 1;
            assert_eq!(study.ply(), steps);
        }
        assert_eq!(steps, 0);
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
