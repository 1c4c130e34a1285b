//! The place at which an output will appear: where its links lead, what is there, and whether that is
//! still the same when it is replaced.

use super::error::OutputError;
use super::lock::{LockFile, open_to_replace};
use super::origin::FileStamp;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The number of links in a chain that are followed, as by Linux.
const MAX_LINKS: usize = 40;

/// The place of an output that is being written.
///
/// The file that is there is locked for this process alone, so that a second kifu is refused before
/// it begins. Other programs know nothing of locks: what they write meanwhile is found by
/// [`check_unchanged`](Self::check_unchanged).
#[derive(Debug)]
pub(super) struct Destination {
    path: PathBuf,
    replaced: Option<ReplacedFile>,
}

/// A file that will be replaced.
#[derive(Debug)]
struct ReplacedFile {
    stamp: Option<FileStamp>,
    /// Holds the lock; `None` if the file cannot be read or its file system has no locks.
    lock: Option<File>,
    /// The lock where an open file cannot be replaced.
    _lock_file: Option<Box<LockFile>>,
}

impl Destination {
    /// Claims a path; `force` permits to replace the file that is there.
    ///
    /// # Errors
    /// Returns an error if a folder, pipe or device is there, if another kifu is writing there, or if
    /// a file is there and `force` is not set.
    pub fn claim(target: &Path, force: bool) -> Result<Self, OutputError> {
        let path = link_target(target).map_err(|error| OutputError::io(target, error))?;
        let replaced = if is_taken(&path, target, force)? {
            lock_to_replace(&path, target)?
        } else {
            None
        };
        Ok(Self { path, replaced })
    }

    /// Creates the destination of a file that the caller has opened and locked for itself alone.
    ///
    /// # Errors
    /// Returns an error if the system does.
    pub fn of_locked(target: &Path, locked: &File) -> Result<Self, OutputError> {
        let failed = |error: io::Error| OutputError::io(target, error);
        let replaced = ReplacedFile {
            stamp: Some(FileStamp::from(&locked.metadata().map_err(failed)?)),
            lock: Some(locked.try_clone().map_err(failed)?),
            _lock_file: None,
        };
        Ok(Self {
            path: link_target(target).map_err(failed)?,
            replaced: Some(replaced),
        })
    }

    /// Returns the path, to which all links have been followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reports whether a file will be replaced.
    pub const fn replaces(&self) -> bool {
        self.replaced.is_some()
    }

    /// Checks that no other program has written to the file that will be replaced. One that was
    /// removed needs no replacement.
    ///
    /// # Errors
    /// Returns an error if the file is another one, or has another length or time.
    pub fn check_unchanged(&self) -> Result<(), OutputError> {
        let (Some(replaced), Some(current)) = (&self.replaced, stamp_of(&self.path)) else {
            return Ok(());
        };
        if replaced.stamp == Some(current) {
            Ok(())
        } else {
            let path = self.path.clone();
            Err(OutputError::Changed { path })
        }
    }

    /// Gives up the lock where an open file cannot be replaced.
    pub fn unlock_to_replace(&mut self) {
        if cfg!(not(unix))
            && let Some(replaced) = &mut self.replaced
        {
            replaced.lock = None;
        }
    }

    /// Returns a path next to the destination at which nothing is: `PATH.rescued`, `PATH.rescued-2`,
    /// and so on.
    pub fn rescue_path(&self) -> Option<PathBuf> {
        free_rescue_path(&self.path)
    }
}

/// Returns the paths to which finished work is saved that cannot appear at its own.
pub(super) fn rescue_paths(path: &Path) -> impl Iterator<Item = PathBuf> {
    (1..100).map(|number| match number {
        1 => with_suffix(path, ".rescued"),
        number => with_suffix(path, &format!(".rescued-{number}")),
    })
}

/// Returns the first of the [`rescue_paths`] at which nothing is.
pub(super) fn free_rescue_path(path: &Path) -> Option<PathBuf> {
    rescue_paths(path).find(|path| path.symlink_metadata().is_err())
}

/// Returns a path with something appended to its last name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(suffix);
    name.into()
}

fn stamp_of(path: &Path) -> Option<FileStamp> {
    path.metadata().ok().as_ref().map(FileStamp::from)
}

/// Reports whether a file is at `path`.
///
/// # Errors
/// Returns an error if it must not be replaced, which names the path as the user did.
fn is_taken(path: &Path, shown: &Path, force: bool) -> Result<bool, OutputError> {
    let shown = || shown.to_owned();
    match path.metadata() {
        Ok(meta) if meta.is_dir() => Err(OutputError::Folder { path: shown() }),
        // Replacing a device by a file would be a nasty surprise.
        Ok(meta) if !meta.is_file() => Err(OutputError::PipeOrDevice { path: shown() }),
        Ok(_) if !force => Err(OutputError::Exists { path: shown() }),
        Ok(meta) => check_sticky(path, &meta, shown()).map(|()| true),
        // A link that leads nowhere is a name that is taken.
        Err(_) if !force && shown().symlink_metadata().is_ok() => {
            Err(OutputError::Exists { path: shown() })
        }
        Err(_) => Ok(false),
    }
}

/// Checks that a folder such as `/tmp`, in which everybody may remove only their own files, permits
/// to replace this one: that would else be known only when the work is done.
#[cfg(unix)]
fn check_sticky(path: &Path, file: &fs::Metadata, shown: PathBuf) -> Result<(), OutputError> {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    let Ok(folder) = parent_folder(path).metadata() else {
        return Ok(());
    };
    let user = rustix::process::geteuid();
    let is_own = user.is_root() || [file.uid(), folder.uid()].contains(&user.as_raw());
    if folder.mode() & STICKY == 0 || is_own {
        return Ok(());
    }
    Err(OutputError::OtherOwner { path: shown })
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
fn check_sticky(_path: &Path, _file: &fs::Metadata, _shown: PathBuf) -> Result<(), OutputError> {
    Ok(())
}

/// Locks a file that is to be replaced; `None` if it was removed since.
fn lock_to_replace(path: &Path, shown: &Path) -> Result<Option<ReplacedFile>, OutputError> {
    let locked = || OutputError::Locked {
        path: shown.to_owned(),
    };
    let opened = match open_to_replace(path) {
        Ok(None) => return Ok(None),
        Ok(opened) => opened,
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Err(locked()),
        Err(error) if error.kind() == ErrorKind::ResourceBusy => {
            return Err(OutputError::io(shown, error));
        }
        // A file that cannot be read is not written by another kifu of this user.
        Err(_) => None,
    };
    let lock_file = if cfg!(windows) {
        // In a folder that is not writable the file cannot be replaced either.
        let acquired = LockFile::acquire(path).map_err(|error| OutputError::io(shown, error))?;
        Some(Box::new(acquired.ok_or_else(locked)?))
    } else {
        None
    };
    let stamp = match &opened {
        Some(file) => file.metadata().ok().as_ref().map(FileStamp::from),
        None => stamp_of(path),
    };
    Ok(Some(ReplacedFile {
        stamp,
        // An open file could not be replaced by others.
        lock: opened.filter(|_| cfg!(unix)),
        _lock_file: lock_file,
    }))
}

/// Returns the path to which a chain of symbolic links leads, whether a file is there or not.
///
/// # Errors
/// Returns an error if the chain has no end.
pub(super) fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            // An absolute link replaces the whole path.
            Ok(next) => path = parent_folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    let message = "too many levels of symbolic links";
    Err(io::Error::new(ErrorKind::InvalidInput, message))
}

/// Returns the folder of a file.
pub(super) fn parent_folder(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
