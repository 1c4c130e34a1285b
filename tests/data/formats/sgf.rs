//! Games of Atari Go as SGF.

use crate::log_checks::replay_survives_sgf;
use crate::trials::{file_name, files_with_extension};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials!["atari-go" => replays_survive_sgf]
}

fn replays_survive_sgf(folder: &Path) {
    for path in files_with_extension(folder, "json") {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(replay_survives_sgf(&file_name(&path), &text) > 0);
    }
}
