//! Games that occur in the library more than once.

use super::{random_record, ronl_line, scan_library};
use kifu_app::library::{Filter, Library, LibraryRow, ScanBatch, ScanItem};
use kifu_core::record::Record;
use kifu_logs::files::{GameLocation, LogInput, Origin};
use kifu_logs::formats::{ReadContext, by_id, check_text};
use std::fs;
use std::path::{Path, PathBuf};
use std::slice::from_ref;
use std::sync::Arc;
use tempfile::{TempDir, tempdir};

/// Writes the archives `a`, `b` and `c` with these records.
fn archives(records: [&[Record]; 3]) -> (TempDir, [PathBuf; 3]) {
    let folder = tempdir().unwrap();
    let paths = ["a", "b", "c"].map(|name| folder.path().join(format!("{name}.ronl")));
    for (path, records) in paths.iter().zip(records) {
        fs::write(path, records.iter().map(ronl_line).collect::<String>()).unwrap();
    }
    (folder, paths)
}

/// Returns the rows that are listed with a filter for duplicates.
fn listed(library: &mut Library, is_repeated: Option<bool>) -> Vec<u32> {
    library.set_filter(Filter {
        is_repeated,
        ..Filter::default()
    });
    library.shown().to_vec()
}

fn original(library: &Library, row: u32) -> Option<String> {
    let original = library.row(row).unwrap().original()?;
    let file = original.path().file_stem().unwrap().to_string_lossy();
    Some(format!("{file} {}", original.index_in_file()))
}

#[test]
fn game_with_same_moves_and_players_is_a_duplicate() {
    let (one, two) = (random_record(1), random_record(2));
    let renamed = {
        let mut renamed = one.clone();
        renamed.players.0.name = "somebody else".to_owned();
        renamed
    };
    let shorter = {
        let mut shorter = one.clone();
        let moves: Vec<&str> = one.moves.split(' ').collect();
        shorter.moves = moves[..moves.len() - 1].join(" ");
        shorter
    };
    let (_folder, [a, b, c]) = archives([
        &[one.clone(), two.clone()],
        &[shorter, one.clone(), renamed],
        &[two.clone(), one.clone()],
    ]);
    let mut library = scan_library(&[&a, &b, &c]);
    assert_eq!(listed(&mut library, Some(true)), [3, 5, 6]);
    assert_eq!(listed(&mut library, Some(false)), [0, 1, 2, 4]);
    let originals = [3, 5, 6].map(|row| original(&library, row).unwrap());
    assert_eq!(originals, ["a 0", "a 1", "a 0"]);
    assert_eq!(library.rows_of_same_game(3), [0, 3, 6]);
    assert_eq!(library.rows_of_same_game(4), [4]);
    // Closing the first file removes one copy of each of its games.
    library.close_path(&a);
    assert_eq!(listed(&mut library, Some(true)), [6]);
    assert_eq!(original(&library, 6).as_deref(), Some("b 1"));
    assert_eq!(library.rows_of_same_game(6), [3, 6]);
    assert_eq!(listed(&mut library, None), [2, 3, 4, 5, 6]);
}

/// Returns the batch of a second scan of a library's file, which now holds `record`.
fn rescan(path: &Path, record: &Record) -> ScanBatch {
    let input = LogInput::File {
        path: path.to_path_buf(),
        is_explicit: true,
    };
    let mut checked = check_text(&ronl_line(record), by_id("ronl"), &ReadContext::default());
    let row = LibraryRow::new(checked.remove(0), GameLocation::NO_GAME, 0);
    ScanBatch {
        items: vec![
            ScanItem::File(0, Arc::new(Origin::new(input))),
            ScanItem::Game(0, Box::new(row)),
        ],
    }
}

#[test]
fn rescanned_file_does_not_duplicate_its_own_games() {
    let one = random_record(1);
    let (_folder, [a, b, c]) = archives([from_ref(&one), &[random_record(2)], &[random_record(4)]]);
    let mut library = scan_library(&[&a, &b, &c]);
    library.add_batch(2, rescan(&a, &one));
    library.refresh();
    assert!(listed(&mut library, Some(true)).is_empty());
    assert_eq!(listed(&mut library, None).len(), 3);
    // The same game in another file is a duplicate.
    library.add_batch(3, rescan(&b, &one));
    library.refresh();
    assert_eq!(listed(&mut library, Some(true)).len(), 1);
}
