//! Texts that were cut, damaged, shuffled and blown up: no reader may panic or fall silent.

use kifu::formats::{self, CheckedGame, ReadContext, check_text, decode};
use kifu::search::SplitMix64;

/// Reads a text with this format and with the one that fits it.
pub fn read(bytes: &[u8], format: &str) -> Vec<CheckedGame> {
    let decoded = decode(bytes);
    let _ = check_text(&decoded.text, None, &ReadContext::default());
    let format = formats::by_id(format).expect("a known format");
    check_text(&decoded.text, Some(format), &ReadContext::default())
}

/// Every reading has a game or says why not.
fn speaks(bytes: &[u8], format: &str) {
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

/// Cuts a text at every byte, flips bits, doubles and shuffles lines.
pub fn torment(text: &str, format: &str) {
    let bytes = text.as_bytes();
    for end in 0..bytes.len().min(3000) {
        speaks(&bytes[..end], format);
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
        speaks(&bytes, format);
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for _ in 0..100 {
        let mixed: String = (0..lines.len() * 2)
            .map(|_| lines[rng.index(lines.len())])
            .collect();
        speaks(mixed.as_bytes(), format);
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
        speaks(odd.as_bytes(), format);
    }
}
