//! A repeated key in a record is an error with both places, at any depth.

use kifu_core::findings::Code;
use kifu_core::record::{RonError, read_ron};
use kifu_logs::formats::{self, ReadContext, check_text};
use proptest::prelude::*;
use serde_json::Value;

/// The finding on a text: its code, line, column and message.
fn finding(text: &str, format: &str) -> (Code, u32, u32, String) {
    let games = check_text(text, formats::by_id(format), &ReadContext::default());
    let [game] = games.as_slice() else {
        panic!("one game in {text}");
    };
    let [finding] = game.findings.as_slice() else {
        panic!("one finding in {text}: {:?}", game.findings);
    };
    let place = finding.location.as_ref().unwrap();
    (
        finding.code,
        place.line,
        place.column,
        finding.message.clone(),
    )
}

/// Records, each with a repeated key: at `<1>` and at `<2>`.
const RON_CASES: &[&str] = &[
    r#"notes: {<1>1: (comment: "a"), <2>1: (glyph: Blunder)}"#,
    r#"notes: {<1>1: (comment: "a"), <2>0x1: ()}"#,
    r#"notes: {<1>1: (comment: "a"), 2: (), <2>1: ()}"#,
    r#"notes: {1: (<1>comment: "a", <2>comment: "b")}"#,
    r#"notes: {1: (variations: [(moves: "a", notes: {<1>1: (), <2>1: ()})])}"#,
    "notes: {1: (evals: [(lines: [(<1>win: 0.5, <2>win: 0.5)])])}",
    r#"notes: {1: (marks: [(kind: Circle, <1>at: "a", <2>at: "b")])}"#,
    r#"ext: {<1>"a": "1", <2>"a": "2"}"#,
    r##"ext: {<1>"a": "1, { ( ] \" a: ", /* "a": */ <2>r#"a"#: "2"}"##,
    r#"ext: {<1>"a": r"\", "b": "", <2>"\u{61}": "2"}"#,
    r#"setup: {<1>"size": "9", <2>"size": "11"}"#,
    "result: (winner: First, faults: {<1>Second: Illegal, <2>Second: Timeout})",
    "reported: (faults: {<1>First: Crash, <2>First: Crash})",
    r#"event: (<1>name: "a", <2>name: "b")"#,
    r#"<1>moves: "", <2>moves: """#,
    r#"<1>moves: "", <2>r#moves: """#,
];

#[test]
fn both_places_of_a_repeated_key_are_reported_in_ron() {
    for (case, version) in RON_CASES.iter().flat_map(|case| [(case, 1), (case, 2)]) {
        if version == 1 && case.contains("lines:") {
            continue;
        }
        let marked = format!("(kifu: {version}, game: \"x\", players: ((), ()),\n  {case},\n)");
        let second = marked.replace("<1>", "").find("<2>").unwrap();
        let first = marked.find("<1>").unwrap();
        let text = marked.replace("<1>", "").replace("<2>", "");
        let RonError::DuplicateKey(found) = read_ron(&text).unwrap_err() else {
            panic!("{text}: {:?}", read_ron(&text));
        };
        assert_eq!(
            (found.first.offset, found.second.offset),
            (first, second),
            "{text}"
        );
        assert_eq!((found.first.line, found.second.line), (2, 2), "{text}");
        // Check a file of one record, and the second line of an archive.
        let (code, line, column, message) = finding(&text, "ron");
        assert_eq!(
            (code, line, column),
            (Code::Syntax, 2, found.second.column),
            "{message}"
        );
        let place = format!("the first is at line 2, column {}", found.first.column);
        assert!(message.ends_with(&place), "{message}");
        let line = text.replace('\n', " ");
        let archive = format!("\n{line}\n");
        let (code, row, _, message) = finding(&archive, "ronl");
        assert_eq!((code, row), (Code::Syntax, 2), "{message}");
        assert!(
            message.contains("the first is at line 2, column "),
            "{message}"
        );
    }
}

#[test]
fn repeated_note_of_a_ply_is_an_error() {
    let text = "(\n    kifu: 1,\n    game: \"zuniq\",\n    players: ((name: \"A\"), (name: \"B\")),\n    \
                moves: \"E5v A2h\",\n    notes: {\n        1: (comment: \"the first remark\"),\n        \
                1: (glyph: Blunder),\n    },\n)\n";
    let (code, line, column, message) = finding(text, "ron");
    assert_eq!((code, line, column), (Code::Syntax, 8, 9));
    assert_eq!(
        message,
        "expected each key once, found `1` again; the first is at line 7, column 9"
    );
}

/// A record with all maps and structs.
const WHOLE: &str = r#"{"kifu":2,"game":"clobber","setup":{"width":"2","height":"2"},
"event":{"name":"e","round":"1"},"source":{"format":"moves","id":"7"},
"players":[{"name":"A","version":"1"},{"name":"B","author":"b"}],"moves":"a2a1 b2b1 a1b1",
"notes":{"1":{"comment":"c","marks":[{"kind":"Circle","at":"a1"}],
"evals":[{"engine":"e","budget":{"Nodes":5},"lines":[{"win":0.5,"pv":"a2a1"}]}],
"variations":[{"moves":"b2b1","notes":{"1":{"comment":"v"}}}]},"2":{"comment":"{\"1\": \"\u0061\"}"}},
"attempt":{"raw":"x","player":"First"},
"result":{"winner":"First","points":[1,-1],"how":"Illegal","faults":{"Second":"Illegal"}},
"reported":{"winner":"First","faults":{"Second":"Illegal"},"text":"t"},
"ext":{"a":"1","b":"2"}}"#;

/// Counts the keys of all objects.
fn key_count(value: &Value) -> usize {
    match value {
        Value::Object(map) => map.values().map(|value| 1 + key_count(value)).sum(),
        Value::Array(all) => all.iter().map(key_count).sum(),
        _ => 0,
    }
}

/// Writes JSON in which the key with a number is repeated at the end of its object; returns the
/// offsets of both.
fn write_doubled(value: &Value, left: &mut usize, places: &mut Vec<usize>, out: &mut String) {
    match value {
        Value::Object(map) => {
            out.push('{');
            let mut doubled = None;
            for (index, (key, value)) in map.iter().enumerate() {
                if index > 0 {
                    out.push_str(",\n ");
                }
                if *left == 0 && places.is_empty() {
                    places.push(out.len());
                    doubled = Some((key, value));
                }
                *left = left.saturating_sub(usize::from(places.is_empty()));
                out.push_str(&format!("{} :", Value::from(key.as_str())));
                write_doubled(value, left, places, out);
            }
            if let Some((key, value)) = doubled {
                out.push(',');
                places.push(out.len());
                // Spelled with an escape it is the same key.
                let first = key.chars().next().map_or(0, u32::from);
                let rest = Value::from(&key[1..]).to_string();
                out.push_str(&format!("\"\\u{first:04x}{}:{value}", &rest[1..]));
            }
            out.push('}');
        }
        Value::Array(all) => {
            out.push('[');
            for (index, value) in all.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_doubled(value, left, places, out);
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}

fn place(text: &str, offset: usize) -> (u32, u32) {
    let before = &text[..offset];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before[start..].chars().count() + 1;
    (u32::try_from(line).unwrap(), u32::try_from(column).unwrap())
}

fn check_doubled(value: &Value, nth: usize) {
    let (mut left, mut places, mut text) = (nth, Vec::new(), String::new());
    write_doubled(value, &mut left, &mut places, &mut text);
    let [first, second] = places[..] else {
        panic!("key {nth} is doubled: {text}");
    };
    let (code, line, column, message) = finding(&text, "json");
    assert_eq!(code, Code::Syntax, "{text}\n{message}");
    assert_eq!((line, column), place(&text, second), "{text}\n{message}");
    let (line, column) = place(&text, first);
    let end = format!("; the first is at line {line}, column {column}");
    assert!(message.ends_with(&end), "{text}\n{message}");
}

#[test]
fn both_places_of_a_repeated_key_are_reported_in_json() {
    let whole: Value = serde_json::from_str(WHOLE).unwrap();
    let games = check_text(WHOLE, formats::by_id("json"), &ReadContext::default());
    assert!(
        games[0]
            .findings
            .iter()
            .all(|found| found.code != Code::Syntax)
    );
    let count = key_count(&whole);
    assert!(count > 40, "{count}");
    for nth in 0..count {
        check_doubled(&whole, nth);
    }
}

proptest! {
    #![proptest_config(crate::common::cases(48))]

    /// Names and texts with brackets, quotes and comments do not hide a key.
    #[test]
    fn no_text_hides_a_repeated_key(
        texts in proptest::collection::vec("[ -~\u{e9}\u{202e}\n]{1,12}", 6),
        nth in 0_usize..1000,
    ) {
        let ext: serde_json::Map<String, Value> = texts[..4]
            .iter()
            .enumerate()
            .map(|(at, text)| (format!("k{at}{text}"), Value::from(texts[5].as_str())))
            .collect();
        let mut whole: Value = serde_json::from_str(WHOLE).unwrap();
        whole["ext"] = Value::Object(ext);
        whole["players"][0]["name"] = Value::from(texts[4].as_str());
        whole["notes"]["1"]["comment"] = Value::from(texts[5].as_str());
        check_doubled(&whole, nth % key_count(&whole));
    }
}

#[test]
fn number_out_of_range_is_reported_with_its_range() {
    let ron = finding("(kifu: -1, game: \"x\", players: ((), ()))", "ron");
    assert_eq!(
        ron.3,
        "expected a number from 0, found `-1, game: \"x\", p...`"
    );
    let json = finding(r#"{"kifu":-1,"game":"x","players":[{},{}]}"#, "json");
    assert!(
        json.3
            .starts_with("expected a whole number from 0 to 4294967295, found"),
        "{}",
        json.3
    );
}
