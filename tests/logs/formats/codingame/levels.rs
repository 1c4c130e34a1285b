//! Replays of which the parts are on several levels, or named otherwise.

use super::{codes, one, read};
use kifu_logs::formats::CheckedGame;
use serde_json::{Value, json};

/// The frames of a game of Clobber on which White's last move leaves Black without one.
fn frames() -> Value {
    json!([{"agentId": -1}, {"agentId": 0, "stdout": "b1a1\n"}, {"agentId": 1, "stdout": "a3a2\n"}])
}

fn agents() -> Value {
    json!([{"index": 0, "codingamer": {"pseudo": "Ann"}},
           {"index": 1, "arenaboss": {"nickname": "Boss"}}])
}

fn assert_joined(game: &CheckedGame) {
    let record = &game.record;
    assert_eq!(record.moves, "b1a1 a3a2");
    assert_eq!(
        (
            record.players.0.name.as_str(),
            record.players.1.name.as_str()
        ),
        ("Ann", "Boss")
    );
    assert_eq!(record.source.id, "9");
    assert_eq!(record.reported.as_ref().unwrap().points, Some((0, 1)));
    assert_eq!(codes(game), "K306", "{:?}", game.findings);
    assert_eq!(record.ext.keys().collect::<Vec<_>>(), ["seed"]);
}

#[test]
fn parts_of_a_replay_on_any_level_belong_to_the_game() {
    let parts = json!({"agents": agents(), "gameId": 9, "ranks": [1, 0], "scores": [0, 1.0]});
    let all = json!({"agents": agents(), "gameId": 9, "ranks": [1, 0], "scores": [0, 1],
                     "frames": frames()});
    for wrapper in ["success", "gameResult", "data", "result"] {
        let within = json!({"seed": "1", "puzzleId": 715, wrapper: all});
        assert_joined(&one(&within.to_string()));
        let next_to = json!({"seed": "1", "puzzleId": 715, wrapper: parts, "frames": frames()});
        assert_joined(&one(&next_to.to_string()));
        let twice = json!({"seed": "1", "data": {wrapper: parts, "puzzleId": 715},
                           "frames": frames()});
        assert_joined(&one(&twice.to_string()));
        let both = json!({"seed": "1", "puzzleId": 715, wrapper: all, "scores": [0.0, 1.0]});
        assert_joined(&one(&both.to_string()));
    }
}

#[test]
fn list_within_a_wrapper_holds_replays() {
    let replay =
        |id: u32| json!({"gameId": id, "gameResult": {"scores": [0, 1]}, "frames": frames()});
    let text = json!({"puzzleId": 715, "data": [replay(1), replay(2)]}).to_string();
    let games = read(&text);
    let ids: Vec<_> = games
        .iter()
        .map(|game| game.record.source.id.as_str())
        .collect();
    assert_eq!(ids, ["1", "2"]);
    assert!(games.iter().all(|game| game.record.moves == "b1a1 a3a2"));
    assert!(games.iter().all(|game| game.record.reported.is_some()));
}

#[test]
fn parts_that_differ_between_levels_are_reported() {
    let with = |name: &str, inner: Value, outer: Value| {
        let text = json!({"puzzleId": 715, "frames": frames(), name: outer,
                          "gameResult": {name: inner, "tooltips": []}});
        codes(&one(&text.to_string()))
    };
    assert_eq!(with("scores", json!([0, 1]), json!([1, 0])), "K309 K306");
    assert_eq!(with("ranks", json!([0, 1]), json!([1, 0])), "K309 K306");
    assert_eq!(with("gameId", json!(1), json!(2)), "K122 K308");
    assert_eq!(with("agents", agents(), json!([])), "K122 K308");
    assert_eq!(with("gameId", json!(1), json!(1)), "K308");
}

#[test]
fn player_names_and_winner_are_compared_with_the_agents() {
    let with = |extra: Value| {
        let mut replay = json!({"puzzleId": 715, "frames": frames(), "agents": agents()});
        let extra = extra.as_object().unwrap().clone();
        replay.as_object_mut().unwrap().extend(extra);
        one(&replay.to_string())
    };
    assert_eq!(codes(&with(json!({"players": ["Ann", "Boss"]}))), "K308");
    assert_eq!(
        codes(&with(
            json!({"players": [{"name": "Ann"}, {"pseudo": "Cleo"}]})
        )),
        "K122 K308"
    );
    let won = with(json!({"winner": "Boss", "scores": [1, 0]}));
    assert_eq!(codes(&won), "K309 K306");
    let named = with(json!({"agents": [], "players": ["Cleo", "Dan"]}));
    assert_eq!(named.record.players.1.name, "Dan");
    let number = with(json!({"winner": 1}));
    assert_eq!(
        (
            codes(&number).as_str(),
            number.record.ext["winner"].as_str()
        ),
        ("K308", "1")
    );
}

#[test]
fn outputs_by_player_in_a_frame_are_read() {
    let frames = json!([
        {"key": true, "data": " 0\n{}", "stdout": [null, null]},
        {"key": true, "data": " 1\n{}", "stdout": ["b1a1\n", ""], "stderr": ["deep", null]},
        {"key": false, "data": " 2\n{}", "stdout": [null, "a3a2\n"]},
    ]);
    let game = one(&json!({"puzzleId": 715, "frames": frames}).to_string());
    assert_eq!(game.record.moves, "b1a1 a3a2");
    assert_eq!(game.record.notes[&1].stderr, "deep");
    assert_eq!(codes(&game), "K308");
}
