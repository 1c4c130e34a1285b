//! How fast the window is: `kifu view --frame-report` goes through a game as somebody does who
//! drags the slider, and tells how long the frames took.

use crate::app::state::Action;
use crate::app::study::Go;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// So many frames are measured for each open game.
const FRAMES: usize = 240;
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
    text: String,
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
            text: String::new(),
        }
    }

    /// Told once a frame; what is to be done in the next one, the last time [`Action::Quit`].
    /// `game` is what is shown, and `has_next` whether it goes on.
    pub fn frame(&mut self, game: &str, has_next: bool, more_games: bool) -> Action {
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
        if self.frames.len() < FRAMES {
            let go = if has_next { Go::By(1) } else { Go::First };
            return Action::Go(go);
        }
        self.tell(game);
        (self.warm, self.last) = (0, None);
        if more_games {
            Action::NextRow(true)
        } else {
            Action::QuitForSure
        }
    }

    fn tell(&mut self, game: &str) {
        let mut frames = std::mem::take(&mut self.frames);
        frames.sort_unstable();
        let at = |part: usize| frames[(frames.len() * part / 100).min(frames.len() - 1)];
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let [half, most, all] = [at(50), at(95), at(100)].map(ms);
        // Writing into a string cannot fail.
        let _ = writeln!(
            self.text,
            "{game:<12} {half:>6.1} ms a frame, 95 % within {most:.1}, all within {all:.1}"
        );
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

/// What the program holds, where the system tells.
fn memory() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kib: u64 = line.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(format!("{} MB", kib / 1024))
}
