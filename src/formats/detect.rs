//! Which format a text is in.

use super::{FORMATS, Format, ReadContext};

/// How much of a text is looked at.
const MAX_SNIFF_BYTES: usize = 64 << 10;

/// The format that fits the text best, by its content; the extension of the file breaks ties.
pub fn detect(text: &str, context: &ReadContext<'_>) -> Option<&'static dyn Format> {
    let start = &text[..text.floor_char_boundary(MAX_SNIFF_BYTES)];
    let start = start.trim_start_matches('\u{feff}');
    let extension = context
        .file_name
        .rsplit_once('.')
        .map_or("", |(_, end)| end);
    let hinted = |format: &&dyn Format| {
        let known = format.extensions().iter();
        known
            .into_iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    FORMATS
        .iter()
        .copied()
        .map(|format| {
            let sure = u16::from(format.sniff(start, context));
            let hint = u16::from(hinted(&format));
            (if sure == 0 { 0 } else { 2 * sure + hint }, format)
        })
        .filter(|(sure, _)| *sure > 0)
        // The first of equals: formats are listed with the more special ones first.
        .rev()
        .max_by_key(|(sure, _)| *sure)
        .map(|(_, format)| format)
}
