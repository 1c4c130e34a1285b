//! A classified line of a dialogue.

use nom::Offset;
use std::ops::Range;

/// The maximum number of lines in a dialogue; the rest is not read.
pub(super) const MAX_LINES: usize = 1 << 20;

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// A line that the jury sends to the program.
    FromJury,
    /// A line that the program sends to the jury.
    FromBot,
    /// A line of the program's standard error.
    Stderr,
    /// A line that lacks its closing `]`.
    Unclosed,
    /// A line without a mark.
    Unmarked,
    /// A comment: `key: value`, or any other text after `#`.
    Comment,
    /// A text beside the dialogue that is never a header.
    Remark,
    /// A move that the program does not see.
    HiddenMove,
    /// The attempt at which the game failed.
    Attempt,
    /// The spelling of the next move.
    RawSpelling,
    /// The token of the next move, if the program does not see all of it.
    Token,
    /// The message of the next move.
    Message,
    /// The maker of the next move.
    MadeBy,
    /// The total time used, in milliseconds.
    TotalTimeMs(u64),
}

/// A line of a dialogue.
#[derive(Clone, Debug)]
pub struct LogLine<'a> {
    /// The kind of the line.
    pub kind: LineKind,
    /// The text without mark and time.
    pub text: &'a str,
    /// The span of `text` in the whole text.
    pub span: Range<usize>,
    /// The time that the line states, in milliseconds.
    pub time_ms: Option<u32>,
}

impl<'a> LogLine<'a> {
    /// Creates a line from a part of `line`, which starts at byte `start` of the text.
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
