//! Replays made for these tests.

use super::{codes, fixture, one, read};
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::Severity;
use kifu_core::record::Ending;
use kifu_logs::formats::{ReadContext, check_text, detect};

#[test]
fn each_line_of_the_fixture_has_its_expected_findings() {
    let text = fixture("verdicts.json");
    let all = read(&text);
    assert_eq!(all.len(), text.lines().count());
    for (nth, (checked, line)) in all.iter().zip(text.lines()).enumerate() {
        let log: serde_json::Value = serde_json::from_str(line).unwrap();
        let expected = log["expect"].as_str().unwrap();
        assert_eq!(codes(checked), expected, "{:#?}", checked.findings);
        for finding in &checked.findings {
            let place = finding.location.as_ref().unwrap();
            assert_eq!(place.line as usize, nth + 1, "{finding:?}");
        }
    }
}

#[test]
fn replay_of_the_site_is_read_completely() {
    let checked = one(&fixture("web.json"));
    let record = checked.record;
    assert_eq!(checked.findings, []);
    assert_eq!(
        (record.moves.as_str(), checked.ending),
        ("b1a1 a3a2", Ending::Timeout)
    );
    assert_eq!(record.source.id, "123456789");
    assert_eq!(
        (
            record.players.0.name.as_str(),
            record.players.0.version.as_str()
        ),
        ("Ada \"the\" 🦀", "2000000")
    );
    assert_eq!(record.players.1.name, "Boss of the house");
    assert_eq!(record.notes[&1].stderr, "depth 3\n");
    assert_eq!(record.notes[&2].raw.as_deref(), Some("random"));
    let reported = record.reported.unwrap();
    assert_eq!(reported.winner, Some(Winner::Second));
    assert_eq!(reported.faults[&Player::First], Fault::Timeout);
    let text =
        "Ada \"the\" 🦀 did not output in time!; Boss of the house won; Ada \"the\" 🦀 timeout.";
    assert_eq!(reported.text, text);
    let ext: Vec<&str> = record.ext.keys().map(String::as_str).collect();
    assert_eq!(
        ext,
        [
            "agent0.score",
            "agent0.userId",
            "seed",
            "shareable",
            "tooltips"
        ]
    );
}

#[test]
fn any_title_of_a_puzzle_names_the_game() {
    let text = fixture("web.json");
    let mut replay: serde_json::Value = serde_json::from_str(&text).unwrap();
    let fields = replay.as_object_mut().unwrap();
    fields.retain(|name, _| name != "puzzleId");
    for titles in [
        serde_json::json!(["Clobber", "Clobber"]),
        serde_json::json!(["Jeu de Clobber", "Clobber"]),
        serde_json::json!("Clobber"),
    ] {
        let mut replay = replay.clone();
        replay["puzzleTitle"] = titles.clone();
        let checked = one(&replay.to_string());
        assert_eq!(checked.findings, [], "{titles}");
        assert_eq!(checked.record.game, "clobber", "{titles}");
    }
}

#[test]
fn replay_of_the_local_runner_is_read_completely() {
    let checked = one(&fixture("local.json"));
    let record = checked.record;
    assert_eq!(checked.findings, []);
    assert_eq!(
        (record.moves.as_str(), checked.ending),
        ("b1a1", Ending::Illegal)
    );
    assert_eq!(record.notes[&0].stderr, "hello\n");
    assert_eq!(record.notes[&1].message, "good luck");
    assert_eq!(record.notes[&1].stderr, "thinking\n");
    let attempt = record.attempt.unwrap();
    assert_eq!(
        (attempt.raw.as_str(), attempt.player),
        ("A3A2", Some(Player::Second))
    );
    assert!(attempt.line > 1 && attempt.column > 1);
    assert_eq!(
        record.reported.unwrap().text,
        "Bob made an invalid action!; Ada won"
    );
}

#[test]
fn output_on_which_the_referee_crashes_is_refused() {
    let text = fixture("referee-failed.json");
    let context = ReadContext {
        game: Some(kifu_core::games::by_id(kifu_core::games::CATALOGUE, "atari-go").unwrap()),
        ..ReadContext::default()
    };
    let checked = check_text(&text, None, &context).remove(0);
    assert_eq!(codes(&checked), "");
    assert_eq!(checked.ending, Ending::Illegal);
    let record = checked.record;
    assert_eq!(record.attempt.unwrap().raw, "4");
    assert!(record.ext["failCause"].contains("RuntimeException"));
    assert!(record.ext["referee.errors"].contains("ArrayIndex"));
}

#[test]
fn replays_in_wrappers_and_lists_are_read() {
    let frames = r#""frames":[{"agentId":-1},{"agentId":0,"stdout":"b1a1\n"}]"#;
    let replay = format!("{{{frames}}}");
    for text in [
        format!("{{\"success\":{replay},\"error\":null}}"),
        format!("{{\"gameResult\":{replay}}}"),
        format!("{{\"success\":{{\"gameResult\":{replay}}}}}"),
        format!("[{replay}]"),
    ] {
        assert_eq!(
            detect(&text, &ReadContext::default()).unwrap().id(),
            "codingame",
            "{text}"
        );
        let checked = one(&text);
        assert_eq!(
            (checked.record.moves.as_str(), codes(&checked).as_str()),
            ("b1a1", "K308")
        );
    }
    assert_eq!(read(&format!("{replay}\n{replay}")).len(), 2);
    assert_eq!(read(&format!("[{replay},{replay}]")).len(), 2);
    let checked = one(&format!("{replay} and so on"));
    assert_eq!(codes(&checked), "K113 K308");
}

#[test]
fn bot_outputs_are_kept_verbatim() {
    let note = |stdout: &str| {
        let stdout = serde_json::to_string(stdout).unwrap();
        let text =
            format!(r#"{{"puzzleId":715,"frames":[{{}},{{"agentId":0,"stdout":{stdout}}}]}}"#);
        let record = one(&text).record;
        let note = record.notes.get(&1).cloned().unwrap_or_default();
        let raw = note.raw.or(record.attempt.map(|attempt| attempt.raw));
        (record.moves, raw.unwrap_or_default(), note.message)
    };
    let is = |moves: &str, raw: &str, message: &str| {
        (moves.to_owned(), raw.to_owned(), message.to_owned())
    };
    assert_eq!(note("b1a1\r\n"), is("b1a1", "", ""));
    assert_eq!(note("b1a1"), is("b1a1", "", ""));
    assert_eq!(note("b1a1 x  y \n"), is("b1a1", "", "x  y "));
    assert_eq!(note("b1a1xyz\n"), is("b1a1", "b1a1xyz", ""));
    assert_eq!(note("b1a1 \n"), is("b1a1", "b1a1 ", ""));
    assert_eq!(note("b1a1\nmore\n"), is("b1a1", "b1a1\nmore", ""));
    assert_eq!(note(" b1a1\n"), is("", " b1a1", ""));
    assert_eq!(note("B1A1\n"), is("", "B1A1", ""));
}

#[test]
fn hidden_output_is_read_from_the_view() {
    let text = r#"{"puzzleId":715,"frames":[{"agentId":-1},
        {"agentId":0,"view":" 1\n{\"entitymodule\":\"U153 0 T b1a1;154 0\"}\n"},
        {"agentId":1,"stdout":"a3a2\n"}]}"#;
    let checked = one(text);
    assert_eq!(codes(&checked), "K308");
    assert_eq!(checked.record.moves, "b1a1 a3a2");
}

#[test]
fn negative_score_implies_a_fault() {
    let frames = r#"{"agentId":-1},{"agentId":0,"stdout":"b1a1\n"}"#;
    for (last, ending) in [
        (r#"{"agentId":1}"#, Ending::Timeout),
        (r#"{"agentId":1,"stdout":"b1a1\n"}"#, Ending::Illegal),
    ] {
        let checked = one(&format!(
            r#"{{"frames":[{frames},{last}],"scores":[0,-1]}}"#
        ));
        assert_eq!((codes(&checked).as_str(), checked.ending), ("", ending));
    }
}

#[test]
fn findings_of_a_replay_point_at_the_output() {
    let text = "{\"frames\":[{\"agentId\":-1},\n{\"agentId\":0,\"stdout\":\"b1a1\\n\"},\n{\"agentId\":1,\"stdout\":\"h1h2\\n\"}]}";
    let checked = one(text);
    let finding = &checked.findings[0];
    let place = finding.location.as_ref().unwrap();
    assert_eq!(finding.severity(), Severity::Error);
    assert_eq!((place.line, place.column), (3, 23));
    assert_eq!(&place.excerpt[place.highlight.clone()], "\"h1h2\\n\"");
}

#[test]
fn record_as_json_is_not_detected_as_replay() {
    for text in [
        "{\"kifu\": 1,\n\"game\": \"clobber\", \"players\": [{\"name\": \"frames\"}, {}]}",
        "{ \"game\": \"clobber\",\n \"kifu\": 1, \"players\": [{}, {\"name\": \"view\"}]}",
    ] {
        assert_eq!(detect(text, &ReadContext::default()).unwrap().id(), "json");
    }
}

#[test]
fn refused_output_has_its_rule_and_separate_message() {
    let text = fixture("verdicts.json");
    let all = read(&text);
    let refused = |nth: usize| {
        let record = all[nth].record.clone();
        let message = record.notes.get(&2).map(|note| note.message.clone());
        let attempt = record.attempt.unwrap();
        (
            attempt.raw,
            attempt.rule.to_string(),
            message.unwrap_or_default(),
        )
    };
    let is = |raw: &str, rule: &str, message: &str| {
        (raw.to_owned(), rule.to_owned(), message.to_owned())
    };
    assert_eq!(refused(16), is("4 4", "not-empty", "same"));
    assert_eq!(refused(18), is("PASS 1 2", "unreadable", ""));
    assert_eq!(refused(19), is(" 4 5", "unreadable", ""));
    assert_eq!(refused(22), is("E5", "unreadable", ""));
    assert_eq!(all[21].record.moves, "E5 PASS PASS");
}
