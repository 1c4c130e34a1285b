//! Detection of a text's format.

use super::{FORMATS, Format, ReadContext};

/// The number of bytes at the start of a text from which its format is detected.
const MAX_SNIFF_BYTES: usize = 64 << 10;

/// The rating from which a text is of a format whatever its file's extension.
const SURE: u8 = 93;

/// Returns the format that fits the content best; the file's extension breaks ties.
///
/// An extension that belongs to one format decides, unless the content is surely of another one
/// (see [`Format::owns_extension`]). Returns `None` if no format recognises the text.
///
/// ```
/// use kifu_logs::formats::{ReadContext, detect};
///
/// let format = detect("(;FF[4]GM[1]SZ[6];B[cc])", &ReadContext::default()).unwrap();
/// assert_eq!(format.id(), "sgf");
/// ```
pub fn detect(text: &str, context: &ReadContext<'_>) -> Option<&'static dyn Format> {
    let start = &text[..text.floor_char_boundary(MAX_SNIFF_BYTES)];
    let start = start.trim_start_matches('\u{feff}');
    let extension = context
        .file_name
        .rsplit_once('.')
        .map_or("", |(_, end)| end);
    let has_extension = |format: &&dyn Format| {
        let known = format.extensions().iter();
        known
            .into_iter()
            .any(|known| known.eq_ignore_ascii_case(extension))
    };
    let best = FORMATS
        .iter()
        .copied()
        .map(|format| {
            let score = u16::from(format.sniff(start, context));
            let hint = u16::from(has_extension(&format));
            (if score == 0 { 0 } else { 2 * score + hint }, format)
        })
        .filter(|(score, _)| *score > 0)
        // The first of equals wins: more specific formats come first in the list.
        .rev()
        .max_by_key(|(score, _)| *score);
    let mut owners = FORMATS.iter().copied();
    let owner = owners.find(|format| format.owns_extension() && has_extension(format));
    let is_sure =
        best.is_some_and(|(score, _)| score >= 2 * u16::from(SURE)) || start.contains("kifu:");
    match (owner, best) {
        (Some(owner), _) if !is_sure => Some(owner),
        (_, best) => best.map(|(_, format)| format),
    }
}
