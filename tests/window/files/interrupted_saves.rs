//! Saves by a program that is killed, and saves to a full disk.

use super::{
    child_command, path_from_environment, random_record, ronl_line, run_to_end, spawn_and_wait_for,
};
use crate::common::names;
use kifu_app::jobs::{SaveOutcome, SaveRequest, SaveTarget, save};
use kifu_app::library::load_path;
use kifu_core::record::{Record, write_ron};
use kifu_core::search::SplitMix64;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::tempdir;

fn save_to_source(
    path: &Path,
    index: u32,
    record: &Record,
) -> Result<SaveOutcome, kifu_study::failure::Failure> {
    let opened = load_path(path, index)?;
    let target = SaveTarget::Source {
        address: Box::new(opened.address),
        content_stamp: opened.content_stamp,
        allow_changed: false,
        drop_comments: false,
    };
    let record = Box::new(record.clone());
    save(&SaveRequest { record, target })
}

/// Returns two games that are saved alternately to the same file.
fn two_records() -> [Record; 2] {
    [random_record(1), random_record(4)]
}

#[test]
#[ignore = "a program of its own, to be killed"]
fn child_process_saves_in_endless_loop() {
    let Some(folder) = path_from_environment("KIFU_TEST_FOLDER") else {
        return;
    };
    println!("started");
    loop {
        for record in two_records() {
            save_to_source(&folder.join("game.ron"), 0, &record).unwrap();
            save_to_source(&folder.join("archive.ronl"), 1, &record).unwrap();
        }
    }
}

#[test]
#[ignore = "a program of its own, on a full disk"]
fn child_process_cannot_save_to_full_disk() {
    let Some(folder) = path_from_environment("KIFU_TEST_FOLDER") else {
        return;
    };
    kifu_logs::files::install_signal_handlers();
    let mut large = random_record(1);
    large.note_mut(1).comment = "x".repeat(1 << 20);
    let error = save_to_source(&folder.join("game.ron"), 0, &large).unwrap_err();
    println!(
        "refused: {error}; {}",
        error.hint.clone().unwrap_or_default()
    );
}

#[test]
#[cfg(unix)]
fn save_to_full_disk_is_refused_and_keeps_old_file() {
    let folder = tempdir().unwrap();
    let game = folder.path().join("game.ron");
    fs::write(&game, write_ron(&random_record(1))).unwrap();
    let child = child_command(
        "interrupted_saves::child_process_cannot_save_to_full_disk",
        &[],
    );
    // Limiting the file size to some kilobytes imitates a full disk without special rights.
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -f 64; exec \"$@\"", "sh"]);
    command.arg(child.get_program()).args(child.get_args());
    let output = run_to_end(command.env("KIFU_TEST_FOLDER", folder.path()));
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(out.contains("refused: cannot write"), "{output:?}");
    assert!(out.contains("the disk is full"), "{out}");
    assert_eq!(
        fs::read_to_string(&game).unwrap(),
        write_ron(&random_record(1))
    );
    assert_eq!(names(folder.path()), ["game.ron"]);
}

mod slow {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn killed_program_leaves_old_file_or_new_one() {
        let folder = tempdir().unwrap();
        let (game, archive) = (
            folder.path().join("game.ron"),
            folder.path().join("archive.ronl"),
        );
        let surrounding_lines = [
            ronl_line(&random_record(8)),
            ronl_line(&random_record(9)).repeat(500),
        ];
        let games = two_records().map(|record| write_ron(&record));
        let archives = two_records().map(|record| surrounding_lines.join(&ronl_line(&record)));
        fs::write(&game, &games[0]).unwrap();
        fs::write(&archive, &archives[0]).unwrap();
        let mut rng = SplitMix64::new(3);
        for _ in 0..25 {
            let mut command = child_command(
                "interrupted_saves::child_process_saves_in_endless_loop",
                &[("KIFU_TEST_FOLDER", folder.path())],
            );
            let mut child = spawn_and_wait_for(&mut command, "started");
            std::thread::sleep(Duration::from_micros(rng.index(30_000) as u64));
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(games.contains(&fs::read_to_string(&game).unwrap()));
            assert!(archives.contains(&fs::read_to_string(&archive).unwrap()));
        }
    }
}
