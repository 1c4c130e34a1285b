//! The settings file.

use super::{Folders, Preferences, ron_file};
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The version of the file.
    pub version: u32,
    /// User preferences: theme, scale and so on.
    #[serde(rename = "taste")]
    pub preferences: Preferences,
    /// Changed keys, by command id.
    pub keys: BTreeMap<String, String>,
    /// The layout of the window, as a text that only the window interprets.
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
    /// Reads the settings, using defaults for anything missing or unreadable.
    ///
    /// The second value holds messages for the user.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = ron_file::read_file(&folders.config.join("settings.ron"), VERSION);
        let settings: Self = read.value.unwrap_or_default();
        (settings.clamped(), read.notes)
    }

    /// Clamps values edited by hand, so that they cannot make the window unusable.
    fn clamped(mut self) -> Self {
        self.version = VERSION;
        self.preferences = self.preferences.clamped();
        self
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, folders: &Folders) -> Result<(), Failure> {
        ron_file::write_file(&folders.config.join("settings.ron"), self)
    }
}
