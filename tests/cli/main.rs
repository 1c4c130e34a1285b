//! The program from outside: what it prints, how it exits, and what it leaves on the disk.

#[path = "../common/mod.rs"]
mod common;

mod analyze;
mod arena;
mod bad_input;
mod bot_spec;
mod calibrate;
mod convert;
mod duration;
mod finding_fixtures;
mod help;
mod lab;
mod large_archives;
mod match_identity;
mod picture;
mod play;
mod reference;
mod review;
mod review_html;
mod show;
mod suite;
mod text;
mod validate;

use assert_cmd::Command;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// The program.
pub(crate) const KIFU: &str = env!("CARGO_BIN_EXE_kifu");
/// The program of the lab.
const KIFU_LAB: &str = env!("CARGO_BIN_EXE_kifu-lab");

/// A whole game of three plies.
pub(crate) const GAME: &str =
    "game: clobber\nplayer1: Ada\nplayer2: Charles\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";
/// A game in the middle of which a move is illegal, and another one that is not over.
pub(crate) const BROKEN: &str = "b1a1 b2a2\nd1c1 e5e7 a1a2 h8h9 # and so on\n\nb1a1\n";

/// The exit status and the output of a run.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program in a folder, with nothing on standard input.
pub(crate) fn kifu(folder: &Path, args: &[&str]) -> Run {
    kifu_with(folder, args, "")
}

/// Runs the program of the lab in a folder.
pub(crate) fn kifu_lab(folder: &Path, args: &[&str]) -> Run {
    run(Command::new(KIFU_LAB).current_dir(folder).args(args))
}

/// Runs the program with a text on standard input.
pub(crate) fn kifu_with(folder: &Path, args: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::new(KIFU);
    command.current_dir(folder).args(args).write_stdin(stdin);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    run(&mut command)
}

pub(crate) fn run(command: &mut Command) -> Run {
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
pub(crate) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}
