//! The threads for work in parallel, where the system may start none.

use super::thread_count;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A group of threads for work in parallel by rayon, which a limit of the system may reduce to the
/// calling thread.
#[derive(Debug)]
pub struct FallbackThreadPool(Option<ThreadPool>);

impl FallbackThreadPool {
    /// Starts `jobs` threads, or one per core if `jobs` is 0. If they cannot be started, the calling
    /// thread does all the work; if it is in a pool already, the work is done there.
    ///
    /// Without a pool of their own, iterators of rayon start a global one, which panics where no
    /// thread can be started.
    pub fn start(jobs: usize) -> Self {
        if rayon::current_thread_index().is_some() {
            return Self(None);
        }
        let threads = ThreadPoolBuilder::new().num_threads(thread_count(jobs));
        let pool = threads.build().or_else(|_| {
            let calling_thread = ThreadPoolBuilder::new().num_threads(1);
            calling_thread.use_current_thread().build()
        });
        Self(pool.ok())
    }

    /// Runs work whose parallel iterators use these threads.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
