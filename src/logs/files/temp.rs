//! Temporary files beside the file that they replace.
//!
//! On Linux the file has no name until it is complete (`O_TMPFILE`), so that a program that is
//! killed leaves nothing behind. Elsewhere it is named `.kifu-` with random letters and
//! `.tmp`, and locked while it is written; the next write to the folder removes such files that
//! nobody holds the lock of.

use super::signals::TempFileGuard;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use tempfile::{Builder, TempPath};

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
    _guard: TempFileGuard,
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
    /// Returns an error if the file cannot be moved; it is removed then.
    pub fn publish(mut self, target: &Path, overwrite: bool) -> io::Result<()> {
        if self.name.is_none() {
            if !overwrite {
                match link_unnamed(&self.file, target) {
                    Err(error) if error.kind() != ErrorKind::AlreadyExists => {}
                    linked => return linked,
                }
            }
            self.name = Some(self.make_name()?);
        }
        let Some(TempName { path, _guard }) = self.name else {
            return Err(ErrorKind::NotFound.into());
        };
        if overwrite {
            return path.persist(target).map_err(|error| error.error);
        }
        match path.persist_noclobber(target) {
            Ok(()) => Ok(()),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Err(failed.error),
            // The file system has neither a rename that replaces nothing nor links.
            Err(failed) => move_to_placeholder(failed.path, target),
        }
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
        let name = Self {
            path,
            _guard: guard,
        };
        Ok((made, name))
    }
}

/// Moves a file over an empty one made for it, which no other program can have made.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] if the target exists, or the error of the system.
pub fn move_to_placeholder(path: TempPath, target: &Path) -> io::Result<()> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(target)?;
    path.persist(target).map_err(|failed| {
        let _ = fs::remove_file(target);
        failed.error
    })
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

/// Returns the number of names of an open file, where the system tells.
#[cfg(unix)]
pub(super) fn link_count(file: &File) -> Option<u64> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|meta| meta.nlink())
}

#[cfg(not(unix))]
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
        let is_temp = is_temp_name(entry.file_name().as_encoded_bytes());
        if is_temp && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            // Whoever writes the file holds its lock; without locks nobody knows, and it stays.
            if let Ok(file) = File::open(entry.path())
                && file.try_lock().is_ok()
            {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// Reports whether a file name is one that `TempName` gives.
pub fn is_temp_name(name: &[u8]) -> bool {
    let middle = name
        .strip_prefix(PREFIX.as_bytes())
        .and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    middle.is_some_and(|middle| middle.len() == 6 && middle.iter().all(u8::is_ascii_alphanumeric))
}
