//! Decoding of bytes to text.

use crate::findings::{Code, Finding, SourceText};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{one_of, space0};
use nom::combinator::opt;
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::borrow::Cow;

/// A decoded text, with findings about its bytes.
#[derive(Debug)]
pub struct DecodedText<'a> {
    /// The text, without a byte order mark and with control bytes replaced by blanks.
    pub text: Cow<'a, str>,
    /// The findings about the bytes.
    pub findings: Vec<Finding>,
}

/// The number of bytes at the start of a text in which a declared encoding is looked for.
const MAX_DECLARATION_OFFSET: usize = 64 << 10;

/// Decodes the bytes of a text.
///
/// The encoding is UTF-8 where possible, UTF-16 by its byte order mark, the one that the text
/// declares (`CA[..]` in SGF, `charset=..` in HTML), or else Windows-1252, in which every byte has
/// a meaning and which contains the printable characters of Latin-1.
///
/// ```
/// use kifu::formats::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbfStart").text, "Start");
///
/// let latin1 = decode(b"J\xf6rg");
/// assert_eq!(latin1.text, "Jörg");
/// assert_eq!(latin1.findings.len(), 1);
/// ```
pub fn decode(bytes: &[u8]) -> DecodedText<'_> {
    let mut findings = Vec::new();
    let text = match Encoding::for_bom(bytes) {
        Some((encoding, length)) if encoding == UTF_8 => {
            utf8_or_declared(&bytes[length..], &mut findings)
        }
        Some((encoding, length)) => {
            let message = format!("expected UTF-8, found {}", encoding.name());
            findings.push(Finding::new(Code::NotUtf8, message));
            encoding.decode_without_bom_handling(&bytes[length..]).0
        }
        None => return decode_chunk(bytes),
    };
    DecodedText {
        text: blank_controls(text, &mut findings),
        findings,
    }
}

/// Decodes a later chunk of a text, which cannot have a byte order mark.
pub fn decode_chunk(bytes: &[u8]) -> DecodedText<'_> {
    let mut findings = Vec::new();
    let text = utf8_or_declared(bytes, &mut findings);
    DecodedText {
        text: blank_controls(text, &mut findings),
        findings,
    }
}

fn utf8_or_declared<'a>(bytes: &'a [u8], findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let error = match std::str::from_utf8(bytes) {
        Ok(text) => return text.into(),
        Err(error) => error,
    };
    let at = error.valid_up_to();
    let (encoding, why) = match declared_encoding(&bytes[..bytes.len().min(MAX_DECLARATION_OFFSET)])
    {
        Some(encoding) => (encoding, ", as the text itself declares"),
        None => (WINDOWS_1252, ""),
    };
    let text = encoding.decode_without_bom_handling(bytes).0;
    // The bytes before the first bad one may have been longer in UTF-8 than they are now.
    let before = encoding.decode_without_bom_handling(&bytes[..at]).0.len();
    let message = format!(
        "expected UTF-8, found the byte 0x{:02x}; read as {}{why}",
        bytes[at],
        encoding.name()
    );
    let location = SourceText::new(&text).location(before..before + 1);
    findings.push(Finding::new(Code::NotUtf8, message).at(location));
    text
}

/// Returns the encoding that a text declares.
///
/// The declaration was read as ASCII, so an encoding that does not contain ASCII cannot be meant;
/// nor can UTF-8, which was tried before.
fn declared_encoding(start: &[u8]) -> Option<&'static Encoding> {
    let lower = start.to_ascii_lowercase();
    let declared = |mark: &[u8], end: &[u8]| {
        memchr::memmem::find_iter(&lower, mark).find_map(|at| {
            let (_, name) = label(&lower[at + mark.len()..], end).ok()?;
            Encoding::for_label(name)
        })
    };
    declared(b"ca[", b"]")
        .or_else(|| declared(b"charset=", b""))
        .filter(|encoding| encoding.is_ascii_compatible() && *encoding != UTF_8)
}

/// Parses `label = *blank ["\"" / "'"] 1*(letter / digit / "-" / "_" / ":" / ".") *blank end`.
fn label<'a>(text: &'a [u8], end: &[u8]) -> IResult<&'a [u8], &'a [u8]> {
    let quote = opt(one_of(&b"\"'"[..]));
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    delimited((space0, quote), name, (space0, tag(end))).parse(text)
}

/// Replaces NULs and other control bytes by blanks.
fn blank_controls<'a>(text: Cow<'a, str>, findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let is_control =
        |byte: &u8| (*byte < 32 && !matches!(byte, b'\n' | b'\r' | b'\t' | 12)) || *byte == 127;
    let Some(at) = text.bytes().position(|byte| is_control(&byte)) else {
        return text;
    };
    let count = text.bytes().filter(is_control).count();
    let message = format!(
        "expected printable text, found {count} control byte{}, the first 0x{:02x}",
        if count == 1 { "" } else { "s" },
        text.as_bytes()[at]
    );
    let location = SourceText::new(&text).location(at..at + 1);
    findings.push(Finding::new(Code::ControlBytes, message).at(location));
    let blanked = text.chars().map(|c| match u8::try_from(c) {
        Ok(byte) if is_control(&byte) => ' ',
        _ => c,
    });
    Cow::Owned(blanked.collect())
}
