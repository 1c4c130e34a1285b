//! Replays in which a move may be missing.

use super::{codes, one};
use kifu_core::record::AttemptRule;
use kifu_logs::formats::CheckedGame;
use serde_json::{Value, json};

const MOVES: [&str; 6] = ["b1a1", "a3a2", "d1c1", "c3c2", "f1e1", "e3e2"];

/// Returns the frames of a replay, numbered as the site does.
fn frames() -> Vec<Value> {
    let start = json!({"agentId": -1, "view": " 0\n{}"});
    let frame = |(index, word): (usize, &&str)| {
        json!({"agentId": index % 2, "stdout": format!("{word}\n"),
               "view": format!(" {}\n{{}}", index + 1)})
    };
    let moves = MOVES.iter().enumerate().map(frame);
    std::iter::once(start).chain(moves).collect()
}

fn game(frames: &[Value]) -> CheckedGame {
    one(&json!({"puzzleId": 715, "frames": frames}).to_string())
}

#[test]
fn numbered_frames_are_read() {
    let whole = game(&frames());
    assert_eq!((whole.record.moves, whole.ply_count), (MOVES.join(" "), 6));
}

/// Checks that a game has this many moves and then a gap, with these findings.
fn assert_gap(frames: &[Value], count: usize, expected: &str) {
    let game = game(frames);
    assert_eq!(game.record.moves, MOVES[..count].join(" "));
    assert_eq!(codes(&game), expected, "{:?}", game.findings);
    assert_eq!(game.record.attempt.unwrap().rule, AttemptRule::NotLogged);
}

#[test]
fn nothing_behind_missing_or_moved_frames_is_played() {
    let mut lacks_one = frames();
    lacks_one.remove(3);
    assert_gap(&lacks_one, 2, "K134 K212 K208");
    let mut lacks_two = frames();
    lacks_two.drain(3..5);
    assert_gap(&lacks_two, 2, "K134 K212 K208");
    let mut doubled = frames();
    doubled.insert(3, doubled[3].clone());
    assert_gap(&doubled, 3, "K134 K212 K208");
    let mut swapped = frames();
    swapped.swap(3, 4);
    assert_gap(&swapped, 2, "K134 K212 K208");
}

#[test]
fn nothing_behind_a_frame_of_the_wrong_player_is_played() {
    let mut bare = frames();
    for frame in &mut bare {
        frame.as_object_mut().unwrap().remove("view");
    }
    bare.remove(3);
    assert_gap(&bare, 2, "K207 K212 K208");
}

#[test]
fn nothing_behind_an_unreadable_frame_is_played() {
    for damaged in [
        json!(7),
        json!("x"),
        json!({"agentId": 0, "stdout": {}}),
        json!({"agentId": 5}),
    ] {
        let mut all = frames();
        all[3] = damaged;
        all[4].as_object_mut().unwrap().remove("view");
        let game = game(&all);
        assert_eq!(game.record.moves, MOVES[..2].join(" "));
        assert_eq!(codes(&game), "K110 K212 K208");
    }
}

#[test]
fn nothing_behind_a_turn_without_output_is_played() {
    let mut all = frames();
    all[3].as_object_mut().unwrap().remove("stdout");
    assert_gap(&all, 2, "K212 K208");
    let outputs = json!({"0": [null, "b1a1\n", null, null, null, "f1e1\n"],
                         "1": [null, null, "a3a2\n", null, null, null], "referee": []});
    let local = one(&json!({"outputs": outputs, "errors": {}, "puzzleId": 715}).to_string());
    assert_eq!(local.record.moves, "b1a1 a3a2");
    assert_eq!(codes(&local), "K212 K208");
}

#[test]
fn move_that_the_referee_shows_otherwise_is_a_gap() {
    let mut all = frames();
    all[3]["view"] = json!(" 3\n{\"entitymodule\":\"U1 0 z 3;160 0 T f3f2\"}");
    assert_gap(&all, 2, "K309 K212 K208");
}
