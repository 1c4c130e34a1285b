//! The writing of pages: whole or not at all, and only where they differ from what is there.

use crate::picture_file;
use kifu_logs::files::{AtomicFile, UnsyncedFolders};
use kifu_study::failure::Failure;
use std::fs;
use std::ops::Add;
use std::path::Path;

/// A writer of pages.
pub(super) struct PageWriter {
    force: bool,
    folders: UnsyncedFolders,
    counts: WrittenCounts,
}

/// The numbers of pages that were written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WrittenCounts {
    /// The number of pages that were already there.
    pub kept: usize,
    /// The number of pages that were written.
    pub written: usize,
}

impl Add for WrittenCounts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            kept: self.kept + other.kept,
            written: self.written + other.written,
        }
    }
}

/// Checks that a page can be written, or replaced if it differs, without leaving anything there.
pub(super) fn try_write(path: &Path) -> Result<(), Failure> {
    AtomicFile::new(path, true)?;
    Ok(())
}

impl PageWriter {
    /// Creates a writer; with `force` it replaces other files.
    pub fn new(force: bool) -> Self {
        Self {
            force,
            folders: UnsyncedFolders::default(),
            counts: WrittenCounts::default(),
        }
    }

    /// Writes a page to a file, or to standard output if the path is `-`.
    ///
    /// A page that is already there byte by byte is left alone, so that an interrupted run is
    /// completed by a second one.
    pub fn write(&mut self, path: &Path, page: &str) -> Result<(), Failure> {
        if path.as_os_str() == "-" {
            return picture_file::write(path, page.as_bytes(), true);
        }
        let has_size = |meta: fs::Metadata| meta.is_file() && meta.len() == page.len() as u64;
        if fs::metadata(path).is_ok_and(has_size)
            && fs::read(path).is_ok_and(|known| known == page.as_bytes())
        {
            self.counts.kept += 1;
            return Ok(());
        }
        let mut file = AtomicFile::new(path, self.force)?;
        file.write(page.as_bytes())?;
        file.finish_in(&mut self.folders)?;
        self.counts.written += 1;
        Ok(())
    }

    /// Makes the names of all written pages durable, and returns their numbers.
    pub fn finish(self) -> WrittenCounts {
        self.folders.sync();
        self.counts
    }
}
