//! Games that are saved to the file they were loaded from.

use super::{random_record, ronl_line, scan_library, write_archive};
use crate::common::names;
use kifu_app::jobs::{Overwrite, SaveOutcome, SaveRequest, SaveTarget, SavedGame, save};
use kifu_app::library::{LoadedGame, load, load_path};
use kifu_core::record::{Record, write_ron};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn save_to_source(
    opened: &LoadedGame,
    record: &Record,
    changed: bool,
    comments: bool,
) -> SaveOutcome {
    let request = SaveRequest {
        record: Box::new(record.clone()),
        target: SaveTarget::Source {
            address: Box::new(opened.address.clone()),
            content_stamp: opened.content_stamp.clone(),
            allow_changed: changed,
            drop_comments: comments,
        },
    };
    save(&request).unwrap()
}

fn save_as(record: &Record, path: &Path, overwrite: Overwrite) -> SaveOutcome {
    let request = SaveRequest {
        record: Box::new(record.clone()),
        target: SaveTarget::File {
            path: path.to_owned(),
            overwrite,
        },
    };
    save(&request).unwrap()
}

fn expect_saved(outcome: SaveOutcome) -> SavedGame {
    match outcome {
        SaveOutcome::Saved(saved_game) => *saved_game,
        other => panic!("expected it to be saved, found {other:?}"),
    }
}

fn with_comment(record: &Record) -> Record {
    let mut record = record.clone();
    record.note_mut(1).comment = "a word on this: \"(1, 2)\" // äöü\n".to_owned();
    record
}

#[test]
fn record_is_saved_repeatedly_to_its_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let first = random_record(1);
    let mut saved_game = expect_saved(save_as(&first, &path, Overwrite::Nothing));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&first));
    for round in 0..3 {
        let mut next = with_comment(&first);
        next.ext.insert("round".to_owned(), round.to_string());
        let opened = LoadedGame {
            game: load_path(&path, 0).unwrap().game,
            address: saved_game.address,
            content_stamp: saved_game.content_stamp,
            has_other_games: false,
        };
        saved_game = expect_saved(save_to_source(&opened, &next, false, false));
        assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
    }
    assert!(matches!(
        save_as(&first, &path, Overwrite::Nothing),
        SaveOutcome::FileExists(_, 0)
    ));
    expect_saved(save_as(&first, &path, Overwrite::Anything));
    assert!(matches!(
        save_as(&first, &folder.path().join("game"), Overwrite::Nothing),
        SaveOutcome::FileExists(_, 0)
    ));
    assert_eq!(names(folder.path()), ["game.ron"]);
}

#[test]
fn file_changed_on_disk_is_overwritten_only_if_allowed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, write_ron(&random_record(1))).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let other = write_ron(&random_record(4));
    fs::write(&path, &other).unwrap();
    let next = with_comment(&opened.game.record);
    assert!(matches!(
        save_to_source(&opened, &next, false, false),
        SaveOutcome::FileChanged { is_gone: false }
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        save_to_source(&opened, &next, false, false),
        SaveOutcome::FileChanged { is_gone: true }
    ));
    assert!(names(folder.path()).is_empty());
    expect_saved(save_to_source(&opened, &next, true, false));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
}

#[test]
fn comments_in_file_are_removed_only_if_allowed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let text = format!("// by hand\n{}", write_ron(&random_record(1)));
    fs::write(&path, &text).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let next = with_comment(&opened.game.record);
    assert!(matches!(
        save_to_source(&opened, &next, false, false),
        SaveOutcome::CommentsLost
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    expect_saved(save_to_source(&opened, &next, false, true));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
}

/// Returns the parts of an archive with comments, blank lines and a byte order mark.
fn archive_with_comments_and_blank_lines(records: &[Record]) -> Vec<String> {
    let lines = records.iter().map(ronl_line);
    let mut parts: Vec<String> = vec!["\u{feff}// a comment\n".to_owned()];
    for (at, line) in lines.enumerate() {
        match at % 4 {
            1 => parts.push(format!("{}\r\n", line.trim_end())),
            2 => parts.extend(["\n \n// (kifu: 1)\n".to_owned(), line]),
            _ => parts.push(line),
        }
    }
    let last = parts.pop().unwrap();
    parts.push(last.trim_end().to_owned());
    parts
}

#[test]
fn save_to_archive_replaces_one_line_and_no_other_byte() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records: Vec<Record> = (0..12).map(random_record).collect();
    let mut parts = archive_with_comments_and_blank_lines(&records);
    fs::write(&path, parts.concat()).unwrap();
    let mut library = scan_library(&[&path]);
    assert_eq!(library.len(), 12);
    for (row, old) in (0..12).zip(&records) {
        let opened = load(&library.address(row).unwrap()).unwrap();
        assert_eq!(opened.game.record, *old);
        let next = with_comment(old);
        let saved_game = expect_saved(save_to_source(&opened, &next, false, false));
        let bare = ronl_line(old).trim_end().to_owned();
        let part = parts.iter_mut().find(|part| part.contains(&bare)).unwrap();
        *part = part.replace(&bare, ronl_line(&next).trim_end());
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            parts.concat(),
            "row {row}"
        );
        library.on_saved(
            saved_game.shift.as_ref(),
            &saved_game.address,
            &saved_game.row,
            Some(&opened.address),
        );
        assert_eq!(
            library.address(row).unwrap().file_stat,
            saved_game.address.file_stat,
            "the library has an old file stamp"
        );
        let again = load(&saved_game.address).unwrap();
        assert_eq!(
            (again.game.record, again.content_stamp),
            (next, saved_game.content_stamp)
        );
    }
    assert_eq!(names(folder.path()), ["archive.ronl"]);
}

#[test]
fn moved_archive_line_is_replaced_but_changed_one_is_not() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = write_archive(&path, 6, 6);
    let opened = load_path(&path, 3).unwrap();
    let next = with_comment(&records[3]);
    let moved = format!(
        "{}{}",
        ronl_line(&random_record(77)),
        fs::read_to_string(&path).unwrap()
    );
    fs::write(&path, &moved).unwrap();
    expect_saved(save_to_source(&opened, &next, false, false));
    let expected = moved.replace(&ronl_line(&records[3]), &ronl_line(&next));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // The line that was loaded no longer exists.
    for changed in [false, true] {
        match save_to_source(&opened, &next, changed, false) {
            SaveOutcome::FileChanged { is_gone: false } => assert!(!changed),
            SaveOutcome::NeedsOwnFile { suggestion, .. } => {
                assert!(changed && !suggestion.exists());
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn archive_is_overwritten_only_after_its_games_were_counted() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = write_archive(&path, 6, 6);
    let before = fs::read_to_string(&path).unwrap();
    for overwrite in [Overwrite::Nothing, Overwrite::NoOtherGames] {
        // The game itself is one of the six, another one is not.
        for (record, others) in [(&records[3], 5), (&random_record(77), 6)] {
            match save_as(record, &path, overwrite) {
                SaveOutcome::FileExists(_, found) => assert_eq!(found, others),
                other => panic!("{other:?}"),
            }
        }
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    expect_saved(save_as(&records[3], &path, Overwrite::Anything));
    // One game is taken for an earlier version of this one.
    expect_saved(save_as(&records[4], &path, Overwrite::NoOtherGames));
}

#[test]
fn save_of_other_format_suggests_new_ron_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(
        &path,
        "game: clobber\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n",
    )
    .unwrap();
    fs::write(folder.path().join("game.ron"), "taken").unwrap();
    let opened = load_path(&path, 0).unwrap();
    match save_to_source(&opened, &opened.game.record, false, false) {
        SaveOutcome::NeedsOwnFile { suggestion, reason } => {
            assert_eq!(suggestion, folder.path().join("game-2.ron"));
            assert!(reason.contains("moves"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn save_to_protected_or_unsupported_path_is_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, write_ron(&random_record(1))).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = |target: SaveTarget| {
        let record = Box::new(opened.game.record.clone());
        save(&SaveRequest { record, target }).unwrap_err().message
    };
    let target = SaveTarget::Source {
        address: Box::new(opened.address.clone()),
        content_stamp: opened.content_stamp.clone(),
        allow_changed: true,
        drop_comments: true,
    };
    assert!(error(target).contains("write-protected"));
    for (path, words) in [
        ("/dev/full.ron/x.ron", "cannot write"),
        ("/nowhere/at/all/x.ron", "cannot write"),
        ("x.sgf", "expected a file name ending in .ron"),
    ] {
        let path = folder.path().join(path);
        let overwrite = Overwrite::Anything;
        let found = error(SaveTarget::File { path, overwrite });
        assert!(found.contains(words), "{found}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn game_too_long_for_a_line_is_refused_unwritten() {
        let folder = tempdir().unwrap();
        let mut record = random_record(1);
        for ply in 0..18 {
            record.note_mut(ply).comment = "precious ".repeat(1 << 17);
        }
        let path = folder.path().join("long.ronl");
        let target = |path: &Path| SaveTarget::File {
            path: path.to_owned(),
            overwrite: Overwrite::Nothing,
        };
        let request = |path: &Path| SaveRequest {
            record: Box::new(record.clone()),
            target: target(path),
        };
        let failure = save(&request(&path)).unwrap_err();
        assert!(failure.message.contains("too large"), "{failure}");
        assert!(names(folder.path()).is_empty());
        // A line of an archive may grow too long as well.
        write_archive(&path, 3, 3);
        let before = fs::read_to_string(&path).unwrap();
        let opened = load_path(&path, 1).unwrap();
        let request_line = SaveRequest {
            record: Box::new(record.clone()),
            target: SaveTarget::Source {
                address: Box::new(opened.address),
                content_stamp: opened.content_stamp,
                allow_changed: false,
                drop_comments: false,
            },
        };
        assert!(save(&request_line).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), before);
        // Each line of a .ron file is short enough.
        expect_saved(save(&request(&folder.path().join("long.ron"))).unwrap());
    }

    #[test]
    fn other_games_of_large_archive_load_after_save() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        let records = write_archive(&path, 2000, 300);
        let mut library = scan_library(&[&path]);
        let mut later_game = load(&library.address(1900).unwrap()).unwrap();
        let opened = load(&library.address(100).unwrap()).unwrap();
        let saved_game = expect_saved(save_to_source(
            &opened,
            &with_comment(&records[100]),
            false,
            false,
        ));
        library.on_saved(
            saved_game.shift.as_ref(),
            &saved_game.address,
            &saved_game.row,
            Some(&opened.address),
        );
        later_game
            .address
            .apply_shift(saved_game.shift.as_ref().unwrap());
        for row in [99, 101, 1000, 1999] {
            let address = library.address(row).unwrap();
            assert_eq!(address.file_stat, saved_game.address.file_stat);
            assert_eq!(
                load(&address).unwrap().game.record,
                records[row as usize % 300]
            );
        }
        let next = with_comment(&records[1900 % 300]);
        expect_saved(save_to_source(&later_game, &next, false, false));
        assert_eq!(load_path(&path, 1900).unwrap().game.record, next);
        assert_eq!(
            load_path(&path, 1901).unwrap().game.record,
            records[1901 % 300]
        );
    }
}
