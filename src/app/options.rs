//! What the app is started with.

use std::path::PathBuf;
use std::time::Instant;

/// What the app is started with.
#[derive(Clone, Debug)]
pub struct AppOptions {
    /// Files and folders to open.
    pub paths: Vec<PathBuf>,
    /// The ply to go to in the first game.
    pub ply: Option<u32>,
    /// The engine thinks along from the start.
    pub is_engine_on: bool,
    /// Go through all games, tell how long the frames took, and end.
    pub has_frame_report: bool,
    /// When the program was started.
    pub started_at: Instant,
    /// The folder for settings and unsaved games, in the place of the person's own.
    pub data_folder: Option<PathBuf>,
}

impl Default for AppOptions {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            ply: None,
            is_engine_on: false,
            has_frame_report: false,
            started_at: Instant::now(),
            data_folder: None,
        }
    }
}
