//! Threads that do jobs one after another.

use super::{JobEvent, JobId, JobProgress, JobUpdate, Wake};
use crate::failure::{Failure, FailureKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// What a job tells and is told while it runs.
#[derive(Clone)]
pub struct JobContext {
    pub(super) id: JobId,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) events: Sender<JobEvent>,
    pub(super) wake: Wake,
}

impl JobContext {
    /// The job's number.
    pub const fn id(&self) -> JobId {
        self.id
    }

    /// Nobody wants it any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Tells something and wakes whoever waits for it.
    pub fn send(&self, news: JobUpdate) {
        // If the app is gone there is nobody to tell.
        let _ = self.events.send(JobEvent {
            id: self.id,
            update: news,
        });
        (self.wake)();
    }

    /// Tells how far the job is.
    pub fn progress(&self, progress: JobProgress) {
        self.send(JobUpdate::Progress(progress));
    }

    /// An error if nobody wants the job any more.
    ///
    /// # Errors
    /// [`FailureKind::Cancelled`].
    pub fn check_cancelled(&self) -> Result<(), Failure> {
        if self.is_cancelled() {
            return Err(crate::app::library::cancelled_failure());
        }
        Ok(())
    }
}

/// What a job does.
pub(super) type JobFn = Box<dyn FnOnce(&JobContext) -> Result<(), Failure> + Send>;

/// Threads with one queue.
pub(super) struct WorkerPool {
    queue: Option<Sender<(JobContext, JobFn)>>,
    threads: Vec<JoinHandle<()>>,
}

impl WorkerPool {
    /// As many threads as can be had, at most so many.
    pub fn new(name: &str, threads: usize) -> Self {
        Self::with_setup(name, threads, || ())
    }

    /// The same for work that takes all the time it gets: the window comes first.
    pub fn low_priority(name: &str, threads: usize) -> Self {
        Self::with_setup(name, threads, lower_thread_priority)
    }

    fn with_setup(name: &str, threads: usize, begin: fn()) -> Self {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let start = |_| {
            let jobs = Arc::clone(&jobs);
            let thread = Builder::new().name(format!("kifu {name}"));
            let work = move || {
                begin();
                run_worker(&jobs);
            };
            thread.spawn(work).ok()
        };
        let threads: Vec<JoinHandle<()>> = (0..threads).filter_map(start).collect();
        Self {
            queue: (!threads.is_empty()).then_some(queue),
            threads,
        }
    }

    /// Puts a job at the end of the queue. Where no thread could be had it is done at once.
    pub fn submit(&self, ticket: JobContext, work: JobFn) {
        match &self.queue {
            Some(queue) => {
                // Threads live as long as the queue.
                let _ = queue.send((ticket, work));
            }
            None => run_job(&ticket, work),
        }
    }

    /// Waits until all that is in the queue is done.
    pub fn join(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A job that panics is caught, so that no thread does.
            let _ = thread.join();
        }
    }
}

/// Lets this thread, and those that it starts, run only while others leave time. Only Linux has
/// that for a thread; elsewhere it would be the whole program.
fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        // Where that is forbidden the window is a little slower.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}

fn run_worker(jobs: &Mutex<Receiver<(JobContext, JobFn)>>) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((ticket, work)) = next else { return };
        run_job(&ticket, work);
    }
}

fn run_job(ticket: &JobContext, work: JobFn) {
    let done = if ticket.is_cancelled() {
        Err(crate::app::library::cancelled_failure())
    } else {
        let work = AssertUnwindSafe(|| work(ticket));
        catch_unwind(work).unwrap_or_else(|panic| Err(panic_failure(panic.as_ref())))
    };
    ticket.send(match done {
        Ok(()) => JobUpdate::Ended,
        Err(failure) if failure.kind == FailureKind::Cancelled => JobUpdate::Cancelled,
        Err(failure) => JobUpdate::Failed(failure),
    });
}

fn panic_failure(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("kifu failed: {}", words.unwrap_or("no reason given"));
    Failure::new(FailureKind::Internal, message).hint("this is a bug in kifu: please report it")
}
