//! The limits of a search, and the budget that keeps it within them.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of a search. Without any, it runs until everything is proven, or for ever.
///
/// This layer reads no clock: a caller that limits the time also provides a way to read it.
///
/// ```
/// use kifu_core::search::Limits;
/// use std::time::{Duration, Instant};
///
/// let by_nodes = Limits::nodes(10_000);
/// assert_eq!(by_nodes.time, None);
///
/// let start = Instant::now();
/// let elapsed = || start.elapsed();
/// let by_time = Limits::time(Duration::from_millis(100), &elapsed);
/// assert_eq!(by_time.nodes, None);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The maximum number of nodes; see [`SearchResult::nodes`](super::SearchResult::nodes).
    pub nodes: Option<u64>,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum time, as measured by `elapsed`.
    pub time: Option<Duration>,
    /// The number of nodes before which the time does not end the search.
    pub min_nodes: u64,
    /// Returns the time since the search began. If the time is not limited, this only determines
    /// when intermediate results are due.
    pub elapsed: Option<&'a (dyn Fn() -> Duration + Sync)>,
    /// A flag that the caller sets to end the search.
    pub stop: Option<&'a AtomicBool>,
    /// A flag that is set when another search of the same position has finished.
    pub peer_done: Option<&'a AtomicBool>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            nodes, depth, time, ..
        } = self;
        write!(f, "Limits({nodes:?} nodes, depth {depth:?}, {time:?})")
    }
}

impl<'a> Limits<'a> {
    /// Creates limits of a number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Creates limits of time, as measured by `elapsed`.
    pub fn time(time: Duration, elapsed: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        Self {
            time: Some(time),
            elapsed: Some(elapsed),
            ..Self::default()
        }
    }

    /// Returns the limits with a number of nodes that are searched however long they take.
    ///
    /// On a busy machine a short time may pass before a search has seen anything.
    #[must_use]
    pub const fn at_least(self, min_nodes: u64) -> Self {
        Self { min_nodes, ..self }
    }

    /// Returns the limits with a flag that ends the search when it is set.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }
}

/// The time that may pass between two readings of the clock.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_micros(500);
/// The maximum number of nodes between two readings of the clock.
///
/// If much is proven, a node takes almost no time, and the next one may be a whole game again.
const MAX_NODES_BETWEEN_CHECKS: u64 = 32;
/// The time until the first intermediate result: too short for a waiting person to notice.
const FIRST_REPORT_DELAY: Duration = Duration::from_millis(20);
/// The time between later intermediate results.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// A counter that keeps a search within its limits.
///
/// It counts nodes, and reads the clock often enough for the search to stop within a few
/// milliseconds, but not more often.
pub struct SearchBudget<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// The number of nodes at which the clock is read next.
    next_check: u64,
    /// The number of nodes between two readings.
    check_interval: u64,
    last_check: Duration,
    /// The time at which the next intermediate result is due.
    next_report: Duration,
    report_due: bool,
    /// The number of nodes at which the next one is due if there is no clock.
    next_report_nodes: u64,
    is_exhausted: bool,
}

impl<'a> SearchBudget<'a> {
    /// Creates the budget of a search that starts now.
    pub fn new(limits: Limits<'a>) -> Self {
        let now = limits.elapsed.map_or(Duration::ZERO, |elapsed| elapsed());
        Self {
            limits,
            nodes: 0,
            next_check: 1,
            check_interval: 1,
            last_check: now,
            next_report: now + FIRST_REPORT_DELAY,
            report_due: false,
            next_report_nodes: 4096,
            is_exhausted: limits.nodes == Some(0)
                || limits.min_nodes == 0 && limits.time.is_some_and(|time| now >= time),
        }
    }

    /// Returns the number of nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reports whether the search must stop.
    pub const fn exhausted(&self) -> bool {
        self.is_exhausted
    }

    /// Counts a node, and returns whether the search must stop. Once that is true, it stays true.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.count_nodes(1)
    }

    /// Counts several nodes, and returns whether the search must stop.
    ///
    /// There should be well below 10 ms of work between two calls.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.is_exhausted = true;
        }
        if self.nodes >= self.next_check {
            self.check_clock();
        }
        self.is_exhausted
    }

    /// Reports whether an intermediate result is due, and resets that until the next one.
    pub fn take_report_due(&mut self) -> bool {
        std::mem::take(&mut self.report_due)
    }

    #[cold]
    fn check_clock(&mut self) {
        let stopped = self.limits.stop.or(self.limits.peer_done);
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|it| it.load(Ordering::Relaxed));
        self.is_exhausted |= is_set(self.limits.stop) || is_set(self.limits.peer_done);
        let Some(elapsed) = self.limits.elapsed else {
            // Somebody else's flag is cheap to look at, and a node may take a millisecond.
            let stride = if stopped.is_some() { 1 } else { 1024 };
            self.next_check = self.nodes + stride;
            if self.nodes >= self.next_report_nodes {
                self.report_due = true;
                self.next_report_nodes = 2 * self.nodes;
            }
            return;
        };
        let now = elapsed();
        self.is_exhausted |=
            self.nodes >= self.limits.min_nodes && self.limits.time.is_some_and(|time| now >= time);
        if now >= self.next_report {
            self.report_due = true;
            self.next_report = now + REPORT_INTERVAL;
        }
        let since = now.saturating_sub(self.last_check);
        self.last_check = now;
        if since < CLOCK_CHECK_INTERVAL / 2 {
            self.check_interval = (self.check_interval * 2).min(MAX_NODES_BETWEEN_CHECKS);
        } else if since > CLOCK_CHECK_INTERVAL {
            self.check_interval = (self.check_interval / 2).max(1);
        }
        self.next_check = self.nodes + self.check_interval;
    }
}
