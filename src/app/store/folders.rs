//! Where things are kept.

use crate::failure::{Failure, FailureKind};
use etcetera::app_strategy::{AppStrategy, AppStrategyArgs, choose_native_strategy};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The variable that names one folder for all that the app keeps.
const HOME_VARIABLE: &str = "KIFU_HOME";

/// The folders of the app. They need not be there yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Of settings.
    pub config: PathBuf,
    /// Of data.
    pub data: PathBuf,
}

impl Folders {
    /// As the environment and the system say: `KIFU_HOME`, else on Linux `XDG_CONFIG_HOME` and
    /// `XDG_DATA_HOME` (or `~/.config`, `~/.local/share`), on Windows the roaming application
    /// data, on a Mac `~/Library`.
    ///
    /// # Errors
    /// The person has no home folder.
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

    /// All in one folder.
    pub fn all_in(folder: &Path) -> Self {
        Self {
            config: folder.to_owned(),
            data: folder.to_owned(),
        }
    }
}
