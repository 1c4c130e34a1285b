//! All games at once: for work that takes so long for each that they are few, or that looks at
//! all of them together.

use super::super::Status;
use super::super::terminal;
use crate::failure::Failure;
use crate::files::{GameLocation, InputProblem, Origin, Pipeline, ReadOptions, Sink, walk_inputs};
use crate::formats::CheckedGame;
use std::path::PathBuf;
use std::sync::Arc;

/// What `work` makes of each game below these paths, in order, by so many threads (0: one a core).
/// With each its name: the file, and its number in it from 0. What cannot be read is told.
pub(in crate::cli) fn collect_games<T: Send + 'static>(
    paths: &[PathBuf],
    told: ReadOptions,
    jobs: usize,
    status: &mut Status,
    work: impl Fn(CheckedGame, &Origin, &GameLocation) -> T + Send + Sync + 'static,
) -> Result<Vec<(String, T)>, Failure> {
    let mut shelf = CollectSink {
        games: Vec::new(),
        status,
    };
    Pipeline::new(told, jobs, &mut shelf, work).run(walk_inputs(paths))?;
    Ok(shelf.games)
}

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

    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Failure> {
        *self.status = (*self.status).max(terminal::print_read_problem(trouble));
        Ok(())
    }
}
