//! Replays inside of other JSON, and the private values around and in them.

use super::{one, read};
use kifu_logs::formats::{ReadContext, detect_log};
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
