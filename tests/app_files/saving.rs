//! Games saved back to where they came from.

use crate::{archive, library, line, names, record};
use kifu::app::jobs::{Answer, Kept, Save, To, save};
use kifu::app::library::{Opened, open, open_path};
use kifu::record::{Record, write_ron};
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn back(opened: &Opened, record: &Record, changed: bool, comments: bool) -> Answer {
    let wanted = Save {
        record: Box::new(record.clone()),
        to: To::Back {
            place: opened.place.clone(),
            stamp: opened.stamp.clone(),
            changed,
            comments,
        },
    };
    save(&wanted).unwrap()
}

fn save_as(record: &Record, path: &Path, overwrite: bool) -> Answer {
    let wanted = Save {
        record: Box::new(record.clone()),
        to: To::File {
            path: path.to_owned(),
            overwrite,
        },
    };
    save(&wanted).unwrap()
}

fn saved(answer: Answer) -> Kept {
    match answer {
        Answer::Saved(kept) => *kept,
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
        let opened = Opened {
            game: open_path(&path, 0).unwrap().game,
            place: kept.place,
            stamp: kept.stamp,
            others: false,
        };
        kept = saved(back(&opened, &next, false, false));
        assert_eq!(fs::read_to_string(&path).unwrap(), write_ron(&next));
    }
    assert!(matches!(save_as(&first, &path, false), Answer::Exists(_)));
    saved(save_as(&first, &path, true));
    assert!(matches!(
        save_as(&first, &folder.path().join("game"), false),
        Answer::Exists(_)
    ));
    assert_eq!(names(folder.path()), ["game.ron"]);
}

#[test]
fn what_changed_on_disk_is_not_overwritten_unasked() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game.ron");
    fs::write(&path, write_ron(&record(1))).unwrap();
    let opened = open_path(&path, 0).unwrap();
    let other = write_ron(&record(4));
    fs::write(&path, &other).unwrap();
    let next = commented(&opened.game.record);
    assert!(matches!(
        back(&opened, &next, false, false),
        Answer::Changed { gone: false }
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), other);
    fs::remove_file(&path).unwrap();
    assert!(matches!(
        back(&opened, &next, false, false),
        Answer::Changed { gone: true }
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
    let opened = open_path(&path, 0).unwrap();
    let next = commented(&opened.game.record);
    assert!(matches!(
        back(&opened, &next, false, false),
        Answer::Comments
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
        let opened = open(&list.place(row).unwrap()).unwrap();
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
        list.saved(kept.shift.as_ref(), &kept.place, &kept.row);
        assert_eq!(
            list.place(row).unwrap().seen,
            kept.place.seen,
            "the list knows the file"
        );
        let again = open(&kept.place).unwrap();
        assert_eq!((again.game.record, again.stamp), (next, kept.stamp));
    }
    assert_eq!(names(folder.path()), ["archive.ronl"]);
}

#[test]
fn other_games_of_a_large_archive_are_found_after_one_was_saved() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = archive(&path, 2000, 300);
    let mut list = library(&[&path]);
    let mut behind = open(&list.place(1900).unwrap()).unwrap();
    let opened = open(&list.place(100).unwrap()).unwrap();
    let kept = saved(back(&opened, &commented(&records[100]), false, false));
    list.saved(kept.shift.as_ref(), &kept.place, &kept.row);
    behind.place.shift(kept.shift.as_ref().unwrap());
    for row in [99, 101, 1000, 1999] {
        let place = list.place(row).unwrap();
        assert_eq!(place.seen, kept.place.seen);
        assert_eq!(
            open(&place).unwrap().game.record,
            records[row as usize % 300]
        );
    }
    let next = commented(&records[1900 % 300]);
    saved(back(&behind, &next, false, false));
    assert_eq!(open_path(&path, 1900).unwrap().game.record, next);
    assert_eq!(
        open_path(&path, 1901).unwrap().game.record,
        records[1901 % 300]
    );
}

#[test]
fn a_line_is_found_where_another_program_moved_it_and_not_replaced_if_it_was_changed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = archive(&path, 6, 6);
    let opened = open_path(&path, 3).unwrap();
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
            Answer::Changed { gone: false } => assert!(!changed),
            Answer::Elsewhere { suggestion, .. } => assert!(changed && !suggestion.exists()),
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
    let opened = open_path(&path, 0).unwrap();
    match back(&opened, &opened.game.record, false, false) {
        Answer::Elsewhere { suggestion, why } => {
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
    let opened = open_path(&path, 0).unwrap();
    let mut rights = fs::metadata(&path).unwrap().permissions();
    rights.set_readonly(true);
    fs::set_permissions(&path, rights).unwrap();
    let error = |to: To| {
        let record = Box::new(opened.game.record.clone());
        save(&Save { record, to }).unwrap_err().message
    };
    let to = To::Back {
        place: opened.place.clone(),
        stamp: opened.stamp.clone(),
        changed: true,
        comments: true,
    };
    assert!(error(to).contains("write-protected"));
    for (path, words) in [
        ("/dev/full.ron/x.ron", "cannot write"),
        ("/nowhere/at/all/x.ron", "cannot write"),
        ("x.sgf", "expected a name that ends in .ron"),
    ] {
        let path = folder.path().join(path);
        let overwrite = true;
        let found = error(To::File { path, overwrite });
        assert!(found.contains(words), "{found}");
    }
}
