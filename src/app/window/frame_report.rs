//! How fast the window is: `kifu view --frame-report` goes through a game as somebody does who
//! drags the slider, and tells how long the frames took.

use crate::app::open_game::Navigation;
use crate::app::state::Action;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// So many frames are measured for each open game.
const FRAMES_PER_GAME: usize = 240;
/// So long a hint is waited for.
const HINT_TIMEOUT: Duration = Duration::from_secs(2);
/// So many are let pass before, while glyphs and shaders are made.
const WARM_UP_FRAMES: usize = 20;

/// A measurement in progress.
pub(super) struct FrameReport {
    started_at: Instant,
    first_frame_after: Option<Duration>,
    /// When the frame before ended.
    last_frame_at: Option<Instant>,
    frames_seen: usize,
    /// What the frames took, of the game that is measured.
    frame_times: Vec<Duration>,
    /// When the position came on the board for which a hint is awaited.
    hint_requested_at: Option<Instant>,
    /// How long the hints took, where the engine thinks along.
    hint_times: Vec<Duration>,
    text: String,
}

/// What is shown in a frame.
pub(super) struct FrameInfo<'a> {
    /// The game's id.
    pub game: &'a str,
    /// It goes on after the position that is shown.
    pub has_next: bool,
    /// There is a game after it.
    pub has_next_game: bool,
    /// Whether the engine says something of the position; `None` where it is not asked.
    pub has_hint: Option<bool>,
}

impl FrameReport {
    /// `start`: when the program was started.
    pub fn new(start: Instant) -> Self {
        Self {
            started_at: start,
            first_frame_after: None,
            last_frame_at: None,
            frames_seen: 0,
            frame_times: Vec::new(),
            hint_requested_at: None,
            hint_times: Vec::new(),
            text: String::new(),
        }
    }

    /// Told once a frame; what is to be done in the next one, if anything, the last time
    /// [`Action::QuitForSure`]. Where the engine thinks along, its hints are waited for.
    pub fn on_frame(&mut self, seen: &FrameInfo<'_>) -> Option<Action> {
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
        if let Some(has_hint) = seen.has_hint {
            let asked = *self.hint_requested_at.get_or_insert(now);
            if !has_hint && now - asked < HINT_TIMEOUT {
                return None;
            }
            self.hint_times.push(now - asked);
        }
        self.hint_requested_at = None;
        if self.frame_times.len() < FRAMES_PER_GAME {
            let go = if seen.has_next {
                Navigation::Steps(1)
            } else {
                Navigation::First
            };
            return Some(Action::Navigate(go));
        }
        self.append_summary(seen.game);
        (self.frames_seen, self.last_frame_at) = (0, None);
        Some(if seen.has_next_game {
            Action::NextRow(true)
        } else {
            Action::DiscardAndQuit
        })
    }

    fn append_summary(&mut self, game: &str) {
        let [half, most, all] = percentiles_ms(std::mem::take(&mut self.frame_times));
        // Writing into a string cannot fail.
        let _ = write!(
            self.text,
            "{game:<12} {half:>6.1} ms a frame, 95 % within {most:.1}, all within {all:.1}"
        );
        if !self.hint_times.is_empty() {
            let count = self.hint_times.len();
            let [half, most, all] = percentiles_ms(std::mem::take(&mut self.hint_times));
            let _ = write!(
                self.text,
                "; {count} hints after {half:.0} ms, 95 % within {most:.0}, all within {all:.0}"
            );
        }
        self.text.push('\n');
    }

    /// The whole report.
    pub fn text(&self) -> String {
        let first = self.first_frame_after.unwrap_or_default().as_secs_f64() * 1000.0;
        let mut text = format!("first frame after {first:.0} ms\n{}", self.text);
        if let Some(memory) = resident_memory() {
            let _ = writeln!(text, "memory {memory}");
        }
        text
    }
}

/// The middle of these times, below what 95 % of them are, and the longest; in milliseconds.
fn percentiles_ms(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    let ms = |part| at(part).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    [50, 95, 100].map(ms)
}

/// What the program holds, where the system tells.
fn resident_memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(format!("{} MB", kib / 1024))
}
