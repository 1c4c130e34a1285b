//! Saving under bad conditions: the program is killed, the disk is full.

use super::{child, line, output, record, started, told};
use crate::common::names;
use kifu_app::jobs::{SaveOutcome, SaveRequest, SaveTarget, save};
use kifu_app::library::load_path;
use kifu_core::record::{Record, write_ron};
use kifu_core::search::SplitMix64;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

fn save_back(
    path: &Path,
    index: u32,
    record: &Record,
) -> Result<SaveOutcome, kifu_study::failure::Failure> {
    let opened = load_path(path, index)?;
    let to = SaveTarget::Source {
        address: opened.address,
        content_stamp: opened.content_stamp,
        allow_changed: false,
        drop_comments: false,
    };
    let record = Box::new(record.clone());
    save(&SaveRequest { record, target: to })
}

/// Two games that are saved over each other.
fn two() -> [Record; 2] {
    [record(1), record(4)]
}

#[test]
#[ignore = "a program of its own, to be killed"]
fn a_child_that_saves_for_ever() {
    let Some(folder) = told("KIFU_TEST_FOLDER") else {
        return;
    };
    println!("started");
    loop {
        for record in two() {
            save_back(&folder.join("game.ron"), 0, &record).unwrap();
            save_back(&folder.join("archive.ronl"), 1, &record).unwrap();
        }
    }
}

#[test]
#[cfg(unix)]
fn a_killed_program_leaves_the_old_file_or_the_new_one() {
    let folder = tempdir().unwrap();
    let (game, archive) = (
        folder.path().join("game.ron"),
        folder.path().join("archive.ronl"),
    );
    let frame = [line(&record(8)), line(&record(9)).repeat(500)];
    let games = two().map(|record| write_ron(&record));
    let archives = two().map(|record| frame.join(&line(&record)));
    fs::write(&game, &games[0]).unwrap();
    fs::write(&archive, &archives[0]).unwrap();
    let mut rng = SplitMix64::new(3);
    for _ in 0..25 {
        let mut command = child(
            "interrupted_saves::a_child_that_saves_for_ever",
            &[("KIFU_TEST_FOLDER", folder.path())],
        );
        let mut child = started(&mut command, "started");
        std::thread::sleep(Duration::from_micros(rng.index(30_000) as u64));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(games.contains(&fs::read_to_string(&game).unwrap()));
        assert!(archives.contains(&fs::read_to_string(&archive).unwrap()));
    }
}

#[test]
#[ignore = "a program of its own, on a full disk"]
fn a_child_that_cannot_write() {
    let Some(folder) = told("KIFU_TEST_FOLDER") else {
        return;
    };
    kifu_logs::files::install_signal_handlers();
    let mut large = record(1);
    large.note_mut(1).comment = "x".repeat(1 << 20);
    let error = save_back(&folder.join("game.ron"), 0, &large).unwrap_err();
    println!(
        "refused: {error}; {}",
        error.hint.clone().unwrap_or_default()
    );
}

#[test]
#[cfg(unix)]
fn on_a_full_disk_the_old_file_stays_and_the_person_is_told() {
    let folder = tempdir().unwrap();
    let game = folder.path().join("game.ron");
    fs::write(&game, write_ron(&record(1))).unwrap();
    let child = child("interrupted_saves::a_child_that_cannot_write", &[]);
    // No file may grow beyond some kilobytes: as near to a full disk as an ordinary user gets.
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -f 64; exec \"$@\"", "sh"]);
    command.arg(child.get_program()).args(child.get_args());
    let output = output(command.env("KIFU_TEST_FOLDER", folder.path()));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("refused: cannot write"), "{output:?}");
    assert!(out.contains("the disk is full"), "{out}");
    assert_eq!(fs::read_to_string(&game).unwrap(), write_ron(&record(1)));
    assert_eq!(names(folder.path()), ["game.ron"]);
}
