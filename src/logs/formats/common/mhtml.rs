//! Pages in one file with all that belongs to them (MHTML, RFC 2557), as browsers save them.
//!
//! ```text
//! file   = head [blank line] body
//! head   = *(name ":" words line-end *(blank words line-end))
//! body   = page / *("--" boundary line-end part) "--" boundary "--"
//! part   = head blank-line (page / body)       the page in quoted-printable or base64, or as it is
//! ```

use super::decode::encoding_of;
use encoding_rs::UTF_8;

/// The maximum length of a head in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;
/// The maximum depth of parts within parts.
const MAX_DEPTH: usize = 4;

/// Returns the HTML of an archive of a browser, and the offset at which the page itself begins;
/// `None` for any other text.
///
/// The address from which the page was saved is put into a comment before it, as browsers do that
/// save the page alone.
pub(super) fn page(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    let (head, body) = Head::parse(bytes.trim_ascii_start())?;
    head.value("mime-version")?;
    let mut page = Vec::new();
    push_pages(&head, body, MAX_DEPTH, &mut page);
    if page.is_empty() {
        return None;
    }
    let address = head.value("snapshot-content-location");
    let address = address.filter(|address| address.is_ascii() && !address.contains("--"));
    let comment = address.map_or(String::new(), |address| {
        format!("<!-- saved from url={address} -->")
    });
    page.splice(0..0, comment.bytes());
    Some((page, comment.len()))
}

/// Appends the pages of a part.
fn push_pages(head: &Head, body: &[u8], depth: usize, page: &mut Vec<u8>) {
    let kind = head.value("content-type").unwrap_or_default();
    let media = kind.split(';').next().unwrap_or_default().trim();
    if media.eq_ignore_ascii_case("text/html") {
        let decoded = head.decode(body);
        let encoding = parameter(kind, "charset").and_then(|label| encoding_of(&label));
        match encoding.filter(|encoding| *encoding != UTF_8) {
            Some(encoding) => page.extend_from_slice(encoding.decode(&decoded).0.as_bytes()),
            None => page.extend_from_slice(&decoded),
        }
        page.push(b'\n');
    } else if let (Some(boundary), true) = (parameter(kind, "boundary"), depth > 0) {
        for part in parts(body, boundary.as_bytes()) {
            if let Some((head, body)) = Head::parse(part) {
                push_pages(&head, body, depth - 1, page);
            }
        }
    }
}

/// Returns the parts between the lines of a boundary.
fn parts<'a>(body: &'a [u8], boundary: &[u8]) -> Vec<&'a [u8]> {
    let (mut parts, mut from, mut at) = (Vec::new(), None, 0);
    while at < body.len() {
        let rest = &body[at..];
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
        let line = rest[..end].trim_ascii_end();
        let mark = line
            .strip_prefix(b"--")
            .and_then(|line| line.strip_prefix(boundary));
        if let Some(after) = mark.filter(|after| after.is_empty() || *after == b"--") {
            parts.extend(from.map(|from: usize| &body[from..at]));
            from = after.is_empty().then_some(at + end);
        }
        at += end;
    }
    // The end of a file that was cut off may be missing.
    parts.extend(from.map(|from| &body[from..]));
    parts
}

/// Returns a parameter of a header: `x` in `multipart/related; boundary="x"`.
fn parameter(words: &str, name: &str) -> Option<String> {
    let mut parameters = words.split(';').skip(1).map(str::trim);
    parameters.find_map(|own| {
        let (key, value) = own.split_once('=')?;
        let value = value.trim().trim_matches('"');
        let is_named = key.trim().eq_ignore_ascii_case(name) && !value.is_empty();
        is_named.then(|| value.to_owned())
    })
}

/// The headers of a part.
struct Head {
    /// Names in small letters, with their words.
    fields: Vec<(String, String)>,
}

impl Head {
    /// Parses the headers at the start of a text; also returns what follows the blank line.
    fn parse(text: &[u8]) -> Option<(Self, &[u8])> {
        let mut fields: Vec<(String, String)> = Vec::new();
        let mut at = 0;
        while at < text.len().min(MAX_HEAD_BYTES) {
            let rest = &text[at..];
            let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |end| end + 1);
            let line = String::from_utf8_lossy(rest[..end].trim_ascii_end());
            at += end;
            if line.is_empty() {
                return (!fields.is_empty()).then_some((Self { fields }, &text[at..]));
            }
            if line.starts_with([' ', '\t']) {
                fields.last_mut()?.1.push_str(line.trim_start());
                continue;
            }
            let (name, words) = line.split_once(':')?;
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
            if name.is_empty() || !name.chars().all(is_part) {
                return None;
            }
            fields.push((name.to_ascii_lowercase(), words.trim().to_owned()));
        }
        None
    }

    fn value(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        fields
            .find(|(own, _)| own == name)
            .map(|(_, words)| words.as_str())
    }

    /// Decodes a body by the encoding that the head names.
    fn decode(&self, body: &[u8]) -> Vec<u8> {
        let name = self.value("content-transfer-encoding").unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "quoted-printable" => from_quoted_printable(body),
            "base64" => from_base64(body),
            _ => body.to_vec(),
        }
    }
}

/// Decodes quoted-printable: `=3D` is a byte, `=` at the end of a line joins it to the next one.
fn from_quoted_printable(text: &[u8]) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = memchr::memchr(b'=', rest) {
        decoded.extend_from_slice(&rest[..at]);
        let after = &rest[at + 1..];
        rest = match after {
            [b'\n', rest @ ..] | [b'\r', b'\n', rest @ ..] => rest,
            [high, low, rest @ ..] if digit(*high).is_some() && digit(*low).is_some() => {
                let byte = 16 * digit(*high).unwrap_or(0) + digit(*low).unwrap_or(0);
                decoded.extend(u8::try_from(byte));
                rest
            }
            _ => {
                decoded.push(b'=');
                after
            }
        };
    }
    decoded.extend_from_slice(rest);
    decoded
}

/// Decodes base64; characters outside of its alphabet, such as line ends, are skipped.
pub(super) fn from_base64(text: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.iter().take_while(|byte| **byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            decoded.extend(u8::try_from(bits >> count & 0xff));
        }
    }
    decoded
}
