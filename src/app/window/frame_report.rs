//! Measurement of frame times: `kifu view --frame-report` steps through a game as a user does who
//! drags the slider, and reports how long the frames take.

use crate::open_game::Navigation;
use crate::state::{Action, Effect, TabAction};
use std::fmt::Write as _;
use std::time::Duration;
use web_time::Instant;

/// The number of frames measured for each open game.
const FRAMES_PER_GAME: usize = 240;
/// The maximum time to wait for a hint.
const HINT_TIMEOUT: Duration = Duration::from_secs(2);
/// The number of frames not measured at first, while glyphs and shaders are created.
const WARM_UP_FRAMES: usize = 20;

/// A measurement in progress.
pub(super) struct FrameReport {
    started_at: Instant,
    first_frame_after: Option<Duration>,
    /// The time at which the last frame ended.
    last_frame_at: Option<Instant>,
    frames_seen: usize,
    /// The frame times of the current game.
    frame_times: Vec<Duration>,
    /// The time at which the position appeared for which a hint is awaited.
    hint_requested_at: Option<Instant>,
    /// The times until a hint appeared, if live analysis is on.
    hint_times: Vec<Duration>,
    text: String,
}

/// The state of the window in a frame.
pub(super) struct FrameInfo<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// Whether the game continues after the current position.
    pub has_next: bool,
    /// Whether there is another game after it.
    pub has_next_game: bool,
    /// Whether a hint is shown for the position; `None` if live analysis is off.
    pub has_hint: Option<bool>,
}

impl FrameReport {
    /// Creates a measurement for a program that was started at `started_at`.
    pub fn new(started_at: Instant) -> Self {
        Self {
            started_at,
            first_frame_after: None,
            last_frame_at: None,
            frames_seen: 0,
            frame_times: Vec::new(),
            hint_requested_at: None,
            hint_times: Vec::new(),
            text: String::new(),
        }
    }

    /// Records a frame. Returns the action for the next frame, if any; the last one is
    /// [`TabAction::DiscardAndQuit`]. With live analysis on, waits for a hint in each position.
    pub fn on_frame(&mut self, frame: &FrameInfo<'_>) -> Option<Action> {
        let now = Instant::now();
        if self.first_frame_after.is_none() {
            self.first_frame_after = Some(now - self.started_at);
        }
        if let Some(last) = self.last_frame_at.replace(now) {
            self.frames_seen += 1;
            if self.frames_seen > WARM_UP_FRAMES {
                self.frame_times.push(now - last);
            }
        }
        if let Some(has_hint) = frame.has_hint {
            let requested_at = *self.hint_requested_at.get_or_insert(now);
            if !has_hint && now - requested_at < HINT_TIMEOUT {
                return None;
            }
            self.hint_times.push(now - requested_at);
        }
        self.hint_requested_at = None;
        if self.frame_times.len() < FRAMES_PER_GAME {
            let navigation = if frame.has_next {
                Navigation::Steps(1)
            } else {
                Navigation::First
            };
            return Some(Action::Navigate(navigation));
        }
        self.append_summary(frame.game);
        (self.frames_seen, self.last_frame_at) = (0, None);
        Some(if frame.has_next_game {
            Action::Outside(Effect::OpenNextRow(true))
        } else {
            Action::Tab(TabAction::DiscardAndQuit)
        })
    }

    fn append_summary(&mut self, game: &str) {
        let [median, p95, max] = percentiles_ms(std::mem::take(&mut self.frame_times));
        // Writing to a string cannot fail.
        let _ = write!(
            self.text,
            "{game:<12} {median:>6.1} ms a frame, 95 % within {p95:.1}, all within {max:.1}"
        );
        if !self.hint_times.is_empty() {
            let count = self.hint_times.len();
            let [median, p95, max] = percentiles_ms(std::mem::take(&mut self.hint_times));
            let _ = write!(
                self.text,
                "; {count} hints after {median:.0} ms, 95 % within {p95:.0}, all within {max:.0}"
            );
        }
        self.text.push('\n');
    }

    /// Returns the whole report.
    pub fn text(&self) -> String {
        let first = self.first_frame_after.unwrap_or_default().as_secs_f64() * 1000.0;
        let mut text = format!("first frame after {first:.0} ms\n{}", self.text);
        if let Some(memory) = resident_memory() {
            let _ = writeln!(text, "memory {memory}");
        }
        text
    }
}

/// Returns the median, the 95th percentile and the maximum of these times, in milliseconds.
fn percentiles_ms(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort_unstable();
    let percentile = |percent: usize| {
        times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)))
    };
    let ms = |percent| percentile(percent).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    [50, 95, 100].map(ms)
}

/// Returns the resident memory of the program, if the system reports it.
fn resident_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(format!("{} MB", kib / 1024))
}
