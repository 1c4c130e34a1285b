//! The scan of files and folders into rows, in batches.

use super::row::LibraryRow;
use kifu_logs::files::{
    GameLocation, InputError, InputProblem, LogInput, Origin, Pipeline, ReadOptions, Sink,
    walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The time for which rows are gathered, so that the list is not sorted for each of them.
const BATCH_INTERVAL: Duration = Duration::from_millis(40);
/// The maximum number of items in a batch.
const MAX_BATCH_LEN: usize = 8192;

/// The items that a scan has found since its last batch.
#[derive(Debug, Default)]
pub struct ScanBatch {
    /// The items in the order in which they were found.
    pub items: Vec<ScanItem>,
}

/// An item that a scan finds.
#[derive(Debug)]
pub enum ScanItem {
    /// The files and folders that are scanned.
    Roots(Vec<PathBuf>),
    /// A file that is being read, with its number in the scan.
    File(u32, Arc<Origin>),
    /// A game of the file with this number.
    Game(u32, Box<LibraryRow>),
    /// The end of the file with this number, or of the part that could be read.
    FileEnd(u32),
    /// A file in a folder that is not a log.
    FileSkipped(Arc<Origin>),
    /// A failure to read something, with a hint.
    Failed(Failure),
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobProgress {
    /// The number of bytes done.
    pub done_bytes: u64,
    /// The total number of bytes, if known.
    pub total_bytes: Option<u64>,
    /// The number of games done.
    pub done_games: u64,
}

/// The receiver of a scan's batches.
pub trait ScanListener {
    /// Receives a batch; returns whether the scan is still wanted.
    fn on_batch(&mut self, batch: ScanBatch, progress: JobProgress) -> bool;
    /// Reports whether the scan is still wanted.
    fn is_wanted(&self) -> bool;
}

/// Reads files and folders and reports what is found, the first rows as soon as they are available.
///
/// # Errors
/// Returns an error if the scan was cancelled ([`FailureKind::Cancelled`]) or kifu itself failed.
pub fn scan(inputs: &[LogInput], listener: &mut dyn ScanListener) -> Result<(), Failure> {
    let paths: Vec<PathBuf> = inputs.iter().filter_map(input_path).collect();
    let mut sink = ScanSink {
        listener,
        batch: ScanBatch::default(),
        progress: JobProgress {
            total_bytes: total_bytes(inputs),
            ..JobProgress::default()
        },
        last_flush: None,
        current_file: None,
        file_count: 0,
    };
    sink.batch.items.push(ScanItem::Roots(paths));
    let files = inputs.iter().flat_map(expand_input);
    Pipeline::new(ReadOptions::default(), 0, &mut sink, to_row).run(files)?;
    sink.flush()
}

fn input_path(input: &LogInput) -> Option<PathBuf> {
    match input {
        LogInput::File { path, .. } => Some(path.clone()),
        LogInput::Stdin | LogInput::Memory { .. } => None,
    }
}

/// Returns the total number of bytes to read; `None` if a folder is among the inputs.
fn total_bytes(inputs: &[LogInput]) -> Option<u64> {
    let size = |input: &LogInput| match input {
        LogInput::Memory { bytes, .. } => Some(bytes.len() as u64),
        LogInput::Stdin => None,
        LogInput::File { path, .. } => {
            let metadata = path.metadata().ok().filter(std::fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        }
    };
    inputs.iter().map(size).sum()
}

/// Yields the files of an input, but neither pipes nor devices, which might never end.
fn expand_input(input: &LogInput) -> Box<dyn Iterator<Item = Result<LogInput, InputProblem>> + '_> {
    let LogInput::File { path, .. } = input else {
        return Box::new(std::iter::once(Ok(input.clone())));
    };
    let metadata = path.metadata();
    if metadata.is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let name = path.display().to_string();
        let problem = InputError::PipeOrDevice { name }.into();
        return Box::new(std::iter::once(Err(problem)));
    }
    Box::new(walk_inputs(std::slice::from_ref(path)))
}

/// Makes the row of a game, on a worker thread.
fn to_row(checked: CheckedGame, _: &Origin, location: &GameLocation) -> Box<LibraryRow> {
    Box::new(LibraryRow::new(checked, *location, 0))
}

struct ScanSink<'a> {
    listener: &'a mut dyn ScanListener,
    batch: ScanBatch,
    progress: JobProgress,
    /// The time of the last batch.
    last_flush: Option<Instant>,
    /// The file that is being read.
    current_file: Option<Arc<Origin>>,
    file_count: u32,
}

impl ScanSink<'_> {
    /// Returns the number of this file, adding it if it is new.
    fn file_number(&mut self, origin: &Arc<Origin>) -> u32 {
        if !self
            .current_file
            .as_ref()
            .is_some_and(|file| Arc::ptr_eq(file, origin))
        {
            self.current_file = Some(Arc::clone(origin));
            let item = ScanItem::File(self.file_count, Arc::clone(origin));
            self.batch.items.push(item);
            self.file_count = self.file_count.saturating_add(1);
        }
        self.file_count - 1
    }

    fn flush_if_due(&mut self) -> Result<(), Failure> {
        if !self.listener.is_wanted() {
            return Err(cancelled_failure());
        }
        let due = self
            .last_flush
            .is_none_or(|last| last.elapsed() >= BATCH_INTERVAL);
        if due || self.batch.items.len() >= MAX_BATCH_LEN {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        self.last_flush = Some(Instant::now());
        let batch = std::mem::take(&mut self.batch);
        if self.listener.on_batch(batch, self.progress) {
            Ok(())
        } else {
            Err(cancelled_failure())
        }
    }
}

impl Sink for ScanSink<'_> {
    type Item = Box<LibraryRow>;
    type Error = Failure;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        mut game: Box<LibraryRow>,
    ) -> Result<(), Failure> {
        let file = self.file_number(origin);
        game.index_in_file = u32::try_from(index).unwrap_or(u32::MAX);
        self.batch.items.push(ScanItem::Game(file, game));
        Ok(())
    }

    fn on_file_end(&mut self, origin: &Arc<Origin>, _games: usize) -> Result<(), Failure> {
        let file = self.file_number(origin);
        self.batch.items.push(ScanItem::FileEnd(file));
        self.flush_if_due()
    }

    fn on_skipped_file(&mut self, origin: &Arc<Origin>) -> Result<(), Failure> {
        self.batch
            .items
            .push(ScanItem::FileSkipped(Arc::clone(origin)));
        self.flush_if_due()
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.batch.items.push(ScanItem::Failed(problem.into()));
        self.flush_if_due()
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.done_bytes += bytes as u64;
        self.progress.done_games += games as u64;
        self.flush_if_due()
    }
}

pub(crate) fn cancelled_failure() -> Failure {
    Failure::new(FailureKind::Cancelled, "cancelled")
}
