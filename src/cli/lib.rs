//! The command line, the only layer that uses a terminal.
//!
//! - [`run`] takes the arguments and returns the exit status: 0 if all is valid, 1 if a log has an
//!   error, 2 for wrong usage or a file that cannot be read or written.
//! - Files are read in chunks that are checked in parallel, so that the memory needed does not
//!   depend on the size of a file.

mod analyze;
pub mod arena;
mod args;
pub mod common;
mod convert;
mod explore;
mod export;
pub mod help;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod play;
mod publish;
mod reference;
mod render;
mod review;
mod scout;
mod show;
mod validate;

use args::{Cli, Command};
use clap::FromArgMatches;
use common::text::one_line;
use common::{line_filter, out_file, select_game, terminal};
pub use common::{
    progress::{Interruption, Progress},
    select_game::collect_games,
    shared_args::MAX_MEMORY_MB,
    shared_args::{ById, EXIT_STATUS_HELP, ReadArgs, game_id_parser},
    terminal::{ColorMode, StdoutWriter, print_failure, print_message, print_stderr},
    text::{format_count, per_second},
    text::{format_duration, parse_duration},
};
pub use help::grouped_command;
#[cfg(feature = "app")]
use kifu_logs::files::{InputError, InputProblem, walk_inputs};
use kifu_study::failure::{Failure, FailureKind};
use reference::schema;
use std::ffi::OsString;
#[cfg(feature = "app")]
use std::path::PathBuf;
use std::process::ExitCode;

/// The status of a command that did its work; the worst one becomes the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All logs are valid.
    #[default]
    Valid = 0,
    /// At least one log has an error.
    Findings = 1,
    /// Something could not be read or written.
    Error = 2,
    /// A bot could not be tested; `git bisect run` skips such a version.
    Untested = 125,
}

impl Status {
    /// Raises the status to another one if that is worse.
    pub fn raise(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

/// Joins a position text to the `--position` before it, if it would be taken for an option.
///
/// A position text may begin with a dash (that of a drawn segment). No option contains a blank and
/// a `/`.
fn join_position_texts(args: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for arg in args {
        let text = arg.to_str().unwrap_or_default();
        let is_text = text.starts_with('-') && text.contains('/') && text.contains(' ');
        match all.last_mut() {
            Some(last) if is_text && last == "--position" => {
                last.push("=");
                last.push(&arg);
            }
            _ => all.push(arg),
        }
    }
    all
}

/// Runs the program with its arguments, of which the first is its name, and returns the exit
/// status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Cli = match parse_args(help::command(), join_position_texts(args)) {
        Ok(args) => args,
        Err(status) => return status,
    };
    args.color.apply();
    let mut status = Status::Valid;
    if let Err(failure) = run_command(args.command, &mut status)
        && failure.kind != FailureKind::BrokenPipe
    {
        terminal::print_failure(&failure);
        status = Status::Error;
    }
    ExitCode::from(status as u8)
}

/// Parses the arguments of a program, of which the first is its name.
///
/// # Errors
///
/// Prints what is wrong, or the help that was asked for, and returns the exit status.
pub fn parse_args<T: FromArgMatches>(
    mut command: clap::Command,
    args: impl IntoIterator<Item = OsString>,
) -> Result<T, ExitCode> {
    let args: Vec<OsString> = args.into_iter().collect();
    let mut parse = |args: &[OsString]| {
        let matches = command.try_get_matches_from_mut(args);
        let parsed = matches.and_then(|matches| T::from_arg_matches(&matches));
        parsed.map_err(|error| error.format(&mut command))
    };
    parse(&args).map_err(|error| {
        // The message quotes the arguments as they are, so it is made again from harmless ones.
        let clean = |arg: &OsString| OsString::from(one_line(&arg.to_string_lossy()));
        let clean: Vec<OsString> = args.iter().map(clean).collect();
        let error = if clean == args {
            error
        } else {
            let foreign = args.iter().find(|arg| arg.to_str().is_none());
            let usage = match foreign {
                Some(arg) => {
                    let shown = one_line(&arg.to_string_lossy());
                    format!("expected UTF-8, found the argument `{shown}`")
                }
                None => "unexpected control or invisible characters in the arguments".to_owned(),
            };
            let usage = format!("{usage}\n");
            let error = |_| clap::Error::raw(clap::error::ErrorKind::InvalidValue, usage);
            parse(&clean).map_or_else(|error| error, error)
        };
        // If printing fails, there is no one left to report it to.
        let _ = error.print();
        ExitCode::from(if error.use_stderr() { 2 } else { 0 })
    })
}

/// Checks that there is something to show: a message in the terminal is of more use than an empty
/// window.
#[cfg(feature = "app")]
fn check_inputs(paths: &[PathBuf]) -> Result<(), Failure> {
    for path in paths.iter().filter(|path| path.as_os_str() != "-") {
        let there = path.metadata();
        there.map_err(|error| InputProblem::from(InputError::io(path.display(), error)))?;
    }
    if !paths.is_empty() && walk_inputs(paths).next().is_none() {
        let names = paths.iter().map(|path| format!("`{}`", path.display()));
        let names = names.collect::<Vec<_>>().join(", ");
        let message = format!("expected games to show, found no files in {names}");
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(())
}

/// Opens the app: the command `kifu view`, or `kifu` without a command.
#[cfg(feature = "app")]
fn view(args: args::ViewArgs) -> Result<(), Failure> {
    use kifu_app::{AppOptions, WindowError};
    check_inputs(&args.paths)?;
    let options = AppOptions {
        paths: args.paths,
        follow: args.follow,
        ply: args.ply,
        bot_patterns: args.bots.shared(),
        is_engine_on: args.engine,
        has_frame_report: args.frame_report,
        publish: Some(publish::publish_file),
        ..AppOptions::default()
    };
    kifu_app::run(options).map_err(|WindowError { message, hint }| {
        Failure::new(FailureKind::Usage, message).hint(hint)
    })
}

/// Runs a command, and keeps `status` up to date: a broken pipe may end the command at any time.
fn run_command(command: Option<Command>, status: &mut Status) -> Result<(), Failure> {
    match command {
        #[cfg(feature = "app")]
        None => view(args::ViewArgs::default()),
        #[cfg(not(feature = "app"))]
        None => {
            // If printing fails, there is no one left to report it to.
            let _ = help::command().print_help();
            Ok(())
        }
        #[cfg(feature = "app")]
        Some(Command::View(args)) => view(args),
        Some(Command::Validate(args)) => validate::run(&args, status),
        Some(Command::Convert(args)) => convert::run(&args, status),
        Some(Command::Export(args)) => export::run(&args, status),
        Some(Command::Show(args)) => show::run(&args, status),
        Some(Command::Publish(args)) => publish::run(&args, status),
        Some(Command::Render(args)) => render::run(&args, status),
        Some(Command::Analyze(args)) => analyze::run(&args, status),
        Some(Command::Review(args)) => review::run(&args, status),
        Some(Command::Scout(args)) => scout::run(&args, status),
        Some(Command::Explore(args)) => explore::run(&args, status),
        Some(Command::Merge(args)) => merge::run(&args, status),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Match(args)) => arena::with_bots(|| arena::match_run::run(&args)),
        Some(Command::Standings(args)) => arena::standings::run(&args, status),
        Some(Command::CheckBot(args)) => arena::with_bots(|| arena::check_bot::run(&args, status)),
        Some(Command::Feed(args)) => arena::with_bots(|| arena::feed::run(&args, status)),
        Some(Command::Rejudge(args)) => arena::with_bots(|| arena::rejudge::run(&args, status)),
        #[cfg(feature = "mcp")]
        Some(Command::Mcp(args)) => mcp::run(&args),
        #[cfg(feature = "mcp")]
        Some(Command::Skills(args)) => mcp::write_skills(&args),
        Some(Command::Explain(args)) => reference::explain(&args),
        Some(Command::Formats) => reference::formats(),
        Some(Command::Games) => reference::games(),
        Some(Command::Schema { name }) => schema::run(name.as_deref()),
        Some(Command::Completions { shell }) => reference::completions(shell),
        Some(Command::Man) => reference::manual_page(),
    }
}
