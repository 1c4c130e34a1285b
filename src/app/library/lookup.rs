//! Looking up what the library holds.

use super::Library;
use std::path::{Path, PathBuf};

impl Library {
    /// Returns the first row of a file, or of a folder: the first that is shown, if any is.
    pub fn first_row_below(&self, path: &Path) -> Option<u32> {
        let is_below = |row: u32| {
            let file = self.file(row as usize);
            !file.is_closed && file.is_under(Some(path))
        };
        let shown = self.shown.iter().copied().find(|row| is_below(*row));
        let all = (0..self.len()).filter_map(|row| u32::try_from(row).ok());
        shown.or_else(|| all.into_iter().find(|row| is_below(*row)))
    }

    /// Returns the files and folders that were scanned, without those that were closed.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Reports whether it lists the records that come with the program.
    pub fn has_bundled_records(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| !file.is_closed && file.origin.path().is_none())
    }
}
