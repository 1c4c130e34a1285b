//! The list of recent files, shared by all running kifus: every change starts from the list on
//! disk.

use super::{Folders, ron_file};
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;
/// The maximum length of the list.
const MAX_RECENT_FILES: usize = 20;
/// The maximum time for which a change waits for other kifus. They hold the lock while they sync a
/// file, which takes seconds on a busy disk.
const MAX_LOCK_WAIT: Duration = Duration::from_secs(5);

/// A file or folder that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentFile {
    /// The path.
    pub path: PathBuf,
    /// Whether it is a folder.
    #[serde(default)]
    #[serde(rename = "folder")]
    pub is_folder: bool,
    /// The number of games in it; 0 if unknown.
    #[serde(default)]
    #[serde(rename = "games")]
    pub game_count: u64,
}

/// Recently opened files and folders, most recent first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecentFiles {
    version: u32,
    /// The entries.
    pub list: Vec<RecentFile>,
}

impl RecentFiles {
    /// Reads the list. The second value holds messages for the user.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = ron_file::read_file(&list_path(folders), VERSION);
        let mut recent: Self = read.value.unwrap_or_default();
        recent.version = VERSION;
        recent.list.truncate(MAX_RECENT_FILES);
        (recent, read.notes)
    }

    /// Adds a file to the front of the list and returns the new list.
    ///
    /// # Errors
    /// Returns an error if the list cannot be written.
    pub fn add(folders: &Folders, mut new: RecentFile) -> Result<Self, Failure> {
        new.path = absolute(&new.path);
        Self::change(folders, |list| push_front(list, new))
    }

    /// Removes a file from the list and returns the new list.
    ///
    /// # Errors
    /// Returns an error if the list cannot be written.
    pub fn remove(folders: &Folders, path: &Path) -> Result<Self, Failure> {
        let path = absolute(path);
        Self::change(folders, |list| list.retain(|known| known.path != path))
    }

    /// Clears the list.
    ///
    /// # Errors
    /// Returns an error if the list cannot be written.
    pub fn clear(folders: &Folders) -> Result<Self, Failure> {
        Self::change(folders, Vec::clear)
    }

    fn change(
        folders: &Folders,
        change: impl FnOnce(&mut Vec<RecentFile>),
    ) -> Result<Self, Failure> {
        ron_file::create_folder(&folders.config)?;
        let lock = ron_file::lock(&folders.config.join("recent.lock"), MAX_LOCK_WAIT)?;
        let (mut recent, _) = Self::load(folders);
        change(&mut recent.list);
        let written = ron_file::write_file(&list_path(folders), &recent);
        drop(lock);
        written.map(|()| recent)
    }
}

/// Moves or adds a file to the front of a list and limits its length.
pub fn push_front(list: &mut Vec<RecentFile>, new: RecentFile) {
    list.retain(|known| known.path != new.path);
    list.insert(0, new);
    list.truncate(MAX_RECENT_FILES);
}

fn list_path(folders: &Folders) -> PathBuf {
    folders.config.join("recent.ron")
}

/// Returns the canonical path, so that each file has only one entry.
fn absolute(path: &Path) -> PathBuf {
    let full = path.canonicalize();
    full.or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
