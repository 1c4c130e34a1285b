//! Findings: errors, warnings and notes about a log, with their locations.
//!
//! Each kind of finding has a number that never changes (`K202`), a severity and an explanation
//! ([`FINDING_KINDS`]). Each finding has a message of the form "expected X, found Y", and a hint
//! apart from it. The idea comes from SGFC, the syntax checker for SGF: a log is a text, and its
//! errors have locations in it.

mod kinds;
mod list;
mod private;
mod source;

pub use kinds::{Code, FINDING_KINDS, FindingKind, Severity};
pub use list::{FindingCounts, Findings, MAX_FINDINGS};
pub use private::{is_private_key, mask_private_values};
use serde::{Deserialize, Serialize};
pub use source::{SourceText, TextLocation};

/// An error, a warning or a note about a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of finding.
    pub code: Code,
    /// The location in the text; `None` if the finding is about the whole.
    pub location: Option<TextLocation>,
    /// The ply that the finding is about, from 1.
    pub ply: Option<u32>,
    /// The message: expected and found, in one sentence without a full stop.
    pub message: String,
    /// A guess at what was meant, or advice.
    pub hint: Option<String>,
}

impl Finding {
    /// Creates a finding without a location.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            location: None,
            ply: None,
            message: message.into(),
            hint: None,
        }
    }

    /// Sets the location.
    #[must_use]
    pub fn at(mut self, location: impl Into<Option<TextLocation>>) -> Self {
        self.location = location.into();
        self
    }

    /// Sets the ply, from 1.
    #[must_use]
    pub fn ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// Returns the severity of this kind of finding.
    pub fn severity(&self) -> Severity {
        self.code.kind().severity
    }
}
