//! Threads that do jobs one after another.

use super::{Event, JobId, News, Progress, Wake};
use crate::files::{Failure, FailureKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// What a job tells and is told while it runs.
#[derive(Clone)]
pub struct Ticket {
    pub(super) id: JobId,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) out: Sender<Event>,
    pub(super) wake: Wake,
}

impl Ticket {
    /// The job's number.
    pub const fn id(&self) -> JobId {
        self.id
    }

    /// Nobody wants it any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Tells something and wakes whoever waits for it.
    pub fn send(&self, news: News) {
        // If the app is gone there is nobody to tell.
        let _ = self.out.send(Event { id: self.id, news });
        (self.wake)();
    }

    /// Tells how far the job is.
    pub fn progress(&self, progress: Progress) {
        self.send(News::Progress(progress));
    }

    /// An error if nobody wants the job any more.
    ///
    /// # Errors
    /// [`Kind::Cancelled`].
    pub fn check(&self) -> Result<(), Failure> {
        if self.is_cancelled() {
            return Err(crate::app::library::cancelled());
        }
        Ok(())
    }
}

/// What a job does.
pub(super) type Work = Box<dyn FnOnce(&Ticket) -> Result<(), Failure> + Send>;

/// Threads with one queue.
pub(super) struct Lane {
    queue: Option<Sender<(Ticket, Work)>>,
    threads: Vec<JoinHandle<()>>,
}

impl Lane {
    /// As many threads as can be had, at most so many.
    pub fn new(name: &str, threads: usize) -> Self {
        Self::with(name, threads, || ())
    }

    /// The same for work that takes all the time it gets: the window comes first.
    pub fn in_the_background(name: &str, threads: usize) -> Self {
        Self::with(name, threads, give_way)
    }

    fn with(name: &str, threads: usize, begin: fn()) -> Self {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let start = |_| {
            let jobs = Arc::clone(&jobs);
            let thread = Builder::new().name(format!("kifu {name}"));
            let work = move || {
                begin();
                serve(&jobs);
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
    pub fn push(&self, ticket: Ticket, work: Work) {
        match &self.queue {
            Some(queue) => {
                // Threads live as long as the queue.
                let _ = queue.send((ticket, work));
            }
            None => perform(&ticket, work),
        }
    }

    /// Waits until all that is in the queue is done.
    pub fn finish(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // A job that panics is caught, so that no thread does.
            let _ = thread.join();
        }
    }
}

/// Lets this thread, and those that it starts, run only while others leave time. Only Linux has
/// that for a thread; elsewhere it would be the whole program.
fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // Where that is forbidden the window is a little slower.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}

fn serve(jobs: &Mutex<Receiver<(Ticket, Work)>>) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((ticket, work)) = next else { return };
        perform(&ticket, work);
    }
}

fn perform(ticket: &Ticket, work: Work) {
    let done = if ticket.is_cancelled() {
        Err(crate::app::library::cancelled())
    } else {
        let work = AssertUnwindSafe(|| work(ticket));
        catch_unwind(work).unwrap_or_else(|panic| Err(crashed(panic.as_ref())))
    };
    ticket.send(match done {
        Ok(()) => News::Ended,
        Err(failure) if failure.kind == FailureKind::Cancelled => News::Cancelled,
        Err(failure) => News::Failed(failure),
    });
}

fn crashed(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("kifu failed: {}", words.unwrap_or("it does not say why"));
    Failure::new(FailureKind::Internal, message).hint("that is a fault of kifu: please report it")
}
