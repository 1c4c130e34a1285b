//! Errors as users read them: a message, a hint apart from it, and how the program ends.
//!
//! The layers below have error types of their own. Here alone they become words for the two
//! front ends, the command line and the desktop app.

mod from_errors;

use crate::files::{InputError, OutputError};
use std::fmt;
use std::io;
use std::path::Path;

/// The kinds of failures; they differ in how the program ends.
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

/// A failure in words: what was expected and found, and apart from it what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// What was expected and found.
    pub message: String,
    /// What to do.
    pub hint: Option<String>,
}

impl Failure {
    /// Returns a failure without a hint.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
        }
    }

    /// Returns a failure of options that do not fit together.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Usage, message)
    }

    /// Returns a failure that is kifu's own fault.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Internal, message)
    }

    /// Returns this failure with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns the failure of a file or folder that cannot be read.
    pub fn cannot_read(name: impl fmt::Display, error: io::Error) -> Self {
        InputError::io(name, error).into()
    }

    /// Returns the failure of a file or folder that cannot be written.
    pub fn cannot_write(path: &Path, error: io::Error) -> Self {
        OutputError::io(path, error).into()
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
