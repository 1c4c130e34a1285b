//! Encodings of SGF files as their programs declare them.

use super::{all, one};
use kifu_core::findings::{Code, Finding, Severity};
use kifu_logs::formats::decode;

fn codes(bytes: &[u8]) -> Vec<Code> {
    let decoded = decode(bytes);
    decoded.findings.iter().map(|found| found.code).collect()
}

#[test]
fn declared_seven_bit_encoding_is_decoded() {
    let bytes = b"(;FF[4]CA[ISO-2022-JP]GM[1]SZ[9]C[\x1b$B0O8k\x1b(B];B[ee])";
    let decoded = decode(bytes);
    assert_eq!(codes(bytes), [Code::NotUtf8]);
    let comment = &one(&decoded.text).record.notes[&0].comment;
    assert_eq!(comment, "\u{56f2}\u{7881}");
    // Without escapes the text is ASCII.
    assert_eq!(codes(b"(;CA[ISO-2022-JP]GM[1];B[ee])"), []);
}

#[test]
fn encoding_labels_are_known_in_all_spellings() {
    let text = "\u{56f4}\u{68cb}";
    let (gbk, ..) = encoding_rs::GBK.encode(text);
    for label in [
        "GB2312",
        "gb2312",
        "GBK",
        "EUC-CN",
        "euc_cn",
        "GB2312-80",
        "CP936",
        "MS936",
        "gb_2312-80",
        "x-euc-cn",
        "windows-936",
        "GB18030",
        "gb 2312",
    ] {
        let bytes = [b"(;CA[", label.as_bytes(), b"]GM[1]C[", &gbk, b"])"].concat();
        assert!(decode(&bytes).text.contains(text), "{label}");
        assert_eq!(codes(&bytes), [Code::NotUtf8], "{label}");
    }
    let (sjis, ..) = encoding_rs::SHIFT_JIS.encode("\u{672c}\u{56e0}\u{574a}");
    for label in [
        "SJIS",
        "x-sjis",
        "CP932",
        "Windows-31J",
        "Shift-JIS",
        "MS_Kanji",
    ] {
        let bytes = [b"(;CA[", label.as_bytes(), b"]GM[1]C[", &sjis, b"])"].concat();
        assert!(decode(&bytes).text.contains('\u{574a}'), "{label}");
    }
    let latin = decode(b"(;GM[1]CA[Latin-9]C[\xa4])").text.into_owned();
    assert!(latin.contains('\u{20ac}'), "{latin}");
}

#[test]
fn unknown_or_wrong_encoding_label_is_reported() {
    for label in ["x-unknown", "UTF-7", "HZ-GB-2312", "ISO-2022-KR"] {
        let text = format!("some words\n(;FF[4]CA[{label}]GM[1];B[ee])");
        let decoded = decode(text.as_bytes());
        let found = &decoded.findings[0];
        assert_eq!(found.code, Code::EncodingDoubtful, "{label}");
        assert!(found.message.contains(label), "{}", found.message);
        let location = found.location.as_ref().unwrap();
        assert_eq!((location.line, location.column), (2, 11));
    }
    let bytes = b"(;CA[x-unknown]GM[1]C[J\xf6rg])";
    assert_eq!(codes(bytes), [Code::EncodingDoubtful, Code::NotUtf8]);
    let text = "(;CA[Big5]GM[1]C[J\u{f6}rg])";
    assert_eq!(decode(text.as_bytes()).text, text);
    assert_eq!(codes(text.as_bytes()), [Code::EncodingDoubtful]);
    // Text of a comment that looks like a declaration is not one.
    assert_eq!(codes(b"(;GM[1]C[CA[x-unknown\\]];B[ee])"), []);
    assert_eq!(codes("ca[i] = '\u{e9}'".as_bytes()), []);
}

#[test]
fn western_names_are_never_taken_for_east_asian_ones() {
    for name in [
        "J\u{f6}rg M\u{fc}ller",
        "\u{c5}ngstr\u{f6}m \u{d8}re",
        "\u{c4}\u{d6}\u{dc}",
        "Jos\u{e9} Mu\u{f1}oz",
        "Fran\u{e7}ois G\u{e2}teau \u{c0} la \u{ca}tre",
        "\u{ab}\u{a0}Go\u{a0}\u{bb}",
        "na\u{ef}ve caf\u{e9}",
        "\u{d0}\u{de} \u{fe}\u{f0}",
    ] {
        let text = format!("(;GM[1]SZ[9]PB[{name}];B[ee])");
        let (bytes, ..) = encoding_rs::WINDOWS_1252.encode(&text);
        assert_eq!(decode(&bytes).text, text);
    }
    // A few damaged bytes do not make another encoding of a text in UTF-8.
    let mut bytes = "(;GM[1]C[\u{56f4}\u{68cb}\u{53e4}\u{529b} \u{e9}\u{e8}])"
        .as_bytes()
        .to_vec();
    bytes.push(0xb0);
    let decoded = decode(&bytes);
    assert!(decoded.findings[0].message.contains("windows-1252"));
}

#[test]
fn declared_encoding_that_cannot_be_meant_is_guessed_instead() {
    let name = "\u{c774}\u{c138}\u{b3cc} \u{bc15}\u{c815}\u{d658}";
    let (bytes, ..) = encoding_rs::EUC_KR.encode(name);
    for label in ["UTF-8", "x-unknown", "ISO-8859-1", "UTF-16"] {
        let bytes = [b"(;CA[", label.as_bytes(), b"]GM[1]PB[", &bytes, b"])"].concat();
        assert!(decode(&bytes).text.contains(name), "{label}");
        assert_eq!(
            codes(&bytes),
            [Code::EncodingDoubtful, Code::NotUtf8],
            "{label}"
        );
    }
}

#[test]
fn johab_is_reported_and_not_decoded_as_euc_kr() {
    for label in ["johab", "x-Johab", "CP1361", "windows-1361"] {
        // The syllable U+AC00 in Johab.
        let bytes = [b"(;CA[", label.as_bytes(), b"]GM[1]C[\x88a])"].concat();
        let decoded = decode(&bytes);
        let findings = [Code::EncodingDoubtful, Code::NotUtf8];
        assert_eq!(codes(&bytes), findings, "{label}");
        assert!(decoded.text.contains("C[\u{2c6}a]"), "{}", decoded.text);
    }
}

#[test]
fn utf_16_is_decoded_without_byte_order_mark() {
    let text = "(;GM[1]SZ[9]C[\u{56f4}\u{68cb}];B[ee])";
    for bytes in [
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>(),
        text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
    ] {
        let decoded = decode(&bytes);
        assert_eq!(decoded.text, text);
        assert_eq!(codes(&bytes), [Code::NotUtf8]);
    }
    // NULs as after a crash are not UTF-16.
    assert_eq!(codes(b"(;GM[1]\0\0\0\0\0\0;B[ee])"), [Code::ControlBytes]);
}

#[test]
fn further_encoding_declarations_are_reported() {
    let warnings = |bytes: &[u8]| -> Vec<(Code, u32)> {
        let decoded = decode(bytes);
        let games = all(&decoded.text);
        let found = games.iter().flat_map(|game| &game.findings);
        let found = decoded.findings.iter().chain(found);
        let place = |found: &Finding| found.location.as_ref().map_or(0, |place| place.line);
        found
            .filter(|found| found.severity() > Severity::Note)
            .map(|found| (found.code, place(found)))
            .collect()
    };
    let game = |label: &str, name: &[u8]| {
        let start = format!("(;GM[1]SZ[9]{label}PB[");
        [start.as_bytes(), name, b"];B[ee])\n"].concat()
    };
    let (big5, ..) = encoding_rs::BIG5.encode("\u{65e5}\u{672c}");
    // Twice in one game: the first one counts.
    assert_eq!(
        warnings(&game("CA[UTF-8]CA[Shift_JIS]", b"a")),
        [(Code::RepeatedEntry, 1)]
    );
    assert_eq!(
        warnings(&game("CA[UTF-8][Big5]", b"a")),
        [(Code::RepeatedEntry, 1)]
    );
    let twice = game("CA[Big5]CA[UTF-8]", &big5);
    assert_eq!(
        warnings(&twice),
        [(Code::NotUtf8, 1), (Code::RepeatedEntry, 1)]
    );
    // Another one in a later game, of which some characters are read in the encoding of the first.
    let first = game("CA[ISO-8859-1]", b"a");
    let both = [first.clone(), game("CA[Big5]", &big5)].concat();
    assert_eq!(
        warnings(&both),
        [(Code::NotUtf8, 2), (Code::EncodingDoubtful, 2)]
    );
    let utf8 = [
        game("CA[UTF-8]", b"a"),
        game("CA[Latin-1]", "\u{e9}".as_bytes()),
    ]
    .concat();
    assert_eq!(warnings(&utf8), [(Code::EncodingDoubtful, 2)]);
    // A later label that is unknown, an alias, or without effect here.
    let unknown = [first.clone(), game("CA[klingon]", b"a")].concat();
    assert_eq!(warnings(&unknown), [(Code::EncodingDoubtful, 2)]);
    let alias = [first.clone(), game("CA[latin1]", b"\xe9")].concat();
    assert_eq!(warnings(&alias), [(Code::NotUtf8, 2)]);
    let ascii = [first, game("CA[Big5]", b"b")].concat();
    assert_eq!(warnings(&ascii), []);
}
