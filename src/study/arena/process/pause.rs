//! Deadlines that do not move on while kifu itself is stopped.
//!
//! kifu may be stopped by Ctrl-Z, by SIGSTOP, or with the whole machine. The bots cannot be blamed
//! for that time. A background thread wakes up at short intervals; if nothing in kifu ran for much
//! longer than that, kifu was stopped, and all deadlines move by the length of the gap.

use std::sync::{Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which the background thread wakes up.
const HEARTBEAT: Duration = Duration::from_millis(20);
/// The length of a gap between two wake-ups above which kifu was stopped. Shorter gaps are usual on
/// a busy machine.
const MIN_PAUSE: Duration = Duration::from_millis(60);

/// The last time at which kifu is known to have run, and the total length of all pauses.
struct PauseClock {
    last_beat: Option<Instant>,
    paused: Duration,
}

static CLOCK: Mutex<PauseClock> = Mutex::new(PauseClock {
    last_beat: None,
    paused: Duration::ZERO,
});

impl PauseClock {
    /// Notes that kifu runs at this time, and adds the gap before it if that was a pause.
    fn beat(&mut self, now: Instant) {
        let gap = self
            .last_beat
            .map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        if gap > MIN_PAUSE {
            self.paused += gap.saturating_sub(HEARTBEAT);
        }
        self.last_beat = self.last_beat.max(Some(now));
    }
}

/// Returns the current time and the total length of all pauses up to it.
fn now_and_paused() -> (Instant, Duration) {
    static HEART: Once = Once::new();
    HEART.call_once(|| {
        let heart = std::thread::Builder::new().name("heartbeat".to_owned());
        // Without the thread, only the gaps between two calls could be measured, which say nothing.
        let started = heart.spawn(|| {
            loop {
                lock().beat(Instant::now());
                std::thread::sleep(HEARTBEAT);
            }
        });
        if started.is_ok() {
            lock().last_beat = Some(Instant::now());
        }
    });
    let mut clock = lock();
    // The time is taken under the lock, so that no later beat precedes it.
    let now = Instant::now();
    if clock.last_beat.is_some() {
        clock.beat(now);
    }
    (now, clock.paused)
}

fn lock() -> std::sync::MutexGuard<'static, PauseClock> {
    CLOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A measurement of time that leaves out the pauses of kifu itself.
#[derive(Clone, Copy, Debug)]
pub(in crate::arena) struct PausableTimer {
    began: Instant,
    paused_before: Duration,
}

impl PausableTimer {
    /// Starts a measurement.
    pub fn start() -> Self {
        let (began, paused_before) = now_and_paused();
        Self {
            began,
            paused_before,
        }
    }

    /// Returns the time since the start during which kifu was not stopped.
    pub fn elapsed(&self) -> Duration {
        let (now, paused) = now_and_paused();
        let paused = paused.saturating_sub(self.paused_before);
        now.saturating_duration_since(self.began)
            .saturating_sub(paused)
    }

    /// Returns the time since the start during which kifu was stopped.
    pub fn paused(&self) -> Duration {
        now_and_paused().1.saturating_sub(self.paused_before)
    }

    /// Returns the end of a time limit that began with the measurement; `None` never ends.
    pub const fn deadline(self, limit: Option<Duration>) -> Deadline {
        Deadline { timer: self, limit }
    }
}

/// The end of a time limit, which moves while kifu is stopped.
#[derive(Clone, Copy, Debug)]
pub(in crate::arena) struct Deadline {
    timer: PausableTimer,
    limit: Option<Duration>,
}

impl Deadline {
    /// Returns the deadline after this time from now.
    pub fn after(limit: Duration) -> Self {
        PausableTimer::start().deadline(Some(limit))
    }

    /// Reports whether the time has run out.
    pub fn has_passed(&self) -> bool {
        self.limit
            .is_some_and(|limit| self.timer.elapsed() >= limit)
    }

    /// Returns the earlier of this deadline and a time from now.
    pub fn min_from_now(&self, interval: Duration) -> Instant {
        let remaining = self
            .limit
            .map(|limit| limit.saturating_sub(self.timer.elapsed()));
        Instant::now() + remaining.map_or(interval, |remaining| remaining.min(interval))
    }
}
