//! Replays inside of other JSON, and the private values around and in them.

use super::{one, read};
use kifu_logs::formats::{ReadContext, decode, detect_log};
use serde_json::{Value, json};

fn replay() -> Value {
    json!({"frames": [{"agentId": -1}, {"agentId": 0, "stdout": "b1a1\n"}, {"agentId": 1, "stdout": "a3a2\n"}],
           "gameId": 9, "puzzleId": 715})
}

#[test]
fn replay_anywhere_inside_other_json_is_read_with_its_pointer() {
    for (text, pointer) in [
        (
            json!({"status": "ok", "matches": [{"note": 1, "payload": replay()}]}),
            "/matches/0/payload",
        ),
        (
            json!([{"id": 3, "body": {"a/b~c": replay()}}]),
            "/0/body/a~1b~0c",
        ),
        (json!({"9": replay()}), "/9"),
    ] {
        let game = one(&text.to_string());
        assert_eq!(game.record.moves, "b1a1 a3a2", "{text}");
        assert_eq!(game.record.source.id, "9", "{text}");
        let note = game
            .findings
            .iter()
            .find(|found| found.code.to_string() == "K128");
        assert!(note.unwrap().message.contains(pointer), "{note:?}");
        let format = detect_log(&text.to_string(), &ReadContext::default());
        assert_eq!(format.unwrap().id(), "codingame");
    }
}

#[test]
fn several_replays_inside_are_games_in_text_order() {
    let mut second = replay();
    second["gameId"] = json!(10);
    let text = format!("{{\"z\": {{\"r\": {}}}, \"a\": [{}]}}", replay(), second);
    let ids: Vec<String> = read(&text)
        .into_iter()
        .map(|game| game.record.source.id)
        .collect();
    assert_eq!(ids, ["9", "10"]);
}

#[test]
fn private_values_of_replays_are_neither_kept_nor_shown() {
    let mut inner = replay();
    inner["sessionHandle"] = json!("5e551011");
    inner["metadata"] = json!({"accessToken": "70ce4a11", "division": 4});
    inner["agents"] =
        json!([{"index": 0, "codingamer": {"pseudo": "Ann", "publicHandle": "a1b2c3d4"}}]);
    let bad = inner.to_string().replace("b1a1", "b1h8");
    for text in [
        inner.to_string(),
        json!({"cookie": "c00c1e55", "data2": inner}).to_string(),
        format!("[{{\"token\": \"70ce4a11\", \"r\": {bad}}}]"),
        r#"{"token": "70ce4a11", "frames": {}, "agentId": 1}"#.to_owned(),
    ] {
        for game in read(&text) {
            let all = format!("{game:?}");
            for private in ["5e551011", "70ce4a11", "a1b2c3d4", "c00c1e55"] {
                assert!(!all.contains(private), "{private} in {all}");
            }
        }
    }
    let game = one(&inner.to_string());
    assert_eq!(
        game.record.ext["metadata"],
        r#"{"accessToken":"********","division":4}"#
    );
}

/// A recording of a browser with these answers.
fn recording(contents: &[Value]) -> String {
    let entries: Vec<Value> = contents
        .iter()
        .map(|content| {
            json!({"request": {"url": "https://x", "headers": [{"name": "Cookie", "value": "SECRET"}]},
                   "response": {"status": 200, "content": content}})
        })
        .collect();
    json!({"log": {"version": "1.2", "creator": {"name": "Firefox"}, "entries": entries}})
        .to_string()
}

#[test]
fn recording_of_a_browser_is_read_as_its_replays() {
    let in_base64 = "eyJzdWNjZXNzIjp7ImZyYW1lcyI6W3siYWdlbnRJZCI6LTF9LHsiYWdlbnRJZCI6MCwic3Rkb3V0IjoiYjFhMVxuIn0seyJhZ2VudElkIjoxLCJzdGRvdXQiOiJhM2EyXG4ifV0sImdhbWVJZCI6OCwicHV6emxlSWQiOjcxNX19";
    let text = recording(&[
        json!({"mimeType": "text/html", "text": "<html>\"frames\"</html>"}),
        json!({"mimeType": "image/png", "text": "iVBORw0KGgo=", "encoding": "base64"}),
        json!({"mimeType": "application/json", "text": replay().to_string()}),
        json!({"size": 0}),
        json!({"mimeType": "application/json", "text": in_base64, "encoding": "base64"}),
    ]);
    let with_mark = format!("\u{feff}{text}");
    for bytes in [text.as_bytes(), with_mark.as_bytes()] {
        let decoded = decode(bytes);
        assert_eq!(decoded.findings[0].code.to_string(), "K125");
        let message = &decoded.findings[0].message;
        assert!(
            message.starts_with("found 2 with replays among the 3 texts"),
            "{message}"
        );
        let games = read(&decoded.text);
        let ids: Vec<&str> = games.iter().map(|game| &*game.record.source.id).collect();
        assert_eq!(ids, ["9", "8"]);
        assert!(games.iter().all(|game| game.record.moves == "b1a1 a3a2"));
        assert!(!decoded.text.contains("SECRET"));
    }
}

#[test]
fn recording_without_games_or_cut_off_is_no_log() {
    let whole = recording(&[json!({"text": replay().to_string()})]);
    for text in [
        &recording(&[json!({"text": "{\"frame\": 1}"})]),
        &recording(&[]),
        &whole[..whole.len() - 9],
        "{\"log\": {\"entries\": {}}}",
    ] {
        assert_eq!(decode(text.as_bytes()).text, text);
    }
}
