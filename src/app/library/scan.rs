//! From paths to rows, in batches.

use super::row::Row;
use crate::files::{
    Failure, FailureKind, GameLocation, Input, InputProblem, Origin, Pipeline, ReadOptions, Sink,
    walk_inputs,
};
use crate::formats::CheckedGame;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long rows are gathered, that the list is not sorted for each of them.
const GATHERED: Duration = Duration::from_millis(40);
/// So many are handed over at most at once.
const MOST: usize = 8192;

/// What a scan has found since it last told.
#[derive(Debug, Default)]
pub struct Batch {
    /// What was found, in its order.
    pub found: Vec<Found>,
}

/// Something that a scan finds.
#[derive(Debug)]
pub enum Found {
    /// These files and folders are read.
    Roots(Vec<PathBuf>),
    /// A file is being read; its number in the scan.
    File(u32, Arc<Origin>),
    /// A game of the file with this number.
    Row(u32, Box<Row>),
    /// The file with this number is read, or as far as that was possible.
    End(u32),
    /// A file found in a folder is no log.
    Skipped(Arc<Origin>),
    /// Something could not be read; what, and what to do.
    Trouble(Failure),
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes done.
    pub done: u64,
    /// Bytes in all, where that is known.
    pub total: Option<u64>,
    /// Games done.
    pub games: u64,
}

/// Whom a scan tells.
pub trait Listener {
    /// Takes what was found. Once the person wants no more it is `false`.
    fn take(&mut self, batch: Batch, progress: Progress) -> bool;
    /// Whether it is to go on.
    fn goes_on(&self) -> bool;
}

/// Reads files and folders, and tells what was found, the first rows as soon as they are there.
///
/// # Errors
/// The person wants no more ([`Kind::Cancelled`]), or kifu itself failed.
pub fn scan(inputs: &[Input], listener: &mut dyn Listener) -> Result<(), Failure> {
    let paths: Vec<PathBuf> = inputs.iter().filter_map(path).collect();
    let mut scan = Scan {
        listener,
        batch: Batch::default(),
        progress: Progress {
            total: total(inputs),
            ..Progress::default()
        },
        told: None,
        file: None,
        files: 0,
    };
    scan.batch.found.push(Found::Roots(paths));
    let all = inputs.iter().flat_map(all_below);
    Pipeline::new(ReadOptions::default(), 0, &mut scan, row).run(all)?;
    scan.tell()
}

fn path(input: &Input) -> Option<PathBuf> {
    match input {
        Input::File { path, .. } => Some(path.clone()),
        Input::Stdin | Input::Bundled { .. } => None,
    }
}

/// How many bytes there are to read, where no folder is among them.
fn total(inputs: &[Input]) -> Option<u64> {
    let size = |input: &Input| match input {
        Input::Bundled { bytes, .. } => Some(bytes.len() as u64),
        Input::Stdin => None,
        Input::File { path, .. } => {
            let meta = path.metadata().ok().filter(std::fs::Metadata::is_file);
            meta.map(|meta| meta.len())
        }
    };
    inputs.iter().map(size).sum()
}

/// The files of an input. A pipe or device could be waited for without an end.
fn all_below(input: &Input) -> Box<dyn Iterator<Item = Result<Input, InputProblem>> + '_> {
    let Input::File { path, .. } = input else {
        return Box::new(std::iter::once(Ok(input.clone())));
    };
    let meta = path.metadata();
    if meta.is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
        return Box::new(std::iter::once(Err(InputProblem::Failure(no_file(path)))));
    }
    Box::new(walk_inputs(std::slice::from_ref(path)))
}

fn no_file(path: &Path) -> Failure {
    let message = format!("cannot read `{}`: it is a pipe or device", path.display());
    Failure::new(FailureKind::Input, message).hint("save what it gives as a file, and open that")
}

/// The work done side by side.
fn row(checked: CheckedGame, _: &Origin, spot: &GameLocation) -> Box<Row> {
    Box::new(Row::new(checked, *spot, 0))
}

struct Scan<'a> {
    listener: &'a mut dyn Listener,
    batch: Batch,
    progress: Progress,
    /// When it last told.
    told: Option<Instant>,
    /// The file that is being read.
    file: Option<Arc<Origin>>,
    files: u32,
}

impl Scan<'_> {
    /// The number of the file that this is of.
    fn number(&mut self, origin: &Arc<Origin>) -> u32 {
        if !self
            .file
            .as_ref()
            .is_some_and(|file| Arc::ptr_eq(file, origin))
        {
            self.file = Some(Arc::clone(origin));
            let found = Found::File(self.files, Arc::clone(origin));
            self.batch.found.push(found);
            self.files = self.files.saturating_add(1);
        }
        self.files - 1
    }

    fn tell_in_time(&mut self) -> Result<(), Failure> {
        if !self.listener.goes_on() {
            return Err(cancelled());
        }
        let due = self.told.is_none_or(|told| told.elapsed() >= GATHERED);
        if due || self.batch.found.len() >= MOST {
            self.tell()?;
        }
        Ok(())
    }

    fn tell(&mut self) -> Result<(), Failure> {
        self.told = Some(Instant::now());
        let batch = std::mem::take(&mut self.batch);
        if self.listener.take(batch, self.progress) {
            Ok(())
        } else {
            Err(cancelled())
        }
    }
}

impl Sink for Scan<'_> {
    type Item = Box<Row>;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        mut game: Box<Row>,
    ) -> Result<(), Failure> {
        let file = self.number(origin);
        game.index = u32::try_from(index).unwrap_or(u32::MAX);
        self.batch.found.push(Found::Row(file, game));
        Ok(())
    }

    fn on_file_end(&mut self, origin: &Arc<Origin>, _games: usize) -> Result<(), Failure> {
        let file = self.number(origin);
        self.batch.found.push(Found::End(file));
        self.tell_in_time()
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) -> Result<(), Failure> {
        self.batch.found.push(Found::Skipped(Arc::clone(origin)));
        self.tell_in_time()
    }

    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Failure> {
        let failure = match trouble {
            InputProblem::Failure(failure) => failure,
            InputProblem::Warning { message, hint } => {
                Failure::new(FailureKind::Input, message).hint(hint)
            }
        };
        self.batch.found.push(Found::Trouble(failure));
        self.tell_in_time()
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.done += bytes as u64;
        self.progress.games += games as u64;
        self.tell_in_time()
    }
}

pub(in crate::app) fn cancelled() -> Failure {
    Failure::new(FailureKind::Cancelled, "it was cancelled")
}
