//! A line of a dialogue.

use nom::Offset;
use std::ops::Range;

/// More lines than any dialogue has; what follows is not read.
pub(super) const MAX_LINES: usize = 1 << 20;

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// The program reads it.
    FromJury,
    /// The program writes it.
    FromBot,
    /// The program's words.
    Stderr,
    /// A line that should have ended with `]`.
    Unclosed,
    /// A line without a mark.
    Unmarked,
    /// `key: value`, or something else after `#`.
    Comment,
    /// An act of which the program is not told.
    HiddenMove,
    /// The act at which the game failed.
    Attempt,
    /// The spelling of the next act.
    RawSpelling,
    /// The token of the next act, of which the program is not told all.
    Token,
    /// What is said beside the next act.
    Message,
    /// Who makes the next act.
    MadeBy,
    /// All the time used, in milliseconds.
    TotalTimeMs(u64),
}

/// One line, as bytes `span` of the text.
#[derive(Clone, Debug)]
pub(super) struct LogLine<'a> {
    pub kind: LineKind,
    pub text: &'a str,
    pub span: Range<usize>,
    pub time_ms: Option<u32>,
}

impl<'a> LogLine<'a> {
    /// A part of a line that starts at byte `start` of the text.
    pub fn new(kind: LineKind, line: &'a str, start: usize, part: &'a str) -> Self {
        let at = start + line.offset(part);
        Self {
            kind,
            text: part,
            span: at..at + part.len(),
            time_ms: None,
        }
    }
}
