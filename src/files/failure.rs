//! What goes wrong outside the logs: a wrong option, a missing file, a full disk.

use std::fmt;
use std::io;
use std::path::Path;

/// Kinds of failures; they differ in how the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Options that do not fit together.
    Usage,
    /// Something that cannot be read.
    Input,
    /// Something that cannot be written.
    Output,
    /// A file is there already, and is not to be overwritten unless the user says so.
    AlreadyExists,
    /// Nobody reads our output any more (`| head`): end quietly.
    BrokenPipe,
    /// A fault of kifu's own.
    Internal,
    /// The user does not want it any more.
    Cancelled,
}

/// A failure: what was expected and found, and apart from it what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which kind.
    pub kind: FailureKind,
    /// What was expected and found.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without a hint.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
        }
    }

    /// Options that do not fit together.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Usage, message)
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A file or folder that cannot be read.
    pub fn cannot_read(name: &dyn fmt::Display, error: &io::Error) -> Self {
        let failure = Self::new(
            FailureKind::Input,
            format!("cannot read `{name}`: {}", describe_io_error(error)),
        );
        match error.kind() {
            io::ErrorKind::PermissionDenied => failure.hint("is it yours to read?"),
            _ => failure,
        }
    }

    /// A file or folder that cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Self {
        let message = format!(
            "cannot write `{}`: {}",
            path.display(),
            describe_io_error(error)
        );
        let failure = Self::new(FailureKind::Output, message);
        match error.kind() {
            io::ErrorKind::StorageFull
            | io::ErrorKind::QuotaExceeded
            | io::ErrorKind::FileTooLarge => {
                failure.hint("there is no room; no half-written file is left")
            }
            io::ErrorKind::NotFound => failure.hint("is the folder there?"),
            _ => failure,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// The system's words without Rust's `(os error 2)`, which tells a user nothing.
pub fn describe_io_error(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}
