//! Atomic file writes: a file appears whole or not at all, and replaces another only when it is
//! whole.
//!
//! The new file keeps the permissions of the one that it replaces, and its group and (for root) its
//! owner where the system allows it, but no set-user-ID bit, extended attributes or access control
//! lists. Through a symbolic link the file that it leads to is written, whether that exists or not.
//! If the old file has other names (hard links), these keep the old content.

use super::error::OutputError;
use super::lock::lock_replaced;
use super::temp::TempFile;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The number of links in a chain that are followed, as by Linux.
const MAX_LINKS: usize = 40;

/// A file being written beside its target, which it replaces when complete.
#[derive(Debug)]
pub struct AtomicFile {
    temp: TempFile,
    target: PathBuf,
    overwrite: bool,
    /// The file to be replaced, so that no journal is continued there meanwhile.
    replaced: Option<File>,
    /// Whether the caller holds the lock of `replaced`.
    is_lock_held: bool,
}

/// Folders with new files, to be synced once at the end.
///
/// The names of the files are durable only after [`sync`](Self::sync).
#[derive(Debug, Default)]
pub struct UnsyncedFolders(BTreeSet<PathBuf>);

impl UnsyncedFolders {
    /// Syncs all folders.
    pub fn sync(self) {
        self.0.iter().for_each(|folder| sync_folder(folder));
    }
}

/// Checks that a file can be written at `target`.
///
/// # Errors
/// Returns an error if a folder, pipe or device is there, if another kifu is writing there, or if a
/// file is there and `force` is not set.
pub fn check_output_path(target: &Path, force: bool) -> Result<(), OutputError> {
    check_target(target, force)?;
    lock_target(target).map(drop)
}

/// Checks what is at `target`, but for the lock.
fn check_target(target: &Path, force: bool) -> Result<(), OutputError> {
    let path = target.to_owned();
    let Ok(link) = fs::symlink_metadata(target) else {
        return Ok(());
    };
    let meta = fs::metadata(target);
    match meta.as_ref().unwrap_or(&link) {
        meta if meta.is_dir() => Err(OutputError::Folder { path }),
        // Replacing a device by a file would be a nasty surprise.
        meta if !meta.is_file() && !meta.is_symlink() => Err(OutputError::PipeOrDevice { path }),
        _ if !force => Err(OutputError::Exists { path }),
        _ => Ok(()),
    }
}

impl AtomicFile {
    /// Starts writing the file that will appear at `target`.
    ///
    /// # Errors
    /// Returns an error if `target` is taken (see [`check_output_path`]) or its folder is not
    /// writable.
    pub fn new(target: &Path, force: bool) -> Result<Self, OutputError> {
        check_target(target, force)?;
        let failed = |error: io::Error| OutputError::io(target, error);
        let target = link_target(target).map_err(failed)?;
        let replaced = lock_target(&target)?;
        Self::start(target, force, replaced, false)
    }

    /// Starts writing a file that will replace the one at `target`, which the caller has opened and
    /// locked for itself alone.
    ///
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub fn replacing(target: &Path, locked: &File) -> Result<Self, OutputError> {
        let failed = |error: io::Error| OutputError::io(target, error);
        let path = link_target(target).map_err(failed)?;
        let locked = locked.try_clone().map_err(failed)?;
        Self::start(path, true, Some(locked), true)
    }

    fn start(
        target: PathBuf,
        overwrite: bool,
        replaced: Option<File>,
        is_lock_held: bool,
    ) -> Result<Self, OutputError> {
        let temp = TempFile::create_in(parent_folder(&target));
        let temp = temp.map_err(|error| OutputError::io(&target, error))?;
        keep_attributes(&temp.file, &target);
        Ok(Self {
            temp,
            target,
            overwrite,
            replaced,
            is_lock_held,
        })
    }

    /// Appends bytes to the file.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be written, for example because the disk is full.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let written = self.temp.file.write_all(bytes);
        written.map_err(|error| OutputError::io(&self.target, error))
    }

    /// Syncs the file, moves it to its target path in one step and syncs the folder.
    ///
    /// # Errors
    /// Returns an error if the disk is full, if another program has created the target meanwhile,
    /// or if another kifu is writing to it.
    pub fn finish(self) -> Result<(), OutputError> {
        let mut folders = UnsyncedFolders::default();
        self.finish_in(&mut folders)?;
        folders.sync();
        Ok(())
    }

    /// Does the same as [`finish`](Self::finish), but leaves the folder to be synced.
    ///
    /// # Errors
    /// Returns the same errors.
    pub fn finish_in(self, folders: &mut UnsyncedFolders) -> Result<(), OutputError> {
        let Self {
            temp,
            target,
            overwrite,
            replaced,
            is_lock_held,
        } = self;
        let failed = |error: io::Error| OutputError::io(&target, error);
        temp.file.sync_all().map_err(failed)?;
        // A match may have been started there in the meantime.
        let latest = if is_lock_held {
            None
        } else {
            lock_target(&target)?
        };
        if cfg!(not(unix)) {
            // Elsewhere an open file cannot be replaced.
            drop((latest, replaced));
            temp.publish(&target, overwrite)
        } else {
            let published = temp.publish(&target, overwrite);
            drop((latest, replaced));
            published
        }
        .map_err(failed)?;
        folders.0.insert(parent_folder(&target).to_owned());
        Ok(())
    }
}

/// Moves a complete and synced file over another one, with whose permissions it continues.
pub(super) fn replace_file(file: &File, path: &Path, target: &Path) -> Result<(), OutputError> {
    let failed = |error: io::Error| OutputError::io(target, error);
    let target = &link_target(target).map_err(failed)?;
    let replaced = lock_target(target)?;
    keep_attributes(file, target);
    file.sync_all().map_err(failed)?;
    if cfg!(not(unix)) {
        drop(replaced);
    }
    fs::rename(path, target).map_err(failed)?;
    sync_folder(parent_folder(target));
    Ok(())
}

/// Takes the lock of a file that is to be replaced.
fn lock_target(target: &Path) -> Result<Option<File>, OutputError> {
    lock_replaced(target).map_err(|_| OutputError::Locked {
        path: target.to_owned(),
    })
}

/// Returns the path to which a chain of symbolic links leads, whether a file is there or not.
fn link_target(path: &Path) -> io::Result<PathBuf> {
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

/// Syncs a folder, without which a new name in it may be lost with the power.
pub(super) fn sync_folder(folder: &Path) {
    // Some systems cannot sync a folder; the file itself is safe.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Gives a file owner, group and permissions of the one that it replaces, as far as allowed.
#[cfg(unix)]
fn keep_attributes(file: &File, target: &Path) {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let (Ok(old), Ok(new)) = (fs::metadata(target), file.metadata()) else {
        return;
    };
    if old.gid() != new.gid() {
        // Only a member of the group may do this.
        let _ = fchown(file, None, Some(old.gid()));
    }
    if old.uid() != new.uid() {
        // Only root may do this.
        let _ = fchown(file, Some(old.uid()), None);
    }
    // Set-user-ID was granted to the old content alone.
    let _ = file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o777));
}

#[cfg(not(unix))]
fn keep_attributes(_file: &File, _target: &Path) {}
