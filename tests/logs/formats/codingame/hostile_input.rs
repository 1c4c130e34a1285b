//! Hostile replays: no panic, and a finding or a valid game.

use super::{codes, fixture, one, read};
use kifu_core::search::SplitMix64;
use kifu_logs::formats::{ReadContext, check_text, decode};

/// Reads a text with and without detection; each game is known or has a finding.
fn assert_read_or_reported(text: &str) {
    check_text(text, None, &ReadContext::default());
    for checked in read(text) {
        let known = !checked.record.game.is_empty();
        assert!(known || !checked.findings.is_empty(), "{text}");
    }
}

#[test]
fn truncated_replay_is_reported_and_keeps_its_beginning() {
    for name in ["web.json", "local.json"] {
        let text = fixture(name);
        let text = text.trim_end();
        let mut most = 0;
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let checked = one(&text[..end]);
            let first = codes(&checked);
            assert!(end == 0 || first.starts_with("K106"), "{first} at {end}");
            let tokens = checked.record.tokens().count();
            assert!(tokens >= most, "moves are lost at {end}");
            most = tokens;
        }
        assert_eq!(most, one(text).record.tokens().count());
    }
}

#[test]
fn replay_with_odd_values_is_read_without_panic() {
    let odd = [
        "null",
        "-1",
        "1e999",
        "[]",
        "{}",
        "[[],{}]",
        "\"\"",
        "\"$0\"",
        "{\"0\":[null,7,{}]}",
        "{\"0\":{},\"1\":7,\"2\":[]}",
        "[{\"turn\":-1,\"event\":99}]",
        "true",
        "\"\\ud800\"",
    ];
    for name in ["web.json", "local.json"] {
        let log: serde_json::Value = serde_json::from_str(&fixture(name)).unwrap();
        let inner = log.get("success").unwrap_or(&log).as_object().unwrap();
        for key in inner.keys() {
            for value in odd {
                let fields: Vec<String> = inner
                    .iter()
                    .map(|(name, old)| {
                        let value = if name == key {
                            value.to_owned()
                        } else {
                            old.to_string()
                        };
                        format!("\"{name}\":{value}")
                    })
                    .collect();
                assert_read_or_reported(&format!("{{{}}}", fields.join(",")));
            }
        }
    }
}

#[test]
fn deeply_nested_replay_is_refused() {
    for bomb in ["[", "{\"frames\":[", "{\"success\":", "{\"a\":"] {
        assert_eq!(codes(&one(&bomb.repeat(100_000))), "K108");
    }
    let nested = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
    let text = format!("{{\"frames\":[{{\"agentId\":0,\"view\":{nested}}}]}}");
    assert_eq!(codes(&one(&text)), "K108");
}

#[test]
fn empty_and_huge_replays_are_reported() {
    assert_eq!(codes(&one("")), "K114");
    assert_eq!(codes(&one(" \n")), "K114");
    assert_eq!(codes(&one("[]")), "K114");
    assert_eq!(codes(&one("{}")), "K109");
    assert_eq!(codes(&one("7")), "K110");
    let frames = "{},".repeat(300_000);
    let text = format!("{{\"puzzleId\":715,\"frames\":[{frames}{{}}]}}");
    assert_eq!(codes(&one(&text)), "K107");
    let outputs = "\"b1a1\\n\",".repeat(100_000);
    let text = format!("{{\"outputs\":{{\"0\":[{outputs}null],\"1\":[]}}}}");
    assert!(codes(&one(&text)).starts_with("K107 K207"));
    let long = "x".repeat(1 << 20);
    let text =
        format!("{{\"frames\":[{{\"agentId\":0,\"stdout\":\"b1a1 {long}\"}}],\"x\":\"{long}\"}}");
    let checked = one(&text);
    assert_eq!(
        (
            codes(&checked).as_str(),
            checked.record.notes[&1].message.len()
        ),
        ("K111 K308", 1 << 20)
    );
}

#[test]
fn replay_with_many_fault_summaries_is_read_in_time() {
    let frame = r#"{"agentId":0,"stdout":"random\n","summary":"timeout! $1 won $0"},"#;
    let text = format!("{{\"frames\":[{}{{}}]}}", frame.repeat(19_000));
    assert_read_or_reported(&text);
    assert_read_or_reported(&"{\"frames\":[{}]}".repeat(2000));
}

mod slow {
    use super::*;

    #[test]
    fn replay_with_changed_bytes_is_read_without_panic() {
        for name in [
            "web.json",
            "local.json",
            "referee-failed.json",
            "verdicts.json",
        ] {
            let text = fixture(name).into_bytes();
            for seed in 0..400 {
                let mut rng = SplitMix64::new(seed);
                let mut bytes = text.clone();
                for _ in 0..=rng.index(3) {
                    let at = rng.index(bytes.len());
                    bytes[at] = rng.next().to_le_bytes()[0];
                }
                assert_read_or_reported(&decode(&bytes).text);
            }
        }
    }

    #[test]
    fn replay_with_shuffled_lines_is_read_without_panic() {
        for name in ["web.json", "local.json", "verdicts.json"] {
            let text = fixture(name);
            for seed in 0..200 {
                let mut rng = SplitMix64::new(seed);
                let mut lines: Vec<&str> = text.lines().collect();
                for _ in 0..3 {
                    let (a, b) = (rng.index(lines.len()), rng.index(lines.len()));
                    lines.swap(a, b);
                    lines.insert(a, lines[b]);
                }
                assert_read_or_reported(&lines.join("\n"));
            }
        }
    }
}
