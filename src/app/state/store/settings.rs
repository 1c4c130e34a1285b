//! The settings.

use super::{Folders, disk};
use crate::app::state::{Taste, most_threads};
use crate::files::Failure;
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
    pub taste: Taste,
    /// Changed keys by the names of their commands; see [`Keys`](crate::app::state::Keys).
    pub keys: BTreeMap<String, String>,
    /// The layout of the window, in the words of whoever lays it out.
    pub layout: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            version: VERSION,
            taste: Taste::default(),
            keys: BTreeMap::new(),
            layout: String::new(),
        }
    }
}

impl Settings {
    /// Reads them; what is not there or cannot be read is as at first. And what the person should
    /// know of it.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = disk::read(&folders.config.join("settings.ron"), VERSION);
        let settings: Self = read.value.unwrap_or_default();
        (settings.sane(), read.notes)
    }

    /// Numbers that somebody wrote by hand must not make the window unusable.
    fn sane(mut self) -> Self {
        self.version = VERSION;
        self.taste.scale = self.taste.scale.clamp(50, 400);
        self.taste.threads = self.taste.threads.clamp(1, most_threads());
        self.taste.pace_ms = self.taste.pace_ms.clamp(10, 60_000);
        if Thresholds::from_percent(self.taste.thresholds.percent()).is_none() {
            self.taste.thresholds = Thresholds::default();
        }
        self
    }

    /// Writes them.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn save(&self, folders: &Folders) -> Result<(), Failure> {
        disk::write(&folders.config.join("settings.ron"), self)
    }
}
