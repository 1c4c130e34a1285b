//! The lab: trains, fits and measures the engines (the program `kifu-lab`).
//!
//! - `train` makes tables by self-play and gradient descent, `fit` by regression; [`tables`] has
//!   their recipes and compares versions.
//! - [`calibrate`] fits win probabilities to games.
//! - [`duel`] measures strength against opponents, `bench` measures speed.
//! - [`fuzz`] feeds readers and writers with random inputs; `attack` looks for games that are lost or
//!   forged (on Unix).
//! - [`growth`] measures how the cost of commands grows with their input.
//! - [`common`] has the tools of all commands: resumable sessions ([`common::session`]), gradient descent,
//!   statistics. The folders of the games hold what is theirs.
//!
//! Results depend on settings and seeds alone, not on the number
//! of jobs or on interruptions, except where a budget is a time. Between systems they may differ in
//! the last bit of floating-point functions (`exp`, `ln`, `tanh`, `cos`), which the trainers of nets
//! and the regressions use; the games themselves are the same everywhere.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts of games, steps and samples are small numbers"
)]

mod args;
pub mod atari_go;
#[cfg(unix)]
pub mod attack;
pub(crate) mod bench;
pub mod box_game;
pub mod calibrate;
pub mod clobber;
pub mod common;
pub mod duel;
pub mod fuzz;
pub mod growth;
pub mod tables;
pub mod turn_right;
pub mod zuniq;

pub use args::command;

use annotate_snippets::Level;
use args::{Lab, LabCommand};
use kifu_cli::{Status, parse_args, print_failure, print_message};
use kifu_study::failure::{Failure, FailureKind};
use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program with its arguments, of which the first is its name, and returns the exit
/// status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    #[cfg(unix)]
    if let Some(status) = attack::run_in_disguise(&args) {
        return status;
    }
    let args: Lab = match parse_args(args::command(), args) {
        Ok(args) => args,
        Err(status) => return status,
    };
    args.color.apply();
    kifu_logs::files::install_signal_handlers();
    let mut status = Status::Valid;
    match run_command(args.command, &mut status) {
        Ok(()) => {}
        Err(failure) if failure.kind == FailureKind::BrokenPipe => {}
        Err(failure) if failure.kind == FailureKind::Cancelled => {
            print_message(Level::NOTE, &failure.message, failure.hint.as_deref());
        }
        Err(failure) => {
            print_failure(&failure);
            status = Status::Error;
        }
    }
    ExitCode::from(status as u8)
}

/// Runs a command.
fn run_command(command: LabCommand, status: &mut Status) -> Result<(), Failure> {
    match command {
        LabCommand::Train { game } => tables::make::train(&game, status),
        LabCommand::Fit { game } => tables::make::fit(&game),
        LabCommand::Calibrate(args) => calibrate::run(&args, status),
        LabCommand::Recipes => tables::list_recipes(),
        LabCommand::Compare(args) => tables::run_compare(&args),
        LabCommand::Duel(args) => duel::args::run(&args, status),
        LabCommand::Bench(args) => bench::run(&args),
        LabCommand::Fuzz(args) => fuzz::run(&args, status),
        #[cfg(unix)]
        LabCommand::Attack(args) => attack::run(&args, status),
        LabCommand::Growth(args) => growth::run(&args, status),
    }
}
