//! Escape sequences of JavaScript strings.

use std::borrow::Cow;

/// Replaces JavaScript's escape sequences by the characters that they stand for.
pub(super) fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (next, c) = escape(after);
        text.push(c);
        rest = next;
    }
    text.push_str(rest);
    text.into()
}

/// Parses an escape sequence after its backslash: `n`, `t`, `u0041`, `x41`, ...
fn escape(text: &str) -> (&str, char) {
    let mut chars = text.chars();
    let c = match chars.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return unicode(chars.as_str()),
        Some('x') => match hex(chars.as_str(), 2) {
            Some((rest, code)) => return (rest, char::from_u32(code).unwrap_or('\u{fffd}')),
            None => 'x',
        },
        Some(c) => c,
        None => '\\',
    };
    (chars.as_str(), c)
}

/// Parses four hexadecimal digits, or two such escapes that form a surrogate pair.
fn unicode(text: &str) -> (&str, char) {
    let Some((rest, code)) = hex(text, 4) else {
        return (text, 'u');
    };
    if let Some(c) = char::from_u32(code) {
        return (rest, c);
    }
    let low = rest.strip_prefix("\\u").and_then(|rest| hex(rest, 4));
    match low {
        Some((rest, low @ 0xdc00..0xe000)) if code < 0xdc00 => {
            let code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            (rest, char::from_u32(code).unwrap_or('\u{fffd}'))
        }
        _ => (rest, '\u{fffd}'),
    }
}

fn hex(text: &str, digits: usize) -> Option<(&str, u32)> {
    let number = text.get(..digits)?;
    let is_hex = number.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(number, 16).ok().filter(|_| is_hex)?;
    Some((&text[digits..], code))
}
