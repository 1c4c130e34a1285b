//! The results of parsing a token: a step with its spelling, or an error with a position.

use super::Step;
use std::borrow::Cow;

/// The spelling of a parsed token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// Exactly as records write it.
    Canonical,
    /// Another spelling that the contest allows (a circuit that starts at another corner, `4 4` for
    /// `E5`).
    Allowed,
    /// A spelling that the contest does *not* allow but lenient parsing forgives; the text says
    /// what is wrong with it ("c3 is no corner, the path runs straight on").
    Forgiven(Cow<'static, str>),
}

/// A parsed token with its spelling.
#[derive(Clone, Debug, PartialEq)]
pub struct Parsed<M, C> {
    /// The step that the token represents.
    pub step: Step<M, C>,
    /// The spelling of the token.
    pub spelling: Spelling,
}

/// The error of a text that is not a token, position or setup of the game.
///
/// It is about syntax only: a token that parses may still be illegal.
///
/// ```
/// use kifu_core::contract::Game;
/// use kifu_core::games::clobber::Clobber;
///
/// let error = Clobber::parse(b"e2x3").unwrap_err();
/// assert_eq!(error.at, 2);
/// assert_eq!(error.found, "`x3`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct ParseError {
    /// The byte offset at which the text cannot be continued.
    pub at: usize,
    /// A description of the expected text ("a row from A to P").
    pub expected: Cow<'static, str>,
    /// The text found there, quoted, or "the end".
    pub found: String,
    /// A guess at what was meant.
    pub hint: Option<String>,
}

impl ParseError {
    /// Creates the error of a text in which `expected` was expected at byte `at`.
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

    /// Returns the error with a hint.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// Returns a number as text, with a true minus sign, which differs from the dash between two numbers.
///
/// ```
/// assert_eq!(kifu_core::contract::number_text(-3), "−3");
/// ```
pub fn number_text(number: i32) -> String {
    number.to_string().replace('-', "−")
}

/// Returns a pair of numbers as text, the second in parentheses if it is negative.
///
/// ```
/// use kifu_core::contract::pair_text;
///
/// assert_eq!(pair_text((96, 0)), "96 – 0");
/// assert_eq!(pair_text((0, -1)), "0 – (−1)");
/// ```
pub fn pair_text((first, second): (i32, i32)) -> String {
    let (first, second_text) = (number_text(first), number_text(second));
    if second < 0 {
        format!("{first} – ({second_text})")
    } else {
        format!("{first} – {second_text}")
    }
}

/// Returns the start of a text, at most `max_chars` characters, for use in a message.
///
/// Control characters and the like are escaped; quotes and backslashes stay as they are.
pub fn printable(text: &str, max_chars: usize) -> String {
    let mut start = String::new();
    let mut chars = text.chars();
    for c in chars.by_ref().take(max_chars) {
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
