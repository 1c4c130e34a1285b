//! The settings.

use super::{Folders, Preferences, max_threads, ron_file};
use crate::failure::Failure;
use crate::review::Thresholds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the file that this kifu writes.
const VERSION: u32 = 1;

/// What a person has set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of the file.
    pub version: u32,
    /// How the person wants things: theme, scale, language and such.
    #[serde(rename = "taste")]
    pub preferences: Preferences,
    /// Changed keys by the names of their commands.
    pub keys: BTreeMap<String, String>,
    /// The layout of the window, in the words of whoever lays it out.
    pub layout: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            preferences: Preferences::default(),
            keys: BTreeMap::new(),
            layout: String::new(),
        }
    }
}

impl Settings {
    /// Reads them; what is not there or cannot be read is as at first. And what the person should
    /// know of it.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = ron_file::read_file(&folders.config.join("settings.ron"), VERSION);
        let settings: Self = read.value.unwrap_or_default();
        (settings.clamped(), read.notes)
    }

    /// Numbers that somebody wrote by hand must not make the window unusable.
    fn clamped(mut self) -> Self {
        self.version = VERSION;
        self.preferences.scale_percent = self.preferences.scale_percent.clamp(50, 400);
        self.preferences.thread_count = self.preferences.thread_count.clamp(1, max_threads());
        self.preferences.autoplay_ms = self.preferences.autoplay_ms.clamp(10, 60_000);
        if Thresholds::from_percent(self.preferences.thresholds.percent()).is_none() {
            self.preferences.thresholds = Thresholds::default();
        }
        self
    }

    /// Writes them.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn save(&self, folders: &Folders) -> Result<(), Failure> {
        ron_file::write_file(&folders.config.join("settings.ron"), self)
    }
}
