//! The settings file.

use super::{Preferences, ron_file};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use kifu_study::failure::{Failure, FailureKind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;
/// The maximum time for which a change waits for other kifus.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(2);

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

    /// Parses settings that a browser has stored; the second value holds messages for the user.
    pub fn parse(text: &str) -> (Self, Vec<String>) {
        match ron_file::parse_text::<Self>(text) {
            Ok(settings) => (settings.clamped(), Vec::new()),
            Err(reason) => {
                let note = format!("The stored settings cannot be read: {reason}");
                (Self::default(), vec![note])
            }
        }
    }

    /// Returns the settings as text.
    ///
    /// # Errors
    /// Returns an error if a value cannot be written.
    pub fn to_text(&self) -> Result<String, Failure> {
        ron_file::to_text(self)
            .map_err(|error| Failure::new(FailureKind::Internal, error.to_string()))
    }

    /// Clamps values edited by hand, so that they cannot make the window unusable.
    fn clamped(mut self) -> Self {
        self.version = VERSION;
        self.preferences = self.preferences.clamped();
        self
    }

    /// Writes what has changed since `base` onto what is on disk, because other windows may have
    /// changed something else.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save_changes(&self, base: &Self, folders: &Folders) -> Result<(), Failure> {
        ron_file::create_folder(&folders.config)?;
        // Another kifu that does not respond must not keep this one from its settings.
        let lock = ron_file::lock(&folders.config.join("settings.lock"), MAX_LOCK_WAIT);
        let (disk, _) = Self::load(folders);
        let values = [base, self, &disk].map(serde_json::to_value);
        let merged = match values {
            [Ok(base), Ok(own), Ok(disk)] => {
                let merged = merged_value(&base, own, disk);
                serde_json::from_value(merged).unwrap_or_else(|_| self.clone())
            }
            _ => self.clone(),
        };
        let written = merged.save(folders);
        drop(lock);
        written
    }

    /// Writes the settings.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, folders: &Folders) -> Result<(), Failure> {
        ron_file::write_file(&folders.config.join("settings.ron"), self)
    }
}

/// Returns the own value where it differs from the base, and the value on disk elsewhere.
fn merged_value(base: &Value, own: Value, disk: Value) -> Value {
    match (base, own, disk) {
        (Value::Object(base), Value::Object(own), Value::Object(mut disk)) => {
            for (name, known) in base {
                if !own.contains_key(name) && disk.get(name) == Some(known) {
                    disk.remove(name);
                }
            }
            for (name, own) in own {
                let known = base.get(&name).unwrap_or(&Value::Null);
                let merged = match disk.remove(&name) {
                    Some(disk) => merged_value(known, own, disk),
                    // It was removed by somebody else.
                    None if *known == own => continue,
                    None => own,
                };
                disk.insert(name, merged);
            }
            Value::Object(disk)
        }
        // The players of a new game.
        (Value::Array(base), Value::Array(own), Value::Array(disk))
            if base.len() == own.len() && own.len() == disk.len() =>
        {
            let values = base.iter().zip(own).zip(disk);
            let merged = values.map(|((base, own), disk)| merged_value(base, own, disk));
            Value::Array(merged.collect())
        }
        (base, own, disk) if *base == own => disk,
        (_, own, _) => own,
    }
}

// The folders in which the app stores its files.

/// The environment variable that names a single folder for all files of the app.
const HOME_VARIABLE: &str = "KIFU_HOME";

/// The folders of the app, which need not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// The folder of the settings.
    pub config: PathBuf,
    /// The folder of the data.
    pub data: PathBuf,
}

impl Folders {
    /// Returns the folders given by the environment and the system.
    ///
    /// `KIFU_HOME` comes first. Otherwise these are `XDG_CONFIG_HOME` and `XDG_DATA_HOME` on Linux
    /// (or `~/.config` and `~/.local/share`), the roaming application data on Windows, and
    /// `~/Library` on a Mac.
    ///
    /// # Errors
    /// Returns an error if the user has no home folder.
    pub fn from_environment() -> Result<Self, Failure> {
        Self::from_home_variable(std::env::var_os(HOME_VARIABLE))
    }

    fn from_home_variable(home: Option<OsString>) -> Result<Self, Failure> {
        if let Some(home) = home.filter(|home| !home.is_empty()) {
            return Ok(Self::all_in(Path::new(&home)));
        }
        let name = AppStrategyArgs {
            top_level_domain: String::new(),
            author: String::new(),
            app_name: "kifu".to_owned(),
        };
        let system = choose_native_strategy(name).map_err(|_| {
            let message = "expected a home folder for the settings, found none";
            let hint = format!("set {HOME_VARIABLE} to a folder");
            Failure::new(FailureKind::Input, message).hint(hint)
        })?;
        Ok(Self {
            config: system.config_dir(),
            data: system.data_dir(),
        })
    }

    /// Creates folders that all lie in `folder`.
    pub fn all_in(folder: &Path) -> Self {
        Self {
            config: folder.to_owned(),
            data: folder.to_owned(),
        }
    }
}
