//! What goes wrong outside the logs: a wrong option, a missing file, a full disk.

use std::fmt;
use std::io;
use std::path::Path;

/// Kinds of failures; they differ in how the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Options that do not fit together.
    Usage,
    /// Something that cannot be read.
    Input,
    /// Something that cannot be written.
    Output,
    /// A file is there already, and is not to be overwritten unless the user says so.
    Taken,
    /// Nobody reads our output any more (`| head`): end quietly.
    Pipe,
    /// A fault of kifu's own.
    Internal,
    /// The user does not want it any more.
    Cancelled,
}

/// A failure: what was expected and found, and apart from it what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which kind.
    pub kind: Kind,
    /// What was expected and found.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Failure {
    /// A failure without a hint.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
        }
    }

    /// Options that do not fit together.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A file or folder that cannot be read.
    pub fn reading(name: &dyn fmt::Display, error: &io::Error) -> Self {
        let failure = Self::new(
            Kind::Input,
            format!("cannot read `{name}`: {}", words(error)),
        );
        match error.kind() {
            io::ErrorKind::PermissionDenied => failure.hint("is it yours to read?"),
            _ => failure,
        }
    }

    /// A file or folder that cannot be written.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        let message = format!("cannot write `{}`: {}", path.display(), words(error));
        let failure = Self::new(Kind::Output, message);
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
pub fn words(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_lowercase(),
        None => text,
    }
}
