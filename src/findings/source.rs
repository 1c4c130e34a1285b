//! A text whose places can be named.

use std::cell::{Cell, OnceCell};
use std::ops::Range;

/// How many bytes of a long line are shown on each side of a mark.
const EXCERPT_RADIUS: usize = 60;

/// A place in a text, with the piece of the line that it marks, so that the text itself need not
/// be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextLocation {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The line, or the part of a long one around the mark.
    pub excerpt: String,
    /// The marked bytes of the excerpt.
    pub highlight: Range<usize>,
}

/// A text, or a piece of a longer one, that knows its line numbers.
#[derive(Debug)]
pub struct SourceText<'a> {
    text: &'a str,
    first_line: u32,
    /// Where each line starts; made when a place is first asked for.
    line_starts: OnceCell<Vec<usize>>,
    /// A place whose column is known: start of the line, byte, characters between. A text of one
    /// line with many findings is then counted once and not from its start for each.
    column_cache: Cell<(usize, usize, usize)>,
}

impl<'a> SourceText<'a> {
    /// A whole text.
    pub const fn new(text: &'a str) -> Self {
        Self::with_first_line(text, 1)
    }

    /// A piece whose first line has this number.
    pub const fn with_first_line(text: &'a str, first_line: u32) -> Self {
        Self {
            text,
            first_line,
            line_starts: OnceCell::new(),
            column_cache: Cell::new((0, 0, 0)),
        }
    }

    /// The text.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// The number of the first line.
    pub const fn first_line(&self) -> u32 {
        self.first_line
    }

    /// The place of a span of bytes; spans beyond the end name the end.
    pub fn location(&self, span: Range<usize>) -> TextLocation {
        let starts = self.line_starts.get_or_init(|| {
            let after = memchr::memchr_iter(b'\n', self.text.as_bytes()).map(|at| at + 1);
            std::iter::once(0).chain(after).collect()
        });
        let at = floor(self.text, span.start);
        let line = starts.partition_point(|start| *start <= at) - 1;
        let from = starts[line];
        let to = starts
            .get(line + 1)
            .map_or(self.text.len(), |next| next - 1);
        let row = self.text[from..to].trim_end_matches('\r');
        let start = (at - from).min(row.len());
        let end = (floor(self.text, span.end).max(at) - from).clamp(start, row.len());
        let (excerpt, mark) = excerpt_around(row, start..end);
        TextLocation {
            line: narrow(line).saturating_add(self.first_line),
            column: narrow(self.column(from, from + floor(row, start))).saturating_add(1),
            excerpt,
            highlight: mark,
        }
    }
}

impl SourceText<'_> {
    /// Characters from the start of a line to a byte of it.
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

/// The part of a line around a mark, at most some hundred bytes.
fn excerpt_around(row: &str, mark: Range<usize>) -> (String, Range<usize>) {
    let start = floor(row, mark.start);
    let end = floor(row, mark.end.min(start + 2 * EXCERPT_RADIUS)).max(start);
    let from = floor(row, start.saturating_sub(EXCERPT_RADIUS));
    let to = floor(row, (end + EXCERPT_RADIUS).min(row.len()));
    let left = if from > 0 { "..." } else { "" };
    let right = if to < row.len() { "..." } else { "" };
    // A control character would disturb the terminal and the caret under it.
    let clean = |part: &str| -> String {
        part.chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect()
    };
    let before = format!("{left}{}", clean(&row[from..start]));
    let marked = clean(&row[start..end]);
    let mark = before.len()..before.len() + marked.len();
    (
        format!("{before}{marked}{}{right}", clean(&row[end..to])),
        mark,
    )
}

/// The largest character boundary not above `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at.min(text.len()))
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_are_counted_in_characters_from_one() {
        let source = SourceText::with_first_line("käse\nbrot und", 10);
        let place = source.location(source.text().find("und").unwrap()..14);
        assert_eq!((place.line, place.column), (11, 6));
        assert_eq!(&place.excerpt[place.highlight], "und");
        let place = source.location(3..5);
        assert_eq!((place.line, place.column), (10, 3));
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let text = format!("{}HERE{}", "x".repeat(500), "y".repeat(500));
        let place = SourceText::new(&text).location(500..504);
        assert_eq!(place.column, 501);
        assert_eq!(&place.excerpt[place.highlight.clone()], "HERE");
        assert!(place.excerpt.len() < 150 && place.excerpt.starts_with("..."));
    }

    #[test]
    fn no_span_is_out_of_bounds() {
        for text in ["", "é", "\r\n", "a\u{0}b\n\n"] {
            let source = SourceText::new(text);
            for start in 0..text.len() + 3 {
                for end in 0..text.len() + 3 {
                    let place = source.location(start..end);
                    assert!(place.excerpt.get(place.highlight).is_some());
                }
            }
        }
    }
}
