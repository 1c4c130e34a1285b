//! The folders whose files may be read.

use kifu_study::failure::{Failure, FailureKind};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The folders below which files may be read, and nothing else.
#[derive(Clone, Debug, Default)]
pub(super) struct AllowedFolders {
    /// The folders without links in their paths.
    folders: Vec<PathBuf>,
}

impl AllowedFolders {
    /// Creates the folders from paths that are there.
    ///
    /// # Errors
    /// Returns an error if one of them is not a folder that can be read.
    pub fn new(paths: &[PathBuf]) -> Result<Self, Failure> {
        let mut folders = Vec::new();
        for path in paths {
            let real = path.canonicalize();
            let real = real.map_err(|error| Failure::cannot_read(path.display(), error))?;
            if !real.is_dir() {
                let message = format!("expected a folder, found the file `{}`", path.display());
                return Err(Failure::usage(message).hint("name the folder that holds it"));
            }
            if !folders.contains(&real) {
                folders.push(real);
            }
        }
        Ok(Self { folders })
    }

    /// Reports whether there is none.
    pub fn is_empty(&self) -> bool {
        self.folders.is_empty()
    }

    /// Returns the first folder, in which programs run.
    ///
    /// # Errors
    /// Returns an error if there is none.
    pub fn first(&self) -> Result<&Path, Failure> {
        let first = self.folders.first().map(PathBuf::as_path);
        first.ok_or_else(Self::no_folders)
    }

    /// Returns these folders and another one.
    pub fn with(mut self, folder: &Path) -> Self {
        self.folders.extend(folder.canonicalize());
        self
    }

    fn no_folders() -> Failure {
        let message = "expected folders that may be read, found none";
        let hint = "start the server as `kifu mcp FOLDER`, or let the client give its roots";
        Failure::usage(message).hint(hint)
    }

    /// Returns the folders in words: `/games, /logs`.
    pub fn text(&self) -> String {
        let names = self.folders.iter().map(|path| path.display().to_string());
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns the file or folder that a client names by a path below an allowed folder, or by one
    /// from such a folder on.
    ///
    /// # Errors
    /// Returns an error if it is not there, is no file or folder, or lies elsewhere, also by a link.
    pub fn find(&self, name: &str) -> Result<PathBuf, Failure> {
        if self.is_empty() {
            return Err(Self::no_folders());
        }
        if name.is_empty() || name.contains('\0') {
            return Err(Failure::usage("expected the path of a file or folder"));
        }
        let candidates = self.folders.iter().map(|folder| folder.join(name));
        let real = candidates.filter_map(|path| path.canonicalize().ok());
        let Some(real) = real.into_iter().find(|real| self.holds(real)) else {
            // A file elsewhere and one that is not there look the same.
            let message =
                format!("expected a file or folder below the allowed ones, found `{name}`");
            let hint = format!("allowed: {}", self.text());
            return Err(Failure::new(FailureKind::Input, message).hint(hint));
        };
        if !real.is_dir() && !real.is_file() {
            let message = format!("expected a file or folder, found neither at `{name}`");
            return Err(Failure::new(FailureKind::Input, message));
        }
        Ok(real)
    }

    /// Reports whether a path without links lies below one of the folders.
    fn holds(&self, real: &Path) -> bool {
        self.folders.iter().any(|folder| real.starts_with(folder))
    }

    /// Returns the name of a path for answers: from its folder on where that is clear, or as a whole.
    pub fn name(&self, path: &Path) -> String {
        let short = self.folders.iter().find_map(|folder| {
            let rest = path.strip_prefix(folder).ok()?;
            let parts = rest.iter().map(OsStr::to_str);
            // The same name on every system.
            let name = parts.collect::<Option<Vec<&str>>>()?.join("/");
            let is_found = !name.is_empty() && self.find(&name).ok()? == path;
            is_found.then_some(name)
        });
        short.unwrap_or_else(|| path.display().to_string())
    }
}
