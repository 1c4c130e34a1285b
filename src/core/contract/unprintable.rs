//! Characters of texts from outside that can forge what a reader sees, or that nobody sees.
//!
//! Each destination (a terminal, a page, a line of a file, JSON) replaces or escapes them in one
//! place; here is the one definition that they share.

use std::borrow::Cow;

/// Reports whether a character moves the cursor, ends a line or changes the writing direction
/// instead of showing something.
///
/// These are the control characters (C0, DEL and C1, line feeds and tabs among them), the line and
/// paragraph separators, the marks, embeddings, overrides and isolates of the bidirectional
/// algorithm with their deprecated kin, and the interlinear annotations.
pub const fn is_control_or_direction(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}'
    )
}

/// Reports whether a character shows nothing: Unicode's `Default_Ignorable_Code_Point`, among them
/// the zero-width space, the soft hyphen, the byte order mark, variation selectors and tags.
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Returns the characters of a text that must not be shown as they are, with their places in bytes:
/// those of [`is_control_or_direction`] and of [`is_invisible`].
///
/// Invisible characters that shape the one before them are left alone: selectors and joiners after
/// an emoji, and joiners within the scripts that need them.
///
/// ```
/// use kifu_core::contract::unprintable_chars;
///
/// let places = |text| unprintable_chars(text).map(|(at, _)| at).collect::<Vec<_>>();
/// assert_eq!(places("A\u{200b}b\n"), [1, 5]);
/// assert!(places("a ❤\u{fe0f}").is_empty());
/// ```
pub fn unprintable_chars(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut previous = ' ';
    text.char_indices().filter(move |(_, c)| {
        let before = std::mem::replace(&mut previous, *c);
        !matches!(c, ' '..='~')
            && (is_control_or_direction(*c) || is_invisible(*c) && !shapes(*c, before))
    })
}

/// Replaces the characters of [`unprintable_chars`] by `\u{fffd}`, except for those in `kept`.
pub fn replace_unprintable<'a>(text: &'a str, kept: &[char]) -> Cow<'a, str> {
    if is_printable_ascii(text) {
        return text.into();
    }
    let mut shown = String::new();
    let mut copied = 0;
    for (at, c) in unprintable_chars(text).filter(|(_, c)| !kept.contains(c)) {
        shown.push_str(&text[copied..at]);
        shown.push('\u{fffd}');
        copied = at + c.len_utf8();
    }
    if copied == 0 {
        return text.into();
    }
    shown.push_str(&text[copied..]);
    shown.into()
}

/// Reports whether a text, as nearly all, has only characters between the space and the tilde.
pub(crate) fn is_printable_ascii(text: &str) -> bool {
    // Without an early exit many bytes are compared at once.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    text.bytes().fold(true, |all, byte| all & is_plain(byte))
}

/// Reports whether an invisible character changes how the character before it looks.
const fn shapes(c: char, before: char) -> bool {
    match c {
        '\u{fe0e}' | '\u{fe0f}' => is_emoji(before),
        '\u{200d}' => is_emoji(before) || before == '\u{fe0f}' || is_of_joining_script(before),
        '\u{200c}' => is_of_joining_script(before),
        _ => false,
    }
}

/// Reports whether a character is in a block of emoji.
const fn is_emoji(c: char) -> bool {
    matches!(
        c,
        '\u{a9}'
            | '\u{ae}'
            | '\u{203c}'
            | '\u{2049}'
            | '\u{2122}'
            | '\u{2139}'
            | '\u{2190}'..='\u{2bff}'
            | '\u{3030}'
            | '\u{303d}'
            | '\u{3297}'
            | '\u{3299}'
            | '\u{1f000}'..='\u{1faff}'
    )
}

/// Reports whether a character is in a block between Arabic and Mongolian, in whose scripts joiners
/// make other letters.
const fn is_of_joining_script(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{109f}' | '\u{1780}'..='\u{18af}') && !is_invisible(c)
}
