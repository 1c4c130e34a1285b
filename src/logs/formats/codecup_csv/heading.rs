//! The start of a table: what precedes the names of the columns, and the columns.
//!
//! ```text
//! heading   = *(separator / title / blank row) names      at most 6 rows before the names
//! separator = "sep=" any                                  as Excel writes it
//! title     = any other row
//! ```

use super::table::{CsvColumns, CsvRow, CsvRows, MIN_KNOWN};
use crate::formats::non_blank_lines;

/// The maximum number of rows before the names of the columns, blank ones not counted.
const MAX_ROWS_BEFORE: usize = 6;
/// The number of rows after the heading that every chunk of a table is given, so that all of them
/// find the same game.
const SAMPLED_ROWS: usize = 40;

/// The start of a table.
#[derive(Debug)]
pub(super) struct TableHeading<'a> {
    /// The rows before the names of the columns that are not blank.
    pub before: Vec<CsvRow<'a>>,
    /// The row that names the columns.
    pub names: CsvRow<'a>,
    pub columns: CsvColumns,
    /// The rows after it.
    pub rows: CsvRows<'a>,
}

impl<'a> TableHeading<'a> {
    /// Finds the heading at the start of a text; `None` if no row names the columns.
    pub fn find(text: &'a str) -> Option<Self> {
        let mut rows = CsvRows::new(text);
        let mut before: Vec<CsvRow<'a>> = Vec::new();
        // The first row may name few columns, but what names many is surely the heading.
        let mut first = None;
        while before.len() <= MAX_ROWS_BEFORE {
            let Some(row) = rows.next() else { break };
            if row.is_blank() {
                continue;
            }
            match CsvColumns::from_header(&row) {
                Some(columns) if columns.known_count() >= MIN_KNOWN => {
                    return Some(Self {
                        before,
                        names: row,
                        columns,
                        rows,
                    });
                }
                Some(columns) if before.is_empty() => first = Some((columns, rows.clone())),
                _ => {}
            }
            before.push(row);
        }
        let (columns, rows) = first?;
        Some(Self {
            names: before.into_iter().next()?,
            before: Vec::new(),
            columns,
            rows,
        })
    }
}

impl TableHeading<'_> {
    /// Reports whether the text is a table rather than a script that quotes the names of columns:
    /// below other lines there must be a row as long as the heading.
    pub fn is_plausible(&self) -> bool {
        let mut rows = self.rows.clone().take(MAX_ROWS_BEFORE);
        let mut has_row = || rows.any(|row| row.fields.len() == self.names.fields.len());
        self.before.iter().all(is_separator_row) || has_row()
    }
}

/// Returns the start of a table that every chunk of it needs: the heading and some rows.
pub(super) fn chunk_header(start: &str) -> Option<&str> {
    let heading = TableHeading::find(start)?;
    // The last row may be cut off.
    let ends = heading.rows.map(|row| row.span.end);
    let whole = ends.filter(|end| *end < start.len());
    let end = whole.take(SAMPLED_ROWS).last();
    Some(&start[..end.unwrap_or(heading.names.span.end)])
}

/// Reports whether a row is Excel's line that names the separator: `sep=,`.
pub(super) fn is_separator_row(row: &CsvRow<'_>) -> bool {
    let start = row.fields.first().and_then(|field| field.text.get(..4));
    start.is_some_and(|start| start.eq_ignore_ascii_case("sep="))
}

/// Returns the character that separates the columns of a table, and its offset, if a line at the
/// start names the columns but does not separate them by commas.
pub(super) fn other_separator(text: &str) -> Option<(char, usize)> {
    let mut lines = non_blank_lines(text).take(MAX_ROWS_BEFORE + 1);
    lines.find_map(|(start, line)| {
        let separator = CsvColumns::other_separator(line)?;
        Some((separator, start + line.find(separator)?))
    })
}
