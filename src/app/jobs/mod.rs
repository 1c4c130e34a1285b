//! What runs beside the window: reading, searching, writing.
//!
//! - A job is started by a method of [`Jobs`] and gets a [`JobId`]. What it has to tell comes out
//!   of [`Jobs::poll`] as [`Event`]s with that number; a receiver drops what it no longer wants.
//! - The last event of every job is [`News::Ended`], [`News::Cancelled`] or [`News::Failed`]; a
//!   panic in a job is such a failure.
//! - Writing is done by one thread, one after the other, and is finished before [`Jobs`] goes.
//! - Whenever an event was sent, `wake` is called, on any thread.

mod export;
mod find;
mod lane;
mod review;
mod save;
mod think;
mod watch;

pub use export::{Export, Exported, What};
pub use lane::Ticket;
pub use review::LookedAt;
pub use save::{Answer, Kept, Save, To, save};
pub use think::{Question, Thought};
pub use watch::Disk;

use crate::app::library::{Batch, Listener, Opened, Place, Progress, Stamp, open, open_path, scan};
use crate::app::state::store::{Draft, Session};
use crate::files::{Failure, Input};
use crate::formats::{CheckedGame, ReadContext, check_text};
use crate::games::DynGame;
use crate::record::Record;
use crate::review::ReviewPlan;
use lane::{Lane, Work};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use think::Minds;
use watch::Watcher;

/// Called when something has arrived.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// How often opened files are looked at.
const LOOK: Duration = Duration::from_secs(2);

/// The number of a job; no other has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JobId(pub u64);

/// Something that a job tells.
#[derive(Debug)]
pub struct Event {
    /// Which job.
    pub id: JobId,
    /// What.
    pub news: News,
}

/// What a job can tell.
#[derive(Debug)]
pub enum News {
    /// How far it is.
    Progress(Progress),
    /// A scan found this; hand it to [`Library::take`](crate::app::library::Library::take).
    Rows(Batch),
    /// A game was opened.
    Opened(Box<Opened>),
    /// A text was read; its games.
    Read(Vec<CheckedGame>),
    /// What came of saving.
    Saved(Box<Answer>),
    /// Games were written.
    Exported(Exported),
    /// A search found these rows, in their order.
    Hits(Vec<u32>),
    /// What an engine thinks, so far.
    Thought(Box<Thought>),
    /// What a review says of a ply.
    Judged(Box<LookedAt>),
    /// Which of the paths are there.
    Looked(Vec<(PathBuf, bool)>),
    /// The file of an opened game (by the key it is watched under) is not what it was.
    Disk(u64, Disk),
    /// The job is done.
    Ended,
    /// It was cancelled.
    Cancelled,
    /// It failed.
    Failed(Failure),
}

impl News {
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
    Long,
    Thinking,
    Reviewing,
}

/// A job that runs, or waits to.
struct Running {
    cancel: Arc<AtomicBool>,
    progress: Progress,
    what: &'static str,
}

/// All jobs.
pub struct Jobs {
    reading: Lane,
    writing: Lane,
    long: Lane,
    thinking: Lane,
    reviewing: Lane,
    minds: Arc<Minds>,
    watcher: Watcher,
    out: Sender<Event>,
    arrived: Receiver<Event>,
    wake: Wake,
    count: u64,
    running: BTreeMap<JobId, Running>,
    /// The autosave of each tab that may still wait: a later one makes it needless.
    drafts: HashMap<u64, JobId>,
}

impl Jobs {
    /// Starts the threads. `wake` is called when something arrives, on any thread.
    pub fn new(wake: Wake) -> Self {
        Self::looking_every(LOOK, wake)
    }

    /// The same with another time between two looks at the files that are watched.
    pub fn looking_every(every: Duration, wake: Wake) -> Self {
        let (out, arrived) = channel();
        // Events of the watcher are of no job.
        let ticket = Ticket {
            id: JobId(0),
            cancel: Arc::default(),
            out: out.clone(),
            wake: Arc::clone(&wake),
        };
        Self {
            reading: Lane::new("reading", 2),
            writing: Lane::new("writing", 1),
            long: Lane::new("searching", 2),
            thinking: Lane::in_the_background("thinking", 1),
            reviewing: Lane::in_the_background("reviewing", 1),
            minds: Arc::default(),
            watcher: Watcher::new(ticket, every),
            out,
            arrived,
            wake,
            count: 0,
            running: BTreeMap::new(),
            drafts: HashMap::new(),
        }
    }

    fn start(&mut self, queue: Queue, what: &'static str, work: Work) -> JobId {
        self.count += 1;
        let id = JobId(self.count);
        let cancel = Arc::new(AtomicBool::new(false));
        let ticket = Ticket {
            id,
            cancel: Arc::clone(&cancel),
            out: self.out.clone(),
            wake: Arc::clone(&self.wake),
        };
        let running = Running {
            cancel,
            progress: Progress::default(),
            what,
        };
        self.running.insert(id, running);
        match queue {
            Queue::Reading => self.reading.push(ticket, work),
            Queue::Writing => self.writing.push(ticket, work),
            Queue::Long => self.long.push(ticket, work),
            Queue::Thinking => self.thinking.push(ticket, work),
            Queue::Reviewing => self.reviewing.push(ticket, work),
        }
        id
    }

    /// What has arrived since the last time.
    pub fn poll(&mut self) -> Vec<Event> {
        let events: Vec<Event> = self.arrived.try_iter().collect();
        for event in &events {
            if event.news.is_last() {
                self.running.remove(&event.id);
            } else if let News::Progress(progress) = &event.news
                && let Some(running) = self.running.get_mut(&event.id)
            {
                running.progress = *progress;
            }
        }
        events
    }

    /// The jobs that run or wait, each with what it does, in a word, and how far it is.
    pub fn running(&self) -> impl Iterator<Item = (JobId, &'static str, Progress)> {
        let running = self.running.iter();
        running.map(|(id, running)| (*id, running.what, running.progress))
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
        let work = move |ticket: &Ticket| scan(&inputs, &mut Told(ticket));
        self.start(Queue::Long, "scan", Box::new(work))
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
    pub fn open(&mut self, place: Place) -> JobId {
        self.reading("open", move || open(&place))
    }

    /// Opens a game of a file by its number: [`News::Opened`].
    pub fn open_path(&mut self, path: PathBuf, index: u32) -> JobId {
        self.reading("open", move || open_path(&path, index))
    }

    fn reading(
        &mut self,
        what: &'static str,
        read: impl FnOnce() -> Result<Opened, Failure> + Send + 'static,
    ) -> JobId {
        let work = move |ticket: &Ticket| {
            let opened = read()?;
            ticket.check()?;
            ticket.send(News::Opened(Box::new(opened)));
            Ok(())
        };
        self.start(Queue::Reading, what, Box::new(work))
    }

    /// Reads a text (pasted, say), whatever it is: [`News::Read`].
    pub fn read(&mut self, text: String) -> JobId {
        let work = move |ticket: &Ticket| {
            ticket.send(News::Read(check_text(&text, None, &ReadContext::default())));
            Ok(())
        };
        self.start(Queue::Reading, "read", Box::new(work))
    }

    /// Saves a game: [`News::Saved`].
    pub fn save(&mut self, wanted: Save) -> JobId {
        let work = move |ticket: &Ticket| {
            let answer = save(&wanted)?;
            ticket.send(News::Saved(Box::new(answer)));
            Ok(())
        };
        self.start(Queue::Writing, "save", Box::new(work))
    }

    /// Writes games in any format: [`News::Progress`] and [`News::Exported`].
    pub fn export(&mut self, wanted: Export) -> JobId {
        let work = move |ticket: &Ticket| {
            let exported = export::export(&wanted, ticket)?;
            ticket.send(News::Exported(exported));
            Ok(())
        };
        self.start(Queue::Writing, "export", Box::new(work))
    }

    /// Searches the games themselves, all that their records hold, for words that must all be
    /// there: [`News::Hits`] and [`News::Progress`]. Rows of one file should follow each other.
    pub fn search(&mut self, rows: Vec<(u32, Place)>, words: &str) -> JobId {
        let words: Vec<String> = words
            .to_lowercase()
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let work = move |ticket: &Ticket| find::find(&rows, &words, ticket);
        self.start(Queue::Long, "search", Box::new(work))
    }

    /// Lets an engine think: [`News::Thought`], oftener as it finds out more. One question is
    /// answered at a time; who asks another cancels the one before.
    pub fn think(&mut self, question: Question) -> JobId {
        let minds = Arc::clone(&self.minds);
        let work = move |ticket: &Ticket| minds.think(&question, ticket);
        self.start(Queue::Thinking, "think", Box::new(work))
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
        let work = move |ticket: &Ticket| review::review((record, book, plies), plan, ticket);
        self.start(Queue::Reviewing, "review", Box::new(work))
    }

    /// Looks which of the paths are there: [`News::Looked`].
    pub fn look(&mut self, paths: Vec<PathBuf>) -> JobId {
        let work = move |ticket: &Ticket| {
            let there = |path: PathBuf| {
                let exists = path.exists();
                (path, exists)
            };
            ticket.send(News::Looked(paths.into_iter().map(there).collect()));
            Ok(())
        };
        self.start(Queue::Reading, "look", Box::new(work))
    }

    /// Keeps an unsaved game for the case of a crash.
    pub fn autosave(&mut self, session: Arc<Session>, draft: Draft) -> JobId {
        let key = draft.key;
        let work = move |_: &Ticket| session.keep(&draft);
        let id = self.start(Queue::Writing, "autosave", Box::new(work));
        if let Some(earlier) = self.drafts.insert(key, id) {
            self.cancel(earlier);
        }
        id
    }

    /// Does anything else that writes, in its turn; [`News::Failed`] says that it could not.
    pub fn write(
        &mut self,
        what: &'static str,
        work: impl FnOnce() -> Result<(), Failure> + Send + 'static,
    ) -> JobId {
        self.start(Queue::Writing, what, Box::new(move |_| work()))
    }

    /// Looks from time to time whether a game's file is still what it was: [`News::Disk`] with
    /// this key, once for each change. Again with the same key: another place, or another stamp.
    pub fn watch(&self, key: u64, place: Place, stamp: Stamp) {
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
            if !matches!(running.what, "save" | "autosave" | "export") {
                running.cancel.store(true, Ordering::Relaxed);
            }
        }
        self.writing.finish();
    }
}

/// Hands on what a scan finds.
struct Told<'a>(&'a Ticket);

impl Listener for Told<'_> {
    fn take(&mut self, batch: Batch, progress: Progress) -> bool {
        self.0.send(News::Rows(batch));
        self.0.progress(progress);
        self.goes_on()
    }

    fn goes_on(&self) -> bool {
        !self.0.is_cancelled()
    }
}
