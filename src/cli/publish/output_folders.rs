//! The folders of an event's pages.

use super::write;
use kifu_study::failure::Failure;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders of an event's pages, made before the games are read: reading and reviewing may take
/// hours, and that nothing can be written should be known before.
///
/// Those that were made are removed again unless [`keep`](Self::keep) is called.
#[derive(Default)]
pub(super) struct OutputFolders {
    /// The folders that were not there, each after the one it lies in.
    made: Vec<PathBuf>,
}

impl OutputFolders {
    /// Makes the folders and checks that pages can be written.
    ///
    /// # Errors
    /// Returns an error if a folder or a page in it cannot be made.
    pub fn new(out: &Path) -> Result<Self, Failure> {
        let mut folders = Self::default();
        let wanted = [out.to_owned(), out.join("games"), out.join("players")];
        for folder in &wanted {
            let missing = folder.ancestors().take_while(|it| !it.exists());
            let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
            let made = fs::create_dir_all(folder);
            made.map_err(|error| Failure::cannot_write(folder, error))?;
            folders.made.extend(missing.into_iter().rev());
        }
        for folder in &wanted {
            write::try_write(&folder.join("index.html"))?;
        }
        Ok(folders)
    }

    /// Leaves the folders there.
    pub fn keep(mut self) {
        self.made.clear();
    }
}

impl Drop for OutputFolders {
    fn drop(&mut self) {
        for folder in self.made.iter().rev() {
            // It stays if somebody else has put something into it.
            let _ = fs::remove_dir(folder);
        }
    }
}
