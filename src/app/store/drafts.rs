//! Drafts: copies of unsaved games, kept in case of a crash.
//!
//! Each running kifu has its own folder with a lock, which the system releases when the program
//! ends for any reason. A folder that is not locked was left by a kifu that crashed.

use super::{Folders, ron_file};
use kifu_core::record::{Record, read_ron, write_ron};
use kifu_study::failure::{Failure, FailureKind};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;

/// The file that an unsaved game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftSource {
    /// The path of the file.
    pub path: PathBuf,
    /// The index of the game in the file, from 0.
    pub index: u32,
    /// The SHA-256 of the game's content in the file. If it differs later, the file was changed.
    pub sha256: [u8; 32],
}

/// An unsaved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The id of the tab; each tab has at most one draft.
    pub tab_id: u64,
    /// The title of the tab.
    pub title: String,
    /// The file that it came from, if any.
    pub source: Option<DraftSource>,
    /// The ply that was shown.
    pub ply: u32,
    /// The game with its unsaved changes.
    pub record: Record,
}

/// The facts about a draft, apart from its record, which is a separate file that any kifu can open.
#[derive(Serialize, Deserialize)]
struct DraftHeader {
    version: u32,
    #[serde(default)]
    title: String,
    #[serde(default)]
    home: Option<DraftSource>,
    #[serde(default)]
    ply: u32,
}

/// The drafts of this running kifu.
#[derive(Debug)]
pub struct DraftSession {
    folder: PathBuf,
    /// The lock, held as long as the program runs.
    _lock: File,
}

/// The drafts of a kifu that crashed. While this value lives, no other kifu offers them.
#[derive(Debug)]
pub struct OrphanSession {
    /// The unsaved games.
    pub drafts: Vec<Draft>,
    /// Files that cannot be read; they are left in place.
    pub unreadable: Vec<PathBuf>,
    folder: PathBuf,
    lock: File,
}

impl DraftSession {
    /// Starts a session and finds those of crashed kifus.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written; no drafts are kept then.
    pub fn start(folders: &Folders) -> Result<(Self, Vec<OrphanSession>), Failure> {
        let all = folders.data.join("unsaved");
        ron_file::create_folder(&all)?;
        // Prevents another kifu from taking a new folder, not locked yet, for an orphan.
        let _starting = ron_file::lock(&all.join("lock"))?;
        let orphans = find_orphans(&all);
        let pid = std::process::id();
        for number in 0..10_000 {
            let folder = all.join(format!("{pid}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => {}
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(Failure::cannot_write(&folder, error)),
            }
            let lock_path = folder.join("lock");
            let lock = File::create(&lock_path)
                .map_err(|error| Failure::cannot_write(&lock_path, error))?;
            // Where locks are not supported, drafts are never found again, which is better than two
            // programs fighting over them.
            let _ = lock.try_lock();
            let session = Self {
                folder,
                _lock: lock,
            };
            return Ok((session, orphans));
        }
        let message = format!(
            "cannot write to `{}`: it contains too many folders",
            all.display()
        );
        Err(Failure::new(FailureKind::Output, message))
    }

    /// Saves a draft, replacing the earlier draft of the same tab.
    ///
    /// # Errors
    /// Returns an error if the files cannot be written.
    pub fn save(&self, draft: &Draft) -> Result<(), Failure> {
        let about = DraftHeader {
            version: VERSION,
            title: draft.title.clone(),
            home: draft.source.clone(),
            ply: draft.ply,
        };
        ron_file::write_file(&header_file(&self.folder, draft.tab_id), &about)?;
        let text = write_ron(&draft.record);
        ron_file::write_text(&record_file(&self.folder, draft.tab_id), &text)
    }

    /// Removes the draft with this key.
    pub fn remove(&self, key: u64) {
        // A missing file is fine.
        let _ = fs::remove_file(record_file(&self.folder, key));
        let _ = fs::remove_file(header_file(&self.folder, key));
    }

    /// Removes all drafts when the program ends normally.
    pub fn remove_all(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl OrphanSession {
    /// Removes the drafts after they were restored or rejected.
    pub fn discard(self) {
        // Unreadable files are kept, for they may still be useful to someone.
        for draft in &self.drafts {
            let _ = fs::remove_file(record_file(&self.folder, draft.tab_id));
            let _ = fs::remove_file(header_file(&self.folder, draft.tab_id));
        }
        if self.unreadable.is_empty() {
            let _ = fs::remove_dir_all(&self.folder);
        } else {
            // Without its lock file the folder is not found again.
            let _ = fs::remove_file(self.folder.join("lock"));
        }
        drop(self.lock);
    }
}

fn record_file(folder: &Path, key: u64) -> PathBuf {
    folder.join(format!("{key}.ron"))
}

fn header_file(folder: &Path, key: u64) -> PathBuf {
    folder.join(format!("{key}.about"))
}

fn find_orphans(all: &Path) -> Vec<OrphanSession> {
    let folders = fs::read_dir(all).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.path()).collect();
    folders.sort();
    folders.into_iter().filter_map(read_orphan).collect()
}

/// Reads a folder if its kifu is no longer running.
fn read_orphan(folder: PathBuf) -> Option<OrphanSession> {
    let lock = File::open(folder.join("lock")).ok()?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
    }
    let mut orphan = OrphanSession {
        drafts: Vec::new(),
        unreadable: Vec::new(),
        folder,
        lock,
    };
    let files = fs::read_dir(&orphan.folder).ok()?.flatten();
    let mut keys: Vec<(u64, PathBuf)> = files
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "ron"))
        .filter_map(|path| Some((path.file_stem()?.to_str()?.parse().ok()?, path)))
        .collect();
    keys.sort();
    for (key, path) in keys {
        match read_draft(&orphan.folder, key) {
            Some(draft) => orphan.drafts.push(draft),
            None => orphan.unreadable.push(path),
        }
    }
    if orphan.drafts.is_empty() && orphan.unreadable.is_empty() {
        // The folder has nothing worth restoring.
        orphan.discard();
        return None;
    }
    Some(orphan)
}

/// Reads a draft. A record whose header is missing is still restored.
fn read_draft(folder: &Path, key: u64) -> Option<Draft> {
    let text = fs::read_to_string(record_file(folder, key)).ok()?;
    let record = read_ron(&text).ok()?;
    let about = ron_file::read_file::<DraftHeader>(&header_file(folder, key), VERSION).value;
    let about = about.unwrap_or_else(|| DraftHeader {
        version: VERSION,
        title: String::new(),
        home: None,
        ply: 0,
    });
    Some(Draft {
        tab_id: key,
        title: about.title,
        source: about.home,
        ply: about.ply,
        record,
    })
}
