//! The output file to which games are written, one after another.

use super::super::terminal::{StdoutWriter, stdout_failure};
use kifu_core::games::CATALOGUE;
use kifu_core::record::Record;
use kifu_logs::files::{AtomicFile, UnsyncedFolders};
use kifu_logs::formats::{Format, WriteError};
use kifu_study::failure::{Failure, FailureKind};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The number of bytes that are buffered before they are written.
const FLUSH_THRESHOLD: usize = 64 << 10;

/// The destination of the text.
enum Destination {
    Stdout(StdoutWriter),
    /// A pipe or device, which is written to directly rather than replaced.
    Device(File, PathBuf),
    File(AtomicFile),
}

/// An output file that is being written.
pub(crate) struct OutFile {
    format: &'static dyn Format,
    game_count: usize,
    text: String,
    destination: Destination,
}

/// Reports whether a path is a pipe or device.
pub(crate) fn is_device(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

impl OutFile {
    /// Opens an output file at a path, `-` for standard output.
    ///
    /// # Errors
    /// Returns an error if the path cannot be written.
    pub fn new(path: &Path, format: &'static dyn Format, force: bool) -> Result<Self, Failure> {
        let place = if path.as_os_str() == "-" {
            Destination::Stdout(StdoutWriter::new())
        } else if is_device(path) {
            let file = OpenOptions::new().write(true).open(path);
            let file = file.map_err(|error| Failure::cannot_write(path, error))?;
            Destination::Device(file, path.to_owned())
        } else {
            Destination::File(AtomicFile::new(path, force)?)
        };
        let mut text = String::new();
        if let Some(writer) = format.writer() {
            writer.write_prologue(&mut text);
        }
        Ok(Self {
            format,
            game_count: 0,
            text,
            destination: place,
        })
    }

    /// Appends a game. The inner error is that of the format, if it cannot represent the game.
    ///
    /// # Errors
    /// Returns an error if the text cannot be written.
    pub fn append(&mut self, record: &Record) -> Result<Result<(), WriteError>, Failure> {
        let Some(writer) = self.format.writer() else {
            let message = format!("kifu cannot write `{}`", self.format.id());
            return Err(Failure::new(FailureKind::Internal, message));
        };
        if self.game_count > 0 && !writer.supports_multiple_games() {
            let format = self.format.id();
            return Ok(Err(WriteError::SingleGameOnly { format }));
        }
        if let Err(error) = writer.write_record(record, CATALOGUE, self.game_count, &mut self.text)
        {
            return Ok(Err(error));
        }
        self.game_count += 1;
        if self.text.len() >= FLUSH_THRESHOLD {
            self.write()?;
        }
        Ok(Ok(()))
    }

    /// Writes the buffered text.
    fn write(&mut self) -> Result<(), Failure> {
        let bytes = self.text.as_bytes();
        match &mut self.destination {
            Destination::Stdout(out) => out.print_data(&self.text)?,
            Destination::File(file) => file.write(bytes)?,
            Destination::Device(file, path) => {
                let written = file.write_all(bytes);
                written.map_err(|error| match error.kind() {
                    std::io::ErrorKind::BrokenPipe => stdout_failure(&error),
                    _ => Failure::cannot_write(path, error),
                })?;
            }
        }
        self.text.clear();
        Ok(())
    }

    /// Completes the file and returns the number of games in it; its folder is left to be synced.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written; then it does not exist.
    pub fn finish(mut self, folders: &mut UnsyncedFolders) -> Result<usize, Failure> {
        if let Some(writer) = self.format.writer() {
            writer.write_epilogue(&mut self.text);
        }
        self.write()?;
        match self.destination {
            Destination::Stdout(mut out) => out.flush()?,
            Destination::File(file) => file.finish_in(folders)?,
            Destination::Device(..) => {}
        }
        Ok(self.game_count)
    }
}
