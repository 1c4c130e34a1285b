//! What runs beside the window: reading, searching, writing.
//!
//! - A job is started by a method of [`Jobs`] and gets a [`JobId`]. What it has to tell comes out
//!   of [`Jobs::poll`] as [`Event`]s with that number; a receiver drops what it no longer wants.
//! - The last event of every job is [`News::Ended`], [`News::Cancelled`] or [`News::Failed`]; a
//!   panic in a job is such a failure.
//! - Writing is done by one thread, one after the other, and is finished before [`Jobs`] goes.
//! - Whenever an event was sent, `wake` is called, on any thread.

mod analyze;
mod export;
mod job_kind;
mod record_search;
mod review;
mod save;
mod watch;
mod worker_pool;

pub use analyze::{AnalysisQuery, AnalysisUpdate};
pub use export::{ExportContent, ExportReport, ExportRequest};
pub use job_kind::JobKind;
pub use review::ReviewedPly;
pub use save::{SaveOutcome, SaveRequest, SaveTarget, SavedGame, save};
pub use watch::FileStatus;
pub use worker_pool::JobContext;

use crate::app::library::{
    ContentStamp, GameAddress, JobProgress, LoadedGame, ScanBatch, ScanListener, load, load_path,
    scan,
};
use crate::app::store::{Draft, DraftSession};
use crate::failure::Failure;
use crate::files::Input;
use crate::formats::{CheckedGame, ReadContext, check_text};
use crate::games::DynGame;
use crate::record::Record;
use crate::review::ReviewPlan;
use analyze::EngineCache;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use watch::FileWatcher;
use worker_pool::{JobFn, WorkerPool};

/// Called when something has arrived.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// How often opened files are looked at.
const WATCH_INTERVAL: Duration = Duration::from_secs(2);

/// The number of a job; no other has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// Something that a job tells.
#[derive(Debug)]
pub struct JobEvent {
    /// Which job.
    pub id: JobId,
    /// What.
    pub update: JobUpdate,
}

/// What a job can tell.
#[derive(Debug)]
pub enum JobUpdate {
    /// How far it is.
    Progress(JobProgress),
    /// A scan found this; hand it to [`Library::take`](crate::app::library::Library::take).
    Rows(ScanBatch),
    /// A game was opened.
    GameOpened(Box<LoadedGame>),
    /// A text was read; its games.
    TextParsed(Vec<CheckedGame>),
    /// What came of saving.
    SaveFinished(Box<SaveOutcome>),
    /// Games were written.
    Exported(ExportReport),
    /// A search found these rows, in their order.
    SearchHits(Vec<u32>),
    /// What an engine thinks, so far.
    Analysis(Box<AnalysisUpdate>),
    /// What a review says of a ply.
    PlyReviewed(Box<ReviewedPly>),
    /// Which of the paths are there.
    PathsChecked(Vec<(PathBuf, bool)>),
    /// The file of an opened game (by the key it is watched under) is not what it was.
    FileStatus(u64, FileStatus),
    /// The job is done.
    Ended,
    /// It was cancelled.
    Cancelled,
    /// It failed.
    Failed(Failure),
}

impl JobUpdate {
    /// It is the last of its job.
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Ended | Self::Cancelled | Self::Failed(_))
    }
}

/// Which queue a job waits in, so that opening a game never waits for a long scan.
#[derive(Clone, Copy)]
enum Queue {
    Reading,
    Writing,
    Scanning,
    Analyzing,
    Reviewing,
}

/// A job that runs, or waits to.
struct RunningJob {
    cancel: Arc<AtomicBool>,
    progress: JobProgress,
    kind: JobKind,
}

/// All jobs.
pub struct Jobs {
    reading: WorkerPool,
    writing: WorkerPool,
    scanning: WorkerPool,
    analyzing: WorkerPool,
    reviewing: WorkerPool,
    engine_cache: Arc<EngineCache>,
    watcher: FileWatcher,
    events_out: Sender<JobEvent>,
    events_in: Receiver<JobEvent>,
    wake: Wake,
    last_id: u64,
    running: BTreeMap<JobId, RunningJob>,
    /// The autosave of each tab that may still wait: a later one makes it needless.
    autosaves: HashMap<u64, JobId>,
}

impl Jobs {
    /// Starts the threads. `wake` is called when something arrives, on any thread.
    pub fn new(wake: Wake) -> Self {
        Self::with_watch_interval(WATCH_INTERVAL, wake)
    }

    /// The same with another time between two looks at the files that are watched.
    pub fn with_watch_interval(every: Duration, wake: Wake) -> Self {
        let (out, arrived) = channel();
        // Events of the watcher are of no job.
        let ticket = JobContext {
            id: JobId(0),
            cancel: Arc::default(),
            events: out.clone(),
            wake: Arc::clone(&wake),
        };
        Self {
            reading: WorkerPool::new("reading", 2),
            writing: WorkerPool::new("writing", 1),
            scanning: WorkerPool::new("searching", 2),
            analyzing: WorkerPool::low_priority("thinking", 1),
            reviewing: WorkerPool::low_priority("reviewing", 1),
            engine_cache: Arc::default(),
            watcher: FileWatcher::new(ticket, every),
            events_out: out,
            events_in: arrived,
            wake,
            last_id: 0,
            running: BTreeMap::new(),
            autosaves: HashMap::new(),
        }
    }

    fn start(&mut self, queue: Queue, kind: JobKind, work: JobFn) -> JobId {
        self.last_id += 1;
        let id = JobId(self.last_id);
        let cancel = Arc::new(AtomicBool::new(false));
        let ticket = JobContext {
            id,
            cancel: Arc::clone(&cancel),
            events: self.events_out.clone(),
            wake: Arc::clone(&self.wake),
        };
        let running = RunningJob {
            cancel,
            progress: JobProgress::default(),
            kind,
        };
        self.running.insert(id, running);
        match queue {
            Queue::Reading => self.reading.submit(ticket, work),
            Queue::Writing => self.writing.submit(ticket, work),
            Queue::Scanning => self.scanning.submit(ticket, work),
            Queue::Analyzing => self.analyzing.submit(ticket, work),
            Queue::Reviewing => self.reviewing.submit(ticket, work),
        }
        id
    }

    /// What has arrived since the last time.
    pub fn take_events(&mut self) -> Vec<JobEvent> {
        let events: Vec<JobEvent> = self.events_in.try_iter().collect();
        for event in &events {
            if event.update.is_last() {
                self.running.remove(&event.id);
            } else if let JobUpdate::Progress(progress) = &event.update
                && let Some(running) = self.running.get_mut(&event.id)
            {
                running.progress = *progress;
            }
        }
        events
    }

    /// The jobs that run or wait, each with its kind and how far it is.
    pub fn running(&self) -> impl Iterator<Item = (JobId, JobKind, JobProgress)> {
        let running = self.running.iter();
        running.map(|(id, running)| (*id, running.kind, running.progress))
    }

    /// Nobody wants the job any more. It ends when it next looks; what it sent before may still
    /// arrive.
    pub fn cancel(&self, id: JobId) {
        if let Some(running) = self.running.get(&id) {
            running.cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Reads files, folders and archives into rows: [`News::Rows`] and [`News::Progress`].
    pub fn scan(&mut self, inputs: Vec<Input>) -> JobId {
        let work = move |ticket: &JobContext| scan(&inputs, &mut ScanForwarder(ticket));
        self.start(Queue::Scanning, JobKind::Scan, Box::new(work))
    }

    /// The same for paths that the person named.
    pub fn scan_paths(&mut self, paths: Vec<PathBuf>) -> JobId {
        let named = |path| Input::File {
            path,
            is_explicit: true,
        };
        self.scan(paths.into_iter().map(named).collect())
    }

    /// Opens the game of a row: [`News::Opened`].
    pub fn open(&mut self, place: GameAddress) -> JobId {
        self.start_loading(move || load(&place))
    }

    /// Opens a game of a file by its number: [`News::Opened`].
    pub fn open_path(&mut self, path: PathBuf, index: u32) -> JobId {
        self.start_loading(move || load_path(&path, index))
    }

    fn start_loading(
        &mut self,
        read: impl FnOnce() -> Result<LoadedGame, Failure> + Send + 'static,
    ) -> JobId {
        let work = move |ticket: &JobContext| {
            let opened = read()?;
            ticket.check_cancelled()?;
            ticket.send(JobUpdate::GameOpened(Box::new(opened)));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::Open, Box::new(work))
    }

    /// Reads a text (pasted, say), whatever it is: [`News::Read`].
    pub fn parse_text(&mut self, text: String) -> JobId {
        let work = move |ticket: &JobContext| {
            ticket.send(JobUpdate::TextParsed(check_text(
                &text,
                None,
                &ReadContext::default(),
            )));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::ParseText, Box::new(work))
    }

    /// Saves a game: [`News::Saved`].
    pub fn save(&mut self, wanted: SaveRequest) -> JobId {
        let work = move |ticket: &JobContext| {
            let answer = save(&wanted)?;
            ticket.send(JobUpdate::SaveFinished(Box::new(answer)));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Save, Box::new(work))
    }

    /// Writes games in any format: [`News::Progress`] and [`News::Exported`].
    pub fn export(&mut self, wanted: ExportRequest) -> JobId {
        let work = move |ticket: &JobContext| {
            let exported = export::export(&wanted, ticket)?;
            ticket.send(JobUpdate::Exported(exported));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Export, Box::new(work))
    }

    /// Searches the games themselves, all that their records hold, for words that must all be
    /// there: [`News::Hits`] and [`News::Progress`]. Rows of one file should follow each other.
    pub fn search(&mut self, rows: Vec<(u32, GameAddress)>, words: &str) -> JobId {
        let words: Vec<String> = words
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let work = move |ticket: &JobContext| record_search::search_records(&rows, &words, ticket);
        self.start(Queue::Scanning, JobKind::Search, Box::new(work))
    }

    /// Lets an engine think: [`News::Thought`], oftener as it finds out more. One question is
    /// answered at a time; who asks another cancels the one before.
    pub fn analyze(&mut self, question: AnalysisQuery) -> JobId {
        let minds = Arc::clone(&self.engine_cache);
        let work = move |ticket: &JobContext| minds.analyze(&question, ticket);
        self.start(Queue::Analyzing, JobKind::Analyze, Box::new(work))
    }

    /// Reviews a game whose legal plies are so many: [`News::Judged`] for each ply that was looked
    /// at, the last first.
    pub fn review(
        &mut self,
        record: Record,
        book: &'static dyn DynGame,
        plies: u32,
        plan: ReviewPlan,
    ) -> JobId {
        let work = move |ticket: &JobContext| review::review((record, book, plies), plan, ticket);
        self.start(Queue::Reviewing, JobKind::Review, Box::new(work))
    }

    /// Looks which of the paths are there: [`News::Looked`].
    pub fn check_paths(&mut self, paths: Vec<PathBuf>) -> JobId {
        let work = move |ticket: &JobContext| {
            let there = |path: PathBuf| {
                let exists = path.exists();
                (path, exists)
            };
            ticket.send(JobUpdate::PathsChecked(
                paths.into_iter().map(there).collect(),
            ));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::CheckPaths, Box::new(work))
    }

    /// Keeps an unsaved game for the case of a crash.
    pub fn autosave(&mut self, session: Arc<DraftSession>, draft: Draft) -> JobId {
        let key = draft.tab_id;
        let work = move |_: &JobContext| session.save(&draft);
        let id = self.start(Queue::Writing, JobKind::Autosave, Box::new(work));
        if let Some(earlier) = self.autosaves.insert(key, id) {
            self.cancel(earlier);
        }
        id
    }

    /// Does anything else that writes, in its turn; [`News::Failed`] says that it could not.
    pub fn start_write(
        &mut self,
        kind: JobKind,
        work: impl FnOnce() -> Result<(), Failure> + Send + 'static,
    ) -> JobId {
        self.start(Queue::Writing, kind, Box::new(move |_| work()))
    }

    /// Looks from time to time whether a game's file is still what it was: [`News::Disk`] with
    /// this key, once for each change. Again with the same key: another place, or another stamp.
    pub fn watch(&self, key: u64, place: GameAddress, stamp: ContentStamp) {
        self.watcher.watch(key, place, stamp);
    }

    /// Looks no more.
    pub fn unwatch(&self, key: u64) {
        self.watcher.unwatch(key);
    }
}

impl Drop for Jobs {
    /// Reading is of no use any more; what is to be written is written.
    fn drop(&mut self) {
        for running in self.running.values() {
            if !running.kind.is_write() {
                running.cancel.store(true, Ordering::Relaxed);
            }
        }
        self.writing.join();
    }
}

/// Hands on what a scan finds.
struct ScanForwarder<'a>(&'a JobContext);

impl ScanListener for ScanForwarder<'_> {
    fn on_batch(&mut self, batch: ScanBatch, progress: JobProgress) -> bool {
        self.0.send(JobUpdate::Rows(batch));
        self.0.progress(progress);
        self.is_wanted()
    }

    fn is_wanted(&self) -> bool {
        !self.0.is_cancelled()
    }
}
