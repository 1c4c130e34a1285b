//! Decoding of bytes to text.

use super::field_spans::RecordSyntax;
use super::parsed_game::first_line_span;
use super::{har, mhtml};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
    WINDOWS_1252,
};
use kifu_core::findings::{Code, Finding, SourceText};
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{one_of, space0};
use nom::combinator::opt;
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::ops::Range;

/// The number of bytes at the start of a text from which UTF-16 without a mark is recognised.
const UTF_16_SAMPLE: usize = 64;

/// A decoded text, with findings about its bytes.
#[derive(Debug)]
pub struct DecodedText<'a> {
    /// The text, without a byte order mark and with control bytes replaced by blanks.
    pub text: Cow<'a, str>,
    /// The findings about the bytes.
    pub findings: Vec<Finding>,
}

/// Decodes the bytes of a text.
///
/// The encoding is UTF-8 where possible, UTF-16 by its byte order mark or its NULs, the one that the
/// text declares (`CA[..]` in SGF, `charset=..` in HTML) if that can be true of the bytes, the one of
/// East Asia that the bytes look like, or else Windows-1252, in which every byte has a meaning and
/// which contains the printable characters of Latin-1. ISO-2022-JP, whose bytes are ASCII, is read
/// where it is declared. A guess is reported, as is a declaration that is unknown, or that is not
/// true of the bytes.
///
/// Of a page that a browser saved with its pictures in one file (MHTML) the text is the page, and of
/// what it received (HAR) the answers with games.
///
/// ```
/// use kifu_logs::formats::decode;
///
/// assert_eq!(decode(b"\xef\xbb\xbfStart").text, "Start");
///
/// let latin1 = decode(b"J\xf6rg");
/// assert_eq!(latin1.text, "Jörg");
/// assert_eq!(latin1.findings.len(), 1);
/// ```
pub fn decode(bytes: &[u8]) -> DecodedText<'_> {
    let page = || {
        let message =
            "found a page in an archive of a browser (MHTML); lines are those of the page itself";
        mhtml::page(bytes).map(|(page, start)| (page, start, message.to_owned()))
    };
    let bodies = || har::bodies(bytes).map(|bodies| (bodies.text, 0, bodies.message));
    let Some((unpacked, start, message)) = page().or_else(bodies) else {
        return decode_whole(bytes);
    };
    let decoded = decode_whole(&unpacked);
    let text = &*decoded.text;
    let start = text.floor_char_boundary(start);
    let line = first_line_span(&text[start..]);
    let location = SourceText::new(text).location(start + line.start..start + line.end);
    let mut findings = vec![Finding::new(Code::PageUnpacked, message).at(location)];
    findings.extend(decoded.findings);
    DecodedText {
        text: decoded.text.into_owned().into(),
        findings,
    }
}

/// Decodes the bytes of a text that is no archive.
fn decode_whole(bytes: &[u8]) -> DecodedText<'_> {
    let mut findings = Vec::new();
    let text = match Encoding::for_bom(bytes) {
        _ if is_utf32(bytes) => {
            let message = "expected UTF-8, found UTF-32".to_owned();
            findings.push(Finding::new(Code::NotUtf8, message));
            utf32_text(bytes).into()
        }
        Some((encoding, length)) if encoding == UTF_8 => {
            utf8_or_declared(&bytes[length..], &mut findings)
        }
        Some((encoding, length)) => {
            let message = format!("expected UTF-8, found {}", encoding.name());
            findings.push(Finding::new(Code::NotUtf8, message));
            encoding.decode_without_bom_handling(&bytes[length..]).0
        }
        None => match unmarked_utf16(bytes) {
            Some(encoding) => {
                let name = encoding.name();
                let message = format!("expected UTF-8, found {name} without a byte order mark");
                findings.push(Finding::new(Code::NotUtf8, message));
                encoding.decode_without_bom_handling(bytes).0
            }
            None => utf8_or_declared(bytes, &mut findings),
        },
    };
    let text = feed_lines(text, &mut findings);
    DecodedText {
        text: blank_controls(text, &mut findings),
        findings,
    }
}

/// The number of bytes that are checked for control bytes at once.
const CHECKED_BLOCK: usize = 1 << 10;

/// The first bytes of files that are no texts, with their names.
const BINARY_SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n", "a PNG picture"),
    (b"GIF87a", "a GIF picture"),
    (b"GIF89a", "a GIF picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a compressed file"),
    (b"\x28\xb5\x2f\xfd", "a compressed file"),
    (b"\xfd7zXZ", "a compressed file"),
    (b"\x7fELF", "a program"),
    (b"PAR1\x15", "a table in Parquet"),
    (b"SQLite format 3\0", "a database"),
];

/// The share of control bytes, as a divisor, from which a file with NULs is no text.
const MIN_CONTROL_SHARE: usize = 20;

/// Returns what a file is that is no text, by its first bytes; `None` for a text.
///
/// ```
/// use kifu_logs::formats::binary_kind;
///
/// assert_eq!(binary_kind(b"\x89PNG\r\n\x1a\n"), Some("a PNG picture"));
/// assert_eq!(binary_kind(b"game: zuniq\nE5v\0\n"), None);
/// ```
pub fn binary_kind(start: &[u8]) -> Option<&'static str> {
    let known = BINARY_SIGNATURES.iter();
    let known = known.filter(|(signature, _)| start.starts_with(signature));
    if let Some((_, name)) = known.into_iter().next() {
        return Some(name);
    }
    let is_encoded =
        is_utf32(start) || Encoding::for_bom(start).is_some() || unmarked_utf16(start).is_some();
    let is_control = |byte: &u8| *byte < 32 && !matches!(byte, b'\t' | b'\n' | b'\r' | 12 | 27);
    let controls = start.iter().filter(|byte| is_control(byte)).count();
    let is_binary =
        start.contains(&0) && MIN_CONTROL_SHARE * controls >= start.len() && !is_encoded;
    // A few bytes may be damaged.
    (is_binary && start.len() >= 64).then_some("a file that is no text")
}

/// Decodes a later chunk of a text, which cannot have a byte order mark.
pub fn decode_chunk(bytes: &[u8]) -> DecodedText<'_> {
    let mut findings = Vec::new();
    let text = utf8_or_declared(bytes, &mut findings);
    let text = feed_record_lines(text, &mut findings);
    DecodedText {
        text: blank_controls(text, &mut findings),
        findings,
    }
}

/// Reports whether a text begins with a byte order mark of UTF-32, of which that of UTF-16 is a
/// part.
fn is_utf32(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\xff\xfe\0\0") || bytes.starts_with(b"\0\0\xfe\xff")
}

/// Decodes UTF-32 with a byte order mark.
fn utf32_text(bytes: &[u8]) -> String {
    let is_little = bytes.starts_with(b"\xff");
    let (units, rest) = bytes.as_chunks::<4>();
    let decode = |unit: &[u8; 4]| {
        let code = if is_little {
            u32::from_le_bytes(*unit)
        } else {
            u32::from_be_bytes(*unit)
        };
        char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    let torn = (!rest.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
    units.iter().skip(1).map(decode).chain(torn).collect()
}

/// Makes line feeds of the carriage returns in a text whose lines end with them alone, as on the
/// first Macintosh, and of all other line ends in records ([`feed_record_lines`]).
///
/// JSON and SGF, which begin with a bracket, have lines only for people.
fn feed_lines<'a>(text: Cow<'a, str>, findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let text = feed_record_lines(text, findings);
    let is_not_last = |at: usize| at + 1 < text.len();
    let has_returns = memchr::memchr(b'\r', text.as_bytes()).is_some_and(is_not_last)
        && memchr::memchr(b'\n', text.as_bytes()).is_none();
    if !has_returns
        || matches!(
            text.trim_start().as_bytes().first(),
            None | Some(b'(' | b'[' | b'{')
        )
    {
        return text;
    }
    let ends = memchr::memchr_iter(b'\r', text.as_bytes()).collect();
    replace_line_ends(&text, ends, findings).into()
}

/// Reports whether a character ends a line for people, but not for readers of records: a record
/// behind it would be part of a comment.
const fn is_other_line_end(c: char) -> bool {
    matches!(
        c,
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// Makes line feeds of the other ends of lines in records: carriage returns alone, page breaks and
/// the separators of Unicode. In strings they may be part of a value.
fn feed_record_lines<'a>(text: Cow<'a, str>, findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let is_end = |(at, c): (usize, char)| {
        is_other_line_end(c)
            && !(c == '\r' && matches!(text.as_bytes().get(at + 1), None | Some(b'\n')))
    };
    if text.is_ascii() && memchr::memchr3(b'\r', 0x0b, 0x0c, text.as_bytes()).is_none() {
        return text;
    }
    let syntaxes = [RecordSyntax::Ron, RecordSyntax::Json];
    let Some(syntax) = syntaxes.into_iter().find(|own| own.starts_record(&text)) else {
        return text;
    };
    if !text.char_indices().any(is_end) {
        return text;
    }
    let ends = line_ends_outside_strings(syntax, &text);
    if ends.is_empty() {
        return text;
    }
    replace_line_ends(&text, ends, findings).into()
}

/// Puts line feeds in the place of other line ends, and reports the first.
fn replace_line_ends(text: &str, ends: Vec<usize>, findings: &mut Vec<Finding>) -> String {
    let mut fed = String::with_capacity(text.len());
    let mut from = 0;
    for (nth, end) in ends.into_iter().enumerate() {
        let c = text[end..].chars().next().unwrap_or('\n');
        if nth == 0 {
            let found = match c {
                '\r' => "a carriage return alone".to_owned(),
                c => format!("U+{:04X}", u32::from(c)),
            };
            let message = format!(
                "expected a line feed at the end of a line, found {found}; read as line ends"
            );
            let location = SourceText::new(text).location(end..end + c.len_utf8());
            findings.push(Finding::new(Code::ControlBytes, message).at(location));
        }
        fed.push_str(&text[from..end]);
        fed.push('\n');
        from = end + c.len_utf8();
    }
    fed.push_str(&text[from..]);
    fed
}

/// Returns the other line ends of records that are in no string and in no block comment.
fn line_ends_outside_strings(syntax: RecordSyntax, text: &str) -> Vec<usize> {
    let (mut ends, mut at) = (Vec::new(), 0);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c == '\r' && rest[1..].starts_with('\n') {
            at += 2;
        } else if is_other_line_end(c) {
            // A last carriage return is a blank in all syntaxes.
            if c != '\r' || rest.len() > 1 {
                ends.push(at);
            }
            at += c.len_utf8();
        } else if syntax == RecordSyntax::Ron && rest.starts_with("//") {
            let end = rest.find(|c| c == '\n' || is_other_line_end(c));
            at = end.map_or(text.len(), |end| at + end);
        } else {
            at = syntax.token_end(text, at);
        }
    }
    ends
}

/// Returns the kind of UTF-16 of a text without a byte order mark: one of two neighbouring bytes is
/// nearly always NUL, the other one never.
fn unmarked_utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    let sample = &bytes[..bytes.len().min(UTF_16_SAMPLE)];
    let pairs = sample.len() / 2;
    let nuls = |offset: usize| {
        let bytes = sample.iter().skip(offset).step_by(2);
        bytes.take(pairs).filter(|byte| **byte == 0).count()
    };
    let is_nearly_all = |count: usize| pairs >= 4 && 4 * count >= 3 * pairs;
    match (nuls(0), nuls(1)) {
        (0, low) if is_nearly_all(low) => Some(UTF_16LE),
        (high, 0) if is_nearly_all(high) => Some(UTF_16BE),
        _ => None,
    }
}

fn utf8_or_declared<'a>(bytes: &'a [u8], findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let declared = declared_encoding(bytes);
    let encoding = declared.as_ref().and_then(|declared| declared.encoding);
    let error = match std::str::from_utf8(bytes) {
        Ok(text) if encoding == Some(ISO_2022_JP) && bytes.contains(&0x1b) => {
            let name = ISO_2022_JP.name();
            let message = format!("expected UTF-8, found {name}, as the text itself declares");
            let offset = memchr::memchr(0x1b, text.as_bytes()).unwrap_or(0);
            return decode_declared(bytes, offset, ISO_2022_JP, message, findings);
        }
        Ok(text) => {
            if let Some(declared) = declared.as_ref().filter(|declared| declared.is_sgf) {
                check_declaration(text, declared, findings);
            }
            return text.into();
        }
        Err(error) => error,
    };
    let offset = error.valid_up_to();
    // The declaration was read as ASCII, so an encoding that does not contain ASCII cannot be
    // meant; nor can UTF-8, which was tried before.
    let meant = encoding.filter(|encoding| encoding.is_ascii_compatible() && *encoding != UTF_8);
    let is_possible = |encoding: &&'static Encoding| !has_errors(encoding, bytes);
    let is_undecodable = declared.as_ref().is_some_and(|own| is_johab(&own.label));
    let guess = || guessed_encoding(bytes, meant).filter(|_| !is_undecodable);
    // In Windows-1252 every byte has a meaning, and programs declare it that know no other.
    let true_one = meant.filter(|own| *own != WINDOWS_1252).filter(is_possible);
    let guessed = if true_one.is_none() { guess() } else { None };
    let (encoding, why) = match (guessed, meant) {
        (Some(guessed), _) => (guessed, ", the encoding that its bytes look like"),
        (None, Some(encoding)) => (encoding, ", as the text itself declares"),
        (None, None) => (WINDOWS_1252, ""),
    };
    let is_wrong = meant.is_none() || guessed.is_some();
    if let Some(declared) = declared.filter(|declared| declared.is_sgf && is_wrong) {
        let what = match declared.encoding {
            Some(_) => "bytes in the encoding that the text declares",
            None => "an encoding that can be decoded",
        };
        let message = format!(
            "expected {what}, found `{}`; read as {}",
            kifu_core::contract::printable(&declared.label, 40),
            encoding.name()
        );
        // All bytes before the declaration are of one character each, or the place is not known.
        let location = std::str::from_utf8(&bytes[..declared.span.end])
            .ok()
            .map(|before| SourceText::new(before).location(declared.span));
        findings.push(Finding::new(Code::EncodingDoubtful, message).at(location));
    }
    let message = format!(
        "expected UTF-8, found the byte 0x{:02x}; read as {}{why}",
        bytes[offset],
        encoding.name()
    );
    decode_declared(bytes, offset, encoding, message, findings)
}

/// The encodings of East Asia that may be guessed. In any other, most bytes have a meaning, so that a
/// guess is worth little.
const GUESSED: [&Encoding; 5] = [EUC_KR, GBK, SHIFT_JIS, BIG5, EUC_JP];
/// The number of characters of East Asia from which an encoding is guessed.
const MIN_GUESSED_CHARS: usize = 2;
/// The number of them against a declaration that can be true.
const MIN_CHARS_AGAINST_DECLARED: usize = 4;

/// Returns the encoding of East Asia that bytes look like; `None` if they look like any other, or
/// like UTF-8 with a few damaged bytes.
///
/// The encoding that the text declares may be `meant`.
fn guessed_encoding(bytes: &[u8], meant: Option<&'static Encoding>) -> Option<&'static Encoding> {
    let (mut valid, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        valid += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    if valid >= damaged {
        return None;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    let guess = GUESSED.into_iter().find(|known| *known == guess)?;
    let (text, _) = guess.decode_without_bom_handling(bytes);
    let foreign = text.chars().filter(|c| *c >= '\u{1100}').count();
    let minimum = match meant {
        Some(encoding) if encoding == WINDOWS_1252 => MIN_CHARS_AGAINST_DECLARED,
        _ => MIN_GUESSED_CHARS,
    };
    (!has_errors(guess, bytes) && foreign >= minimum).then_some(guess)
}

/// Reports whether bytes before the last line end mean nothing in an encoding. After it the text may
/// be cut within a character.
fn has_errors(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let end = memchr::memrchr(b'\n', bytes).unwrap_or(bytes.len());
    encoding.decode_without_bom_handling(&bytes[..end]).1
}

/// Reports whether a label names Johab, another encoding of Korean, which is not decoded.
fn is_johab(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    label.contains("johab") || label.contains("1361")
}

/// Decodes a text that is not UTF-8, with a finding at the byte that shows it.
fn decode_declared<'a>(
    bytes: &'a [u8],
    at: usize,
    encoding: &'static Encoding,
    mut message: String,
    findings: &mut Vec<Finding>,
) -> Cow<'a, str> {
    let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
    if has_errors {
        message.push_str(", with bytes that mean nothing there");
    }
    // The bytes before the first bad one may have been longer in UTF-8 than they are now.
    let before = encoding.decode_without_bom_handling(&bytes[..at]).0.len();
    let location = SourceText::new(&text).location(before..before + 1);
    findings.push(Finding::new(Code::NotUtf8, message).at(location));
    text
}

/// Reports a declaration that is unknown or not true of a text in UTF-8.
fn check_declaration(text: &str, declared: &DeclaredEncoding, findings: &mut Vec<Finding>) {
    let label = kifu_core::contract::printable(&declared.label, 40);
    let message = match declared.encoding {
        None => format!("expected an encoding that can be decoded, found `{label}`; read as UTF-8"),
        Some(encoding) if encoding != UTF_8 && !text.is_ascii() => {
            format!("expected bytes in {label}, as the text declares, found UTF-8")
        }
        Some(_) => return,
    };
    let location = SourceText::new(text).location(declared.span.clone());
    findings.push(Finding::new(Code::EncodingDoubtful, message).at(location));
}

/// Replaces NULs and other control bytes by blanks.
fn blank_controls<'a>(text: Cow<'a, str>, findings: &mut Vec<Finding>) -> Cow<'a, str> {
    let is_control =
        |byte: &u8| (*byte < 32 && !matches!(byte, b'\n' | b'\r' | b'\t' | 12)) || *byte == 127;
    // Without an early exit the check of a block takes many bytes at once.
    let has_control = |block: &[u8]| block.iter().fold(false, |any, byte| any | is_control(byte));
    if !text.as_bytes().chunks(CHECKED_BLOCK).any(has_control) {
        return text;
    }
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

// The encoding that a text declares, under the many names that programs use.

/// The number of bytes at the start of a text in which a declared encoding is looked for.
const MAX_DECLARATION_OFFSET: usize = 64 << 10;

/// Names that [`Encoding::for_label`] does not know, without their punctuation, each with a label
/// that it knows.
///
/// Johab, code page 1361, is missing: it is another encoding of Korean than EUC-KR, and
/// `encoding_rs` does not decode it.
const ALIASES: &[(&str, &str)] = &[
    ("ansi", "windows-1252"),
    ("big5eten", "big5"),
    ("big5hkscs2004", "big5-hkscs"),
    ("cngb", "gbk"),
    ("euccn", "gbk"),
    ("eucjis", "euc-jp"),
    ("euckorea", "euc-kr"),
    ("gb", "gbk"),
    ("gb1232", "gbk"),
    ("gb180302000", "gb18030"),
    ("gb180302005", "gb18030"),
    ("gb23121980", "gbk"),
    ("gb231280", "gbk"),
    ("jis", "iso-2022-jp"),
    ("iso2022jp1", "iso-2022-jp"),
    ("iso2022jp2", "iso-2022-jp"),
    ("ksc56011987", "euc-kr"),
    ("ksx1001", "euc-kr"),
    ("latin9", "iso-8859-15"),
    ("macroman", "macintosh"),
    ("oem936", "gbk"),
    ("shiftjis2004", "shift_jis"),
    ("uhc", "euc-kr"),
    ("ujis", "euc-jp"),
];

/// A declaration of an encoding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct DeclaredEncoding {
    /// The span of the label in the bytes.
    pub span: Range<usize>,
    /// The label as it is spelled there.
    pub label: String,
    /// The encoding; `None` if the label is unknown or cannot be decoded.
    pub encoding: Option<&'static Encoding>,
    /// Whether it is the property of an SGF text rather than a mark somewhere in a page.
    pub is_sgf: bool,
}

/// Returns the encoding with a label, in any spelling.
pub(in crate::formats) fn encoding_of(label: &str) -> Option<&'static Encoding> {
    let plain: String = label
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let by_alias = || {
        let name = plain.strip_prefix('x').unwrap_or(&plain);
        let alias = ALIASES
            .iter()
            .find(|(alias, _)| *alias == name || *alias == plain);
        alias.and_then(|(_, label)| Encoding::for_label(label.as_bytes()))
    };
    let by_code_page = || {
        let prefixes = ["windows", "cp", "ms", "ibm", "x", "microsoftcp"];
        let rest = prefixes.iter().find_map(|name| plain.strip_prefix(name))?;
        let code_page = match rest {
            "936" | "20936" => "gbk",
            "54936" => "gb18030",
            "932" | "942" | "943" | "31j" | "sjis" => "shift_jis",
            "949" | "51949" => "euc-kr",
            "950" | "951" => "big5",
            "51932" | "eucjp" => "euc-jp",
            "50220" | "50221" | "50222" => "iso-2022-jp",
            "65001" | "utf8" => "utf-8",
            "10000" => "macintosh",
            "20866" => "koi8-r",
            "21866" => "koi8-u",
            _ => return Encoding::for_label(format!("windows-{rest}").as_bytes()),
        };
        Encoding::for_label(code_page.as_bytes())
    };
    // The labels of the web have hyphens, underscores or nothing between their parts.
    let spelled = [
        label.to_owned(),
        label.replace(['_', ' '], "-"),
        plain.clone(),
    ];
    let by_label = spelled
        .iter()
        .find_map(|label| Encoding::for_label(label.as_bytes()));
    let by_iso_part = || {
        let part = plain
            .strip_prefix("iso8859")
            .or(plain.strip_prefix("8859"))?;
        Encoding::for_label(format!("iso-8859-{part}").as_bytes())
    };
    // The "replacement" encoding replaces those that cannot be decoded safely.
    by_label
        .or_else(by_alias)
        .or_else(by_code_page)
        .or_else(by_iso_part)
        .filter(|encoding| *encoding != encoding_rs::REPLACEMENT)
}

/// Returns the encoding that a text declares: `CA[..]` of SGF, or `charset=..` of HTML.
pub(in crate::formats) fn declared_encoding(bytes: &[u8]) -> Option<DeclaredEncoding> {
    let start = &bytes[..bytes.len().min(MAX_DECLARATION_OFFSET)];
    sgf_declaration(start).or_else(|| {
        let lower = start.to_ascii_lowercase();
        let find = |mark: &[u8], end: &[u8]| {
            memchr::memmem::find_iter(&lower, mark).find_map(|at| {
                let from = at + mark.len();
                let (_, name) = label(&lower[from..], end).ok()?;
                let name = String::from_utf8_lossy(name).into_owned();
                let encoding = encoding_of(&name)?;
                Some(DeclaredEncoding {
                    span: from..from + name.len(),
                    label: name,
                    encoding: Some(encoding),
                    is_sgf: false,
                })
            })
        };
        find(b"ca[", b"]").or_else(|| find(b"charset=", b""))
    })
}

/// Returns the declaration in the first tree of an SGF text, whose label may be unknown.
fn sgf_declaration(text: &[u8]) -> Option<DeclaredEncoding> {
    let mut offset = sgf_start(text)?;
    let mut name = Vec::new();
    while let Some(byte) = text.get(offset) {
        offset += 1;
        if byte.is_ascii_alphabetic() {
            name.push(*byte);
            continue;
        }
        if byte.is_ascii_whitespace() {
            continue;
        }
        if *byte == b'[' {
            let end = offset + value_length(&text[offset..])?;
            if name == b"CA" {
                let label = String::from_utf8_lossy(&text[offset..end])
                    .trim()
                    .to_owned();
                return (!label.is_empty()).then(|| DeclaredEncoding {
                    span: offset..end,
                    encoding: encoding_of(&label),
                    label,
                    is_sgf: true,
                });
            }
            offset = end + 1;
        }
        // Further values have no name before them.
        name.clear();
    }
    None
}

/// Returns the offset after the `(` that starts an SGF text; other text may precede it.
fn sgf_start(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'(', text).find_map(|at| {
        let rest = text[at + 1..].trim_ascii_start();
        let is_first = text[..at].trim_ascii().is_empty();
        let starts = rest.first() == Some(&b';')
            || (is_first && rest.first().is_some_and(u8::is_ascii_uppercase));
        starts.then_some(at + 1)
    })
}

/// Returns the length of an SGF value up to its `]`.
fn value_length(text: &[u8]) -> Option<usize> {
    let mut offset = 0;
    loop {
        match text.get(offset)? {
            b']' => return Some(offset),
            b'\\' => offset += 2,
            _ => offset += 1,
        }
    }
}

/// Parses `label = *blank ["\"" / "'"] 1*(letter / digit / "-" / "_" / ":" / ".") *blank end`.
fn label<'a>(text: &'a [u8], end: &[u8]) -> IResult<&'a [u8], &'a [u8]> {
    let quote = opt(one_of(&b"\"'"[..]));
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    delimited((space0, quote), name, (space0, tag(end))).parse(text)
}
