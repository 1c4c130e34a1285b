//! Journals lose no record, and notice changes by other programs.

use kifu_core::record::{Record, write_ronl};
use kifu_logs::files::{Journal, JournalError, OutputError, WritePlan};
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
    let place = WritePlan::default().journal(path)?;
    let (journal, torn) = place.resume::<JournalError>(|line, _| {
        lines.push(line);
        Ok(())
    })?;
    Ok((journal, torn, lines))
}

fn create(path: &Path) -> Result<Journal, JournalError> {
    WritePlan::default().journal(path)?.create()
}

#[test]
fn journal_resumes_after_blank_lines_and_comments() {
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
fn resume_reports_the_line_that_is_not_a_record() {
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
fn resume_refuses_an_overlong_tail_and_leaves_it() {
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
fn append_to_removed_or_replaced_journal_rescues_its_records() {
    let replace = |path: &Path| fs::remove_file(path).unwrap();
    let rename_over = |path: &Path| {
        let other = path.with_extension("other");
        fs::write(&other, "x").unwrap();
        fs::rename(&other, path).unwrap();
    };
    let rename_away = |path: &Path| fs::rename(path, path.with_extension("moved")).unwrap();
    for (change, is_lost) in [
        (&replace as &dyn Fn(&Path), true),
        (&rename_over, true),
        (&rename_away, false),
    ] {
        let here = tempdir().unwrap();
        let path = here.path().join("m.ronl");
        let mut journal = create(&path).unwrap();
        journal.append(&record("b1a1")).unwrap();
        change(&path);
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
fn append_after_another_program_wrote_is_refused() {
    let here = tempdir().unwrap();
    let path = here.path().join("m.ronl");
    let mut journal = create(&path).unwrap();
    journal.append(&record("b1a1")).unwrap();
    let mut other = OpenOptions::new().append(true).open(&path).unwrap();
    other.write_all(b"x").unwrap();
    let error = journal.append(&record("b1a1")).unwrap_err();
    assert!(matches!(error, OutputError::Changed { .. }), "{error}");
}

mod slow {
    use super::*;

    #[test]
    #[cfg_attr(windows, ignore = "a file next to it is the lock there")]
    fn resume_waits_briefly_for_the_lock_of_another_program() {
        let here = tempdir().unwrap();
        let path = here.path().join("m.ronl");
        fs::write(&path, write_ronl(&record("b1a1"))).unwrap();
        let held = fs::File::open(&path).unwrap();
        held.lock().unwrap();
        let lines = std::thread::scope(|scope| {
            let resumed = scope.spawn(|| resume(&path).map(|(_, _, lines)| lines));
            // The lock is released late, but within the waiting time.
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
}
