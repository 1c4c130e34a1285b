//! Texts that were cut, damaged, shuffled and blown up: no reader may panic or fall silent.

use crate::common::work_clock;
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, decode};
use std::time::Duration;

/// Reads a text with this format and with the one that fits it.
pub fn read(bytes: &[u8], format: &str) -> Vec<CheckedGame> {
    let decoded = decode(bytes);
    let _ = check_text(&decoded.text, None, &ReadContext::default());
    let format = formats::by_id(format).expect("a known format");
    check_text(&decoded.text, Some(format), &ReadContext::default())
}

/// Checks that a text gives games or findings.
fn assert_not_silent(bytes: &[u8], format: &str) {
    let all = read(bytes, format);
    assert!(
        !all.is_empty(),
        "silent about {:?}",
        String::from_utf8_lossy(bytes)
    );
    for game in all {
        assert!(
            !game.findings.is_empty() || game.record.result.is_some(),
            "neither a result nor a finding: {:?}",
            game.record
        );
    }
}

/// The time in which a text of `count` repeated pieces must be read: a reader whose time grows with
/// the square of the count would need more.
fn linear_time(count: usize) -> Duration {
    // 20 s for 100 000 pieces.
    Duration::from_micros(count.pow(2) as u64 / 500)
}

/// Reads a text in which a piece is repeated, and checks that the time grows with its length.
pub fn flood(start: &str, piece: &str, count: usize, format: &str) {
    let huge = format!("{start}{}", piece.repeat(count));
    let clock = work_clock();
    assert!(!read(huge.as_bytes(), format).is_empty());
    let _ = formats::by_id(format)
        .expect("a known format")
        .split_point(huge.as_bytes());
    assert!(clock() < linear_time(count), "{piece:?}: {:?}", clock());
}

/// Returns the text up to a cut; of a long one the first line and those before the cut.
fn cut(bytes: &[u8], end: usize) -> Vec<u8> {
    const MAX_BYTES: usize = 600;
    let line_end = |from: usize| bytes[from..].iter().position(|byte| *byte == b'\n');
    let first = line_end(0).map_or(end, |at| at + 1);
    let later = end.saturating_sub(MAX_BYTES);
    match line_end(later).map(|at| later + at + 1) {
        Some(start) if first < start && start < end => {
            [&bytes[..first], &bytes[start..end]].concat()
        }
        _ => bytes[..end].to_vec(),
    }
}

/// Cuts a text at every byte, flips bits, doubles and shuffles lines.
pub fn torment(text: &str, format: &str) {
    let bytes = text.as_bytes();
    for end in 0..bytes.len().min(3000) {
        assert_not_silent(&cut(bytes, end), format);
    }
    let mut rng = SplitMix64::new(7);
    for _ in 0..400 {
        let mut bytes = bytes.to_vec();
        for _ in 0..=rng.index(4) {
            let at = rng.index(bytes.len());
            bytes[at] = match rng.index(3) {
                0 => bytes[at] ^ (1 << rng.index(8)),
                1 => b"\"',[]()<>&\n\r\\;=\0"[rng.index(16)],
                _ => bytes[rng.index(bytes.len())],
            };
        }
        assert_not_silent(&bytes, format);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for _ in 0..100 {
        let mixed: String = (0..lines.len() * 2)
            .map(|_| lines[rng.index(lines.len())])
            .collect();
        assert_not_silent(mixed.as_bytes(), format);
    }
    for odd in [
        "",
        "\n",
        "\"",
        ",",
        "\u{feff}",
        "é",
        "\r\n\r\n",
        "[",
        "new Box([",
        "<param name=",
    ] {
        assert_not_silent(odd.as_bytes(), format);
    }
}

#[test]
fn lines_that_end_with_carriage_returns_are_read() {
    let fixtures = crate::common::repository().join("fixtures");
    for (name, format) in [
        ("moves/comments.txt", "moves"),
        ("codecup-csv/zuniq.csv", "codecup-csv"),
        ("codecup-page/report.txt", "codecup-page"),
        ("codecup-dialogue/claim.log", "codecup-dialogue"),
        ("caia/manager.log", "caia"),
        ("arbiter/box-arbiter-transcript.txt", "arbiter"),
    ] {
        let text = std::fs::read_to_string(fixtures.join(name)).unwrap();
        let text = text.replace("\r\n", "\n");
        let old = text.replace('\n', "\r");
        let decoded = decode(old.as_bytes());
        assert_eq!(decoded.text, text, "{name}");
        let codes: Vec<_> = decoded.findings.iter().map(|found| found.code).collect();
        assert_eq!(codes, [kifu_core::findings::Code::ControlBytes], "{name}");
        let records = |bytes: &[u8]| {
            let games = read(bytes, format);
            games
                .into_iter()
                .map(|game| game.record)
                .collect::<Vec<_>>()
        };
        assert_eq!(records(old.as_bytes()), records(text.as_bytes()), "{name}");
    }
    // A value of a record is not a line, and one return at the end is not enough.
    for text in [
        "(kifu: 2, event: (name: \"a\rb\"))",
        "E5v A2h\r",
        "E5v\r\nA2h\r\n",
    ] {
        let decoded = decode(text.as_bytes());
        assert_eq!((&*decoded.text, decoded.findings.len()), (text, 0));
    }
}

#[test]
fn utf_32_with_byte_order_mark_is_read() {
    let text = "E5v A2h # \u{1f980}\n";
    let little = text.chars().flat_map(|c| u32::from(c).to_le_bytes());
    let big = text.chars().flat_map(|c| u32::from(c).to_be_bytes());
    let little: Vec<u8> = b"\xff\xfe\0\0".iter().copied().chain(little).collect();
    let big: Vec<u8> = b"\0\0\xfe\xff".iter().copied().chain(big).collect();
    for bytes in [&little, &big] {
        let decoded = decode(bytes);
        assert_eq!(decoded.text, text);
        assert_eq!(decoded.findings.len(), 1);
        assert!(decoded.findings[0].message.contains("UTF-32"));
        // A truncated or invalid character is replaced.
        let torn = decode(&bytes[..bytes.len() - 1]);
        assert!(torn.text.ends_with('\u{fffd}'), "{}", torn.text);
    }
}
