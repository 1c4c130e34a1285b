//! `kifu validate`.

use crate::program::kifu;
use crate::trials::{log_folders, trial};
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    let mut trials = trials!["box" => result_tables_agree_with_transcripts_in_their_folder];
    trials.extend(log_folders().into_iter().map(|folder| {
        let name = format!("all_real_logs_are_read::{folder}");
        trial(module_path!(), &name, &folder, all_real_logs_are_read)
    }));
    trials
}

/// Status 2 would mean that a file could not be read.
fn all_real_logs_are_read(folder: &Path) {
    let run = kifu(folder, &["validate", "--summary", "."]);
    assert!(run.code < 2, "{}{}", run.out, run.err);
    assert!(!run.out.starts_with("0 games"), "{}", run.out);
}

fn result_tables_agree_with_transcripts_in_their_folder(folder: &Path) {
    let run = kifu(folder, &["validate", "--summary", "--disable", "K312", "."]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("7472 games"), "{}", run.out);
}
