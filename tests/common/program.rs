//! The kifu program, run from outside.

use assert_cmd::Command;
use std::path::Path;
use std::time::Duration;

/// The program.
pub const KIFU: &str = env!("CARGO_BIN_EXE_kifu");

/// The exit status and the output of a run.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a folder, with nothing on standard input.
pub fn kifu(folder: &Path, args: &[&str]) -> Run {
    kifu_with(folder, args, "")
}

/// Runs the program with a text on standard input.
pub fn kifu_with(folder: &Path, args: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    let mut command = Command::new(KIFU);
    command.current_dir(folder).args(args).write_stdin(stdin);
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    run(&mut command)
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
