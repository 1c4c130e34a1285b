//! An append-only file of records, in which each record is written whole and synced before the
//! next.

use super::{InputError, JournalError, OutputError};
use crate::record::{Record, read_ron, write_ronl};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file of records, one per line, open for appending.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Creates a journal; the file must not exist yet.
    ///
    /// # Errors
    /// Returns an error if the file exists or cannot be written.
    pub fn create(path: &Path) -> Result<Self, JournalError> {
        let opened = OpenOptions::new().append(true).create_new(true).open(path);
        let file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => JournalError::Exists {
                path: path.to_owned(),
            },
            _ => OutputError::io(path, error).into(),
        })?;
        Self::locked(file, path)
    }

    /// Opens a journal to continue it, or creates it if there is none.
    ///
    /// Passes every record of the file to `each` with its line number, from 1. An incomplete last
    /// line is moved to `PATH.torn`; the returned flag says whether there was one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, if another kifu is writing to it, if
    /// a line is not a record, or if `each` returns an error.
    pub fn resume<E: From<JournalError>>(
        path: &Path,
        mut each: impl FnMut(usize, Record) -> Result<(), E>,
    ) -> Result<(Self, bool), E> {
        let read_error = |error| JournalError::from(InputError::io(path.display(), error));
        let opened = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut journal = Self::locked(opened.map_err(read_error)?, path)?;
        let mut text = Vec::new();
        let read = journal.file.read_to_end(&mut text);
        read.map_err(read_error)?;
        let whole = memchr::memrchr(b'\n', &text).map_or(0, |at| at + 1);
        let mut lines = text[..whole].split(|byte| *byte == b'\n').peekable();
        let mut number = 0;
        while let Some(line) = lines.next() {
            number += 1;
            if line.is_empty() && lines.peek().is_none() {
                break;
            }
            let record = std::str::from_utf8(line).ok();
            let record = record.and_then(|line| read_ron(line).ok());
            let record = record.ok_or_else(|| JournalError::NotARecord {
                path: path.to_owned(),
                line: number,
            })?;
            each(number, record)?;
        }
        let torn = whole < text.len();
        if torn {
            let put_aside = journal.put_aside(&text[whole..], whole);
            put_aside.map_err(JournalError::from)?;
        }
        Ok((journal, torn))
    }

    fn locked(file: File, path: &Path) -> Result<Self, JournalError> {
        let path = path.to_owned();
        if matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock)) {
            return Err(JournalError::Locked { path });
        }
        Ok(Self { file, path })
    }

    fn put_aside(&mut self, torn: &[u8], whole: usize) -> Result<(), OutputError> {
        let mut name = self.path.clone().into_os_string();
        name.push(".torn");
        let name = PathBuf::from(name);
        let aside = OpenOptions::new().append(true).create(true).open(&name);
        let kept = aside.and_then(|mut aside| {
            aside.write_all(torn)?;
            aside.write_all(b"\n")?;
            aside.sync_all()
        });
        kept.map_err(|error| OutputError::io(&name, error))?;
        let cut = self.file.set_len(whole as u64);
        let cut = cut.and_then(|()| self.file.seek(SeekFrom::End(0)));
        let cut = cut.and_then(|_| self.file.sync_all());
        cut.map_err(|error| OutputError::io(&self.path, error))
    }

    /// Appends a record in one write and syncs it to disk.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written, for example because the disk is full. A
    /// partly written line is removed again.
    pub fn append(&mut self, record: &Record) -> Result<(), OutputError> {
        let line = write_ronl(record);
        let before = self.file.metadata().map(|meta| meta.len());
        let written = self.file.write_all(line.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        written.map_err(|error| {
            if let Ok(before) = before {
                // If this fails as well, the next `--resume` removes the partial line.
                let _ = self.file.set_len(before);
            }
            OutputError::io(&self.path, error)
        })
    }
}
