//! A file that games are written to, one after another.

use super::super::terminal::{StdoutWriter, stdout_failure};
use crate::failure::{Failure, FailureKind};
use crate::files::AtomicFile;
use crate::formats::{Format, WriteError};
use crate::games::CATALOGUE;
use crate::record::Record;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// So much is gathered before it is written.
const FLUSH_THRESHOLD: usize = 64 << 10;

/// Where the text goes.
enum Destination {
    Stdout(StdoutWriter),
    /// A pipe or device, which cannot be replaced.
    Device(File, PathBuf),
    File(AtomicFile),
}

/// A file in the making.
pub(in crate::cli) struct OutFile {
    format: &'static dyn Format,
    game_count: usize,
    text: String,
    destination: Destination,
}

/// Whether this is a pipe or device.
pub(in crate::cli) fn is_device(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

impl OutFile {
    /// Starts one at a path, `-` for standard output.
    ///
    /// # Errors
    /// It cannot be written there.
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

    /// Appends a game. The inner error is the format's: it cannot hold this game.
    ///
    /// # Errors
    /// The text cannot be written.
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

    fn write(&mut self) -> Result<(), Failure> {
        let bytes = self.text.as_bytes();
        match &mut self.destination {
            Destination::Stdout(out) => out.write_bytes(bytes)?,
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

    /// Ends it. Returns how many games it holds.
    ///
    /// # Errors
    /// It cannot be written, and is not there then.
    pub fn finish(mut self) -> Result<usize, Failure> {
        if let Some(writer) = self.format.writer() {
            writer.write_epilogue(&mut self.text);
        }
        self.write()?;
        match self.destination {
            Destination::Stdout(mut out) => out.flush()?,
            Destination::File(file) => file.finish()?,
            Destination::Device(..) => {}
        }
        Ok(self.game_count)
    }
}
