//! A journal whose file is created with its first record, so that a run that fails before leaves
//! nothing behind.

use super::{Journal, JournalError, OutputError};
use kifu_core::record::Record;
use std::path::{Path, PathBuf};

/// A journal that may not have a file yet.
#[derive(Debug)]
pub enum LateJournal {
    /// The file will be created with the first record.
    Pending(PathBuf),
    /// The file is open.
    Open(Journal),
}

impl LateJournal {
    /// Prepares a journal at `path`, which must not exist yet.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be created in its folder.
    pub fn prepare(path: &Path) -> Result<Self, JournalError> {
        // A link that leads nowhere counts as well: the file cannot be created in its place.
        if path.symlink_metadata().is_ok() {
            let path = path.to_owned();
            return Err(JournalError::Exists { path });
        }
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        // A file without a name, or one that is removed at once.
        let probe = tempfile::tempfile_in(folder.unwrap_or(Path::new(".")));
        probe.map_err(|error| OutputError::io(path, error))?;
        Ok(Self::Pending(path.to_owned()))
    }

    /// Appends a record and syncs it to disk, after creating the file if there is none yet.
    ///
    /// # Errors
    /// Returns an error if the file meanwhile exists, or if the record cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<(), JournalError> {
        if let Self::Pending(path) = self {
            *self = Self::Open(Journal::create(path)?);
        }
        if let Self::Open(journal) = self {
            journal.append(record)?;
        }
        Ok(())
    }
}
