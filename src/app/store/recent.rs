//! Recent files. All running kifus share them: each change is made to what is on disk.

use super::{Folders, ron_file};
use crate::failure::Failure;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the file that this kifu writes.
const VERSION: u32 = 1;
/// So many are kept.
const MAX_RECENT_FILES: usize = 20;

/// A file or folder that was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentFile {
    /// Where it is.
    pub path: PathBuf,
    /// It was a folder.
    #[serde(default)]
    #[serde(rename = "folder")]
    pub is_folder: bool,
    /// Games in it, if that is known.
    #[serde(default)]
    #[serde(rename = "games")]
    pub game_count: u64,
}

/// Files and folders opened last, the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RecentFiles {
    version: u32,
    /// The list.
    pub list: Vec<RecentFile>,
}

impl RecentFiles {
    /// Reads the list; and what the person should know of it.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = ron_file::read_file(&list_path(folders), VERSION);
        let mut recent: Self = read.value.unwrap_or_default();
        recent.version = VERSION;
        recent.list.truncate(MAX_RECENT_FILES);
        (recent, read.notes)
    }

    /// Puts a file at the top. Gives the list as it is then.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(folders: &Folders, mut new: RecentFile) -> Result<Self, Failure> {
        new.path = absolute(&new.path);
        Self::change(folders, |list| push_front(list, new))
    }

    /// Takes a file out.
    ///
    /// # Errors
    /// As above.
    pub fn remove(folders: &Folders, path: &Path) -> Result<Self, Failure> {
        let path = absolute(path);
        Self::change(folders, |list| list.retain(|known| known.path != path))
    }

    /// Takes all out.
    ///
    /// # Errors
    /// As above.
    pub fn clear(folders: &Folders) -> Result<Self, Failure> {
        Self::change(folders, Vec::clear)
    }

    fn change(
        folders: &Folders,
        change: impl FnOnce(&mut Vec<RecentFile>),
    ) -> Result<Self, Failure> {
        ron_file::create_folder(&folders.config)?;
        let lock = ron_file::lock(&folders.config.join("recent.lock"))?;
        let (mut recent, _) = Self::load(folders);
        change(&mut recent.list);
        let written = ron_file::write_file(&list_path(folders), &recent);
        drop(lock);
        written.map(|()| recent)
    }
}

/// Puts a file at the top of a list.
pub fn push_front(list: &mut Vec<RecentFile>, new: RecentFile) {
    list.retain(|known| known.path != new.path);
    list.insert(0, new);
    list.truncate(MAX_RECENT_FILES);
}

fn list_path(folders: &Folders) -> PathBuf {
    folders.config.join("recent.ron")
}

/// One file has one name.
fn absolute(path: &Path) -> PathBuf {
    let full = path.canonicalize();
    full.or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
