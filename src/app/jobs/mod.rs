//! Background jobs: reading, searching, writing and engine analysis outside the window's thread.
//!
//! - A job is started by a method of [`Jobs`] and gets a [`JobId`]. Its updates come out of
//!   [`Jobs::take_events`] as [`JobEvent`]s with that id; a receiver ignores updates of jobs that
//!   it no longer needs.
//! - The last event of every job is [`JobUpdate::Ended`], [`JobUpdate::Cancelled`] or
//!   [`JobUpdate::Failed`]; a panic in a job counts as a failure.
//! - A single thread does all writing of games in order, another one that of settings. Both finish
//!   before [`Jobs`] is dropped.
//! - Whenever an event was sent, `wake` is called, on any thread.

mod analyze;
mod engine_task;
mod export;
mod follow;
mod play;
pub mod save;
mod watch;
mod worker_pool;

use crate::browser::Browser;
use crate::library::{
    ContentStamp, GameAddress, JobProgress, LoadedGame, ScanBatch, ScanListener, TracedRow,
    UntracedRow, load, load_path, scan,
};
use crate::store::{Draft, DraftSession, RestoredDraft};
use analyze::EngineCache;
use follow::FollowThreads;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_logs::files::LogInput;
use kifu_logs::formats::{CheckedGame, ReadContext, check_text};
use kifu_study::arena::{LiveEvent, PlayedGame};
use kifu_study::failure::Failure;
use kifu_study::review::Thresholds;
use kifu_study::suite::Suite;
use play::PlayThreads;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use watch::FileWatcher;
use web_time::Instant;
use worker_pool::{JobFn, WorkerPool};

pub use analyze::{AnalysisQuery, AnalysisUpdate, BotQuery, ReviewedPly, review_plan};
pub use engine_task::{EngineMessage, EngineTask, run_engine_task};
pub use export::{ExportContent, ExportReport, ExportRequest, PictureRequest, PublishRequest};
pub use follow::{FollowStatus, FollowUpdate};
pub use play::PlayRequest;
pub use save::{Overwrite, SaveOutcome, SaveRequest, SaveTarget, SavedGame, save};
pub use watch::FileStatus;
pub use worker_pool::JobContext;

/// A callback that is called when an event was sent.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// The unique id of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// An event of a job.
#[derive(Debug)]
pub struct JobEvent {
    /// The job.
    pub id: JobId,
    /// The update.
    pub update: JobUpdate,
}

/// An update of a job.
#[derive(Debug)]
pub enum JobUpdate {
    /// The progress of the job.
    Progress(JobProgress),
    /// Rows found by a scan, for [`Library::add_batch`](crate::library::Library::add_batch).
    Rows(ScanBatch),
    /// A game that was opened.
    GameOpened(Box<LoadedGame>),
    /// A suite that was opened, with the name of its file.
    SuiteOpened(String, Box<Suite>),
    /// The games of a text that was read.
    TextParsed(Vec<CheckedGame>),
    /// The outcome of saving a game.
    SaveFinished(Box<SaveOutcome>),
    /// The outcome of an export.
    Exported(ExportReport),
    /// Traces of games, for [`Library::add_traces`](crate::library::Library::add_traces).
    Traced(Vec<TracedRow>),
    /// The result of an analysis so far.
    Analysis(Box<AnalysisUpdate>),
    /// The evaluation of a ply by a review.
    PlyReviewed(Box<ReviewedPly>),
    /// A step of a game in play.
    GameStep(LiveEvent),
    /// The end of a game in play; `None` if it was stopped.
    GameOver(Option<Box<PlayedGame>>),
    /// The state of a followed file.
    Followed(Box<FollowUpdate>),
    /// The checked paths, each with whether it exists.
    PathsChecked(Vec<(PathBuf, bool)>),
    /// A new status of the file of an opened game, under the key by which it is watched.
    FileStatus(u64, FileStatus),
    /// The game that is watched under a key is elsewhere in its file, but the same.
    GameMoved(u64, Box<GameAddress>),
    /// The job is done.
    Ended,
    /// The job was cancelled.
    Cancelled,
    /// The job failed.
    Failed(Failure),
}

impl JobUpdate {
    /// Reports whether the update is the last one of its job.
    pub const fn is_last(&self) -> bool {
        matches!(self, Self::Ended | Self::Cancelled | Self::Failed(_))
    }
}

/// A running or waiting job, as the window shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobStatus {
    /// The id of the job.
    pub id: JobId,
    /// The kind of the job.
    pub kind: JobKind,
    /// The progress of the job.
    pub progress: JobProgress,
}

/// The queue in which a job waits, so that opening a game never waits for a long scan.
#[derive(Clone, Copy)]
enum Queue {
    Reading,
    Writing,
    Settings,
    Scanning,
    Analyzing,
    Reviewing,
}

/// A job that is running or waiting.
struct RunningJob {
    cancel: Arc<AtomicBool>,
    progress: JobProgress,
    kind: JobKind,
    /// The time of an analysis in a browser.
    worker_time: Option<WorkerTime>,
}

/// The time that the worker of an analysis in a browser has.
struct WorkerTime {
    time_limit: Duration,
    /// More time in milliseconds, as the user asks for it.
    extension_ms: Arc<AtomicU64>,
    /// The part of it that the worker knows.
    granted_ms: u64,
    /// The number of tasks that the worker has not ended.
    open_tasks: usize,
}

/// The background jobs and their threads.
pub struct Jobs {
    reading: WorkerPool,
    writing: WorkerPool,
    settings: WorkerPool,
    scanning: WorkerPool,
    analyzing: WorkerPool,
    reviewing: WorkerPool,
    engine_cache: Arc<EngineCache>,
    watcher: FileWatcher,
    play_threads: PlayThreads,
    follow_threads: FollowThreads,
    follow_interval: Duration,
    events_out: Sender<JobEvent>,
    events_in: Receiver<JobEvent>,
    wake: Wake,
    last_id: u64,
    running: BTreeMap<JobId, RunningJob>,
    /// The pending autosave of each tab, which a later one replaces.
    autosaves: HashMap<u64, JobId>,
    /// The browser that runs the engines, if there is one.
    browser: Option<Rc<dyn Browser>>,
}

impl Jobs {
    /// Starts the threads. `wake` is called on any thread after each event; the files of opened
    /// games are checked at an interval of `watch_interval`.
    pub fn new(watch_interval: Duration, wake: Wake) -> Self {
        let (sender, receiver) = channel();
        // Events of the watcher belong to no job.
        let context = JobContext {
            id: JobId(0),
            cancel: Arc::default(),
            events: sender.clone(),
            wake: Arc::clone(&wake),
        };
        Self {
            reading: WorkerPool::new("reading", 2),
            writing: WorkerPool::new("writing", 1),
            settings: WorkerPool::new("settings", 1),
            scanning: WorkerPool::new("searching", 2),
            analyzing: WorkerPool::low_priority("thinking", 1),
            reviewing: WorkerPool::low_priority("reviewing", 1),
            engine_cache: Arc::default(),
            watcher: FileWatcher::new(context, watch_interval),
            play_threads: PlayThreads::default(),
            follow_threads: FollowThreads::default(),
            follow_interval: watch_interval.min(Duration::from_millis(500)),
            events_out: sender,
            events_in: receiver,
            wake,
            last_id: 0,
            running: BTreeMap::new(),
            autosaves: HashMap::new(),
            browser: None,
        }
    }

    /// Lets a browser run the engines, because the window has only one thread there.
    #[must_use]
    pub fn with_browser(mut self, browser: Option<Rc<dyn Browser>>) -> Self {
        self.browser = browser;
        self
    }

    fn new_context(&mut self) -> (JobId, JobContext) {
        self.last_id += 1;
        let id = JobId(self.last_id);
        let context = JobContext {
            id,
            cancel: Arc::new(AtomicBool::new(false)),
            events: self.events_out.clone(),
            wake: Arc::clone(&self.wake),
        };
        (id, context)
    }

    /// Adds a job to the running ones.
    fn register(&mut self, kind: JobKind) -> (JobId, JobContext) {
        let (id, context) = self.new_context();
        let job = RunningJob {
            cancel: Arc::clone(&context.cancel),
            progress: JobProgress::default(),
            kind,
            worker_time: None,
        };
        self.running.insert(id, job);
        (id, context)
    }

    fn start(&mut self, queue: Queue, kind: JobKind, work: JobFn) -> JobId {
        let (id, context) = self.register(kind);
        match queue {
            Queue::Reading => self.reading.submit(context, work),
            Queue::Writing => self.writing.submit(context, work),
            Queue::Settings => self.settings.submit(context, work),
            Queue::Scanning => self.scanning.submit(context, work),
            Queue::Analyzing => self.analyzing.submit(context, work),
            Queue::Reviewing => self.reviewing.submit(context, work),
        }
        id
    }

    /// Starts work of an engine in the browser.
    fn start_in_browser(
        &mut self,
        browser: &Rc<dyn Browser>,
        kind: JobKind,
        task: &EngineTask,
    ) -> JobId {
        let (id, _) = self.register(kind);
        // A task has no keys but texts, so that it can be written.
        browser.start_engine(id.0, serde_json::to_string(task).unwrap_or_default());
        id
    }

    /// Grants the workers of a browser the time that the user has added, and receives what they have
    /// sent.
    fn take_worker_updates(&mut self) {
        let Some(browser) = self.browser.clone() else {
            return;
        };
        for (id, job) in &mut self.running {
            if let Some(task) = job.worker_time.as_mut().and_then(WorkerTime::extension) {
                browser.extend_engine(id.0, serde_json::to_string(&task).unwrap_or_default());
            }
        }
        for (id, message) in browser.take_engine_messages() {
            let id = JobId(id);
            let Some(job) = self.running.get_mut(&id) else {
                continue;
            };
            let update = EngineMessage::update(&message);
            let update = match &mut job.worker_time {
                Some(time) => time.receive(update),
                None => Some(update),
            };
            if let Some(update) = update {
                // This struct has the receiver.
                let _ = self.events_out.send(JobEvent { id, update });
            }
        }
    }

    /// Takes the events that have arrived since the last call.
    pub fn take_events(&mut self) -> Vec<JobEvent> {
        self.take_worker_updates();
        let events: Vec<JobEvent> = self.events_in.try_iter().collect();
        for event in &events {
            if event.update.is_last() {
                let ended = self.running.remove(&event.id);
                if let (Some(browser), Some(ended)) = (&self.browser, ended)
                    && ended.kind.is_engine_work()
                    && !ended.cancel.load(Ordering::Relaxed)
                {
                    browser.stop_engine(event.id.0);
                }
            } else if let JobUpdate::Progress(progress) = &event.update
                && let Some(job) = self.running.get_mut(&event.id)
            {
                job.progress = *progress;
            }
        }
        events
    }

    /// Yields the running and waiting jobs.
    pub fn running(&self) -> impl Iterator<Item = JobStatus> {
        self.running.iter().map(|(&id, job)| JobStatus {
            id,
            kind: job.kind,
            progress: job.progress,
        })
    }

    /// Returns the numbers of engine jobs that are wanted, and that were cancelled and have not ended
    /// yet.
    pub fn engine_job_counts(&self) -> (usize, usize) {
        let engine_jobs = self
            .running
            .values()
            .filter(|job| job.kind.is_engine_work());
        let (cancelled, wanted): (Vec<_>, Vec<_>) =
            engine_jobs.partition(|job| job.cancel.load(Ordering::Relaxed));
        (wanted.len(), cancelled.len())
    }

    /// Cancels a job. It ends at its next check; updates that it sent earlier may still arrive.
    pub fn cancel(&self, id: JobId) {
        if let Some(running) = self.running.get(&id) {
            let was_cancelled = running.cancel.swap(true, Ordering::Relaxed);
            if let Some(browser) = &self.browser
                && running.kind.is_engine_work()
                && !was_cancelled
            {
                browser.stop_engine(id.0);
                let update = JobUpdate::Cancelled;
                let _ = self.events_out.send(JobEvent { id, update });
            }
            self.follow_threads.wake(id);
        }
    }

    /// Reads files, folders and archives into rows: [`JobUpdate::Rows`] and
    /// [`JobUpdate::Progress`].
    pub fn scan(&mut self, inputs: Vec<LogInput>) -> JobId {
        let work = move |context: &JobContext| scan(&inputs, &mut ScanForwarder(context));
        self.start(Queue::Scanning, JobKind::Scan, Box::new(work))
    }

    /// Scans paths that the user named: [`JobUpdate::Rows`] and [`JobUpdate::Progress`].
    pub fn scan_paths(&mut self, paths: Vec<PathBuf>) -> JobId {
        let named = |path| LogInput::File {
            path,
            is_explicit: true,
        };
        self.scan(paths.into_iter().map(named).collect())
    }

    /// Traces games for the explorer: [`JobUpdate::Traced`].
    pub fn trace(&mut self, games: Vec<UntracedRow>) -> JobId {
        let work = move |context: &JobContext| trace_games(&games, context);
        self.start(Queue::Scanning, JobKind::Trace, Box::new(work))
    }

    /// Opens the game of a row: [`JobUpdate::GameOpened`].
    pub fn open(&mut self, address: GameAddress) -> JobId {
        self.start_loading(move || load(&address))
    }

    /// Opens a game of a file by its index: [`JobUpdate::GameOpened`].
    pub fn open_path(&mut self, path: PathBuf, index: u32) -> JobId {
        self.start_loading(move || load_path(&path, index))
    }

    /// Opens a suite: [`JobUpdate::SuiteOpened`].
    pub fn open_suite(&mut self, path: PathBuf) -> JobId {
        let work = move |context: &JobContext| {
            let suite = Suite::read(&path)?;
            context.check_cancelled()?;
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            context.send(JobUpdate::SuiteOpened(name, Box::new(suite)));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::Open, Box::new(work))
    }

    fn start_loading(
        &mut self,
        read: impl FnOnce() -> Result<LoadedGame, Failure> + Send + 'static,
    ) -> JobId {
        let work = move |context: &JobContext| {
            let opened = read()?;
            context.check_cancelled()?;
            context.send(JobUpdate::GameOpened(Box::new(opened)));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::Open, Box::new(work))
    }

    /// Reads a text of any format, for example a pasted one: [`JobUpdate::TextParsed`].
    pub fn parse_text(&mut self, text: String) -> JobId {
        let work = move |context: &JobContext| {
            let games = check_text(&text, None, &ReadContext::default());
            context.check_cancelled()?;
            context.send(JobUpdate::TextParsed(games));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::ParseText, Box::new(work))
    }

    /// Saves a game: [`JobUpdate::SaveFinished`].
    pub fn save(&mut self, request: SaveRequest) -> JobId {
        let work = move |context: &JobContext| {
            let outcome = save(&request)?;
            context.send(JobUpdate::SaveFinished(Box::new(outcome)));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Save, Box::new(work))
    }

    /// Writes games in any format: [`JobUpdate::Progress`] and [`JobUpdate::Exported`].
    pub fn export(&mut self, request: ExportRequest) -> JobId {
        let work = move |context: &JobContext| {
            let report = export::export(&request, context)?;
            context.send(JobUpdate::Exported(report));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Export, Box::new(work))
    }

    /// Writes a picture or an animation of a game: [`JobUpdate::Exported`].
    pub fn export_picture(&mut self, request: PictureRequest) -> JobId {
        let work = move |context: &JobContext| {
            context.send(JobUpdate::Exported(export::export_picture(request)?));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Export, Box::new(work))
    }

    /// Makes web pages of games: [`JobUpdate::Exported`].
    pub fn publish(&mut self, request: PublishRequest) -> JobId {
        let work = move |context: &JobContext| {
            context.send(JobUpdate::Exported(export::publish(request, context)?));
            Ok(())
        };
        self.start(Queue::Writing, JobKind::Export, Box::new(work))
    }

    /// Analyses a position with an engine: [`JobUpdate::Analysis`], repeatedly as the search
    /// proceeds. One query is processed at a time, so the caller cancels the previous one.
    pub fn analyze(&mut self, query: AnalysisQuery) -> JobId {
        if let Some(browser) = self.browser.clone() {
            let task = EngineTask::from(&query);
            let id = self.start_in_browser(&browser, JobKind::Analyze, &task);
            if let Some(job) = self.running.get_mut(&id) {
                job.worker_time = Some(WorkerTime {
                    time_limit: query.time_limit,
                    extension_ms: query.extension_ms,
                    granted_ms: 0,
                    open_tasks: 1,
                });
            }
            return id;
        }
        let engine_cache = Arc::clone(&self.engine_cache);
        let work =
            move |context: &JobContext| engine_cache.analyze(&query, Instant::now(), context);
        self.start(Queue::Analyzing, JobKind::Analyze, Box::new(work))
    }

    /// Reviews a game whose last legal ply is `last_ply`: [`JobUpdate::PlyReviewed`] for each ply,
    /// the last first.
    pub fn review(
        &mut self,
        record: Record,
        game: &'static dyn DynGame,
        last_ply: u32,
        time: Duration,
        thresholds: Thresholds,
    ) -> JobId {
        if let Some(browser) = self.browser.clone() {
            let task = EngineTask::Review {
                record: Box::new(record),
                last_ply,
                time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
                thresholds,
            };
            return self.start_in_browser(&browser, JobKind::Review, &task);
        }
        let plan = review_plan(last_ply, time, thresholds);
        let work =
            move |context: &JobContext| analyze::review((record, game, last_ply), plan, context);
        self.start(Queue::Reviewing, JobKind::Review, Box::new(work))
    }

    /// Checks which of the paths exist: [`JobUpdate::PathsChecked`].
    pub fn check_paths(&mut self, paths: Vec<PathBuf>) -> JobId {
        let work = move |context: &JobContext| {
            let check_path = |path: PathBuf| {
                let exists = path.exists();
                (path, exists)
            };
            context.send(JobUpdate::PathsChecked(
                paths.into_iter().map(check_path).collect(),
            ));
            Ok(())
        };
        self.start(Queue::Reading, JobKind::CheckPaths, Box::new(work))
    }

    /// Saves a draft of an unsaved game, for recovery after a crash. Then its predecessor, the draft
    /// of a program that crashed, is given up.
    pub fn autosave(
        &mut self,
        session: Arc<DraftSession>,
        draft: Draft,
        predecessor: Option<RestoredDraft>,
    ) -> JobId {
        let key = draft.tab_id;
        let work = move |_: &JobContext| {
            session.save(&draft)?;
            if let Some(predecessor) = predecessor {
                predecessor.discard();
            }
            Ok(())
        };
        let id = self.start(Queue::Writing, JobKind::Autosave, Box::new(work));
        if let Some(earlier) = self.autosaves.insert(key, id) {
            self.cancel(earlier);
        }
        id
    }

    /// Runs any other writing job in its turn; [`JobUpdate::Failed`] reports a failure.
    ///
    /// Settings are written by a thread of their own, because they may wait for another kifu.
    pub fn start_write(
        &mut self,
        kind: JobKind,
        work: impl FnOnce() -> Result<(), Failure> + Send + 'static,
    ) -> JobId {
        let queue = if kind == JobKind::Settings {
            Queue::Settings
        } else {
            Queue::Writing
        };
        self.start(queue, kind, Box::new(move |_| work()))
    }

    /// Waits until everything to be written so far is written, but no longer than `max_wait`.
    pub fn wait_for_writing(&mut self, max_wait: Duration) {
        let (sender, receiver) = channel();
        for kind in [JobKind::Autosave, JobKind::Settings] {
            let sender = sender.clone();
            self.start_write(kind, move || {
                // The receiver is gone if this took too long.
                let _ = sender.send(());
                Ok(())
            });
        }
        let end = Instant::now() + max_wait;
        for _ in 0..2 {
            let rest = end.saturating_duration_since(Instant::now());
            let _ = receiver.recv_timeout(rest);
        }
    }

    /// Watches the file of a game: [`JobUpdate::FileStatus`] with this key, once for each change.
    /// Watching again under the same key replaces address and stamp.
    pub fn watch(&self, key: u64, address: GameAddress, stamp: ContentStamp) {
        self.watcher.watch(key, address, stamp);
    }

    /// Stops watching a file.
    pub fn unwatch(&self, key: u64) {
        self.watcher.unwatch(key);
    }
}

impl WorkerTime {
    /// Returns the task that grants the worker the time that it does not know of; `None` if there is
    /// none.
    fn extension(&mut self) -> Option<EngineTask> {
        let extension_ms = self.extension_ms.load(Ordering::Relaxed);
        if extension_ms <= self.granted_ms {
            return None;
        }
        self.granted_ms = extension_ms;
        self.open_tasks += 1;
        let time = self.time_limit + Duration::from_millis(extension_ms);
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Some(EngineTask::Extend { time_ms })
    }

    /// Returns an update of the worker as one of the whole analysis, which ends with the last task.
    fn receive(&mut self, update: JobUpdate) -> Option<JobUpdate> {
        if self.open_tasks <= 1 {
            return Some(update);
        }
        match update {
            JobUpdate::Ended => {
                self.open_tasks -= 1;
                None
            }
            JobUpdate::Analysis(mut analysis) => {
                analysis.is_done = false;
                Some(JobUpdate::Analysis(analysis))
            }
            update => Some(update),
        }
    }
}

impl Drop for Jobs {
    /// Cancels the reading jobs, and waits until everything to be written is written.
    fn drop(&mut self) {
        for job in self.running.values() {
            if !job.kind.is_write() {
                job.cancel.store(true, Ordering::Relaxed);
            }
        }
        self.play_threads.stop_all();
        self.writing.join();
        self.settings.join();
    }
}

/// Forwards the batches of a scan as job updates.
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

// The tracing of games for the explorer.

/// The number of games after which their traces are sent: a few milliseconds of work.
const BATCH_LEN: usize = 1024;

/// Traces games, with all processors.
fn trace_games(games: &[UntracedRow], context: &JobContext) -> Result<(), Failure> {
    for batch in games.chunks(BATCH_LEN) {
        context.check_cancelled()?;
        let traces = batch.par_iter().map(|(row, game)| (*row, game.trace()));
        let traces: Vec<TracedRow> = traces.collect();
        context.send(JobUpdate::Traced(traces));
    }
    Ok(())
}

// The kinds of background jobs.

/// The kind of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    /// Reads files and folders into the library.
    Scan,
    /// Traces the games of the library for the explorer.
    Trace,
    /// Opens a game.
    Open,
    /// Reads a text.
    ParseText,
    /// Checks which paths exist.
    CheckPaths,
    /// Analyzes a position.
    Analyze,
    /// Reviews a game.
    Review,
    /// Plays a game.
    Play,
    /// Follows a file.
    Follow,
    /// Saves a game.
    Save,
    /// Saves or removes the draft of an unsaved game.
    Autosave,
    /// Writes games in any format.
    Export,
    /// Writes the settings or the list of recent files.
    Settings,
}

impl JobKind {
    /// Returns the label of the job in the window.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Scan => "scan",
            Self::Trace => "count",
            Self::Open => "open",
            Self::ParseText => "read",
            Self::CheckPaths => "look",
            Self::Analyze => "think",
            Self::Review => "review",
            Self::Play => "play",
            Self::Follow => "follow",
            Self::Save => "save",
            Self::Autosave => "autosave",
            Self::Export => "export",
            Self::Settings => "settings",
        }
    }

    /// Reports whether the job writes files, so that it is finished even when the program ends.
    pub const fn is_write(self) -> bool {
        matches!(
            self,
            Self::Save | Self::Autosave | Self::Export | Self::Settings
        )
    }

    /// Reports whether an engine does the work, which the window shows in its own panes.
    pub const fn is_engine_work(self) -> bool {
        matches!(self, Self::Analyze | Self::Review)
    }

    /// Reports whether the window shows the job in a pane and not in its status bar.
    pub const fn has_own_display(self) -> bool {
        self.is_engine_work() || matches!(self, Self::Play | Self::Follow | Self::Trace)
    }

    /// Reports whether the status bar has a button that stops the job: the user asked for it, and
    /// it may take long. What is being saved is not stopped, for it would be lost.
    pub const fn is_stoppable(self) -> bool {
        matches!(
            self,
            Self::Scan | Self::Open | Self::ParseText | Self::Export
        )
    }
}
