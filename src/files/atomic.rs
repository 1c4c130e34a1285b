//! Atomic file writes: a file appears whole or not at all.

use super::error::OutputError;
use super::signals::TempFileGuard;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file being written under a temporary name beside its target, which it replaces when complete.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
    overwrite: bool,
    _temp_file_guard: TempFileGuard,
}

/// Checks that a file can be written at `target`.
///
/// # Errors
/// Returns an error if a folder, pipe or device is there, or if a file is there and `force` is not
/// set.
pub fn check_output_path(target: &Path, force: bool) -> Result<(), OutputError> {
    let path = target.to_owned();
    match fs::symlink_metadata(target) {
        Ok(meta) if meta.is_dir() => Err(OutputError::Folder { path }),
        // Replacing a device by a file would be a nasty surprise.
        Ok(_) if fs::metadata(target).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) => {
            Err(OutputError::PipeOrDevice { path })
        }
        Ok(_) if !force => Err(OutputError::Exists { path }),
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
        check_output_path(target, force)?;
        // A link stays a link: the file it points to is replaced.
        let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
        let failed = |error: io::Error| OutputError::io(&target, error);
        let mut builder = Builder::new();
        builder.prefix(".kifu-").suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(permissions(&target));
        let create = || builder.tempfile_in(parent_folder(&target));
        let (file, guard) = TempFileGuard::create(create).map_err(failed)?;
        Ok(Self {
            file,
            overwrite: force,
            target,
            _temp_file_guard: guard,
        })
    }

    /// Appends bytes to the file.
    ///
    /// # Errors
    /// Returns an error if the bytes cannot be written, for example because the disk is full.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| OutputError::io(&self.target, error))
    }

    /// Syncs the file and moves it to its target path in one step.
    ///
    /// # Errors
    /// Returns an error if the disk is full, or if another program has created the target
    /// meanwhile.
    pub fn finish(self) -> Result<(), OutputError> {
        let Self {
            file,
            target,
            overwrite: force,
            ..
        } = self;
        let failed = |error: io::Error| OutputError::io(&target, error);
        file.as_file().sync_all().map_err(failed)?;
        let put = if force {
            file.persist(&target)
        } else {
            file.persist_noclobber(&target)
        };
        put.map_err(|error| failed(error.error))?;
        // The new name is durable only when the folder is synced; some systems cannot sync a
        // folder.
        if let Ok(folder) = File::open(parent_folder(&target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn parent_folder(target: &Path) -> &Path {
    match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Returns the permissions of the file that is replaced, or those of any new file.
#[cfg(unix)]
fn permissions(target: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    let old = fs::metadata(target).map(|meta| meta.permissions());
    old.unwrap_or_else(|_| fs::Permissions::from_mode(0o666))
}
