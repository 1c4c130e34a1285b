//! Thread pools that run jobs from a queue.

use super::{JobEvent, JobId, JobProgress, JobUpdate, Wake};
use kifu_study::failure::{Failure, FailureKind};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};

/// The context of a running job: its id, its cancellation flag and the channel for its updates.
#[derive(Clone)]
pub struct JobContext {
    pub(super) id: JobId,
    pub(super) cancel: Arc<AtomicBool>,
    pub(super) events: Sender<JobEvent>,
    pub(super) wake: Wake,
}

impl JobContext {
    /// Returns the id of the job.
    pub const fn id(&self) -> JobId {
        self.id
    }

    /// Reports whether the job was cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Sends an update and wakes its receiver.
    pub fn send(&self, update: JobUpdate) {
        // Without a receiver the app is gone.
        let _ = self.events.send(JobEvent {
            id: self.id,
            update,
        });
        (self.wake)();
    }

    /// Sends the progress of the job.
    pub fn progress(&self, progress: JobProgress) {
        self.send(JobUpdate::Progress(progress));
    }

    /// Checks whether the job was cancelled.
    ///
    /// # Errors
    /// Returns [`FailureKind::Cancelled`] if it was.
    pub fn check_cancelled(&self) -> Result<(), Failure> {
        if self.is_cancelled() {
            return Err(crate::library::cancelled_failure());
        }
        Ok(())
    }
}

/// The work of a job.
pub(super) type JobFn = Box<dyn FnOnce(&JobContext) -> Result<(), Failure> + Send>;

/// A pool of threads with one queue.
pub(super) struct WorkerPool {
    queue: Option<Sender<(JobContext, JobFn)>>,
    threads: Vec<JoinHandle<()>>,
}

impl WorkerPool {
    /// Creates a pool of up to `threads` threads, as far as they can be started.
    pub fn new(name: &str, threads: usize) -> Self {
        Self::with_setup(name, threads, || ())
    }

    /// Creates a pool for work that uses all the time it gets; its threads yield to the window.
    pub fn low_priority(name: &str, threads: usize) -> Self {
        Self::with_setup(name, threads, lower_thread_priority)
    }

    fn with_setup(name: &str, threads: usize, setup: fn()) -> Self {
        let (queue, jobs) = channel();
        let jobs = Arc::new(Mutex::new(jobs));
        let start = |_| {
            let jobs = Arc::clone(&jobs);
            let thread = Builder::new().name(format!("kifu {name}"));
            let work = move || {
                setup();
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

    /// Adds a job to the queue. Without threads the job runs at once.
    pub fn submit(&self, context: JobContext, work: JobFn) {
        match &self.queue {
            Some(queue) => {
                // The threads live as long as the queue.
                let _ = queue.send((context, work));
            }
            None => run_job(&context, work),
        }
    }

    /// Waits until all jobs in the queue are done.
    pub fn join(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            // Panics in jobs are caught, so the thread does not panic.
            let _ = thread.join();
        }
    }
}

/// Lowers the priority of this thread and of the threads that it starts. Only Linux has priorities
/// for threads; on other systems the whole program would be affected.
fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    {
        // If this is forbidden, the window is a little slower.
        let _ = rustix::process::setpriority_process(None, 10);
    }
}

fn run_worker(jobs: &Mutex<Receiver<(JobContext, JobFn)>>) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((context, work)) = next else { return };
        run_job(&context, work);
    }
}

pub(super) fn run_job(context: &JobContext, work: JobFn) {
    let result = if context.is_cancelled() {
        Err(crate::library::cancelled_failure())
    } else {
        let work = AssertUnwindSafe(|| work(context));
        catch_unwind(work).unwrap_or_else(|panic| Err(panic_failure(panic.as_ref())))
    };
    context.send(match result {
        Ok(()) => JobUpdate::Ended,
        Err(failure) if failure.kind == FailureKind::Cancelled => JobUpdate::Cancelled,
        Err(failure) => JobUpdate::Failed(failure),
    });
}

fn panic_failure(panic: &(dyn Any + Send)) -> Failure {
    let message = panic.downcast_ref::<&str>().copied();
    let message = message.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let message = format!("kifu failed: {}", message.unwrap_or("no reason given"));
    Failure::new(FailureKind::Internal, message).hint("this is a bug in kifu: please report it")
}
