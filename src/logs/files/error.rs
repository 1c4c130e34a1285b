//! The errors of reading and writing files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The reason why an input cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// The system reports an error.
    #[error("cannot read `{name}`: {}", describe_io_error(.error))]
    Io {
        /// The file, as the user named it.
        name: String,
        /// The error of the system.
        error: io::Error,
    },
    /// The input cannot be reached, for an unknown reason.
    #[error("cannot read `{name}`")]
    Unreachable {
        /// The file or folder.
        name: String,
    },
    /// The input is a pipe or device, which may never end.
    #[error("cannot read `{name}`: it is a pipe or device")]
    PipeOrDevice {
        /// The pipe or device.
        name: String,
    },
    /// The input can be read only once, such as standard input.
    #[error("cannot reload `{name}`: it is not a file")]
    NotRereadable {
        /// The input.
        name: String,
    },
    /// The input is larger than anything of its kind.
    #[error("cannot read `{name}`: it is larger than {} MiB", max_bytes >> 20)]
    TooLarge {
        /// The file.
        name: String,
        /// The limit.
        max_bytes: usize,
    },
    /// The file has changed since it was read.
    #[error("`{name}` has changed since it was read")]
    Changed {
        /// The file.
        name: String,
    },
}

impl InputError {
    /// Creates the error for an I/O error of the system.
    pub fn io(name: impl fmt::Display, error: io::Error) -> Self {
        let name = name.to_string();
        Self::Io { name, error }
    }
}

/// The reason why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// The system reports an error.
    #[error("cannot write `{}`: {}", path.display(), describe_io_error(.error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The path is a folder.
    #[error("cannot write `{}`: it is a folder", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
    },
    /// The path is not a folder.
    #[error("expected a folder to write to, found the file `{}`", path.display())]
    NotAFolder {
        /// The path.
        path: PathBuf,
    },
    /// The path is a pipe or device.
    #[error("cannot write `{}`: it is a pipe or device", path.display())]
    PipeOrDevice {
        /// The pipe or device.
        path: PathBuf,
    },
    /// The file already exists and is not to be overwritten.
    #[error("cannot write `{}`: it already exists", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another kifu is writing to the file.
    #[error("cannot write `{}`: another kifu is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// The file is also read, and would be replaced by something without its games.
    #[error("cannot write `{}`: it is an input", path.display())]
    IsInput {
        /// The file.
        path: PathBuf,
    },
    /// Two outputs of one command are the same file.
    #[error("cannot write `{}`: it is another output, too", path.display())]
    IsOtherOutput {
        /// The file.
        path: PathBuf,
    },
    /// Only the owner of the file may replace it, as in `/tmp`.
    #[error("cannot write `{}`: only its owner may replace it", path.display())]
    OtherOwner {
        /// The file.
        path: PathBuf,
    },
    /// The finished file could not appear at its place, and was saved elsewhere.
    #[error("{error}")]
    Rescued {
        /// The reason.
        error: Box<OutputError>,
        /// The finished file.
        rescued: PathBuf,
    },
    /// The file of a journal was removed or replaced while it was written.
    #[error("`{}` was removed or replaced while kifu was writing to it", path.display())]
    Replaced {
        /// The file.
        path: PathBuf,
        /// The file to which the records were saved, if they would have been lost.
        rescued: Option<PathBuf>,
    },
    /// Another program has written to the file of a journal, or to one that was to be replaced.
    #[error("another program has written to `{}` meanwhile", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
}

impl OutputError {
    /// Creates the error for an I/O error of the system.
    pub fn io(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        Self::Io { path, error }
    }
}

/// The reason why a journal cannot be started or resumed.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The file already exists, and the journal was to be a new one.
    #[error("cannot write `{}`: it already exists", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another kifu is writing to the file.
    #[error("cannot write `{}`: another kifu is writing to it", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// A record of the file is not valid.
    #[error("expected a valid game in `{}:{line}`, found an error: {finding}", path.display())]
    InvalidGame {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// The code and the message of the finding.
        finding: String,
    },
    /// A line of the file is not a record.
    #[error("expected a record in `{}:{line}`", path.display())]
    NotARecord {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
}

/// Returns the system's error message without Rust's `(os error 2)`, which means nothing to users. On
/// Windows, whose messages are in the language of the user, common ones are those of other systems.
pub fn describe_io_error(error: &io::Error) -> String {
    if cfg!(windows)
        && let Some(text) = describe_windows_error(error)
    {
        return text.to_owned();
    }
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].trim_end_matches('.').to_lowercase(),
        None => text,
    }
}

fn describe_windows_error(error: &io::Error) -> Option<&'static str> {
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    if matches!(error.raw_os_error()?, SHARING_VIOLATION | LOCK_VIOLATION) {
        return Some("another program has it open");
    }
    Some(match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::AlreadyExists => "file exists",
        io::ErrorKind::StorageFull => "no space left on device",
        io::ErrorKind::DirectoryNotEmpty => "directory not empty",
        io::ErrorKind::InvalidFilename => "the name is not valid on this system",
        _ => return None,
    })
}
