//! The two names of a constructor call, also where a template did not escape them.

use super::escape::unescape;
use super::script_list::{ScriptItem, ScriptList};
use std::ops::Range;

/// The maximum number of bytes in which the end of the names is looked for.
const MAX_NAME_BYTES: usize = 4000;

/// Names with unescaped quotes, and the span of the first such quote.
pub(super) struct UnescapedNames<'a> {
    pub names: ScriptList<'a>,
    pub quote: Range<usize>,
}

/// Reads `['Bob O'Hara', 'Ann']`: a name ends at a quote before a comma and another quote, or
/// before the bracket.
///
/// Returns `None` if this does not give exactly two names on one line.
pub(super) fn unescaped_names(text: &str, open: usize) -> Option<UnescapedNames<'_>> {
    let window = &text[open + 1..];
    let window = &window[..window.floor_char_boundary(MAX_NAME_BYTES)];
    let line = window.split('\n').next().unwrap_or_default();
    let mut names = ScriptList::default();
    let mut quote_in_name = None;
    let mut at = 0;
    for is_last in [false, true] {
        at += line[at..].len() - line[at..].trim_start().len();
        let quote = line[at..].chars().next().filter(|c| "\"'".contains(*c))?;
        at += 1;
        let start = at;
        let end = start + name_end(&line[start..], quote, is_last)?;
        let raw = &line[start..end];
        if let Some(found) = unescaped_quote(raw, quote) {
            let found = open + 1 + start + found;
            quote_in_name.get_or_insert(found..found + 1);
        }
        names.items.push(ScriptItem {
            text: unescape(raw),
            span: open + 1 + start..open + 1 + end,
            is_string: true,
        });
        at = end + 1;
        at += line[at..].find(if is_last { ']' } else { ',' })? + 1;
    }
    names.end = open + 1 + at;
    names.is_complete = true;
    let quote = quote_in_name?;
    Some(UnescapedNames { names, quote })
}

/// Returns the offset of the quote that ends a name.
fn name_end(rest: &str, quote: char, is_last: bool) -> Option<usize> {
    let ends = |at: &usize| {
        let after = rest[at + 1..].trim_start();
        if is_last {
            let after = after.strip_prefix(']').map(str::trim_start);
            return after.is_some_and(|after| after.starts_with([',', ')']));
        }
        let next = after.strip_prefix(',').map(str::trim_start);
        next.is_some_and(|next| next.starts_with(['"', '\'']))
    };
    let mut quotes = rest.match_indices(quote).map(|(at, _)| at);
    quotes.find(ends)
}

/// Returns the offset of a quote in a name that no backslash escapes.
fn unescaped_quote(raw: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    raw.char_indices().find_map(|(at, c)| {
        let found = (c == quote && !is_escaped).then_some(at);
        is_escaped = c == '\\' && !is_escaped;
        found
    })
}
