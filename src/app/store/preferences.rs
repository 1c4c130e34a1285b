//! User preferences for the look and behaviour of the app.

use super::NewGameChoices;
use kifu_core::search::Resources;
use kifu_logs::files;
use kifu_study::review::Thresholds;
use serde::{Deserialize, Serialize};

/// The selectable thoroughness of reviews, in milliseconds per position.
pub const REVIEW_TIMES_MS: [u32; 3] = [30, 100, 1000];
/// The names of [`REVIEW_TIMES_MS`].
pub const REVIEW_TIME_NAMES: [&str; 3] = ["Quick", "Standard", "Deep"];
/// The maximum number of engine lines.
pub const MAX_LINES: u8 = 5;

/// Returns the maximum number of search threads: one per core.
pub fn max_threads() -> u8 {
    let cores = files::thread_count(0).min(Resources::MAX_THREADS);
    u8::try_from(cores).unwrap_or(1)
}

/// The colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// The theme of the desktop.
    #[default]
    System,
    /// The light theme.
    Light,
    /// The dark theme.
    Dark,
}

impl Theme {
    /// Returns the name of the theme.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

/// User preferences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The colour theme.
    pub theme: Theme,
    /// The scale of the window, in percent.
    #[serde(rename = "scale")]
    pub scale_percent: u16,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// Whether animations are shown.
    pub animations: bool,
    /// The pace of autoplay, in milliseconds per ply.
    #[serde(rename = "pace_ms")]
    pub autoplay_ms: u32,
    /// The number of engine lines shown.
    #[serde(rename = "lines")]
    pub line_count: u8,
    /// The number of search threads for live analysis.
    #[serde(rename = "threads")]
    pub thread_count: u8,
    /// The review time, in milliseconds per position.
    pub review_ms: u32,
    /// The losses from which a move is an inaccuracy, a mistake or a blunder.
    pub thresholds: Thresholds,
    /// Whether information about plies not seen yet is hidden.
    pub spoiler_free: bool,
    /// The choices for the next new game.
    pub new_game: NewGameChoices,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale_percent: 100,
            coordinates: true,
            animations: true,
            autoplay_ms: 800,
            line_count: 3,
            thread_count: 1,
            review_ms: REVIEW_TIMES_MS[1],
            thresholds: Thresholds::default(),
            spoiler_free: false,
            new_game: NewGameChoices::default(),
        }
    }
}

impl Preferences {
    /// Returns the preferences with all values in their ranges, so that none of them makes the
    /// window unusable.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        self.scale_percent = self.scale_percent.clamp(50, 400);
        self.thread_count = self.thread_count.clamp(1, max_threads());
        self.line_count = self.line_count.clamp(1, MAX_LINES);
        self.autoplay_ms = self.autoplay_ms.clamp(10, 60_000);
        if Thresholds::from_percent(self.thresholds.percent()).is_none() {
            self.thresholds = Thresholds::default();
        }
        self
    }
}
