//! The command `kifu export`, which writes tables of games.

pub(super) mod args;

use super::progress::Progress;
use super::{Status, terminal};
use crate::common::text::{one_line, pluralize};
use annotate_snippets::Level;
use args::ExportArgs;
use kifu_core::findings::Severity;
use kifu_logs::files::{self, GameLocation, InputProblem, Origin, OutputFolder, Pipeline, Sink};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::tables::{GameTables, TableFolder};
use std::sync::Arc;

/// Runs the command.
pub(super) fn run(args: &ExportArgs, status: &mut Status) -> Result<(), Failure> {
    if args.out.as_os_str() == "-" {
        let message = "expected a folder to write to, found `-`";
        return Err(Failure::usage(message).hint("there are four tables: give a folder"));
    }
    files::install_signal_handlers();
    let mut export = Export {
        folder: TableFolder::create(&args.out, args.to.format(), args.force)?,
        progress: Progress::for_paths(&args.paths),
        games_with_errors: 0,
        quiet: args.quiet,
        status,
    };
    // The tables of an earlier export are no logs.
    let output = OutputFolder::new(&args.paths, &args.out);
    let inputs = files::walk_inputs(&args.paths).filter(|input| !output.contains(input));
    let thresholds = args.thresholds;
    Pipeline::new(
        args.reading.read_options(),
        usize::from(args.jobs),
        &mut export,
        move |checked, origin: &Origin, _: &GameLocation| ExportedGame {
            worst: checked.worst_severity(),
            tables: Box::new(GameTables::new(&checked, origin, &thresholds)),
        },
    )
    .run(inputs)?;
    export.finish(args)
}

/// The rows of a game.
struct ExportedGame {
    worst: Option<Severity>,
    tables: Box<GameTables>,
}

/// The state of an export.
struct Export<'a> {
    folder: TableFolder,
    progress: Progress,
    games_with_errors: usize,
    quiet: bool,
    status: &'a mut Status,
}

impl Export<'_> {
    fn finish(mut self, args: &ExportArgs) -> Result<(), Failure> {
        self.progress.clear();
        let games = usize::try_from(self.folder.game_count()).unwrap_or(usize::MAX);
        if games == 0 {
            // Why nothing could be read is already told.
            let is_told = *self.status != Status::Valid;
            let failure = Failure::new(FailureKind::Input, "found no games to export");
            return if is_told { Ok(()) } else { Err(failure) };
        }
        self.folder.finish()?;
        if args.quiet {
            return Ok(());
        }
        let errors = match self.games_with_errors {
            0 => String::new(),
            count => format!(", {count} with errors: see the table findings"),
        };
        let games = pluralize(games, "game");
        let out = one_line(&args.out.display().to_string());
        terminal::print_stderr(&format!("{games} written to 4 tables in {out}{errors}\n"));
        Ok(())
    }
}

impl Sink for Export<'_> {
    type Item = ExportedGame;
    type Error = Failure;

    fn on_game(
        &mut self,
        _origin: &Arc<Origin>,
        index: usize,
        game: ExportedGame,
    ) -> Result<(), Failure> {
        if game.worst == Some(Severity::Error) {
            self.games_with_errors += 1;
            self.status.raise(Status::Findings);
        }
        Ok(self.folder.append(*game.tables, index as u64)?)
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.add(bytes, games);
        Ok(())
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) -> Result<(), Failure> {
        if !self.quiet {
            let message = format!("skipped `{}`: unknown format", origin.display_name);
            terminal::print_message(Level::NOTE, &message, None);
        }
        Ok(())
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.status.raise(terminal::print_read_problem(problem));
        Ok(())
    }
}
