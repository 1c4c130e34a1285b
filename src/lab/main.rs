//! The program of the lab: trains, fits and measures the engines.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifu_lab::run(std::env::args_os())
}
