//! Source texts with line and column numbers.

use super::mask_private_values;
use crate::contract::{is_control_or_direction, is_printable_ascii, replace_unprintable};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// The number of bytes of a long line shown on each side of the highlighted part.
const EXCERPT_RADIUS: usize = 60;
/// The number of bytes around an excerpt in which the names of private fields are looked for.
const PRIVATE_RADIUS: usize = 600;

/// A location in a text, with an excerpt of the line so that the text need not be kept.
///
/// The values of private fields are masked in it ([`mask_private_values`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLocation {
    /// The line number, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The line, or the part of a long line around the highlighted bytes.
    pub excerpt: String,
    /// The highlighted bytes of the excerpt.
    pub highlight: Range<usize>,
}

/// A text, or a chunk of a longer one, with its line numbers.
#[derive(Debug)]
pub struct SourceText<'a> {
    text: &'a str,
    first_line: u32,
    /// The offset at which each line starts, computed on first use.
    line_starts: OnceCell<Vec<usize>>,
    /// The last column computed: start of the line, byte, characters in between.
    ///
    /// With it a text of one line with many findings is scanned once and not from its start for
    /// each.
    column_cache: Cell<(usize, usize, usize)>,
}

impl<'a> SourceText<'a> {
    /// Creates a source from a whole text.
    pub const fn new(text: &'a str) -> Self {
        Self::with_first_line(text, 1)
    }

    /// Creates a source from a chunk of a text, whose first line has the number `first_line`.
    pub const fn with_first_line(text: &'a str, first_line: u32) -> Self {
        Self {
            text,
            first_line,
            line_starts: OnceCell::new(),
            column_cache: Cell::new((0, 0, 0)),
        }
    }

    /// Returns the text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the number of the first line.
    pub const fn first_line(&self) -> u32 {
        self.first_line
    }

    /// Returns the location of a span of bytes; a span beyond the end is moved to the end.
    ///
    /// ```
    /// use kifu_core::findings::SourceText;
    ///
    /// let source = SourceText::new("b1a1\nb2a9");
    /// let location = source.location(7..9);
    /// assert_eq!((location.line, location.column), (2, 3));
    /// assert_eq!(&location.excerpt[location.highlight], "a9");
    /// ```
    pub fn location(&self, span: Range<usize>) -> TextLocation {
        let starts = self.line_starts.get_or_init(|| {
            let after = memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at + 1);
            std::iter::once(0).chain(after).collect()
        });
        let offset = floor(self.text, span.start);
        let line = starts.partition_point(|start| *start <= offset) - 1;
        let from = starts[line];
        let to = starts
            .get(line + 1)
            .map_or(self.text.len(), |next| next - 1);
        let row = self.text[from..to].trim_end_matches('\r');
        let start = (offset - from).min(row.len());
        let end = (floor(self.text, span.end).max(offset) - from).clamp(start, row.len());
        let (excerpt, highlight) = excerpt_around(row, start..end);
        TextLocation {
            line: narrow(line).saturating_add(self.first_line),
            column: narrow(self.column(from, from + floor(row, start))).saturating_add(1),
            excerpt,
            highlight,
        }
    }
}

impl SourceText<'_> {
    /// Counts the characters from byte `line`, where a line starts, to byte `at` in it.
    fn column(&self, line: usize, at: usize) -> usize {
        let (known_line, known_at, known) = self.column_cache.get();
        let characters = |span: Range<usize>| self.text[span].chars().count();
        let count = if known_line != line || at < known_at - (known_at - line) / 2 {
            characters(line..at)
        } else if at < known_at {
            known - characters(at..known_at)
        } else {
            known + characters(known_at..at)
        };
        self.column_cache.set((line, at, count));
        count
    }
}

/// Cuts the part of a line around the highlighted bytes, at most some two hundred bytes.
fn excerpt_around(row: &str, highlight: Range<usize>) -> (String, Range<usize>) {
    let start = floor(row, highlight.start);
    let end = floor(row, highlight.end.min(start + 2 * EXCERPT_RADIUS)).max(start);
    let from = floor(row, start.saturating_sub(EXCERPT_RADIUS));
    let to = floor(row, (end + EXCERPT_RADIUS).min(row.len()));
    let around_start = floor(row, from.saturating_sub(PRIVATE_RADIUS));
    let around = &row[around_start..floor(row, to + PRIVATE_RADIUS)];
    // The masked text has the same offsets.
    let masked = mask_private_values(around);
    let shown = |span: Range<usize>| &masked[span.start - around_start..span.end - around_start];
    let left = if from > 0 { "..." } else { "" };
    let right = if to < row.len() { "..." } else { "" };
    // A control character would disturb the terminal and the caret line below.
    let push_clean = |excerpt: &mut String, part: &str| {
        if is_printable_ascii(part) {
            excerpt.push_str(part);
        } else {
            let blank = |c: char| if is_control_or_direction(c) { ' ' } else { c };
            let part: String = part.chars().map(blank).collect();
            excerpt.push_str(&replace_unprintable(&part, &[]));
        }
    };
    let mut excerpt = String::with_capacity(left.len() + to - from + right.len());
    excerpt.push_str(left);
    push_clean(&mut excerpt, shown(from..start));
    let marked_start = excerpt.len();
    push_clean(&mut excerpt, shown(start..end));
    let highlight = marked_start..excerpt.len();
    push_clean(&mut excerpt, shown(end..to));
    excerpt.push_str(right);
    (excerpt, highlight)
}

/// Returns the largest character boundary not above `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
