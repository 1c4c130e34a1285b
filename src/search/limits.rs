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
    pub enough: Option<&'a AtomicBool>,
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
const LOOK: Duration = Duration::from_micros(500);
/// And how many nodes at most: where much is proven a node takes no time at all, and the next one
/// may be a whole game again.
const MOST_NODES: u64 = 32;
/// When the first report on the way is due: who waits for it sees no gap.
const FIRST_REPORT: Duration = Duration::from_millis(20);
/// How often one is due after that.
const REPORT: Duration = Duration::from_millis(100);

/// Keeps a search within its limits: it counts nodes, and looks at the clock so often that it
/// stops within a few milliseconds, but no oftener.
pub struct Watch<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// The clock is looked at again when so many nodes are counted.
    look_at: u64,
    /// How many nodes lie between two looks.
    stride: u64,
    looked: Duration,
    /// When the next report is due.
    report_at: Duration,
    is_due: bool,
    /// Without a clock reports are due at powers of two.
    due_at: u64,
    is_up: bool,
}

impl<'a> Watch<'a> {
    /// Starts.
    pub fn new(limits: Limits<'a>) -> Self {
        let now = limits.elapsed.map_or(Duration::ZERO, |elapsed| elapsed());
        Self {
            limits,
            nodes: 0,
            look_at: 1,
            stride: 1,
            looked: now,
            report_at: now + FIRST_REPORT,
            is_due: false,
            due_at: 4096,
            is_up: limits.nodes == Some(0) || limits.time.is_some_and(|time| now >= time),
        }
    }

    /// Nodes counted so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search must stop.
    pub const fn is_up(&self) -> bool {
        self.is_up
    }

    /// Counts a node; whether the search must stop after it. Once it must, it must for ever.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.count_many(1)
    }

    /// Counts so many nodes at once. Between two calls there should be well below 10 ms of work.
    #[inline]
    pub fn count_many(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.is_up = true;
        }
        if self.nodes >= self.look_at {
            self.look();
        }
        self.is_up
    }

    /// Whether a report on the way is due; asked again, it is not for a while.
    pub fn report_is_due(&mut self) -> bool {
        std::mem::take(&mut self.is_due)
    }

    #[cold]
    fn look(&mut self) {
        let stopped = self.limits.stop.or(self.limits.enough);
        let is_set = |flag: Option<&AtomicBool>| flag.is_some_and(|it| it.load(Ordering::Relaxed));
        self.is_up |= is_set(self.limits.stop) || is_set(self.limits.enough);
        let Some(elapsed) = self.limits.elapsed else {
            // Somebody else's flag is cheap to look at, and a node may take a millisecond.
            let stride = if stopped.is_some() { 1 } else { 1024 };
            self.look_at = self.nodes + stride;
            if self.nodes >= self.due_at {
                self.is_due = true;
                self.due_at = 2 * self.nodes;
            }
            return;
        };
        let now = elapsed();
        self.is_up |= self.limits.time.is_some_and(|time| now >= time);
        if now >= self.report_at {
            self.is_due = true;
            self.report_at = now + REPORT;
        }
        let since = now.saturating_sub(self.looked);
        self.looked = now;
        if since < LOOK / 2 {
            self.stride = (self.stride * 2).min(MOST_NODES);
        } else if since > LOOK {
            self.stride = (self.stride / 2).max(1);
        }
        self.look_at = self.nodes + self.stride;
    }
}
