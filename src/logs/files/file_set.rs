//! A set of files in a folder, which appear or replace their predecessors together.
//!
//! They are written in a folder of their own next to the old one, which takes its place in one step.
//! Where that is not possible (no such step on this system, another file system, the working folder),
//! all files are complete on the disk before the first one is moved.

use super::atomic::{
    AtomicFile, SyncedFile, TempFolder, UnsyncedFolders, is_temp_name, keep_attributes, sync_folder,
};
use super::destination::parent_folder;
use super::error::OutputError;
use super::origin::FileStamp;
use super::plan::PlannedFolder;
use super::signals::uninterrupted;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Files that are being written to a folder and appear there together.
#[derive(Debug)]
pub struct FileSet {
    folder: PlannedFolder,
    /// The folder without links.
    path: PathBuf,
    /// What was in the folder at the start.
    before: BTreeMap<OsString, Option<FileStamp>>,
    staging: Option<TempFolder>,
    force: bool,
}

impl FileSet {
    /// Starts a set in a folder that is locked for it; `force` replaces files that are there.
    pub(super) fn new(folder: PlannedFolder, force: bool) -> Result<Self, OutputError> {
        let failed = |error: io::Error| OutputError::io(folder.path(), error);
        let path = folder.path().canonicalize().map_err(failed)?;
        let before = content(&path).map_err(failed)?;
        let staging = if can_be_exchanged(&path) {
            TempFolder::create_in(parent_folder(&path)).ok()
        } else {
            None
        };
        Ok(Self {
            folder,
            path,
            before,
            staging,
            force,
        })
    }

    /// Starts a file of the set.
    ///
    /// # Errors
    /// Returns an error if the name is taken and the set does not replace files, or if the file cannot
    /// be written.
    pub fn file(&self, name: &str) -> Result<AtomicFile, OutputError> {
        if self.before.contains_key(&OsString::from(name)) && !self.force {
            let path = self.folder.path().join(name);
            return Err(OutputError::Exists { path });
        }
        match &self.staging {
            Some(staging) => AtomicFile::new(&staging.path().join(name), false),
            None => self.folder.file(name, self.force),
        }
    }

    /// Moves the files, which are complete, to their places.
    ///
    /// # Errors
    /// Returns an error if the files cannot be moved, or if another program has changed the folder
    /// meanwhile.
    pub fn publish(self, files: Vec<SyncedFile>) -> Result<(), OutputError> {
        let failed = |error: io::Error| OutputError::io(self.folder.path(), error);
        if content(&self.path).map_err(failed)? != self.before {
            let path = self.folder.path().to_owned();
            return Err(OutputError::Changed { path });
        }
        let mut folders = UnsyncedFolders::default();
        for file in files {
            file.publish(&mut folders)?;
        }
        folders.sync();
        match self.staging {
            Some(staging) => {
                let replace = || replace_folder(&self.path, staging.path(), &self.before);
                uninterrupted(replace)
                    .map_err(|error| OutputError::io(self.folder.path(), error))?;
                // The temporary folder holds the old files now.
                drop(staging);
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// Returns the files of a folder, but for temporary ones.
fn content(folder: &Path) -> io::Result<BTreeMap<OsString, Option<FileStamp>>> {
    let mut content = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_temp_name(name.as_encoded_bytes()) {
            let stamp = entry.path().metadata().ok().as_ref().map(FileStamp::from);
            content.insert(name, stamp);
        }
    }
    Ok(content)
}

/// Reports whether another folder may take the place of this one: it is on the file system of its
/// parent, and no program's working folder as far as is known.
#[cfg(target_os = "linux")]
fn can_be_exchanged(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let device = |path: &Path| path.metadata().ok().map(|meta| meta.dev());
    let working = std::env::current_dir().and_then(|path| path.canonicalize());
    let is_around_us = working.is_ok_and(|working| working.starts_with(folder));
    !is_around_us && device(folder) == device(parent_folder(folder))
}

#[cfg(not(target_os = "linux"))]
fn can_be_exchanged(_folder: &Path) -> bool {
    false
}

/// Lets the folder with the new files take the place of the old one, whose other files it keeps.
fn replace_folder(
    folder: &Path,
    new: &Path,
    before: &BTreeMap<OsString, Option<FileStamp>>,
) -> io::Result<()> {
    keep_attributes(&File::open(new)?, folder);
    for name in before.keys() {
        if !new.join(name).exists() {
            fs::hard_link(folder.join(name), new.join(name))?;
        }
    }
    sync_folder(new);
    if exchange(new, folder).is_err() {
        // A file system without this step: the files are complete, and are moved one by one.
        for entry in fs::read_dir(new)? {
            let name = entry?.file_name();
            fs::rename(new.join(&name), folder.join(&name))?;
        }
        sync_folder(folder);
    }
    sync_folder(parent_folder(folder));
    Ok(())
}

/// Exchanges two folders in one step.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_one: &Path, _other: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
