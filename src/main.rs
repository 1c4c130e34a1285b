//! The program: the command line of the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifu_cli::run(std::env::args_os())
}
