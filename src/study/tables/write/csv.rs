//! Rows as CSV (RFC 4180, lines ended by a line feed).
//!
//! A missing value is an empty cell. A text that begins like a formula gets an apostrophe in front,
//! so that no spreadsheet runs it; numbers stay as they are.

use crate::tables::column::{Cell, Column, TableRow};
use kifu_logs::formats::push_cell;
use std::fmt::Write;

/// Returns the header.
pub(super) fn header(columns: &[Column]) -> String {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    names.join(",") + "\n"
}

/// Returns the line of a row.
pub(super) fn line<R: TableRow>(row: &R) -> String {
    let mut line = String::new();
    let mut separator = "";
    row.for_each_cell(&mut |cell| {
        line.push_str(separator);
        separator = ",";
        // Writing to a String cannot fail.
        let _ = match cell {
            Cell::Missing => Ok(()),
            Cell::Text(text) => {
                push_cell(&mut line, text, |c| matches!(c, ',' | '"' | '\n' | '\r'));
                Ok(())
            }
            Cell::Integer(number) => write!(line, "{number}"),
            Cell::Number(number) => write!(line, "{number}"),
            Cell::Flag(flag) => write!(line, "{flag}"),
        };
    });
    line.push('\n');
    line
}
