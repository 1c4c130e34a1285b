//! The errors of reading and writing files.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file or folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The system refuses it.
    #[error("cannot read `{name}`: {}", describe_io_error(.error))]
    Io {
        /// The file, as the user named it.
        name: String,
        /// The system's reason.
        error: io::Error,
    },
    /// It cannot be reached, and the system gives no reason.
    #[error("cannot read `{name}`")]
    Unreachable {
        /// The file or folder.
        name: String,
    },
    /// It is a pipe or device, which may never end.
    #[error("cannot read `{name}`: it is a pipe or device")]
    PipeOrDevice {
        /// The pipe or device.
        name: String,
    },
    /// It can be read only once, such as standard input.
    #[error("cannot reload `{name}`: it is not a file")]
    NotRereadable {
        /// The input.
        name: String,
    },
    /// It no longer holds what was read from it.
    #[error("`{name}` has changed since it was read")]
    Changed {
        /// The file.
        name: String,
    },
}

impl InputError {
    /// Wraps the system's reason.
    pub fn io(name: impl ToString, error: io::Error) -> Self {
        let name = name.to_string();
        Self::Io { name, error }
    }
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The system refuses it.
    #[error("cannot write `{}`: {}", path.display(), describe_io_error(.error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
    },
    /// A folder has this name.
    #[error("cannot write `{}`: it is a folder", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// A pipe or device has this name.
    #[error("cannot write `{}`: it is a pipe or device", path.display())]
    PipeOrDevice {
        /// The pipe or device.
        path: PathBuf,
    },
    /// A file has this name and is not to be overwritten.
    #[error("cannot write `{}`: it already exists", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
}

impl OutputError {
    /// Wraps the system's reason.
    pub fn io(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { path, error }
    }
}

/// Why a journal cannot be started or resumed.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There is a file of this name, and the journal was to be a new one.
    #[error("cannot write `{}`: it already exists", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another kifu writes the file.
    #[error("cannot write `{}`: another kifu is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// A line of the file is no record.
    #[error("expected a record in `{}:{line}`", path.display())]
    NotARecord {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// Returns the system's words without Rust's `(os error 2)`, which tells a user nothing.
pub fn describe_io_error(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}
