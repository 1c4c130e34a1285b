//! From paths to rows, in batches.

use super::row::GameRow;
use crate::failure::{Failure, FailureKind};
use crate::files::{
    GameLocation, Input, InputError, InputProblem, Origin, Pipeline, ReadOptions, Sink, walk_inputs,
};
use crate::formats::CheckedGame;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// So long rows are gathered, that the list is not sorted for each of them.
const BATCH_INTERVAL: Duration = Duration::from_millis(40);
/// So many are handed over at most at once.
const MAX_BATCH_LEN: usize = 8192;

/// What a scan has found since it last told.
#[derive(Debug, Default)]
pub struct ScanBatch {
    /// What was found, in its order.
    pub items: Vec<ScanItem>,
}

/// Something that a scan finds.
#[derive(Debug)]
pub enum ScanItem {
    /// These files and folders are read.
    Roots(Vec<PathBuf>),
    /// A file is being read; its number in the scan.
    File(u32, Arc<Origin>),
    /// A game of the file with this number.
    Game(u32, Box<GameRow>),
    /// The file with this number is read, or as far as that was possible.
    FileEnd(u32),
    /// A file found in a folder is no log.
    FileSkipped(Arc<Origin>),
    /// Something could not be read; what, and what to do.
    Failed(Failure),
}

/// How far a job is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobProgress {
    /// Bytes done.
    pub done_bytes: u64,
    /// Bytes in all, where that is known.
    pub total_bytes: Option<u64>,
    /// Games done.
    pub done_games: u64,
}

/// Whom a scan tells.
pub trait ScanListener {
    /// Takes what was found. Once the person wants no more it is `false`.
    fn on_batch(&mut self, batch: ScanBatch, progress: JobProgress) -> bool;
    /// Whether it is to go on.
    fn is_wanted(&self) -> bool;
}

/// Reads files and folders, and tells what was found, the first rows as soon as they are there.
///
/// # Errors
/// The person wants no more ([`FailureKind::Cancelled`]), or kifu itself failed.
pub fn scan(inputs: &[Input], listener: &mut dyn ScanListener) -> Result<(), Failure> {
    let paths: Vec<PathBuf> = inputs.iter().filter_map(input_path).collect();
    let mut scan = ScanSink {
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
    scan.batch.items.push(ScanItem::Roots(paths));
    let all = inputs.iter().flat_map(expand_input);
    Pipeline::new(ReadOptions::default(), 0, &mut scan, to_row).run(all)?;
    scan.flush()
}

fn input_path(input: &Input) -> Option<PathBuf> {
    match input {
        Input::File { path, .. } => Some(path.clone()),
        Input::Stdin | Input::Bundled { .. } => None,
    }
}

/// How many bytes there are to read, where no folder is among them.
fn total_bytes(inputs: &[Input]) -> Option<u64> {
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
fn expand_input(input: &Input) -> Box<dyn Iterator<Item = Result<Input, InputProblem>> + '_> {
    let Input::File { path, .. } = input else {
        return Box::new(std::iter::once(Ok(input.clone())));
    };
    let meta = path.metadata();
    if meta.is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) {
        let name = path.display().to_string();
        let problem = InputError::PipeOrDevice { name }.into();
        return Box::new(std::iter::once(Err(problem)));
    }
    Box::new(walk_inputs(std::slice::from_ref(path)))
}

/// The work done side by side.
fn to_row(checked: CheckedGame, _: &Origin, spot: &GameLocation) -> Box<GameRow> {
    Box::new(GameRow::new(checked, *spot, 0))
}

struct ScanSink<'a> {
    listener: &'a mut dyn ScanListener,
    batch: ScanBatch,
    progress: JobProgress,
    /// When it last told.
    last_flush: Option<Instant>,
    /// The file that is being read.
    current_file: Option<Arc<Origin>>,
    file_count: u32,
}

impl ScanSink<'_> {
    /// The number of the file that this is of.
    fn file_number(&mut self, origin: &Arc<Origin>) -> u32 {
        if !self
            .current_file
            .as_ref()
            .is_some_and(|file| Arc::ptr_eq(file, origin))
        {
            self.current_file = Some(Arc::clone(origin));
            let found = ScanItem::File(self.file_count, Arc::clone(origin));
            self.batch.items.push(found);
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
            .is_none_or(|told| told.elapsed() >= BATCH_INTERVAL);
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
    type Item = Box<GameRow>;
    type Error = Failure;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        mut game: Box<GameRow>,
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

    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Failure> {
        self.batch.items.push(ScanItem::Failed(trouble.into()));
        self.flush_if_due()
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.done_bytes += bytes as u64;
        self.progress.done_games += games as u64;
        self.flush_if_due()
    }
}

pub(in crate::app) fn cancelled_failure() -> Failure {
    Failure::new(FailureKind::Cancelled, "cancelled")
}
