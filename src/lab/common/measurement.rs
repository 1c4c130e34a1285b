//! Processor time, so that searches side by side do not take it from each other, and statistics:
//! means, confidence intervals and correlations.

use kifu_study::arena::process::thread_cpu_time;
use std::time::{Duration, Instant};

/// The width of a 95 % confidence interval, in standard errors to each side.
pub const Z95: f64 = 1.96;

/// Returns the mean of some numbers and its standard error.
pub fn mean_and_error(numbers: &[f64]) -> (f64, f64) {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count.max(1.0);
    let squares: f64 = numbers.iter().map(|one| (one - mean).powi(2)).sum();
    (
        mean,
        (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt(),
    )
}

/// Returns the correlation of pairs of numbers (Pearson); 0 if one of them does not vary.
pub fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let count = pairs.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let product = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    let spread = mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2));
    if spread > 0.0 {
        product / spread.sqrt()
    } else {
        0.0
    }
}

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
/// report it.
fn thread_time(started: Instant) -> Duration {
    thread_cpu_time().unwrap_or_else(|| started.elapsed())
}
