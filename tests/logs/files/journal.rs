//! Journals lose no record, and notice when somebody else does.

use kifu_core::record::{Record, write_ronl};
use kifu_logs::files::{Journal, JournalError, OutputError};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

fn record(moves: &str) -> Record {
    let mut record = Record {
        game: "clobber".to_owned(),
        moves: moves.to_owned(),
        ..Record::default()
    };
    record.players.0.name = "A".to_owned();
    record.players.1.name = "B".to_owned();
    record
}

fn resume(path: &Path) -> Result<(Journal, bool, Vec<usize>), JournalError> {
    let mut lines = Vec::new();
    let (journal, torn) = Journal::resume::<JournalError>(path, |line, _| {
        lines.push(line);
        Ok(())
    })?;
    Ok((journal, torn, lines))
}

#[test]
fn blank_lines_and_comments_are_forgiven() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    let line = write_ronl(&record("b1a1"));
    for (end, is_torn) in [
        ("", false),
        ("\n", false),
        (" \r\n\n", false),
        ("  ", false),
        ("(ki", true),
    ] {
        fs::write(&path, format!("// match\n{line}\n{line}{end}")).unwrap();
        let (mut journal, torn, lines) = resume(&path).unwrap();
        assert_eq!((torn, &lines[..]), (is_torn, &[2, 4][..]), "{end:?}");
        journal.append(&record("b1a1")).unwrap();
        drop(journal);
        let (_, torn, lines) = resume(&path).unwrap();
        assert_eq!((torn, lines.len()), (false, 3), "{end:?}");
    }
}

#[test]
fn a_line_that_is_no_record_is_named() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    for bad in [&b"no record\n"[..], b"\xff\n", b"(kifu: 2\n"] {
        let mut text = write_ronl(&record("b1a1")).into_bytes();
        text.extend(bad);
        fs::write(&path, &text).unwrap();
        let refused = resume(&path).unwrap_err();
        assert!(refused.to_string().contains("m.ronl:2"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), text);
    }
}

#[test]
fn a_tail_longer_than_any_record_is_refused_and_not_moved() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    let file = fs::File::create(&path).unwrap();
    file.set_len(1 << 30).unwrap();
    let refused = resume(&path).unwrap_err();
    assert!(
        matches!(refused, JournalError::NotARecord { line: 1, .. }),
        "{refused}"
    );
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_file_that_is_removed_or_replaced_is_noticed_and_saved() {
    let replace = |path: &Path| fs::remove_file(path).unwrap();
    let rename_over = |path: &Path| {
        let other = path.with_extension("other");
        fs::write(&other, "x").unwrap();
        fs::rename(&other, path).unwrap();
    };
    let rename_away = |path: &Path| fs::rename(path, path.with_extension("moved")).unwrap();
    for (act, is_lost) in [
        (&replace as &dyn Fn(&Path), true),
        (&rename_over, true),
        (&rename_away, false),
    ] {
        let here = tempdir().unwrap();
        let path = here.path().join("m.ronl");
        let mut journal = Journal::create(&path).unwrap();
        journal.append(&record("b1a1")).unwrap();
        act(&path);
        let error = journal.append(&record("b1a1 c2c1")).unwrap_err();
        let OutputError::Replaced { rescued, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(rescued.is_some(), is_lost);
        let kept = rescued
            .clone()
            .unwrap_or_else(|| path.with_extension("moved"));
        let text = fs::read_to_string(kept).unwrap();
        assert_eq!(
            text,
            write_ronl(&record("b1a1")) + &write_ronl(&record("b1a1 c2c1"))
        );
    }
}

#[test]
fn what_another_program_appends_is_noticed() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    let mut journal = Journal::create(&path).unwrap();
    journal.append(&record("b1a1")).unwrap();
    let mut other = OpenOptions::new().append(true).open(&path).unwrap();
    other.write_all(b"x").unwrap();
    let error = journal.append(&record("b1a1")).unwrap_err();
    assert!(matches!(error, OutputError::Changed { .. }), "{error}");
}

#[test]
fn the_lock_of_a_program_that_is_ending_is_waited_for() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    fs::write(&path, write_ronl(&record("b1a1"))).unwrap();
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    let lines = std::thread::scope(|scope| {
        let resumed = scope.spawn(|| resume(&path).map(|(_, _, lines)| lines));
        // The lock is given back late, but within the time that is waited for.
        std::thread::sleep(Duration::from_millis(100));
        held.unlock().unwrap();
        resumed.join().unwrap()
    });
    assert_eq!(lines.unwrap(), [1]);
    let held = fs::File::open(&path).unwrap();
    held.lock().unwrap();
    let refused = resume(&path).unwrap_err();
    assert!(matches!(refused, JournalError::Locked { .. }), "{refused}");
}
