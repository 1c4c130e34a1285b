//! The rows of a table (RFC 4180), and where a long table can be cut.
//!
//! ```text
//! table  = *(row / blank line)
//! row    = field *("," field) [CR] (LF / end)
//! field  = quoted / plain
//! quoted = DQUOTE *(any but DQUOTE / DQUOTE DQUOTE) DQUOTE      before "," or the end of the row
//! plain  = *(any but "," and LF)
//! ```
//!
//! A field that opens with a quote and is not `quoted` is read as `plain`, so that one stray
//! quote costs one row and not all that follow.

use nom::branch::alt;
use nom::character::complete::char;
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::ops::Range;

/// A quoted field of several lines is not longer than this.
const MAX_QUOTED_BYTES: usize = 64 << 10;
/// So many rows from the end a cut between two games is looked for.
const MAX_LOOKBACK_ROWS: usize = 8;

/// A field.
#[derive(Debug)]
pub(super) struct CsvField<'a> {
    /// Its text, quotes undone.
    pub text: Cow<'a, str>,
    /// Where it stands, the quotes around it left out.
    pub span: Range<usize>,
}

/// A row.
#[derive(Debug)]
pub(super) struct CsvRow<'a> {
    /// Where it stands, its line end left out.
    pub span: Range<usize>,
    /// Its fields, at least one.
    pub fields: Vec<CsvField<'a>>,
    /// A quote that is not closed as it should be.
    pub stray_quote: Option<usize>,
}

impl CsvRow<'_> {
    /// A field's text; empty if there is none.
    pub fn field_text(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.fields.get(at))
            .map_or("", |field| &field.text)
    }

    /// Where a field stands; the end of the row if there is none.
    pub fn field_span(&self, at: Option<usize>) -> Range<usize> {
        at.and_then(|at| self.fields.get(at))
            .map_or(self.span.end..self.span.end, |field| field.span.clone())
    }
}

/// The rows of a text.
pub(super) struct CsvRows<'a> {
    text: &'a str,
    at: usize,
    expected_fields: usize,
}

impl<'a> CsvRows<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            expected_fields: 12,
        }
    }
}

impl<'a> Iterator for CsvRows<'a> {
    type Item = CsvRow<'a>;

    fn next(&mut self) -> Option<CsvRow<'a>> {
        self.at += blank_lines_len(&self.text.as_bytes()[self.at..]);
        let start = self.at;
        let mut rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let mut fields = Vec::with_capacity(self.expected_fields);
        let mut stray = None;
        loop {
            let from = self.text.len() - rest.len();
            let Ok((after, (inside, is_quoted))) = field(rest) else {
                break;
            };
            if rest.starts_with('"') && !is_quoted {
                stray = stray.or(Some(from));
            }
            let next = after.strip_prefix(',');
            let is_last_plain = next.is_none() && !is_quoted;
            let inside = inside
                .strip_suffix('\r')
                .filter(|_| is_last_plain)
                .unwrap_or(inside);
            let from = from + usize::from(is_quoted);
            fields.push(CsvField {
                text: unescape_quotes(inside, is_quoted),
                span: from..from + inside.len(),
            });
            rest = next.unwrap_or(after);
            if next.is_none() {
                break;
            }
        }
        let end = self.text.len() - rest.len();
        self.at = end + memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
        self.expected_fields = fields.len();
        Some(CsvRow {
            span: start..end,
            fields,
            stray_quote: stray,
        })
    }
}

/// How many bytes of blank lines a text starts with.
fn blank_lines_len(text: &[u8]) -> usize {
    let end = |byte: &u8| !matches!(byte, b'\n' | b'\r');
    text.iter().position(end).unwrap_or(text.len())
}

fn unescape_quotes(inside: &str, is_quoted: bool) -> Cow<'_, str> {
    if is_quoted && memchr::memchr(b'"', inside.as_bytes()).is_some() {
        inside.replace("\"\"", "\"").into()
    } else {
        inside.into()
    }
}

/// `field = quoted / plain`, and whether it was quoted.
fn field(text: &str) -> IResult<&str, (&str, bool)> {
    alt((
        quoted.map(|inside| (inside, true)),
        plain.map(|inside| (inside, false)),
    ))
    .parse(text)
}

/// `quoted = DQUOTE *(any but DQUOTE / DQUOTE DQUOTE) DQUOTE`, before a comma or the row's end.
fn quoted(text: &str) -> IResult<&str, &str> {
    let (inside, _) = char('"').parse(text)?;
    match find_quote_end(inside.as_bytes()) {
        QuoteEnd::At(end) => Ok((&inside[end + 1..], &inside[..end])),
        QuoteEnd::Never | QuoteEnd::Unknown => nom::combinator::fail().parse(text),
    }
}

/// `plain = *(any but "," and LF)`
#[expect(clippy::unnecessary_wraps, reason = "the shape of a parser")]
fn plain(text: &str) -> IResult<&str, &str> {
    let end = memchr::memchr2(b',', b'\n', text.as_bytes()).unwrap_or(text.len());
    Ok((&text[end..], &text[..end]))
}

/// Where a quoted field ends.
enum QuoteEnd {
    /// Its closing quote.
    At(usize),
    /// It is no quoted field.
    Never,
    /// The text ends before that is clear.
    Unknown,
}

/// Looks for the closing quote in what follows an opening one.
fn find_quote_end(inside: &[u8]) -> QuoteEnd {
    let mut from = 0;
    let end = loop {
        let Some(quote) = memchr::memchr(b'"', &inside[from..]) else {
            return match inside.len() {
                ..MAX_QUOTED_BYTES => QuoteEnd::Unknown,
                _ => QuoteEnd::Never,
            };
        };
        let quote = from + quote;
        match inside.get(quote + 1..) {
            Some([b'"', ..]) => from = quote + 2,
            None | Some([] | [b',' | b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..]) => break quote,
            Some(_) => return QuoteEnd::Never,
        }
    };
    if end > MAX_QUOTED_BYTES && memchr::memchr(b'\n', &inside[..end]).is_some() {
        return QuoteEnd::Never;
    }
    QuoteEnd::At(end)
}

/// Where a table that is still being read can be cut: after a row, not between two rows of one
/// game (whose first fields are then alike), and not before the third row, so that no piece is
/// a header alone.
pub(super) fn split_point(text: &[u8]) -> Option<usize> {
    let mut last = [0; MAX_LOOKBACK_ROWS];
    let mut count = 0;
    let mut at = 0;
    loop {
        at += blank_lines_len(&text[at..]);
        if at >= text.len() {
            break;
        }
        last[count % MAX_LOOKBACK_ROWS] = at;
        count += 1;
        match row_end(text, at) {
            Some(end) => at = end,
            None => break,
        }
    }
    let starts = |nth: usize| last[nth % MAX_LOOKBACK_ROWS];
    let oldest = count.saturating_sub(MAX_LOOKBACK_ROWS - 1).max(2);
    let newest = count.checked_sub(1)?;
    let between = (oldest..=newest).rev().find(|nth| {
        are_different_games(&text[starts(nth - 1)..starts(*nth)], &text[starts(*nth)..])
    });
    // Many rows of one game are nobody's table: it is cut anywhere.
    let anywhere = (oldest > 2 && newest >= oldest).then(|| starts(newest));
    between.map(starts).or(anywhere)
}

/// The first fields of two rows show that they are of two games.
fn are_different_games(row: &[u8], next: &[u8]) -> bool {
    let first = |row: &[u8]| {
        let end = row.iter().position(|byte| matches!(byte, b',' | b'\n'))?;
        Some(row[..end].to_vec())
    };
    match (first(row), first(next)) {
        (Some(one), Some(other)) => one != other || one.is_empty(),
        _ => false,
    }
}

/// Where the row that starts at `at` ends; `None` if it has not ended yet.
fn row_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut is_start = true;
    loop {
        if is_start && text.get(at) == Some(&b'"') {
            match find_quote_end(&text[at + 1..]) {
                QuoteEnd::At(end) => at += end + 2,
                QuoteEnd::Never => at += 1,
                QuoteEnd::Unknown => return None,
            }
        }
        let rest = &text[at..];
        let stop = at + memchr::memchr2(b'\n', b'"', rest)?;
        if text[stop] == b'\n' {
            return Some(stop + 1);
        }
        // A quote opens a field after a comma alone.
        is_start = stop > 0 && text[stop - 1] == b',';
        at = if is_start { stop } else { stop + 1 };
    }
}
