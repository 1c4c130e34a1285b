//! All games at once: for work that takes so long for each that they are few, or that looks at
//! all of them together.

use super::Status;
use super::terminal;
use crate::files::{Failure, Origin, Pipeline, Sink, Spot, Told, Trouble, walk};
use crate::formats::Checked;
use std::path::PathBuf;
use std::sync::Arc;

/// What `work` makes of each game below these paths, in order, by so many threads (0: one a core).
/// With each its name: the file, and its number in it from 0. What cannot be read is told.
pub(super) fn gather<T: Send + 'static>(
    paths: &[PathBuf],
    told: Told,
    jobs: usize,
    status: &mut Status,
    work: impl Fn(Checked, &Origin, &Spot) -> T + Send + Sync + 'static,
) -> Result<Vec<(String, T)>, Failure> {
    let mut shelf = Shelf {
        games: Vec::new(),
        status,
    };
    Pipeline::new(told, jobs, &mut shelf, work).run(walk(paths))?;
    Ok(shelf.games)
}

struct Shelf<'a, T> {
    games: Vec<(String, T)>,
    status: &'a mut Status,
}

impl<T: Send + 'static> Sink for Shelf<'_, T> {
    type Game = T;

    fn game(&mut self, origin: &Arc<Origin>, index: usize, game: T) -> Result<(), Failure> {
        self.games.push((format!("{}:{index}", origin.name), game));
        Ok(())
    }

    fn trouble(&mut self, trouble: Trouble) -> Result<(), Failure> {
        *self.status = (*self.status).max(terminal::tell_trouble(trouble));
        Ok(())
    }
}
