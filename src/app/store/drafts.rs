//! Unsaved games, kept for the case of a crash.
//!
//! Each running kifu has a folder of its own with a lock that the system takes away when the
//! program ends, however it ends. A folder without its lock is that of a kifu that crashed.

use super::{Folders, ron_file};
use crate::failure::{Failure, FailureKind};
use crate::record::{Record, read_ron, write_ron};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The version of the file that this kifu writes.
const VERSION: u32 = 1;

/// Where an unsaved game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftSource {
    /// The file.
    pub path: PathBuf,
    /// Which of its games, from 0.
    pub index: u32,
    /// SHA-256 of what stood there: opened again it must be the same, or the file was changed
    /// since.
    pub sha256: [u8; 32],
}

/// An unsaved game.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The tab's number; one game is kept for each.
    pub tab_id: u64,
    /// What stands on the tab.
    pub title: String,
    /// Where it came from, if from a file.
    pub source: Option<DraftSource>,
    /// The ply that was shown.
    pub ply: u32,
    /// The game as it is now.
    pub record: Record,
}

/// What is said of a draft beside its record, which is a file of its own: any kifu opens it.
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

/// The unsaved games of this kifu.
#[derive(Debug)]
pub struct DraftSession {
    folder: PathBuf,
    /// Held as long as the program runs.
    _lock: File,
}

/// The unsaved games of a kifu that crashed. As long as this lives no other kifu offers them.
#[derive(Debug)]
pub struct OrphanSession {
    /// The games.
    pub drafts: Vec<Draft>,
    /// Files that cannot be read, and stay where they are.
    pub unreadable: Vec<PathBuf>,
    folder: PathBuf,
    lock: File,
}

impl DraftSession {
    /// Starts one, and finds those of kifus that crashed.
    ///
    /// # Errors
    /// The folder cannot be written to; then nothing is kept.
    pub fn start(folders: &Folders) -> Result<(Self, Vec<OrphanSession>), Failure> {
        let all = folders.data.join("unsaved");
        ron_file::create_folder(&all)?;
        // A folder that is made and not locked yet is no orphan's.
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
            let place = folder.join("lock");
            let lock =
                File::create(&place).map_err(|error| Failure::cannot_write(&place, error))?;
            // Where there are no locks nothing is ever found again; better than fighting for it.
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

    /// Keeps a game; what was kept for its key before goes.
    ///
    /// # Errors
    /// It cannot be written.
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

    /// The game with this key is saved, or not wanted any more.
    pub fn remove(&self, key: u64) {
        // What is not there need not go.
        let _ = fs::remove_file(record_file(&self.folder, key));
        let _ = fs::remove_file(header_file(&self.folder, key));
    }

    /// The program ends in good order: nothing is kept.
    pub fn remove_all(&self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl OrphanSession {
    /// The games are restored, and kept by somebody else, or are not wanted.
    pub fn discard(self) {
        // What could not be read may be of use to somebody.
        for draft in &self.drafts {
            let _ = fs::remove_file(record_file(&self.folder, draft.tab_id));
            let _ = fs::remove_file(header_file(&self.folder, draft.tab_id));
        }
        if self.unreadable.is_empty() {
            let _ = fs::remove_dir_all(&self.folder);
        } else {
            // Without its lock it is not found again.
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

/// A folder whose kifu does not run any more.
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
        // There was nothing to lose.
        orphan.discard();
        return None;
    }
    Some(orphan)
}

/// A draft without what is said about it is better than none.
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
