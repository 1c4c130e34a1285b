use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a brain may think. Without a limit it thinks until everything is proven, or for ever.
///
/// This layer knows no clock: who sets a time hands in the way to read one.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// So many nodes; see [`Report::nodes`](super::Report::nodes).
    pub nodes: Option<u64>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// Until `elapsed` gives so much.
    pub time: Option<Duration>,
    /// The time since the thinking began. Never looked at while only nodes are limited, except to
    /// tell when a report on the way is due.
    pub elapsed: Option<&'a (dyn Fn() -> Duration + Sync)>,
    /// Set by somebody else to end the thinking.
    pub stop: Option<&'a AtomicBool>,
    /// Set by one that thinks of the same beside this one and has found all that was asked.
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
    /// So many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So much time by the given clock.
    pub fn time(time: Duration, elapsed: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        Self {
            time: Some(time),
            elapsed: Some(elapsed),
            ..Self::default()
        }
    }

    /// Somebody may set `stop` to end the thinking.
    #[must_use]
    pub fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self {
            stop: Some(stop),
            ..self
        }
    }
}

/// How much time may pass between two looks at the clock.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_micros(500);
/// And how many nodes at most: where much is proven a node takes no time at all, and the next one
/// may be a whole game again.
const MAX_NODES_BETWEEN_CHECKS: u64 = 32;
/// When the first report on the way is due: who waits for it sees no gap.
const FIRST_REPORT_DELAY: Duration = Duration::from_millis(20);
/// How often one is due after that.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);

/// Keeps a search within its limits: it counts nodes, and looks at the clock so often that it
/// stops within a few milliseconds, but no oftener.
pub struct SearchBudget<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// The clock is looked at again when so many nodes are counted.
    next_check: u64,
    /// How many nodes lie between two looks.
    check_interval: u64,
    last_check: Duration,
    /// When the next report is due.
    next_report: Duration,
    report_due: bool,
    /// Without a clock reports are due at powers of two.
    next_report_nodes: u64,
    is_up: bool,
}

impl<'a> SearchBudget<'a> {
    /// Starts.
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
            is_up: limits.nodes == Some(0) || limits.time.is_some_and(|time| now >= time),
        }
    }

    /// Nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search must stop.
    pub const fn exhausted(&self) -> bool {
        self.is_up
    }

    /// Counts a node; whether the search must stop after it. Once it must, it must for ever.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        self.count_nodes(1)
    }

    /// Counts so many nodes at once. Between two calls there should be well below 10 ms of work.
    #[inline]
    pub fn count_nodes(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.is_up = true;
        }
        if self.nodes >= self.next_check {
            self.check_clock();
        }
        self.is_up
    }

    /// Whether a report on the way is due; asked again, it is not for a while.
    pub fn take_report_due(&mut self) -> bool {
        std::mem::take(&mut self.report_due)
    }

    #[cold]
    fn check_clock(&mut self) {
        let stopped = self.limits.stop.or(self.limits.peer_done);
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|it| it.load(Ordering::Relaxed));
        self.is_up |= is_set(self.limits.stop) || is_set(self.limits.peer_done);
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
        self.is_up |= self.limits.time.is_some_and(|time| now >= time);
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
