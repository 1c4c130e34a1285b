//! How fast the window is: `kifu view --frame-report` goes through a game as somebody does who
//! drags the slider, and tells how long the frames took.

use crate::app::state::Action;
use crate::app::study::Go;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// So many frames are measured for each open game.
const FRAMES: usize = 240;
/// So long a hint is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many are let pass before, while glyphs and shaders are made.
const WARM_UP: usize = 20;

/// A measurement in progress.
pub(super) struct Report {
    start: Instant,
    first: Option<Duration>,
    /// When the frame before ended.
    last: Option<Instant>,
    warm: usize,
    /// What the frames took, of the game that is measured.
    frames: Vec<Duration>,
    /// When the position came on the board for which a hint is awaited.
    asked: Option<Instant>,
    /// How long the hints took, where the engine thinks along.
    hints: Vec<Duration>,
    text: String,
}

/// What is shown in a frame.
pub(super) struct Seen<'a> {
    /// The game's id.
    pub game: &'a str,
    /// It goes on after the position that is shown.
    pub has_next: bool,
    /// There is a game after it.
    pub more_games: bool,
    /// Whether the engine says something of the position; `None` where it is not asked.
    pub has_hint: Option<bool>,
}

impl Report {
    /// `start`: when the program was started.
    pub fn new(start: Instant) -> Self {
        Self {
            start,
            first: None,
            last: None,
            warm: 0,
            frames: Vec::new(),
            asked: None,
            hints: Vec::new(),
            text: String::new(),
        }
    }

    /// Told once a frame; what is to be done in the next one, if anything, the last time
    /// [`Action::QuitForSure`]. Where the engine thinks along, its hints are waited for.
    pub fn frame(&mut self, seen: &Seen<'_>) -> Option<Action> {
        let now = Instant::now();
        if self.first.is_none() {
            self.first = Some(now - self.start);
        }
        if let Some(last) = self.last.replace(now) {
            self.warm += 1;
            if self.warm > WARM_UP {
                self.frames.push(now - last);
            }
        }
        if let Some(has_hint) = seen.has_hint {
            let asked = *self.asked.get_or_insert(now);
            if !has_hint && now - asked < PATIENCE {
                return None;
            }
            self.hints.push(now - asked);
        }
        self.asked = None;
        if self.frames.len() < FRAMES {
            let go = if seen.has_next { Go::By(1) } else { Go::First };
            return Some(Action::Go(go));
        }
        self.tell(seen.game);
        (self.warm, self.last) = (0, None);
        Some(if seen.more_games {
            Action::NextRow(true)
        } else {
            Action::QuitForSure
        })
    }

    fn tell(&mut self, game: &str) {
        let [half, most, all] = spread(std::mem::take(&mut self.frames));
        // Writing into a string cannot fail.
        let _ = write!(
            self.text,
            "{game:<12} {half:>6.1} ms a frame, 95 % within {most:.1}, all within {all:.1}"
        );
        if !self.hints.is_empty() {
            let count = self.hints.len();
            let [half, most, all] = spread(std::mem::take(&mut self.hints));
            let _ = write!(
                self.text,
                "; {count} hints after {half:.0} ms, 95 % within {most:.0}, all within {all:.0}"
            );
        }
        self.text.push('\n');
    }

    /// The whole report.
    pub fn text(&self) -> String {
        let first = self.first.unwrap_or_default().as_secs_f64() * 1000.0;
        let mut text = format!("first frame after {first:.0} ms\n{}", self.text);
        if let Some(memory) = memory() {
            let _ = writeln!(text, "memory {memory}");
        }
        text
    }
}

/// The middle of these times, below what 95 % of them are, and the longest; in milliseconds.
fn spread(mut times: Vec<Duration>) -> [f64; 3] {
    times.sort_unstable();
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    let ms = |part| at(part).map_or(0.0, |time| time.as_secs_f64() * 1000.0);
    [50, 95, 100].map(ms)
}

/// What the program holds, where the system tells.
fn memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(format!("{} MB", kib / 1024))
}
