//! The options with which the app is started.

use crate::browser::{Browser, BrowserFile};
use kifu_logs::bot_output::BotPatterns;
use kifu_study::failure::Failure;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// A function that makes web pages of the games of a file: one page, or those of an event in a
/// folder. The flag says whether an existing page may be replaced.
pub type PublishPages = fn(&Path, &Path, bool) -> Result<(), Failure>;

/// The options with which the app is started.
#[derive(Clone, Debug)]
pub struct AppOptions {
    /// Files and folders to open.
    pub paths: Vec<PathBuf>,
    /// A file of records to follow while a match writes it.
    pub follow: Option<PathBuf>,
    /// The ply at which the first game opens.
    pub ply: Option<u32>,
    /// The patterns that find numbers in what bots print; `None` for the built-in ones.
    pub bot_patterns: Option<Arc<BotPatterns>>,
    /// Whether the engine runs from the start.
    pub is_engine_on: bool,
    /// Whether to go through all games, report the frame times, and quit.
    pub has_frame_report: bool,
    /// The time at which the program was started.
    pub started_at: Instant,
    /// The folder for settings and unsaved games, instead of the user's own.
    pub data_folder: Option<PathBuf>,
    /// The function that makes web pages; without it the window offers none.
    pub publish: Option<PublishPages>,
    /// The browser that the window runs in, if it does.
    pub browser: Option<Rc<dyn Browser>>,
    /// Files that the browser has read, to open.
    pub browser_files: Vec<BrowserFile>,
    /// The interval between checks whether another program has changed an opened file.
    pub watch_interval: Duration,
}

impl Default for AppOptions {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            follow: None,
            ply: None,
            bot_patterns: None,
            is_engine_on: false,
            has_frame_report: false,
            started_at: Instant::now(),
            data_folder: None,
            publish: None,
            browser: None,
            browser_files: Vec::new(),
            watch_interval: Duration::from_secs(2),
        }
    }
}
