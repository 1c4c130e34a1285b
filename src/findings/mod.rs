//! Findings: what is wrong with a log, how badly, and where.
//!
//! Each kind has a number that stays the same for ever (`K202`), a severity, and an explanation
//! ([`FINDING_KINDS`]); each finding has a message that says what was expected and what was found, and a
//! hint apart from it. The idea is SGFC's: a log is a text, and its faults have places.

mod kinds;
mod source;

pub use kinds::{Code, FINDING_KINDS, FindingKind, Severity};
pub use source::{SourceText, TextLocation};

/// One thing that is wrong, or worth a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Which kind.
    pub code: Code,
    /// Where in the text; `None` if it is about the whole.
    pub location: Option<TextLocation>,
    /// The ply it is about, from 1.
    pub ply: Option<u32>,
    /// What was expected and what was found, in one sentence without a full stop.
    pub message: String,
    /// What may have been meant, or what to do.
    pub hint: Option<String>,
}

impl Finding {
    /// A finding without a place.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self {
            code,
            location: None,
            ply: None,
            message: message.into(),
            hint: None,
        }
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, place: impl Into<Option<TextLocation>>) -> Self {
        self.location = place.into();
        self
    }

    /// The same about a ply, from 1.
    #[must_use]
    pub fn ply(mut self, ply: u32) -> Self {
        self.ply = Some(ply);
        self
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<Option<String>>) -> Self {
        self.hint = hint.into();
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.kind().severity
    }
}
