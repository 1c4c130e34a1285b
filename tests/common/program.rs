//! The kifu program, run from outside.

use crate::run::{Run, run};
use assert_cmd::Command;
use std::path::Path;

/// The program.
pub const KIFU: &str = env!("CARGO_BIN_EXE_kifu");

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
