//! The collection of all games in memory, for commands with few games or that need all of them
//! together.

use super::super::{Status, terminal};
use kifu_logs::files::{
    GameLocation, InputProblem, Origin, Pipeline, ReadOptions, Sink, walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::Failure;
use std::path::PathBuf;
use std::sync::Arc;

/// Applies `work` to each game below these paths and returns the results in order, each with the
/// location of its game: the file, and the index in the file from 0.
///
/// The work is done by `jobs` threads (0 for one per core). Problems in reading are printed.
///
/// # Errors
///
/// Returns an error if a file cannot be read and the command cannot go on without it.
pub fn collect_games<T: Send + 'static>(
    paths: &[PathBuf],
    options: ReadOptions,
    jobs: usize,
    status: &mut Status,
    work: impl Fn(CheckedGame, &Origin, &GameLocation) -> T + Send + Sync + 'static,
) -> Result<Vec<(String, T)>, Failure> {
    let mut sink = CollectSink {
        games: Vec::new(),
        status,
    };
    Pipeline::new(options, jobs, &mut sink, work).run(walk_inputs(paths))?;
    Ok(sink.games)
}

/// A sink that keeps the results of all games.
struct CollectSink<'a, T> {
    games: Vec<(String, T)>,
    status: &'a mut Status,
}

impl<T: Send + 'static> Sink for CollectSink<'_, T> {
    type Item = T;
    type Error = Failure;

    fn on_game(&mut self, origin: &Arc<Origin>, index: usize, game: T) -> Result<(), Failure> {
        self.games
            .push((format!("{}:{index}", origin.display_name), game));
        Ok(())
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.status.raise(terminal::print_read_problem(problem));
        Ok(())
    }
}
