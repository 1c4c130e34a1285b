//! The session: what is open, so that the next start can open it again.

use super::{Folders, ron_file};
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;
/// The maximum number of tabs that are restored.
const MAX_TABS: usize = 100;

/// What is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowSession {
    /// The version of the file.
    pub version: u32,
    /// The files and folders of the library.
    pub roots: Vec<PathBuf>,
    /// Whether the library lists the records that come with the program.
    #[serde(rename = "bundled")]
    pub has_bundled_records: bool,
    /// The open games that are in files, in the order of the tabs.
    pub tabs: Vec<SessionTab>,
    /// The index of the shown tab.
    #[serde(rename = "active")]
    pub active_tab: usize,
}

/// An open game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionTab {
    /// The file.
    pub file: SessionFile,
    /// The index of the game in the file, from 0.
    #[serde(default)]
    pub index: u32,
    /// The SHA-256 of the game's content in the file, in hexadecimal.
    #[serde(default)]
    pub sha256: Option<String>,
    /// The key of the game's moves, players and event.
    #[serde(default)]
    pub game: Option<u64>,
    /// Whether the file had no other game.
    #[serde(default)]
    #[serde(rename = "only")]
    pub is_only_game: bool,
    /// The ply that was shown.
    #[serde(default)]
    pub ply: u32,
    /// Whether the game was opened as a preview.
    #[serde(default)]
    #[serde(rename = "preview")]
    pub is_preview: bool,
}

/// The file of an open game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionFile {
    /// A file on disk.
    Path(PathBuf),
    /// A record that comes with the program, by its name.
    Bundled(String),
}

impl Default for WindowSession {
    fn default() -> Self {
        Self {
            version: VERSION,
            roots: Vec::new(),
            has_bundled_records: false,
            tabs: Vec::new(),
            active_tab: 0,
        }
    }
}

impl WindowSession {
    /// Reads the last session; an empty one if there is none or it cannot be read. The second value
    /// holds messages for the user.
    pub fn load(folders: &Folders) -> (Self, Vec<String>) {
        let read = ron_file::read_file(&folders.config.join("session.ron"), VERSION);
        let mut session: Self = read.value.unwrap_or_default();
        session.version = VERSION;
        session.tabs.truncate(MAX_TABS);
        (session, read.notes)
    }

    /// Removes and returns the files and folders whose folder does not exist either, as on a drive
    /// that is not there. They may come back.
    #[must_use]
    pub fn take_missing(&mut self) -> Self {
        let is_missing = |path: &Path| {
            let folder = path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            !path.exists() && folder.is_some_and(|folder| !folder.exists())
        };
        let roots = self.roots.extract_if(.., |root| is_missing(root));
        let roots = roots.collect();
        let is_missing_tab =
            |tab: &mut SessionTab| matches!(&tab.file, SessionFile::Path(path) if is_missing(path));
        Self {
            roots,
            tabs: self.tabs.extract_if(.., is_missing_tab).collect(),
            ..Self::default()
        }
    }

    /// Adds the files and folders of another session.
    pub fn extend(&mut self, other: &Self) {
        let roots = other.roots.iter();
        let new: Vec<PathBuf> = roots
            .filter(|root| !self.roots.contains(root))
            .cloned()
            .collect();
        self.roots.extend(new);
        self.tabs.extend(other.tabs.iter().cloned());
        self.tabs.truncate(MAX_TABS);
    }

    /// Reports whether anything was open that still exists.
    pub fn exists(&self) -> bool {
        let is_present = |tab: &SessionTab| match &tab.file {
            SessionFile::Path(path) => path.exists(),
            SessionFile::Bundled(_) => true,
        };
        self.has_bundled_records
            || self.roots.iter().any(|root| root.exists())
            || self.tabs.iter().any(is_present)
    }

    /// Writes the session.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn save(&self, folders: &Folders) -> Result<(), Failure> {
        ron_file::write_file(&folders.config.join("session.ron"), self)
    }
}
