//! The plan of a command: what it reads, and what it will write.
//!
//! Writers of files come from a [`WritePlan`] alone. It refuses, before the first work, an output that
//! is an input, another output, a folder, a device or the file of another kifu, and one that could
//! not be replaced in the end.

use super::atomic::{AtomicFile, TempFile, UnsyncedFolders, check_output_path};
use super::chunks::begins_as_log;
use super::destination::{Destination, link_target, parent_folder, with_suffix};
use super::error::{JournalError, OutputError};
use super::file_set::FileSet;
use super::journal::{Journal, LateJournal, is_same_file};
use super::lock::{LockFile, Locking, lock_alone};
use super::origin::is_log_extension;
use crate::formats::CheckedGame;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a command reads, and what it will write.
#[derive(Debug, Default)]
pub struct WritePlan {
    /// The files and folders that are read, without links.
    inputs: Vec<PathBuf>,
    /// The outputs so far, without links.
    outputs: Vec<PathBuf>,
}

impl WritePlan {
    /// Creates the plan of a command that reads these files and folders.
    pub fn new<P: AsRef<Path>>(inputs: impl IntoIterator<Item = P>) -> Self {
        let resolved = inputs
            .into_iter()
            .filter_map(|path| path.as_ref().canonicalize().ok());
        Self {
            inputs: resolved.collect(),
            outputs: Vec::new(),
        }
    }

    /// Leaves out the folders that are read: that of the outputs in them is not.
    #[must_use]
    pub fn without_folders(mut self) -> Self {
        self.inputs.retain(|path| !path.is_dir());
        self
    }

    /// Starts a file that holds something else than what is read: it must not be an input.
    ///
    /// # Errors
    /// Returns an error if the path is an input or another output, if it is taken
    /// ([`check_output_path`]), or if its folder is not writable.
    pub fn file(&mut self, target: &Path, force: bool) -> Result<AtomicFile, OutputError> {
        self.refuse_input(target)?;
        self.file_of_games(target, force)
    }

    /// Starts a file that will hold all games that are read, and so may be one of the inputs.
    ///
    /// # Errors
    /// Returns the errors of [`file`](Self::file), but for that of an input.
    pub fn file_of_games(&mut self, target: &Path, force: bool) -> Result<AtomicFile, OutputError> {
        self.add_output(target)?;
        AtomicFile::new(target, force)
    }

    /// Checks that [`file`](Self::file) could start a file now.
    ///
    /// # Errors
    /// Returns the errors of [`file`](Self::file), but for those of the folder.
    pub fn check(&self, target: &Path, force: bool) -> Result<(), OutputError> {
        self.refuse_input(target)?;
        check_output_path(target, force)
    }

    /// Plans a file that is replaced by newer versions of itself while the command runs; it may be one
    /// of the inputs.
    ///
    /// # Errors
    /// Returns the errors of [`file_of_games`](Self::file_of_games).
    pub fn checkpoints(
        &mut self,
        target: &Path,
        force: bool,
    ) -> Result<CheckpointFile, OutputError> {
        self.add_output(target)?;
        let destination = Destination::claim(target, force)?;
        check_folder(parent_folder(destination.path()), target)?;
        Ok(CheckpointFile {
            path: destination.path().to_owned(),
            destination: Some(destination),
        })
    }

    /// Plans a journal; it must not be an input.
    ///
    /// # Errors
    /// Returns an error if the path is an input, another output or a folder.
    pub fn journal(&mut self, path: &Path) -> Result<JournalPlace, OutputError> {
        self.refuse_input(path)?;
        self.journal_of_games(path)
    }

    /// Plans a journal that is continued, and may hold games that are read.
    ///
    /// # Errors
    /// Returns an error if the path is another output or a folder.
    pub fn journal_of_games(&mut self, path: &Path) -> Result<JournalPlace, OutputError> {
        self.add_output(path)?;
        let target = link_target(path).map_err(|error| OutputError::io(path, error))?;
        if target.is_dir() {
            let path = path.to_owned();
            return Err(OutputError::Folder { path });
        }
        Ok(JournalPlace {
            path: target,
            replaces: None,
        })
    }

    /// Plans a journal `OUT.part` that will replace the file `out` when it is complete, which may be
    /// one of the inputs and is locked until then.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be replaced.
    pub fn part_journal(&mut self, out: &Path) -> Result<JournalPlace, OutputError> {
        let destination = Destination::claim(out, true)?;
        let path = part_path(destination.path());
        self.refuse_input(&path)?;
        self.add_output(out)?;
        self.add_output(&path)?;
        Ok(JournalPlace {
            path,
            replaces: Some(destination),
        })
    }

    /// Moves the journal `OUT.part` of an interrupted run aside; `None` if there is none, else the new
    /// path.
    ///
    /// # Errors
    /// Returns an error if the file is no journal of kifu, or if another kifu is writing to it.
    pub fn put_part_aside(&self, out: &Path) -> Result<Option<PathBuf>, JournalError> {
        Journal::put_aside(&part_path(out))
    }

    /// Plans a folder, which is made if it does not exist.
    ///
    /// # Errors
    /// Returns an error if files cannot be written there.
    pub fn folder(
        &mut self,
        path: &Path,
        sharing: FolderSharing,
    ) -> Result<PlannedFolder, OutputError> {
        let mut folder = PlannedFolder::new(path, sharing)?;
        folder.inputs.clone_from(&self.inputs);
        Ok(folder)
    }

    /// Plans a set of files in a folder, which is made if it does not exist; `force` replaces files that
    /// are there.
    ///
    /// # Errors
    /// Returns an error if the folder or a file in it is an input, if another kifu is writing there, or
    /// if files cannot be written.
    pub fn file_set(&mut self, folder: &Path, force: bool) -> Result<FileSet, OutputError> {
        let resolved = folder.canonicalize().unwrap_or_else(|_| resolve(folder));
        if let Some(input) = self
            .inputs
            .iter()
            .find(|input| input.starts_with(&resolved))
        {
            let path = input.clone();
            return Err(OutputError::IsInput { path });
        }
        self.add_output(folder)?;
        FileSet::new(PlannedFolder::new(folder, FolderSharing::Exclusive)?, force)
    }

    /// Reports whether a file is read: it is an input itself, or lies in one and looks like a log.
    pub fn reads(&self, file: &Path) -> bool {
        let Ok(file) = file.canonicalize() else {
            return false;
        };
        let is_log = file.extension().is_some_and(is_log_extension);
        self.inputs
            .iter()
            .any(|input| *input == file || (is_log && file.starts_with(input)))
    }

    fn refuse_input(&self, target: &Path) -> Result<(), OutputError> {
        if self.reads(target) {
            let path = target.to_owned();
            return Err(OutputError::IsInput { path });
        }
        Ok(())
    }

    fn add_output(&mut self, target: &Path) -> Result<(), OutputError> {
        let resolved = resolve(target);
        if self.outputs.contains(&resolved) {
            let path = target.to_owned();
            return Err(OutputError::IsOtherOutput { path });
        }
        self.outputs.push(resolved);
        Ok(())
    }
}

/// Returns the path of the journal of a file that it will replace.
pub fn part_path(out: &Path) -> PathBuf {
    let target = link_target(out).unwrap_or_else(|_| out.to_owned());
    with_suffix(&target, ".part")
}

/// Returns the path of a file without links, whether it exists or not.
fn resolve(target: &Path) -> PathBuf {
    let path = link_target(target).unwrap_or_else(|_| target.to_owned());
    let folder = parent_folder(&path).canonicalize();
    let folder = folder.unwrap_or_else(|_| parent_folder(&path).to_owned());
    folder.join(path.file_name().unwrap_or_default())
}

/// Checks that files can be made in a folder.
fn check_folder(folder: &Path, shown: &Path) -> Result<(), OutputError> {
    let probe = TempFile::create_in(folder);
    probe
        .map(drop)
        .map_err(|error| OutputError::io(shown, error))
}

/// A file that is replaced by newer versions of itself.
#[derive(Debug)]
pub struct CheckpointFile {
    path: PathBuf,
    /// `None` after a version could not be written.
    destination: Option<Destination>,
}

impl CheckpointFile {
    /// Replaces the file by a newer version.
    ///
    /// # Errors
    /// Returns an error if the version cannot be written, or if another program has written to the
    /// file since the last one.
    pub fn save(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        let destination = match self.destination.take() {
            Some(destination) => destination,
            None => Destination::claim(&self.path, true)?,
        };
        let mut file = AtomicFile::at(destination)?;
        file.write(bytes)?;
        let mut folders = UnsyncedFolders::default();
        let published = file.sync()?.publish(&mut folders)?;
        folders.sync();
        // The new file is held like the old one.
        self.destination = if cfg!(not(unix)) {
            drop(published);
            Some(Destination::claim(&self.path, true)?)
        } else if matches!(lock_alone(&published), Locking::Busy) {
            None
        } else {
            Some(Destination::of_locked(&self.path, &published)?)
        };
        Ok(())
    }
}

/// The place of a journal.
#[derive(Debug)]
pub struct JournalPlace {
    path: PathBuf,
    replaces: Option<Destination>,
}

impl JournalPlace {
    /// Returns the path of the journal.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the journal, whose file must not exist yet.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create(self) -> Result<Journal, JournalError> {
        Ok(Journal::create(&self.path)?.replacing(self.replaces))
    }

    /// Plans the journal, whose file must not exist yet and is created with its first record.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be created in its folder.
    pub fn create_late(self) -> Result<LateJournal, JournalError> {
        LateJournal::prepare(&self.path)
    }

    /// Opens the journal to continue it, or creates it if there is none.
    ///
    /// Passes every game of the file, judged, to `each` with its line number, from 1. Blank lines
    /// are skipped. An incomplete last line is moved to `PATH.torn`; the returned flag says whether
    /// there was one. The file is read line by line.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, if it is a pipe or device, if another
    /// kifu is writing to it, if a line is not a record, or if `each` returns an error.
    pub fn resume<E: From<JournalError>>(
        self,
        each: impl FnMut(usize, CheckedGame) -> Result<(), E>,
    ) -> Result<(Journal, bool), E> {
        let (journal, is_torn) = Journal::resume(&self.path, each)?;
        Ok((journal.replacing(self.replaces), is_torn))
    }
}

/// Whether other kifus may write to a folder at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderSharing {
    /// The files have nothing to do with each other.
    Shared,
    /// The files belong together.
    Exclusive,
}

/// A folder in which files are written.
///
/// The folders that were made for it are removed again if they stay empty.
#[derive(Debug)]
pub struct PlannedFolder {
    path: PathBuf,
    /// The folders that were not there, each after the one that it lies in.
    made: Vec<PathBuf>,
    lock: Option<File>,
    /// The lock on Windows, next to the folder.
    lock_file: Option<LockFile>,
    /// The files and folders that are read, without links.
    inputs: Vec<PathBuf>,
}

impl PlannedFolder {
    fn new(path: &Path, sharing: FolderSharing) -> Result<Self, OutputError> {
        let mut folder = Self {
            path: path.to_owned(),
            made: Vec::new(),
            lock: None,
            lock_file: None,
            inputs: Vec::new(),
        };
        folder.make(path)?;
        if sharing == FolderSharing::Exclusive {
            folder.lock()?;
        }
        check_folder(path, path)?;
        Ok(folder)
    }

    fn lock(&mut self) -> Result<(), OutputError> {
        let path = &self.path;
        let failed = |error| OutputError::io(path, error);
        let busy = || OutputError::Locked { path: path.clone() };
        if cfg!(windows) {
            let path = path.canonicalize().unwrap_or_else(|_| path.clone());
            // Where no file can be made next to the folder there is no lock.
            if let Ok(lock_file) = LockFile::acquire(&path) {
                self.lock_file = Some(lock_file.ok_or_else(busy)?);
            }
        }
        if cfg!(unix) {
            let file = File::open(path).map_err(failed)?;
            // The kifu that held the lock may have put another folder here.
            if matches!(lock_alone(&file), Locking::Busy) || !is_same_file(&file, path) {
                return Err(busy());
            }
            self.lock = Some(file);
        }
        Ok(())
    }

    fn make(&mut self, path: &Path) -> Result<(), OutputError> {
        let missing = path
            .ancestors()
            .take_while(|it| !it.as_os_str().is_empty() && !it.exists());
        let missing: Vec<PathBuf> = missing.map(Path::to_owned).collect();
        match fs::create_dir_all(path) {
            Ok(()) => {
                self.made.extend(missing.into_iter().rev());
                Ok(())
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let path = path.to_owned();
                Err(OutputError::NotAFolder { path })
            }
            Err(error) => Err(OutputError::io(path, error)),
        }
    }

    /// Makes a folder in this one, in which files will be written.
    ///
    /// # Errors
    /// Returns an error if that is not possible.
    pub fn make_folder(&mut self, name: &str) -> Result<(), OutputError> {
        let path = self.path.join(name);
        self.make(&path)?;
        check_folder(&path, &path)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Starts a file in the folder that holds something else than what is read: it must not be an
    /// input.
    ///
    /// # Errors
    /// Returns an error if the name is taken or is an input, or if the file cannot be written.
    pub fn file(&self, name: impl AsRef<OsStr>, force: bool) -> Result<AtomicFile, OutputError> {
        let path = self.path.join(Path::new(name.as_ref()));
        if self.reads(&path) {
            return Err(OutputError::IsInput { path });
        }
        self.file_of_games(name, force)
    }

    /// Starts a file in the folder that will hold all games of the input that it replaces, if it
    /// replaces one.
    ///
    /// # Errors
    /// Returns an error if the name is taken, or if the file cannot be written.
    pub fn file_of_games(
        &self,
        name: impl AsRef<OsStr>,
        force: bool,
    ) -> Result<AtomicFile, OutputError> {
        AtomicFile::new(&self.path.join(Path::new(name.as_ref())), force)
    }

    /// Reports whether a file is read: it is an input itself, or a log that lies in one.
    fn reads(&self, file: &Path) -> bool {
        let Ok(file) = file.canonicalize() else {
            return false;
        };
        let is_inside = self.inputs.iter().any(|input| file.starts_with(input));
        is_inside && (self.inputs.contains(&file) || begins_as_log(&file))
    }
}

impl Drop for PlannedFolder {
    fn drop(&mut self) {
        // It may lie in one of the folders.
        self.lock_file = None;
        for folder in self.made.iter().rev() {
            // One with files stays.
            let _ = fs::remove_dir(folder);
        }
    }
}
