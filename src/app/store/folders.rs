//! The folders in which the app stores its files.

use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use kifu_study::failure::{Failure, FailureKind};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

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
