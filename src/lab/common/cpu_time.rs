//! Processor time: searches side by side do not take it from each other.

use kifu_study::arena::process::thread_cpu_time;
use std::time::{Duration, Instant};

/// A stopwatch of the processor time of the thread that started it.
#[derive(Clone, Copy, Debug)]
pub struct CpuStopwatch {
    started: Instant,
    before: Duration,
}

impl CpuStopwatch {
    /// Starts the stopwatch.
    pub fn start() -> Self {
        let started = Instant::now();
        Self {
            started,
            before: thread_time(started),
        }
    }

    /// Returns the processor time since the start; outside Linux, the time on the wall.
    pub fn elapsed(&self) -> Duration {
        thread_time(self.started).saturating_sub(self.before)
    }
}

/// Returns the processor time of this thread, or the time since `started` if the system does not
/// tell it.
fn thread_time(started: Instant) -> Duration {
    thread_cpu_time().unwrap_or_else(|| started.elapsed())
}
