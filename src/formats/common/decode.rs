//! Bytes to text.

use crate::findings::{Code, Finding, SourceText};
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{one_of, space0};
use nom::combinator::opt;
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::borrow::Cow;

/// A text and what was odd about its bytes.
#[derive(Debug)]
pub struct DecodedText<'a> {
    /// The text, without a byte order mark; control bytes are blanks.
    pub text: Cow<'a, str>,
    /// What was odd.
    pub findings: Vec<Finding>,
}

/// So many bytes are looked at for a declaration.
const MAX_DECLARATION_OFFSET: usize = 64 << 10;

/// Decodes a text: UTF-8, or by its byte order mark UTF-16, or as it says itself (`CA[..]` in
/// SGF, `charset=..` in HTML), or else Windows-1252 (of which Latin-1's printable part is a part),
/// in which every byte means something.
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

/// Decodes a later piece of a text, in which no byte order mark can stand.
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
    let place = SourceText::new(&text).location(before..before + 1);
    findings.push(Finding::new(Code::NotUtf8, message).at(place));
    text
}

/// The encoding that a text names. One in which ASCII is not ASCII cannot be it, for the name was
/// read as ASCII; nor UTF-8, which was tried.
fn declared_encoding(start: &[u8]) -> Option<&'static Encoding> {
    let lower = start.to_ascii_lowercase();
    let named = |mark: &[u8], end: &[u8]| {
        memchr::memmem::find_iter(&lower, mark).find_map(|at| {
            let (_, name) = label(&lower[at + mark.len()..], end).ok()?;
            Encoding::for_label(name)
        })
    };
    named(b"ca[", b"]")
        .or_else(|| named(b"charset=", b""))
        .filter(|encoding| encoding.is_ascii_compatible() && *encoding != UTF_8)
}

/// `label = *blank ["\"" / "'"] 1*(letter / digit / "-" / "_" / ":" / ".") *blank end`.
fn label<'a>(text: &'a [u8], end: &[u8]) -> IResult<&'a [u8], &'a [u8]> {
    let quote = opt(one_of(&b"\"'"[..]));
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    delimited((space0, quote), name, (space0, tag(end))).parse(text)
}

/// NULs and other control bytes become blanks.
fn blank_controls<'a>(text: Cow<'a, str>, findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let odd =
        |byte: &u8| (*byte < 32 && !matches!(byte, b'\n' | b'\r' | b'\t' | 12)) || *byte == 127;
    let Some(at) = text.bytes().position(|byte| odd(&byte)) else {
        return text;
    };
    let count = text.bytes().filter(odd).count();
    let message = format!(
        "expected printable text, found {count} control byte{}, the first 0x{:02x}",
        if count == 1 { "" } else { "s" },
        text.as_bytes()[at]
    );
    let place = SourceText::new(&text).location(at..at + 1);
    findings.push(Finding::new(Code::ControlBytes, message).at(place));
    let blanked = text.chars().map(|c| match u8::try_from(c) {
        Ok(byte) if odd(&byte) => ' ',
        _ => c,
    });
    Cow::Owned(blanked.collect())
}
