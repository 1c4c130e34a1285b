//! Round trips from records to trees and back.

use super::naive_tree::{acts, shape, sound};
use super::sample_games::{IDS, RandomGameOptions, bundled_records, catalogue_game, random_record};
use crate::opened_game::{every_ply_can_be_shown, opens_as_its_record, written_by_tree as written};
use kifu_app::open_game::{GameTree, OpenGame};
use kifu_core::record::{Note, Record, read_ron, write_ron};
use kifu_core::search::SplitMix64;

fn opened(record: &Record) -> OpenGame {
    let game = catalogue_game(&record.game);
    OpenGame::new(record.clone(), game).expect("a game that starts")
}

#[test]
fn opened_bundled_game_equals_its_record() {
    for (name, record) in bundled_records() {
        assert!(opens_as_its_record(&record), "{name}");
    }
}

#[test]
fn every_ply_of_bundled_games_can_be_shown() {
    for (name, record) in bundled_records() {
        assert!(every_ply_can_be_shown(&record), "{name}");
    }
}

/// Returns all comments of a record and of its variations.
fn comments(record: &Record) -> Vec<&str> {
    let notes = record.notes.values();
    let lines = notes.clone().flat_map(|note| &note.variations);
    let remarks = lines.flat_map(|line| line.notes.values());
    notes
        .map(|note| note.comment.as_str())
        .chain(remarks.map(|remark| remark.comment.as_str()))
        .filter(|comment| !comment.is_empty())
        .collect()
}

#[test]
fn empty_note_is_dropped_only_when_tree_is_written() {
    let mut record = bundled_records().remove(0).1;
    record.notes.insert(3, Note::default());
    assert_eq!(
        opened(&record).to_record(),
        record,
        "the note is lost without a change"
    );
    assert!(!written(&record).notes.contains_key(&3));
}

mod slow {
    use super::*;

    #[test]
    fn random_variations_survive_round_trip_through_tree() {
        for (seed, id) in (0..60).flat_map(|seed| IDS.map(|id| (seed, id))) {
            let mut rng = SplitMix64::new(seed);
            let options = RandomGameOptions {
                moves: 3 + rng.index(12),
                lines: rng.index(9),
                failed: seed % 3 == 0,
                illegal: seed % 2 == 0,
                played: seed % 5 == 0,
            };
            let record = random_record(id, options, &mut rng);
            let lead_in = catalogue_game(id).info().lead_in;
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
            for (path, expected) in &found {
                assert_eq!(&again[path], expected, "{id} {seed}: {path:?}");
            }
            assert_eq!(written(&once), once, "{id} {seed}");
            let text = write_ron(&once);
            assert_eq!(read_ron(&text).unwrap(), once);
            for comment in comments(&record) {
                assert!(text.contains(comment), "{id} {seed}: {comment} is lost");
            }
            let open_game = opened(&record);
            assert_eq!(open_game.to_record(), record);
            sound(&open_game);
        }
    }
}
