//! Drafts: copies of unsaved games, kept in case of a crash.
//!
//! Each running kifu has its own folder with a lock, which the system releases when the program
//! ends for any reason. A folder that is not locked was left by a kifu that crashed.

use super::{Folders, ron_file};
use kifu_core::record::{Record, read_ron, write_ron};
use kifu_study::failure::{Failure, FailureKind};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The version of the file format written by this kifu.
const VERSION: u32 = 1;

/// The maximum time for which the start waits for another kifu that starts.
const MAX_START_WAIT: Duration = Duration::from_secs(1);

/// The file that an unsaved game came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftSource {
    /// The path of the file.
    pub path: PathBuf,
    /// The index of the game in the file, from 0.
    pub index: u32,
    /// The SHA-256 of the game's content in the file. If it differs later, the file was changed.
    pub sha256: [u8; 32],
    /// The key of the game's moves, players and event in the file.
    #[serde(default)]
    pub game: Option<u64>,
    /// Whether the file had no other game.
    #[serde(default)]
    #[serde(rename = "only")]
    pub is_only_game: bool,
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
    lock: Mutex<File>,
    /// The reason why nobody has looked for the drafts of crashed kifus.
    skipped_orphans: Option<Failure>,
}

/// The drafts of a kifu that crashed. While this value lives, no other kifu offers them.
#[derive(Debug)]
pub struct OrphanSession {
    /// The unsaved games.
    pub drafts: Vec<Draft>,
    /// Files that cannot be read; they are left in place.
    pub unreadable: Vec<PathBuf>,
    folder: PathBuf,
    _lock: File,
}

/// A draft of a kifu that crashed, whose game is open again and not stored anywhere else yet.
#[derive(Clone, Debug)]
pub struct RestoredDraft {
    /// The session that the draft belongs to.
    pub session: Arc<OrphanSession>,
    /// The id that the tab had in that session.
    pub key: u64,
}

impl RestoredDraft {
    /// Removes the draft, because its game is stored elsewhere or rejected.
    pub fn discard(&self) {
        self.session.discard_draft(self.key);
    }
}

impl DraftSession {
    /// Starts a session and finds those of crashed kifus.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written; no drafts are kept then.
    pub fn start(folders: &Folders) -> Result<(Self, Vec<OrphanSession>), Failure> {
        let all = folders.data.join("unsaved");
        ron_file::create_folder(&all)?;
        // Prevents another kifu from taking a new folder, not locked yet, for an orphan. One that
        // does not respond must not keep this one from its drafts: the orphans can wait.
        let starting = ron_file::lock(&all.join("lock"), MAX_START_WAIT);
        let orphans = match &starting {
            Ok(_) => find_orphans(&all),
            Err(_) => Vec::new(),
        };
        let pid = std::process::id();
        for number in 0..10_000 {
            let folder = all.join(format!("{pid}-{number}"));
            match fs::create_dir(&folder) {
                Ok(()) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(Failure::cannot_write(&folder, error)),
            }
            let lock = Mutex::new(create_lock(&folder)?);
            let session = Self {
                folder,
                lock,
                skipped_orphans: starting.err(),
            };
            return Ok((session, orphans));
        }
        let message = format!(
            "cannot write to `{}`: it contains too many folders",
            all.display()
        );
        Err(Failure::new(FailureKind::Output, message))
    }

    /// Returns the reason why the drafts of crashed kifus were not looked for, if that was not
    /// possible. They are offered at a later start.
    pub const fn skipped_orphans(&self) -> Option<&Failure> {
        self.skipped_orphans.as_ref()
    }

    /// Saves a draft, replacing the earlier draft of the same tab.
    ///
    /// # Errors
    /// Returns an error if the files cannot be written.
    pub fn save(&self, draft: &Draft) -> Result<(), Failure> {
        self.renew_lock()?;
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

    /// Creates the folder and its lock again if somebody has removed them. Without a lock, another
    /// kifu would take the folder for that of a program which has crashed.
    fn renew_lock(&self) -> Result<(), Failure> {
        if self.folder.join("lock").exists() {
            return Ok(());
        }
        ron_file::create_folder(&self.folder)?;
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = create_lock(&self.folder)?;
        Ok(())
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
        for draft in &self.drafts {
            self.discard_draft(draft.tab_id);
        }
        self.remove_if_empty();
    }

    /// Removes one draft, and the folder after the last one.
    fn discard_draft(&self, key: u64) {
        let _ = fs::remove_file(record_file(&self.folder, key));
        let _ = fs::remove_file(header_file(&self.folder, key));
        self.remove_if_empty();
    }

    /// Removes the folder if it contains no record. Unreadable records are kept, for another kifu
    /// may be able to read them.
    fn remove_if_empty(&self) {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let is_record = |path: &Path| path.extension().is_some_and(|end| end == "ron");
        if !files.map(|entry| entry.path()).any(|path| is_record(&path)) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// Creates and takes the lock of a folder.
fn create_lock(folder: &Path) -> Result<File, Failure> {
    let path = folder.join("lock");
    let lock = File::create(&path).map_err(|error| Failure::cannot_write(&path, error))?;
    // Where locks are not supported, drafts are never found again, which is better than two
    // programs fighting over them.
    let _ = lock.try_lock();
    Ok(lock)
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
    if ron_file::is_special(&folder.join("lock")) {
        return None;
    }
    let lock = match File::open(folder.join("lock")) {
        Ok(lock) => lock,
        // Somebody has removed the lock, but not the drafts.
        Err(error) if error.kind() == ErrorKind::NotFound && is_abandoned(&folder) => {
            File::create(folder.join("lock")).ok()?
        }
        Err(_) => return None,
    };
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => return None,
    }
    let mut orphan = OrphanSession {
        drafts: Vec::new(),
        unreadable: Vec::new(),
        folder,
        _lock: lock,
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

/// Reports whether the process that named a folder has ended.
fn is_abandoned(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    let id = name.and_then(|name| name.split_once('-')?.0.parse::<i32>().ok());
    id.is_some_and(|id| !is_running(id))
}

/// Reports whether a process runs. One that cannot be looked for counts as running.
#[cfg(unix)]
fn is_running(id: i32) -> bool {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};
    let found = Pid::from_raw(id).map(test_kill_process);
    // A folder of this process was left by an earlier one with the same id.
    u32::try_from(id) != Ok(std::process::id()) && found != Some(Err(Errno::SRCH))
}

#[cfg(not(unix))]
fn is_running(_id: i32) -> bool {
    true
}

/// Reads a draft. A record whose header is missing is still restored.
fn read_draft(folder: &Path, key: u64) -> Option<Draft> {
    let path = record_file(folder, key);
    if ron_file::is_special(&path) {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
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
