//! An append-only file of records, in which each record is written whole before the next, and synced
//! at once or soon.

use super::atomic::{keep_attributes, link_count, remove_abandoned, replace_error, sync_folder};
use super::chunks::{check_regular, read_line};
use super::destination::{Destination, free_rescue_path, parent_folder, rescue_paths, with_suffix};
use super::lock::{LockFile, Locking, lock_alone};
use super::signals::TempFileGuard;
use super::{InputError, JournalError, OutputError};
use crate::formats;
use crate::formats::{CheckedGame, ReadContext};
use kifu_core::findings::{Code, Finding, Severity, SourceText};
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Record, write_ronl};
use std::fs::{File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, io};

/// The time after which records are synced that may be made again.
const SYNC_INTERVAL: Duration = Duration::from_millis(500);

/// A file of records, one per line, open for appending.
///
/// The file is locked, so that no other kifu writes to it or replaces it. Other programs can; then
/// the next [`append`](Self::append) returns an error.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    /// The number of bytes that the file must have.
    length: u64,
    last_sync: Instant,
    /// The lock file where the file system has no locks.
    _lock_file: Option<LockFile>,
    /// A file that this journal has created and that holds no record yet; it is removed at the end.
    empty: Option<TempFileGuard>,
    /// The file that the journal replaces when it is complete.
    replaces: Option<Destination>,
}

/// An unterminated last line, in bytes from the start of the file.
struct TornLine {
    start: u64,
    is_blank: bool,
}

impl Journal {
    /// Creates a journal; the file must not exist yet.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub(super) fn create(path: &Path) -> Result<Self, JournalError> {
        remove_abandoned(parent_folder(path));
        let create = || {
            let mut options = OpenOptions::new();
            let file = options
                .read(true)
                .append(true)
                .create_new(true)
                .open(path)?;
            Ok((file, path.to_owned()))
        };
        let (file, guard) = TempFileGuard::create(create).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => JournalError::Exists {
                path: path.to_owned(),
            },
            _ => OutputError::io(path, error).into(),
        })?;
        // Without this the games survive a power failure, but the name of their file may not.
        sync_folder(parent_folder(path));
        let mut journal = Self::locked(file, path)?;
        // Another kifu may have opened the new file before it was locked, and written its games.
        if journal.length > 0 || !is_same_file(&journal.file, path) {
            let path = path.to_owned();
            return Err(JournalError::Locked { path });
        }
        journal.empty = Some(guard);
        Ok(journal)
    }

    /// Lets the journal replace a file when it is complete.
    pub(super) fn replacing(mut self, replaces: Option<Destination>) -> Self {
        self.replaces = replaces;
        self
    }

    /// Moves the journal of an interrupted run aside; `None` if there is none, else the new path.
    pub(super) fn put_aside(path: &Path) -> Result<Option<PathBuf>, JournalError> {
        let Ok(meta) = path.symlink_metadata() else {
            return Ok(None);
        };
        let foreign = || JournalError::NotARecord {
            path: path.to_owned(),
            line: 1,
        };
        if !meta.is_file() {
            return Err(foreign());
        }
        let file = File::open(path).map_err(|error| InputError::io(path.display(), error))?;
        let journal = Self::locked(file, path)?;
        // A text of the user is not for kifu to move.
        JournalReader::new(&journal.file, path).next_game()?;
        let failed = |error| JournalError::from(OutputError::io(path, error));
        if meta.len() == 0 {
            fs::remove_file(path).map_err(failed)?;
            return Ok(None);
        }
        let free = free_rescue_path(path).ok_or_else(|| failed(ErrorKind::AlreadyExists.into()))?;
        fs::rename(path, &free).map_err(failed)?;
        Ok(Some(free))
    }

    /// Opens a journal to continue it, or creates it if there is none; see
    /// [`JournalPlace::resume`](super::JournalPlace::resume).
    pub(super) fn resume<E: From<JournalError>>(
        path: &Path,
        mut each: impl FnMut(usize, CheckedGame) -> Result<(), E>,
    ) -> Result<(Self, bool), E> {
        let read_error = |error| JournalError::from(InputError::io(path.display(), error));
        if !path.exists() {
            return Ok((Self::create(path)?, false));
        }
        check_regular(path).map_err(JournalError::from)?;
        let opened = OpenOptions::new().read(true).append(true).open(path);
        let mut journal = Self::locked(opened.map_err(read_error)?, path)?;
        let mut reader = JournalReader::new(&journal.file, path);
        while let Some((line, game)) = reader.next_game()? {
            each(line, game)?;
        }
        let Some(TornLine { start, is_blank }) = reader.torn else {
            return Ok((journal, false));
        };
        if !is_blank {
            journal.save_torn_line(start).map_err(JournalError::from)?;
        }
        journal.truncate(start).map_err(JournalError::from)?;
        Ok((journal, !is_blank))
    }

    fn locked(file: File, path: &Path) -> Result<Self, JournalError> {
        let busy = || JournalError::Locked {
            path: path.to_owned(),
        };
        let failed = |error| OutputError::io(path, error);
        let lock_file = match lock_alone(&file) {
            Locking::Busy => return Err(busy()),
            Locking::Locked => None,
            Locking::Unsupported => {
                let lock_file = LockFile::acquire(path).map_err(failed)?;
                Some(lock_file.ok_or_else(busy)?)
            }
        };
        Ok(Self {
            length: file.metadata().map_err(failed)?.len(),
            file,
            path: path.to_owned(),
            last_sync: Instant::now(),
            _lock_file: lock_file,
            empty: None,
            replaces: None,
        })
    }

    /// Appends the bytes from `start` on to `PATH.torn`.
    fn save_torn_line(&mut self, start: u64) -> Result<(), OutputError> {
        let name = with_suffix(&self.path, ".torn");
        let mut options = OpenOptions::new();
        let aside = options.append(true).create(true).open(&name);
        let kept = aside.and_then(|mut aside| {
            self.file.seek(SeekFrom::Start(start))?;
            io::copy(&mut self.file, &mut aside)?;
            aside.write_all(b"\n")?;
            aside.sync_all()
        });
        kept.map_err(|error| OutputError::io(&name, error))
    }

    /// Removes the bytes from `start` on.
    fn truncate(&mut self, start: u64) -> Result<(), OutputError> {
        let cut = self.set_length(start);
        let cut = cut.and_then(|()| self.file.sync_all());
        cut.map_err(|error| OutputError::io(&self.path, error))?;
        self.length = start;
        Ok(())
    }

    #[cfg(not(windows))]
    fn set_length(&self, length: u64) -> io::Result<()> {
        self.file.set_len(length)
    }

    /// Sets the length through another handle: on Windows one that appends cannot.
    #[cfg(windows)]
    fn set_length(&self, length: u64) -> io::Result<()> {
        let writable = OpenOptions::new().write(true).open(&self.path)?;
        if !is_same_file(&self.file, &self.path) {
            return Err(ErrorKind::NotFound.into());
        }
        writable.set_len(length)
    }

    /// Appends a record in one write and syncs it to disk.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written, for example because the disk is full; a
    /// partly written line is removed again. Also if another program has removed, replaced or
    /// changed the file; records that would be lost with it are saved to `PATH.rescued`.
    pub fn append(&mut self, record: &Record) -> Result<(), OutputError> {
        self.append_synced(record, true)
    }

    /// Appends a record in one write, and syncs it with those before it if the last sync was some
    /// time ago: where records are made in milliseconds, a sync of each costs a fifth of the time,
    /// and more on slow disks.
    ///
    /// A power failure may cost the records of half a second, which `--resume` makes again; if only
    /// this program ends, even by a crash, none is lost.
    ///
    /// # Errors
    /// Returns the errors of [`append`](Self::append).
    pub fn append_soon_synced(&mut self, record: &Record) -> Result<(), OutputError> {
        let is_due = self.last_sync.elapsed() >= SYNC_INTERVAL;
        self.append_synced(record, is_due)
    }

    fn append_synced(&mut self, record: &Record, is_sync_due: bool) -> Result<(), OutputError> {
        let failed = |error| OutputError::io(&self.path, error);
        if self.file.metadata().map_err(failed)?.len() != self.length {
            let path = self.path.clone();
            return Err(OutputError::Changed { path });
        }
        let line = write_ronl(record);
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| {
            if is_sync_due {
                self.file.sync_data()
            } else {
                Ok(())
            }
        });
        if is_sync_due {
            self.last_sync = Instant::now();
        }
        written.map_err(|error| {
            // If this fails as well, the next `--resume` removes the partial line.
            let _ = self.set_length(self.length);
            OutputError::io(&self.path, error)
        })?;
        self.length += line.len() as u64;
        self.empty = None;
        self.check_is_in_place()
    }

    /// Checks that the path still leads to the file.
    fn check_is_in_place(&mut self) -> Result<(), OutputError> {
        if is_same_file(&self.file, &self.path) {
            return Ok(());
        }
        let is_lost = link_count(&self.file) == Some(0);
        Err(OutputError::Replaced {
            rescued: is_lost.then(|| self.rescue()).flatten(),
            path: self.path.clone(),
        })
    }

    /// Copies all records to a new file, whose path it returns.
    fn rescue(&mut self) -> Option<PathBuf> {
        let names = rescue_paths(&self.path);
        let mut open = names.filter_map(|name| {
            let mut options = OpenOptions::new();
            let file = options.write(true).create_new(true).open(&name).ok()?;
            Some((name, file))
        });
        let (name, mut copy) = open.next()?;
        self.file.rewind().ok()?;
        io::copy(&mut self.file, &mut copy).ok()?;
        copy.sync_all().ok()?;
        Some(name)
    }

    /// Syncs all records. A journal that replaces a file is moved over it in one step.
    ///
    /// # Errors
    /// Returns an error if the records cannot be written to disk, or if the file cannot be replaced,
    /// for example since another program has written to it; then the journal stays where it is.
    pub fn finish(mut self) -> Result<(), OutputError> {
        let Some(mut destination) = self.replaces.take() else {
            let synced = self.file.sync_data();
            return synced.map_err(|error| OutputError::io(&self.path, error));
        };
        self.empty = None;
        let target = destination.path().to_owned();
        let failed = |error: io::Error| OutputError::io(&target, error);
        keep_attributes(&self.file, &target);
        self.file.sync_all().map_err(failed)?;
        self.check_is_in_place()?;
        destination.check_unchanged()?;
        if !destination.replaces() && target.symlink_metadata().is_ok() {
            return Err(OutputError::Exists { path: target });
        }
        destination.unlock_to_replace();
        fs::rename(&self.path, &target).map_err(|error| failed(replace_error(&target, error)))?;
        sync_folder(parent_folder(&target));
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.empty.is_some() && is_same_file(&self.file, &self.path) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl JournalError {
    /// Returns the error of a game on a line of a journal that has an error; `None` if it is valid.
    pub fn of_invalid_game(path: &Path, line: usize, game: &CheckedGame) -> Option<Self> {
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        let finding = game.findings.iter().find(is_error)?;
        Some(Self::InvalidGame {
            path: path.to_owned(),
            line,
            finding: format!("{}: {}", finding.code, finding.message),
        })
    }
}

/// A reader of the games in a journal, line by line.
pub struct JournalReader<R> {
    reader: BufReader<R>,
    path: PathBuf,
    line: Vec<u8>,
    /// The number of the last line, from 1.
    number: usize,
    /// The offset at which the next line starts.
    next_start: u64,
    torn: Option<TornLine>,
}

impl JournalReader<File> {
    /// Opens the journal at a path for reading.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn open(path: &Path) -> Result<Self, InputError> {
        let file = File::open(path).map_err(|error| InputError::io(path.display(), error))?;
        Ok(Self::new(file, path))
    }
}

impl<R: Read> JournalReader<R> {
    fn new(file: R, path: &Path) -> Self {
        Self {
            reader: BufReader::new(file),
            path: path.to_owned(),
            line: Vec::new(),
            number: 0,
            next_start: 0,
            torn: None,
        }
    }

    /// Returns the next game, judged, with the number of its line; `None` after the last whole
    /// line.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or a line is not a record.
    pub fn next_game(&mut self) -> Result<Option<(usize, CheckedGame)>, JournalError> {
        loop {
            let start = self.next_start;
            let is_whole = read_line(&mut self.reader, &mut self.line)
                .map_err(|error| InputError::io(self.path.display(), error))?;
            self.number += 1;
            self.next_start += self.line.len() as u64;
            let is_blank = self.line.iter().all(u8::is_ascii_whitespace);
            match is_whole {
                // No record is that long, torn or not.
                None => return Err(self.not_a_record()),
                Some(false) => {
                    self.torn = (!self.line.is_empty()).then_some(TornLine { start, is_blank });
                    return Ok(None);
                }
                Some(true) if is_blank => {}
                Some(true) => {
                    if let Some(game) = self.check_line()? {
                        return Ok(Some((self.number, game)));
                    }
                }
            }
        }
    }

    /// Judges the record on the line as `kifu validate` does; a comment has none.
    fn check_line(&self) -> Result<Option<CheckedGame>, JournalError> {
        let line = std::str::from_utf8(&self.line).map_err(|_| self.not_a_record())?;
        let first_line = u32::try_from(self.number).unwrap_or(u32::MAX);
        let source = SourceText::with_first_line(line, first_line);
        let mut game = None;
        if let Some(format) = formats::by_id("ronl") {
            format.read(&source, &ReadContext::default(), &mut |parsed| {
                game = Some(parsed.check(&source, CATALOGUE));
            });
        }
        let is_comment = |game: &CheckedGame| game.findings.iter().any(|f| f.code == Code::NoGame);
        match game {
            Some(game) if is_comment(&game) => Ok(None),
            Some(game) if game.record.game.is_empty() => Err(self.not_a_record()),
            game => Ok(game),
        }
    }

    fn not_a_record(&self) -> JournalError {
        JournalError::NotARecord {
            path: self.path.clone(),
            line: self.number,
        }
    }
}

/// Reports whether a path leads to an open file.
#[cfg(unix)]
pub(super) fn is_same_file(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(there)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    (open.dev(), open.ino()) == (there.dev(), there.ino())
}

/// Reports whether a path leads to an open file.
#[cfg(windows)]
pub(super) fn is_same_file(file: &File, path: &Path) -> bool {
    let identity = |file: &File| {
        let info = winapi_util::file::information(file).ok()?;
        Some((info.volume_serial_number(), info.file_index()))
    };
    let there = File::open(path).ok().and_then(|there| identity(&there));
    there.is_some() && there == identity(file)
}

/// Reports whether a file is at a path, which elsewhere cannot be removed or replaced.
#[cfg(not(any(unix, windows)))]
pub(super) fn is_same_file(_file: &File, path: &Path) -> bool {
    fs::exists(path).unwrap_or(false)
}

// A journal whose file is created with its first record, so that a run that fails before leaves
// nothing behind.

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
    pub(super) fn prepare(path: &Path) -> Result<Self, JournalError> {
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
