use super::Step;
use std::borrow::Cow;

/// How a token that was understood is spelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// As the record writes it.
    Canonical,
    /// Otherwise, as the contest allows (a circuit started at another corner, `4 4` for `E5`).
    Allowed,
    /// Otherwise, as the contest does *not* allow but lenient reading forgives; the words say
    /// what was forgiven and how it is written ("c3 is no corner, the path runs straight on").
    Forgiven(Cow<'static, str>),
}

/// A token that was understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<M, L> {
    /// What it means.
    pub step: Step<M, L>,
    /// How it was spelled.
    pub spelling: Spelling,
}

/// Text that is no token, position or setup of the game: what was expected, where, and a hint.
/// Being understood and being legal are two things; this is the first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct ParseError {
    /// Byte offset in the text at which it stopped making sense.
    pub at: usize,
    /// What could stand there ("a row from A to P").
    pub expected: Cow<'static, str>,
    /// What stands there, quoted, or "the end".
    pub found: String,
    /// What may have been meant.
    pub hint: Option<String>,
}

impl ParseError {
    /// The text stops making sense at byte `at`, where `expected` could stand.
    pub fn new(text: &[u8], at: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        let rest = text.get(at..).unwrap_or_default();
        let found = match rest {
            [] => "the end".to_owned(),
            rest => {
                let start = String::from_utf8_lossy(&rest[..rest.len().min(100)]);
                format!("`{}`", printable(&start, 24))
            }
        };
        Self {
            at,
            expected: expected.into(),
            found,
            hint: None,
        }
    }

    /// The same with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// The start of a text for a message, at most so many characters: control characters and the
/// like escaped, quotes and backslashes as they stand.
pub(crate) fn printable(text: &str, most: usize) -> String {
    let mut start = String::new();
    let mut chars = text.chars();
    for c in chars.by_ref().take(most) {
        match c {
            '"' | '\'' | '\\' => start.push(c),
            c => start.extend(c.escape_debug()),
        }
    }
    if chars.next().is_some() {
        start.push_str("...");
    }
    start
}
