//! Programs that are run from outside, and folders that they work in.
#![allow(dead_code, reason = "each program uses its own part")]

use assert_cmd::Command;
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

/// The exit status and the output of a run.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs a command that neither panics nor is ended by a signal.
pub fn run(command: &mut Command) -> Run {
    // A hang is a failure.
    let output = command.timeout(Duration::from_mins(10)).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let run = Run {
        code: output.status.code().expect("no signal ended it"),
        out: text(output.stdout),
        err: text(output.stderr),
    };
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// A path as this system writes it.
pub fn shown(path: &str) -> String {
    path.replace('/', std::path::MAIN_SEPARATOR_STR)
}
