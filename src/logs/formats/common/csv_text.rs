//! Cells of CSV tables: quotes, and a guard against formulas.
//!
//! A spreadsheet runs a cell that begins like a formula. As OWASP recommends ("CSV injection"), an
//! apostrophe in front makes it a text. A cell that is already a guarded one gets another, so that
//! taking one away always gives the text back.

use std::borrow::Cow;

/// Reports whether a spreadsheet may take a text for a formula.
fn starts_formula(text: &str) -> bool {
    let is_start = |c: char| {
        matches!(
            c,
            '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '＝' | '＋' | '－' | '＠'
        )
    };
    text.starts_with(is_start) && text.parse::<i64>().is_err()
}

/// Puts an apostrophe in front of a cell that begins like a formula.
pub fn guard_formula(cell: &str) -> Cow<'_, str> {
    let text = cell.trim_start_matches('\'');
    let is_guarded = text.len() < cell.len() && is_guarded(cell);
    if is_guarded || starts_formula(cell) {
        format!("'{cell}").into()
    } else {
        cell.into()
    }
}

/// Reports whether a cell is guarded: apostrophes before what begins like a formula.
fn is_guarded(cell: &str) -> bool {
    let text = cell.trim_start_matches('\'');
    text.len() < cell.len() && starts_formula(text)
}

/// Returns a cell without its guard.
pub(in crate::formats) fn unguard_formula(cell: &str) -> &str {
    if is_guarded(cell) { &cell[1..] } else { cell }
}

/// Appends a cell, in quotes where it has a character that needs them.
pub fn push_cell(out: &mut String, cell: &str, needs_quotes: impl Fn(char) -> bool) {
    let cell = guard_formula(cell);
    if cell.contains(needs_quotes) {
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(&cell);
    }
}
