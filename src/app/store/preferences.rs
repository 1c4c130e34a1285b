//! How a person wants the app to look and to behave.

use crate::files;
use crate::review::Thresholds;
use crate::search::Resources;
use serde::{Deserialize, Serialize};

/// The language at first, by its own name.
pub const DEFAULT_LANGUAGE: &str = "English";
/// How thoroughly a game can be reviewed: milliseconds a position.
pub const REVIEW_TIMES_MS: [u32; 3] = [30, 100, 1000];
/// The most lines that the engine shows.
pub const MAX_LINES: u8 = 5;

/// Returns the most threads on which the engine can search: one a core.
pub fn max_threads() -> u8 {
    let cores = files::thread_count(0).min(Resources::MAX_THREADS);
    u8::try_from(cores).unwrap_or(1)
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// As the desktop has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the person wants things.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Light or dark.
    pub theme: Theme,
    /// How large everything is, in percent.
    #[serde(rename = "scale")]
    pub scale_percent: u16,
    /// Letters and numbers at the board.
    pub coordinates: bool,
    /// Things may move.
    pub animations: bool,
    /// Milliseconds a ply while a game runs.
    #[serde(rename = "pace_ms")]
    pub autoplay_ms: u32,
    /// How many lines the engine shows.
    #[serde(rename = "lines")]
    pub line_count: u8,
    /// On how many threads it thinks about what is shown.
    #[serde(rename = "threads")]
    pub thread_count: u8,
    /// Milliseconds a position for the review of a game.
    pub review_ms: u32,
    /// From which loss on a move is called what.
    pub thresholds: Thresholds,
    /// Of plies that were not seen yet nothing is told.
    pub spoiler_free: bool,
    /// The language, by its own name.
    pub language: String,
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
            language: DEFAULT_LANGUAGE.to_owned(),
        }
    }
}
