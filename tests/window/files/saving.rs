//! Games saved back to where they came from.

use super::{archive, library, line, record};
use crate::common::names;
use kifu_app::jobs::{SaveOutcome, SaveRequest, SaveTarget, SavedGame, save};
use kifu_app::library::{LoadedGame, load, load_path};
use kifu_core::record::{Record, write_ron};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn back(opened: &LoadedGame, record: &Record, changed: bool, comments: bool) -> SaveOutcome {
    let wanted = SaveRequest {
        record: Box::new(record.clone()),
        target: SaveTarget::Source {
            address: opened.address.clone(),
            content_stamp: opened.content_stamp.clone(),
            allow_changed: changed,
            drop_comments: comments,
        },
    };
    save(&wanted).unwrap()
}

fn save_as(record: &Record, path: &Path, overwrite: bool) -> SaveOutcome {
    let wanted = SaveRequest {
        record: Box::new(record.clone()),
        target: SaveTarget::File {
            path: path.to_owned(),
            overwrite,
        },
    };
    save(&wanted).unwrap()
}

fn saved(answer: SaveOutcome) -> SavedGame {
    match answer {
        SaveOutcome::Saved(kept) => *kept,
        other => panic!("expected it to be saved, found {other:?}"),
    }
}

fn commented(record: &Record) -> Record {
    let mut record = record.clone();
    record.note_mut(1).comment = "a word on this: \"(1, 2)\" // äöü\n".to_owned();
    record
}

#[test]
fn a_record_is_saved_to_its_file_again_and_again() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let first = record(1);
    let mut kept = saved(save_as(&first, &path, false));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&first));
    for round in 0..3 {
        let mut next = commented(&first);
        next.ext.insert("round".to_owned(), round.to_string());
        let opened = LoadedGame {
            game: load_path(&path, 0).unwrap().game,
            address: kept.address,
            content_stamp: kept.content_stamp,
            has_other_games: false,
        };
        kept = saved(back(&opened, &next, false, false));
        assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
    }
    assert!(matches!(
        save_as(&first, &path, false),
        SaveOutcome::FileExists(_)
    ));
    saved(save_as(&first, &path, true));
    assert!(matches!(
        save_as(&first, &folder.path().join("game"), false),
        SaveOutcome::FileExists(_)
    ));
    assert_eq!(names(folder.path()), ["game.ron"]);
}

#[test]
fn what_changed_on_disk_is_not_overwritten_unasked() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, write_ron(&record(1))).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let other = write_ron(&record(4));
    fs::write(&path, &other).unwrap();
    let next = commented(&opened.game.record);
    assert!(matches!(
        back(&opened, &next, false, false),
        SaveOutcome::FileChanged { is_gone: false }
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        back(&opened, &next, false, false),
        SaveOutcome::FileChanged { is_gone: true }
    ));
    assert!(names(folder.path()).is_empty());
    saved(back(&opened, &next, true, false));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
}

#[test]
fn comments_are_not_lost_unasked() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    let text = format!("// by hand\n{}", write_ron(&record(1)));
    fs::write(&path, &text).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let next = commented(&opened.game.record);
    assert!(matches!(
        back(&opened, &next, false, false),
        SaveOutcome::CommentsLost
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    saved(back(&opened, &next, false, true));
    assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
}

/// An archive with everything that can stand between its lines.
fn odd_archive(records: &[Record]) -> Vec<String> {
    let lines = records.iter().map(line);
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
fn one_line_of_an_archive_is_replaced_and_no_other_byte_changes() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records: Vec<Record> = (0..12).map(record).collect();
    let mut parts = odd_archive(&records);
    fs::write(&path, parts.concat()).unwrap();
    let mut list = library(&[&path]);
    assert_eq!(list.len(), 12);
    for (row, old) in (0..12).zip(&records) {
        let opened = load(&list.address(row).unwrap()).unwrap();
        assert_eq!(opened.game.record, *old);
        let next = commented(old);
        let kept = saved(back(&opened, &next, false, false));
        let bare = line(old).trim_end().to_owned();
        let part = parts.iter_mut().find(|part| part.contains(&bare)).unwrap();
        *part = part.replace(&bare, line(&next).trim_end());
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            parts.concat(),
            "row {row}"
        );
        list.on_saved(kept.shift.as_ref(), &kept.address, &kept.row);
        assert_eq!(
            list.address(row).unwrap().file_stat,
            kept.address.file_stat,
            "the list knows the file"
        );
        let again = load(&kept.address).unwrap();
        assert_eq!(
            (again.game.record, again.content_stamp),
            (next, kept.content_stamp)
        );
    }
    assert_eq!(names(folder.path()), ["archive.ronl"]);
}

#[test]
fn other_games_of_a_large_archive_are_found_after_one_was_saved() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = archive(&path, 2000, 300);
    let mut list = library(&[&path]);
    let mut behind = load(&list.address(1900).unwrap()).unwrap();
    let opened = load(&list.address(100).unwrap()).unwrap();
    let kept = saved(back(&opened, &commented(&records[100]), false, false));
    list.on_saved(kept.shift.as_ref(), &kept.address, &kept.row);
    behind.address.apply_shift(kept.shift.as_ref().unwrap());
    for row in [99, 101, 1000, 1999] {
        let place = list.address(row).unwrap();
        assert_eq!(place.file_stat, kept.address.file_stat);
        assert_eq!(
            load(&place).unwrap().game.record,
            records[row as usize % 300]
        );
    }
    let next = commented(&records[1900 % 300]);
    saved(back(&behind, &next, false, false));
    assert_eq!(load_path(&path, 1900).unwrap().game.record, next);
    assert_eq!(
        load_path(&path, 1901).unwrap().game.record,
        records[1901 % 300]
    );
}

#[test]
fn a_line_is_found_where_another_program_moved_it_and_not_replaced_if_it_was_changed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = archive(&path, 6, 6);
    let opened = load_path(&path, 3).unwrap();
    let next = commented(&records[3]);
    let moved = format!(
        "{}{}",
        line(&record(77)),
        fs::read_to_string(&path).unwrap()
    );
    fs::write(&path, &moved).unwrap();
    saved(back(&opened, &next, false, false));
    let expected = moved.replace(&line(&records[3]), &line(&next));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // The line that was read is not there any more.
    for changed in [false, true] {
        match back(&opened, &next, changed, false) {
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
fn other_formats_want_a_record_beside_them() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.txt");
    fs::write(
        &path,
        "game: clobber\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n",
    )
    .unwrap();
    fs::write(folder.path().join("game.ron"), "taken").unwrap();
    let opened = load_path(&path, 0).unwrap();
    match back(&opened, &opened.game.record, false, false) {
        SaveOutcome::NeedsOwnFile {
            suggestion,
            reason: why,
        } => {
            assert_eq!(suggestion, folder.path().join("game-2.ron"));
            assert!(why.contains("moves"), "{why}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn protected_files_devices_and_foreign_names_are_refused_in_words() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, write_ron(&record(1))).unwrap();
    let opened = load_path(&path, 0).unwrap();
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    let error = |to: SaveTarget| {
        let record = Box::new(opened.game.record.clone());
        save(&SaveRequest { record, target: to })
            .unwrap_err()
            .message
    };
    let to = SaveTarget::Source {
        address: opened.address.clone(),
        content_stamp: opened.content_stamp.clone(),
        allow_changed: true,
        drop_comments: true,
    };
    assert!(error(to).contains("write-protected"));
    for (path, words) in [
        ("/dev/full.ron/x.ron", "cannot write"),
        ("/nowhere/at/all/x.ron", "cannot write"),
        ("x.sgf", "expected a file name ending in .ron"),
    ] {
        let path = folder.path().join(path);
        let overwrite = true;
        let found = error(SaveTarget::File { path, overwrite });
        assert!(found.contains(words), "{found}");
    }
}
