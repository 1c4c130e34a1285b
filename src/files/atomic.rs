//! Writing a file so that it is there whole or not at all.

use super::error::OutputError;
use super::signals::TempFileGuard;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A file in the making: it lies beside its place under another name, and takes its place when
/// all of it is on the disk.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    target: PathBuf,
    overwrite: bool,
    _temp_file_guard: TempFileGuard,
}

/// Refuses a place that is taken.
///
/// # Errors
/// A file is there and is not to be overwritten, or a folder is.
pub fn check_output_path(place: &Path, force: bool) -> Result<(), OutputError> {
    let path = place.to_owned();
    match fs::symlink_metadata(place) {
        Ok(meta) if meta.is_dir() => Err(OutputError::Folder { path }),
        // To replace a device by a file would be a bad surprise.
        Ok(_) if fs::metadata(place).is_ok_and(|meta| !meta.is_file() && !meta.is_dir()) => {
            Err(OutputError::PipeOrDevice { path })
        }
        Ok(_) if !force => Err(OutputError::Exists { path }),
        _ => Ok(()),
    }
}

impl AtomicFile {
    /// Starts a file that is to stand at `place`.
    ///
    /// # Errors
    /// The place is taken, or the folder cannot be written to.
    pub fn new(place: &Path, force: bool) -> Result<Self, OutputError> {
        check_output_path(place, force)?;
        // What a link points to is replaced, not the link.
        let place = fs::canonicalize(place).unwrap_or_else(|_| place.to_owned());
        let failed = |error: io::Error| OutputError::io(&place, error);
        let mut builder = Builder::new();
        builder.prefix(".kifu-").suffix(".tmp");
        #[cfg(unix)]
        builder.permissions(permissions(&place));
        let file = builder.tempfile_in(parent_folder(&place)).map_err(failed)?;
        Ok(Self {
            _temp_file_guard: TempFileGuard::new(file.path()),
            file,
            overwrite: force,
            target: place,
        })
    }

    /// Appends.
    ///
    /// # Errors
    /// The disk is full, for one.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let written = self.file.write_all(bytes);
        written.map_err(|error| OutputError::io(&self.target, error))
    }

    /// Puts the file in its place; before that nothing is there, after that all of it.
    ///
    /// # Errors
    /// The disk is full, or somebody was faster.
    pub fn finish(self) -> Result<(), OutputError> {
        let Self {
            file,
            target: place,
            overwrite: force,
            ..
        } = self;
        let failed = |error: io::Error| OutputError::io(&place, error);
        file.as_file().sync_all().map_err(failed)?;
        let put = if force {
            file.persist(&place)
        } else {
            file.persist_noclobber(&place)
        };
        put.map_err(|error| failed(error.error))?;
        // The name is safe only when the folder is; some systems cannot sync a folder.
        if let Ok(folder) = File::open(parent_folder(&place)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

fn parent_folder(place: &Path) -> &Path {
    match place.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Those of the file that is replaced, or those that any new file gets.
#[cfg(unix)]
fn permissions(place: &Path) -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    let old = fs::metadata(place).map(|meta| meta.permissions());
    old.unwrap_or_else(|_| fs::Permissions::from_mode(0o666))
}
