//! The encoding that a text declares, under the many names that programs use.

use encoding_rs::Encoding;
use nom::bytes::complete::{tag, take_while1};
use nom::character::complete::{one_of, space0};
use nom::combinator::opt;
use nom::sequence::delimited;
use nom::{IResult, Parser};
use std::ops::Range;

/// The number of bytes at the start of a text in which a declared encoding is looked for.
const MAX_DECLARATION_OFFSET: usize = 64 << 10;

/// Names that are not among the labels of the web, without their punctuation, each with a label.
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
    ("johab", "euc-kr"),
    ("ksc56011987", "euc-kr"),
    ("ksx1001", "euc-kr"),
    ("latin9", "iso-8859-15"),
    ("macroman", "macintosh"),
    ("oem936", "gbk"),
    ("shiftjis2004", "shift_jis"),
    ("sjis", "shift_jis"),
    ("uhc", "euc-kr"),
    ("ujis", "euc-jp"),
    ("unicode", "utf-16le"),
];

/// A declaration of an encoding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::formats) struct DeclaredEncoding {
    /// The span of the label in the bytes.
    pub span: Range<usize>,
    /// The label as it stands there.
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
    let digits = || {
        let prefixes = ["windows", "cp", "ms", "ibm", "x", "microsoftcp"];
        let rest = prefixes.iter().find_map(|name| plain.strip_prefix(name))?;
        let code_page = match rest {
            "936" | "20936" => "gbk",
            "54936" => "gb18030",
            "932" | "942" | "943" | "31j" | "sjis" => "shift_jis",
            "949" | "51949" | "1361" => "euc-kr",
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
    let known = spelled
        .iter()
        .find_map(|label| Encoding::for_label(label.as_bytes()));
    let iso = || {
        let part = plain
            .strip_prefix("iso8859")
            .or(plain.strip_prefix("8859"))?;
        Encoding::for_label(format!("iso-8859-{part}").as_bytes())
    };
    // The "replacement" encoding stands for those that cannot be decoded safely.
    known
        .or_else(by_alias)
        .or_else(digits)
        .or_else(iso)
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
    let mut at = sgf_start(text)?;
    let mut name = Vec::new();
    while let Some(byte) = text.get(at) {
        at += 1;
        if byte.is_ascii_alphabetic() {
            name.push(*byte);
            continue;
        }
        if byte.is_ascii_whitespace() {
            continue;
        }
        if *byte == b'[' {
            let end = at + value_length(&text[at..])?;
            if name == b"CA" {
                let label = String::from_utf8_lossy(&text[at..end]).trim().to_owned();
                return (!label.is_empty()).then(|| DeclaredEncoding {
                    span: at..end,
                    encoding: encoding_of(&label),
                    label,
                    is_sgf: true,
                });
            }
            at = end + 1;
        }
        // Further values have no name before them.
        name.clear();
    }
    None
}

/// Returns the offset after the `(` that starts an SGF text; other text may stand before it.
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
    let mut at = 0;
    loop {
        match text.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

/// Parses `label = *blank ["\"" / "'"] 1*(letter / digit / "-" / "_" / ":" / ".") *blank end`.
fn label<'a>(text: &'a [u8], end: &[u8]) -> IResult<&'a [u8], &'a [u8]> {
    let quote = opt(one_of(&b"\"'"[..]));
    let name = take_while1(|byte: u8| byte.is_ascii_alphanumeric() || b"-_:.".contains(&byte));
    delimited((space0, quote), name, (space0, tag(end))).parse(text)
}
