//! The output file to which games are written, one after another.

use super::text::pluralize;
use crate::Status;
use crate::terminal::{StdoutWriter, stdout_failure};
use kifu_core::games::CATALOGUE;
use kifu_core::record::Record;
use kifu_logs::files::{AtomicFile, UnsyncedFolders, WritePlan};
use kifu_logs::formats::{Format, WriteError};
use kifu_study::failure::{Failure, FailureKind};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The number of bytes that are buffered before they are written.
const FLUSH_THRESHOLD: usize = 64 << 10;

/// The destination of the text.
enum OutFileDestination {
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
    destination: OutFileDestination,
}

/// Reports whether a path names a folder: it is one, ends in `/`, or has no ending as files have.
pub fn names_folder(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    path.is_dir() || name.ends_with(b"/") || name.ends_with(b"\\") || path.extension().is_none()
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
    pub fn new(
        plan: &mut WritePlan,
        path: &Path,
        format: &'static dyn Format,
        force: bool,
    ) -> Result<Self, Failure> {
        let destination = if path.as_os_str() == "-" {
            OutFileDestination::Stdout(StdoutWriter::new())
        } else if is_device(path) {
            let file = OpenOptions::new().write(true).open(path);
            let file = file.map_err(|error| Failure::cannot_write(path, error))?;
            OutFileDestination::Device(file, path.to_owned())
        } else {
            OutFileDestination::File(plan.file_of_games(path, force)?)
        };
        Ok(Self::at(destination, format))
    }

    /// Starts a text in a file.
    pub fn of_file(file: AtomicFile, format: &'static dyn Format) -> Self {
        Self::at(OutFileDestination::File(file), format)
    }

    fn at(destination: OutFileDestination, format: &'static dyn Format) -> Self {
        let mut text = String::new();
        if let Some(writer) = format.writer() {
            writer.write_prologue(&mut text);
        }
        Self {
            format,
            game_count: 0,
            text,
            destination,
        }
    }

    /// Reports whether no game has been written.
    pub const fn is_empty(&self) -> bool {
        self.game_count == 0
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
            OutFileDestination::Stdout(out) => out.print_data(&self.text)?,
            OutFileDestination::File(file) => file.write(bytes)?,
            OutFileDestination::Device(file, path) => {
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
            OutFileDestination::Stdout(mut out) => out.flush()?,
            OutFileDestination::File(file) => file.finish_in(folders)?,
            OutFileDestination::Device(..) => {}
        }
        Ok(self.game_count)
    }
}

// The file to which a picture or a page is written.

/// A file for bytes that are written at once: on disk, a device, or standard output.
pub(crate) enum ByteOutput {
    Stdout,
    Device(PathBuf),
    File(AtomicFile),
}

impl ByteOutput {
    /// Plans an output that is no input; standard output if the path is `-`.
    ///
    /// # Errors
    /// Returns an error if the path cannot be written, or exists and `force` is not set.
    pub fn new(plan: &mut WritePlan, path: &Path, force: bool) -> Result<Self, Failure> {
        Ok(if path.as_os_str() == "-" {
            Self::Stdout
        } else if is_device(path) {
            Self::Device(path.to_owned())
        } else {
            Self::File(plan.file(path, force)?)
        })
    }

    /// Writes the bytes, which make the whole file.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn write(self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Self::Stdout => {
                let mut out = StdoutWriter::new();
                match str::from_utf8(bytes) {
                    Ok(text) => out.print_data(text)?,
                    Err(_) => out.write_bytes(bytes)?,
                }
                out.flush()
            }
            Self::Device(path) => {
                let written = std::fs::write(&path, bytes);
                written.map_err(|error| Failure::cannot_write(&path, error))
            }
            Self::File(mut file) => {
                file.write(bytes)?;
                Ok(file.finish()?)
            }
        }
    }
}

// A guard against replacing a file by only a part of what it holds.

/// Decides whether an output may replace the file that is there.
///
/// A file that is an input, too, is replaced only if all of its games are in the output: a game
/// that is left out would be lost. Any other file is replaced unless an input could not be
/// read at all. The default guards nothing.
#[derive(Default)]
pub(crate) struct ReplacementGuard<'a> {
    /// The file that would be replaced.
    target: Option<&'a Path>,
    /// Whether the file is an input.
    is_input: bool,
    /// The number of inputs that could not be read.
    missing_inputs: usize,
    /// The number of games that are not in the output.
    missing_games: usize,
}

impl<'a> ReplacementGuard<'a> {
    /// Looks at what is at the path of the output.
    pub fn new(out: &'a Path, plan: &WritePlan) -> Self {
        let target = out.is_file().then_some(out);
        Self {
            target,
            is_input: target.is_some_and(|target| plan.reads(target)),
            missing_inputs: 0,
            missing_games: 0,
        }
    }

    /// Notes a problem with an input, given by the status that it leads to.
    pub fn note_problem(&mut self, status: Status) {
        self.missing_inputs += usize::from(status == Status::Error);
    }

    /// Notes games that are not in the output.
    pub fn note_missing_games(&mut self, count: usize) {
        self.missing_games += count;
    }

    /// Checks that the file may be replaced.
    ///
    /// # Errors
    /// Returns an error if something would be missing.
    pub fn check(&self) -> Result<(), Failure> {
        let Some(target) = self.target else {
            return Ok(());
        };
        let missing = match (self.missing_inputs, self.missing_games) {
            (0, games) if self.is_input && games > 0 => pluralize(games, "game"),
            (0, _) => return Ok(()),
            (inputs, _) => pluralize(inputs, "input"),
        };
        Err(would_be_missing(target, &missing))
    }
}

/// Returns the failure of an output that would be without a part of the file that it replaces.
pub(crate) fn would_be_missing(target: &Path, missing: &str) -> Failure {
    let message = format!(
        "cannot replace `{}`: {missing} would be missing; the file is as it was",
        target.display()
    );
    let hint = "repair what could not be read, or give another output";
    Failure::new(FailureKind::Output, message).hint(hint)
}
