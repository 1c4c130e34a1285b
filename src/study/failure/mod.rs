//! Errors as users read them: a message, a hint apart from it, and how the program ends.
//!
//! The layers below have error types of their own. Here alone they become words for the two
//! front ends, the command line and the desktop app.

mod from_errors;

use kifu_logs::files::{InputError, OutputError};
use std::fmt;
use std::io;
use std::path::Path;

/// The kinds of failures; they differ in how the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Options that contradict each other.
    Usage,
    /// A file or other input that cannot be read.
    Input,
    /// A file or other output that cannot be written.
    Output,
    /// A file that already exists and is overwritten only if the user says so.
    AlreadyExists,
    /// An output that is no longer read (`| head`): the program ends quietly.
    BrokenPipe,
    /// A bug in kifu.
    Internal,
    /// Work that the user cancelled.
    Cancelled,
}

/// A failure as users read it: a message and, apart from it, a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The kind.
    pub kind: FailureKind,
    /// The message: expected and found.
    pub message: String,
    /// Advice on how to go on.
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

    /// Returns a failure for options that contradict each other.
    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Usage, message)
    }

    /// Returns a failure that is a bug in kifu.
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(FailureKind::Internal, message)
    }

    /// Reports whether the failure is about one input, so that work on others can go on.
    pub const fn is_about_input(&self) -> bool {
        matches!(self.kind, FailureKind::Input | FailureKind::Internal)
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
