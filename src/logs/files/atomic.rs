//! Atomic file writes: a file appears whole or not at all, and replaces another only when it is
//! whole.
//!
//! The new file keeps the permissions of the one that it replaces, and its group and (for root) its
//! owner where the system allows it, but no set-user-ID bit, extended attributes or access control
//! lists. Through a symbolic link the file that it leads to is written, whether that exists or not.
//! If the old file has other names (hard links), these keep the old content.

use super::destination::{Destination, parent_folder};
use super::error::OutputError;
use super::lock::LockFile;
use super::signals::TempFileGuard;
use std::collections::{BTreeSet, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::{fs, io};
use tempfile::{Builder, PathPersistError, TempPath};

/// A file being written next to its target, which it replaces when complete.
///
/// Only a [`WritePlan`](super::WritePlan) makes one.
#[derive(Debug)]
pub struct AtomicFile {
    temp: TempFile,
    destination: Destination,
    is_rescued: bool,
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
    Destination::claim(target, force).map(drop)
}

impl AtomicFile {
    /// Starts writing the file that will appear at `target`.
    ///
    /// # Errors
    /// Returns an error if `target` is taken (see [`check_output_path`]) or its folder is not
    /// writable.
    pub(super) fn new(target: &Path, force: bool) -> Result<Self, OutputError> {
        Self::at(Destination::claim(target, force)?)
    }

    /// Starts writing a file that will replace the one at `target`, which the caller has opened and
    /// locked for itself alone.
    ///
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub fn replacing(target: &Path, locked: &File) -> Result<Self, OutputError> {
        Self::at(Destination::of_locked(target, locked)?)
    }

    /// Starts writing the file of a destination.
    pub(super) fn at(destination: Destination) -> Result<Self, OutputError> {
        let target = destination.path();
        let temp = TempFile::create_in(parent_folder(target));
        let temp = temp.map_err(|error| OutputError::io(target, error))?;
        keep_attributes(&temp.file, target);
        Ok(Self {
            temp,
            destination,
            is_rescued: true,
        })
    }

    /// Lets the finished file go if it cannot appear at its place: it is quickly made again.
    #[must_use]
    pub fn without_rescue(mut self) -> Self {
        self.is_rescued = false;
        self
    }

    /// Appends bytes to the file.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be written, for example because the disk is full.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let written = self.temp.file.write_all(bytes);
        written.map_err(|error| OutputError::io(self.destination.path(), error))
    }

    /// Syncs the file, moves it to its target path in one step and syncs the folder.
    ///
    /// # Errors
    /// Returns an error if the disk is full, or if another program has created, replaced or written
    /// the target meanwhile: then the finished file is saved next to it, and the error names it
    /// ([`OutputError::Rescued`]).
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
        self.sync()?.publish(folders).map(drop)
    }

    /// Syncs the file, which is complete.
    ///
    /// # Errors
    /// Returns an error if the disk is full.
    pub fn sync(self) -> Result<SyncedFile, OutputError> {
        let synced = self.temp.file.sync_all();
        synced.map_err(|error| OutputError::io(self.destination.path(), error))?;
        Ok(SyncedFile(self))
    }
}

/// A complete file on the disk that is not yet at its place.
#[derive(Debug)]
pub struct SyncedFile(AtomicFile);

impl SyncedFile {
    /// Moves the file to its place in one step, and returns it, still open and locked; its folder is
    /// left to be synced.
    ///
    /// # Errors
    /// Returns the same errors as [`AtomicFile::finish`].
    pub fn publish(self, folders: &mut UnsyncedFolders) -> Result<File, OutputError> {
        let AtomicFile {
            mut temp,
            mut destination,
            is_rescued,
        } = self.0;
        let path = destination.path().to_owned();
        let overwrite = destination.replaces();
        let published = destination.check_unchanged().and_then(|()| {
            destination.unlock_to_replace();
            let published = temp.publish(&path, overwrite);
            published.map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => OutputError::Exists { path: path.clone() },
                _ => OutputError::io(&path, replace_error(&path, error)),
            })
        });
        if let Err(error) = published {
            let saved = destination.rescue_path().filter(|_| is_rescued);
            return Err(match saved {
                Some(rescued) if temp.publish(&rescued, false).is_ok() => OutputError::Rescued {
                    error: Box::new(error),
                    rescued,
                },
                _ => error,
            });
        }
        folders.0.insert(parent_folder(&path).to_owned());
        Ok(temp.file)
    }
}

/// Returns the reason why a file could not be replaced.
#[cfg(not(windows))]
pub(super) fn replace_error(_path: &Path, error: io::Error) -> io::Error {
    error
}

/// Returns the reason why a file could not be replaced: Windows denies access also where another
/// program has the file open.
#[cfg(windows)]
pub(super) fn replace_error(path: &Path, error: io::Error) -> io::Error {
    use std::os::windows::fs::OpenOptionsExt;
    use windows_sys::Win32::Foundation::ERROR_SHARING_VIOLATION;
    match OpenOptions::new().read(true).share_mode(0).open(path) {
        Err(busy) if busy.raw_os_error() == Some(ERROR_SHARING_VIOLATION.cast_signed()) => busy,
        _ => error,
    }
}

/// Syncs a folder, without which a new name in it may be lost with the power.
pub(super) fn sync_folder(folder: &Path) {
    // Some systems cannot sync a folder; the file itself is safe.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Gives a file or folder owner, group and permissions of the one that it replaces, as far as
/// allowed.
#[cfg(unix)]
pub(super) fn keep_attributes(file: &File, target: &Path) {
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
    let kept = if old.is_dir() { 0o7777 } else { 0o777 };
    let _ = file.set_permissions(fs::Permissions::from_mode(old.mode() & kept));
}

#[cfg(not(unix))]
pub(super) fn keep_attributes(_file: &File, _target: &Path) {}

// Temporary files next to the file that they replace.
//
// On Linux the file has no name until it is complete (`O_TMPFILE`), so that a program that is
// killed leaves nothing behind. Elsewhere it is named `.kifu-` with random letters and
// `.tmp`, and locked while it is written; the next write to the folder removes such files that
// are not locked.

const PREFIX: &str = ".kifu-";
const SUFFIX: &str = ".tmp";

/// A temporary file, which is removed unless it is published.
#[derive(Debug)]
pub struct TempFile {
    /// The open file.
    pub file: File,
    folder: PathBuf,
    name: Option<TempName>,
}

/// The name of a temporary file, which is removed when the value is dropped, and by a signal.
#[derive(Debug)]
struct TempName {
    path: TempPath,
    guard: TempFileGuard,
}

impl TempFile {
    /// Creates an empty file in a folder, after removing those that killed programs left there.
    ///
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub fn create_in(folder: &Path) -> io::Result<Self> {
        remove_abandoned(folder);
        match unnamed(folder) {
            Some(file) => Ok(Self {
                file,
                folder: folder.to_owned(),
                name: None,
            }),
            None => Self::create_named_in(folder),
        }
    }

    /// Creates an empty file with a name, as where files without names are not supported.
    ///
    /// # Errors
    /// Returns an error if the folder is not writable.
    pub fn create_named_in(folder: &Path) -> io::Result<Self> {
        loop {
            let (file, name) = TempName::make(folder, |path| {
                let mut options = OpenOptions::new();
                options.read(true).write(true).create_new(true).open(path)
            })?;
            // Another kifu may have found the file before it was locked, and removed it.
            let is_ours = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
            if is_ours && link_count(&file) != Some(0) {
                return Ok(Self {
                    file,
                    folder: folder.to_owned(),
                    name: Some(name),
                });
            }
        }
    }

    /// Moves the complete file to its target in one step, replacing what is there only if
    /// `overwrite` is set.
    ///
    /// # Errors
    /// Returns an error if the file cannot be moved; it can be tried again with another target.
    pub fn publish(&mut self, target: &Path, overwrite: bool) -> io::Result<()> {
        if self.name.is_none() {
            if !overwrite {
                match link_unnamed(&self.file, target) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => {}
                    linked => return linked,
                }
            }
            self.name = Some(self.make_name()?);
        }
        let Some(TempName { path, guard }) = self.name.take() else {
            return Err(ErrorKind::NotFound.into());
        };
        let moved = if overwrite {
            move_over(path, target)
        } else {
            move_to_free(path, target).or_else(|failed| {
                if failed.error.kind() == ErrorKind::AlreadyExists {
                    return Err(failed);
                }
                // The file system has neither a rename that replaces nothing nor links.
                move_to_placeholder(failed.path, target)
            })
        };
        moved.map_err(|failed| {
            let path = failed.path;
            self.name = Some(TempName { path, guard });
            failed.error
        })
    }

    /// Gives a file without a name one; copies it where that is not permitted.
    fn make_name(&mut self) -> io::Result<TempName> {
        let linked = TempName::make(&self.folder, |path| link_unnamed(&self.file, path));
        if let Ok(((), name)) = linked {
            return Ok(name);
        }
        let mut copy = Self::create_named_in(&self.folder)?;
        copy.file
            .set_permissions(self.file.metadata()?.permissions())?;
        io::Seek::rewind(&mut self.file)?;
        io::copy(&mut self.file, &mut copy.file)?;
        copy.file.sync_all()?;
        self.file = copy.file;
        copy.name.ok_or_else(|| ErrorKind::NotFound.into())
    }
}

impl TempName {
    /// Makes something at a new name in a folder.
    fn make<T>(folder: &Path, make: impl Fn(&Path) -> io::Result<T>) -> io::Result<(T, Self)> {
        let (made, guard) = TempFileGuard::create(|| {
            let mut builder = Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX);
            let named = builder.make_in(folder, |path| make(path))?;
            let path = named.path().to_owned();
            Ok((named, path))
        })?;
        let (made, path) = made.into_parts();
        let name = Self { path, guard };
        Ok((made, name))
    }
}

/// A folder for files that are not yet at their place, which is removed when the value is dropped.
#[derive(Debug)]
pub(super) struct TempFolder {
    path: PathBuf,
    /// Holds the lock, so that no other kifu removes the folder.
    _folder: File,
    _guard: TempFileGuard,
}

impl TempFolder {
    /// Creates an empty folder in another one.
    pub fn create_in(folder: &Path) -> io::Result<Self> {
        remove_abandoned(folder);
        let create = || {
            let mut builder = Builder::new();
            builder.prefix(PREFIX).suffix(SUFFIX);
            let named = builder.make_in(folder, |path| fs::create_dir(path))?;
            // The path is not that of a file, and so is not removed by `tempfile`.
            let path = named.into_temp_path().keep().map_err(|error| error.error)?;
            Ok((path.clone(), path))
        };
        let (path, guard) = TempFileGuard::create(create)?;
        let opened = File::open(&path)?;
        if opened.try_lock().is_err() {
            let _ = fs::remove_dir(&path);
            return Err(ErrorKind::Unsupported.into());
        }
        Ok(Self {
            path,
            _folder: opened,
            _guard: guard,
        })
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        remove_files_and_folder(&self.path);
    }
}

/// Removes a folder with the files in it, but nothing below.
fn remove_files_and_folder(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let _ = fs::remove_file(entry.path());
    }
    let _ = fs::remove_dir(folder);
}

/// Moves a file over an empty one made for it, which no other program can have made.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] if the target exists, or the error of the system, with the
/// file.
pub fn move_to_placeholder(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    let mut options = OpenOptions::new();
    if let Err(error) = options.write(true).create_new(true).open(target) {
        return Err(PathPersistError { error, path });
    }
    move_over(path, target).inspect_err(|_| {
        let _ = fs::remove_file(target);
    })
}

/// Moves a file over another one.
#[cfg(not(windows))]
fn move_over(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    path.persist(target)
}

/// Moves a file over another one. In the way of the standard library paths may have more than 260
/// characters, and on Windows 10 other programs may have the file open, if they permit to remove it.
#[cfg(windows)]
fn move_over(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    match fs::rename(&path, target) {
        Ok(()) => Ok(()),
        Err(error) => Err(PathPersistError { error, path }),
    }
}

/// Moves a file to a path at which nothing is.
#[cfg(not(windows))]
fn move_to_free(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    path.persist_noclobber(target)
}

/// Moves a file to a path at which nothing is: it gets a second name and loses the first.
#[cfg(windows)]
fn move_to_free(path: TempPath, target: &Path) -> Result<(), PathPersistError> {
    match fs::hard_link(&path, target) {
        Ok(()) => Ok(()),
        Err(error) => Err(PathPersistError { error, path }),
    }
}

/// Creates a file without a name; `None` where there are no such files, or where they cannot be
/// given a name later.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let mode = Mode::from_raw_mode(0o666);
    let file = File::from(rustix::fs::open(folder, flags, mode).ok()?);
    let is_reachable = fs::symlink_metadata(descriptor_path(&file)).is_ok();
    is_reachable.then_some(file)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_folder: &Path) -> Option<File> {
    None
}

/// Gives a file without a name its first one.
#[cfg(target_os = "linux")]
fn link_unnamed(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let from = descriptor_path(file);
    Ok(linkat(CWD, from, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link_unnamed(_file: &File, _path: &Path) -> io::Result<()> {
    Err(ErrorKind::Unsupported.into())
}

/// Returns the path under which this process finds an open file.
#[cfg(target_os = "linux")]
fn descriptor_path(file: &File) -> PathBuf {
    use std::os::fd::AsRawFd;
    format!("/proc/self/fd/{}", file.as_raw_fd()).into()
}

/// Returns the number of names of an open file, where the system knows it.
#[cfg(unix)]
pub(super) fn link_count(file: &File) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|meta| meta.nlink())
}

#[cfg(windows)]
pub(super) fn link_count(file: &File) -> Option<u64> {
    let info = winapi_util::file::information(file).ok()?;
    Some(info.number_of_links())
}

#[cfg(not(any(unix, windows)))]
pub(super) fn link_count(_file: &File) -> Option<u64> {
    None
}

/// Removes the temporary files in a folder that no program is writing, once for each folder: a
/// folder may hold a great many files, and get as many.
pub(super) fn remove_abandoned(folder: &Path) {
    static CLEANED: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);
    let mut cleaned = CLEANED.lock().unwrap_or_else(PoisonError::into_inner);
    if !cleaned.insert(folder.to_owned()) {
        return;
    }
    drop(cleaned);
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let kind = entry.file_type();
        let is_temp = is_temp_name(entry.file_name().as_encoded_bytes());
        if !is_temp
            || !kind
                .as_ref()
                .is_ok_and(|kind| kind.is_file() || kind.is_dir())
        {
            continue;
        }
        // Whoever writes there holds the lock; without locks no one knows, and it stays.
        if let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            if kind.is_ok_and(|kind| kind.is_dir()) {
                remove_files_and_folder(&entry.path());
            } else {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Reports whether a file name is one that `TempName` gives, or that of a lock file that goes with its
/// process.
pub fn is_temp_name(name: &[u8]) -> bool {
    let middle = name
        .strip_prefix(PREFIX.as_bytes())
        .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    middle.is_some_and(|middle| middle.len() == 6 && middle.iter().all(u8::is_ascii_alphanumeric))
        || LockFile::is_hidden_name(name)
}
