//! Episodes of Kaggle's environments: whole ones, ones that contradict themselves, and odd texts.

use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::Severity;
use kifu_core::record::{AttemptRule, Ending};
use kifu_logs::formats::{CheckedGame, ReadContext, check_text, detect};
use serde_json::{Value, json};

fn fixture(name: &str) -> String {
    let path = crate::common::repository()
        .join("fixtures/kaggle")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}

fn read(text: &str) -> Vec<CheckedGame> {
    let format = detect(text, &ReadContext::default()).unwrap();
    assert_eq!(format.id(), "kaggle");
    check_text(text, Some(format), &ReadContext::default())
}

fn one(text: &str) -> CheckedGame {
    let mut all = read(text);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Returns an episode with the value at a JSON pointer replaced.
fn changed(name: &str, pointer: &str, value: Value) -> String {
    let mut episode: Value = serde_json::from_str(&fixture(name)).unwrap();
    *episode.pointer_mut(pointer).unwrap() = value;
    episode.to_string()
}

fn codes(checked: &CheckedGame) -> String {
    let findings = checked.findings.iter();
    let codes: Vec<String> = findings.map(|finding| finding.code.to_string()).collect();
    codes.join(" ")
}

/// Checks that the first error has this code, the JSON pointer and a place in the text.
#[track_caller]
fn assert_contradiction(text: &str, code: &str, pointer: &str) -> CheckedGame {
    let checked = one(text);
    let mut errors = checked
        .findings
        .iter()
        .filter(|f| f.severity() == Severity::Error);
    let first = errors.next().expect(pointer);
    assert_eq!(first.code.to_string(), code, "{}", first.message);
    assert!(
        first.message.contains(&format!("`{pointer}`")),
        "{}",
        first.message
    );
    let location = first.location.as_ref().unwrap();
    assert!(location.column > 1, "{location:?}");
    checked
}

const THOUGHTS: &str = "thoughts-5x6.json";
const ILLEGAL: &str = "illegal-8x8.json";

#[test]
fn episode_has_moves_names_times_and_winner() {
    let checked = one(&fixture(THOUGHTS));
    assert_eq!(codes(&checked), "");
    let record = &checked.record;
    assert_eq!(
        record.moves,
        "b4b5 f5f4 f2f3 b3b2 a5a4 f1e1 c1c2 d5d4 a1b1 d3d2 f3f4 e4e5 a3a2 c4c3 a2b2 e2e3 c2d2 d1d2"
    );
    assert_eq!(
        record.setup.get("position"),
        Some("wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb w")
    );
    assert_eq!(record.players.0.name, "Model A");
    assert_eq!(record.players.1.name, "Model B");
    assert_eq!(record.players.0.version, "model-a");
    assert_eq!(record.source.id, "70329917");
    assert_eq!(record.times_ms.0.len(), 18);
    assert_eq!(record.result.as_ref().unwrap().winner, Some(Winner::Second));
    assert_eq!(
        record.reported.as_ref().unwrap().winner,
        Some(Winner::Second)
    );
    assert_eq!(checked.ending, Ending::Finished);
}

#[test]
fn thoughts_are_messages_and_calls_numbers_by_ply() {
    let record = one(&fixture(THOUGHTS)).record;
    assert_eq!(record.notes.len(), 18);
    assert_eq!(
        record.notes[&4].message,
        "b3b2; I think that this \"wins\", because (a) it isolates x."
    );
    let calls = record.ply_numbers("calls");
    let retries: f64 = (1..=18)
        .filter_map(|ply| calls.get(ply))
        .map(|calls| calls - 1.0)
        .sum();
    assert_eq!(Some(retries), Some(4.0));
    assert_eq!(calls.get(2), Some(2.0));
    assert_eq!(
        record.ply_numbers("prompt_tokens").get(2),
        Some(814.0 + 446.0)
    );
    assert_eq!(record.ply_numbers("call_seconds").get(2), Some(48.595));
    assert!(record.ext["kaggle.calls.2"].contains("I take the corner."));
}

#[test]
fn refused_submission_is_an_attempt_with_its_category() {
    let checked = one(&fixture(ILLEGAL));
    assert_eq!(codes(&checked), "");
    assert_eq!(checked.ending, Ending::Illegal);
    let record = &checked.record;
    let attempt = record.attempt.as_ref().unwrap();
    assert_eq!(
        (attempt.raw.as_str(), attempt.player),
        ("a1a2", Some(Player::Second))
    );
    assert_eq!(record.ext["kaggle.failureCategory"], "ILLEGAL");
    assert_eq!(
        record.notes[&8].message,
        "I move to take the corner.\nFinal answer: a1a2"
    );
    assert_eq!(record.ply_numbers("calls").get(8), Some(3.0));
    let result = record.result.as_ref().unwrap();
    assert_eq!(result.winner, Some(Winner::First));
    assert_eq!(result.faults[&Player::Second], Fault::Illegal);
}

#[test]
fn unparsable_answer_is_an_attempt_without_a_word() {
    let mut episode: Value = serde_json::from_str(&fixture(ILLEGAL)).unwrap();
    let action = episode.pointer_mut("/steps/9/1/action").unwrap();
    action["actionString"] = Value::Null;
    action["failureCategory"] = json!("UNPARSABLE");
    let checked = one(&episode.to_string());
    assert_eq!(codes(&checked), "");
    let attempt = checked.record.attempt.unwrap();
    assert_eq!(attempt.rule, AttemptRule::Unreadable);
    assert!(
        attempt.reason.starts_with("UNPARSABLE"),
        "{}",
        attempt.reason
    );
}

#[test]
fn refused_number_is_tried_as_its_move() {
    let mut episode: Value = serde_json::from_str(&fixture(ILLEGAL)).unwrap();
    let entry = episode.pointer_mut("/steps/9/1").unwrap();
    entry["action"] = json!({"submission": 0});
    entry["info"]["actionSubmitted"] = json!(0);
    let checked = one(&episode.to_string());
    let attempt = checked.record.attempt.unwrap();
    // Upwards from the top row.
    assert_eq!(attempt.raw, "0");
    assert_eq!(checked.ending, Ending::Illegal);
    let entry = episode.pointer_mut("/steps/9/1").unwrap();
    entry["action"] = json!({"submission": 76});
    let attempt = one(&episode.to_string()).record.attempt.unwrap();
    assert_eq!(attempt.raw, "d6d7");
}

#[test]
fn refused_move_that_is_legal_is_reported() {
    let episode: Value = serde_json::from_str(&fixture(ILLEGAL)).unwrap();
    let legal = episode["steps"][8][1]["observation"]["legalActionStrings"][0].clone();
    let checked = one(&changed(ILLEGAL, "/steps/9/1/action/actionString", legal));
    assert_eq!(codes(&checked), "K305");
}

#[test]
fn failed_program_ends_the_game_without_a_winner() {
    for (name, ending, player, plies) in [
        ("crash-5x6.json", Ending::Crash, Player::First, 8),
        ("timeout-4x5.json", Ending::Timeout, Player::Second, 5),
    ] {
        let checked = one(&fixture(name));
        assert_eq!(codes(&checked), "K313", "{name}");
        assert_eq!(
            (checked.ending, checked.ply_count),
            (ending, plies),
            "{name}"
        );
        let result = checked.record.result.as_ref().unwrap();
        assert_eq!((result.winner, result.scores), (None, None), "{name}");
        assert!(result.faults.contains_key(&player), "{name}");
        assert!(checked.record.unscored_reason().is_some(), "{name}");
    }
}

#[test]
fn program_that_fails_at_the_set_up_is_named() {
    let mut episode: Value = serde_json::from_str(&fixture("crash-5x6.json")).unwrap();
    episode["steps"].as_array_mut().unwrap().truncate(2);
    for player in 0..2 {
        episode["steps"][1][player]["status"] = json!("ERROR");
    }
    episode["steps"][1][1]["action"] = Value::Null;
    episode["info"]["actionHistory"] = json!([]);
    episode["info"]["moveDurations"] = json!([]);
    episode["info"]["stateHistory"]
        .as_array_mut()
        .unwrap()
        .truncate(1);
    let checked = one(&episode.to_string());
    assert_eq!(
        (codes(&checked).as_str(), checked.ending),
        ("K313", Ending::Crash)
    );
    let faults = checked.record.result.unwrap().faults;
    assert_eq!(faults.get(&Player::Second), Some(&Fault::Crash));
}

#[test]
fn strict_mode_lets_the_offender_alone_lose() {
    let mut episode: Value = serde_json::from_str(&fixture("timeout-4x5.json")).unwrap();
    episode["rewards"] = json!([1, null]);
    episode["statuses"] = json!(["DONE", "TIMEOUT"]);
    episode["steps"][7][0]["reward"] = json!(1);
    episode["steps"][7][0]["status"] = json!("DONE");
    let checked = one(&episode.to_string());
    assert_eq!(codes(&checked), "");
    assert_eq!(checked.record.result.unwrap().winner, Some(Winner::First));
}

#[test]
fn strict_mode_refuses_other_fields_of_an_action() {
    let mut episode: Value = serde_json::from_str(&fixture(ILLEGAL)).unwrap();
    episode["configuration"]["strictMode"] = json!(true);
    let legal = episode["steps"][8][1]["observation"]["legalActions"][0].clone();
    episode["steps"][9][1]["action"] = json!({"submission": legal, "thoughts": "hm"});
    episode["steps"][9][1]["info"]["actionSubmitted"] = Value::Null;
    let checked = one(&episode.to_string());
    assert_eq!(
        (codes(&checked).as_str(), checked.ending),
        ("", Ending::Illegal)
    );
    assert!(
        checked
            .record
            .attempt
            .unwrap()
            .reason
            .contains("strictMode")
    );
}

#[test]
fn actions_so_far_stand_in_for_a_position() {
    let mut episode: Value = serde_json::from_str(&fixture("no-legal-actions-4x5.json")).unwrap();
    for step in 1..=10 {
        let actions = episode["info"]["actionHistory"].as_array().unwrap();
        let so_far: Vec<&str> = actions[..step - 1]
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        let text = so_far.join(", ");
        for player in 0..2 {
            episode["steps"][step][player]["observation"]["observationString"] = json!(text);
        }
    }
    assert_eq!(codes(&one(&episode.to_string())), "");
    episode["steps"][4][0]["observation"]["observationString"] = json!("47, 58, 29");
    let pointer = "/steps/4/0/observation/observationString";
    assert_contradiction(&episode.to_string(), "K136", pointer);
}

#[test]
fn player_of_code_has_no_thoughts() {
    let checked = one(&fixture("no-legal-actions-4x5.json"));
    assert_eq!(codes(&checked), "");
    let plies: Vec<u32> = checked.record.notes.keys().copied().collect();
    assert_eq!(plies, [2, 4, 6, 8]);
    assert_eq!(checked.record.result.unwrap().winner, Some(Winner::First));
    assert_eq!(checked.record.times_ms.get_ms(1), Some(17));
}

#[test]
fn other_action_number_is_reported_with_its_pointer() {
    let pointers = [
        "/steps/5/1/info/actionSubmitted",
        "/steps/5/1/action/submission",
    ];
    for pointer in pointers {
        let checked = assert_contradiction(&changed(THOUGHTS, pointer, json!(55)), "K136", pointer);
        assert_eq!(checked.ply_count, 18, "{pointer}");
    }
    let pointer = "/info/actionHistory/3";
    assert_contradiction(&changed(THOUGHTS, pointer, json!("55")), "K136", pointer);
}

#[test]
fn other_applied_action_ends_the_game_there() {
    let episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let legal = &episode["steps"][4][1]["observation"]["legalActions"];
    let pointer = "/steps/5/1/info/actionApplied";
    let checked = one(&changed(THOUGHTS, pointer, legal[0].clone()));
    assert_eq!(checked.ply_count, 4, "{}", codes(&checked));
    assert!(codes(&checked).contains("K220"), "{}", codes(&checked));
    assert!(codes(&checked).contains("K212"), "{}", codes(&checked));
    let checked = one(&changed(THOUGHTS, pointer, json!(59)));
    assert_eq!(checked.ply_count, 3);
    assert!(codes(&checked).contains("K202"), "{}", codes(&checked));
}

#[test]
fn other_action_text_is_reported_with_its_pointer() {
    for pointer in [
        "/steps/5/1/info/actionSubmittedToString",
        "/steps/5/1/action/actionString",
    ] {
        let text = changed(THOUGHTS, pointer, json!("a1a2"));
        assert_eq!(assert_contradiction(&text, "K136", pointer).ply_count, 18);
    }
}

#[test]
fn other_position_is_reported_with_its_square() {
    for pointer in [
        "/info/stateHistory/4",
        "/steps/5/0/observation/observationString",
        "/steps/5/1/observation/observationString",
    ] {
        let episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
        let state = episode.pointer(pointer).unwrap().as_str().unwrap();
        let mut state: Value = serde_json::from_str(state).unwrap();
        state["board"][0][1] = json!("x");
        let text = changed(THOUGHTS, pointer, json!(state.to_string()));
        let checked = assert_contradiction(&text, "K136", &format!("{pointer}/board/0/1"));
        assert_eq!(checked.ply_count, 18);
    }
}

#[test]
fn other_size_is_reported() {
    let pointer = "/info/openSpielGameStringResolved";
    let text = changed(THOUGHTS, pointer, json!("clobber_proxy(columns=7,rows=5)"));
    let checked = one(&text);
    assert_eq!(checked.ply_count, 0);
    assert!(codes(&checked).contains("K136"), "{}", codes(&checked));
    assert!(codes(&checked).contains("K220"), "{}", codes(&checked));
    let text = changed(THOUGHTS, pointer, json!("clobber_proxy(columns=60,rows=5)"));
    assert_eq!(codes(&one(&text)), "K118");
}

#[test]
fn default_of_the_configuration_is_no_statement() {
    let text = changed(
        THOUGHTS,
        "/configuration/openSpielGameString",
        json!("clobber_proxy(columns=2,rows=2)"),
    );
    assert_eq!(codes(&one(&text)), "");
}

#[test]
fn other_reward_and_status_are_reported() {
    let pointer = "/rewards/0";
    assert_contradiction(&changed(THOUGHTS, pointer, json!(1.0)), "K136", pointer);
    let pointer = "/statuses/1";
    assert_contradiction(
        &changed(THOUGHTS, pointer, json!("TIMEOUT")),
        "K136",
        pointer,
    );
    let pointer = "/steps/4/0/reward";
    assert_contradiction(&changed(THOUGHTS, pointer, json!(0.5)), "K136", pointer);
    let pointer = "/steps/4/0/status";
    assert_contradiction(
        &changed(THOUGHTS, pointer, json!("ACTIVE")),
        "K136",
        pointer,
    );
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    episode["rewards"] = json!([1.0, -1.0]);
    episode["steps"][19][0]["reward"] = json!(1.0);
    episode["steps"][19][1]["reward"] = json!(-1.0);
    assert_eq!(codes(&one(&episode.to_string())), "K301");
}

#[test]
fn other_facts_of_an_observation_are_reported() {
    let changes = [
        ("legalActions/0", json!(1), "K136"),
        ("legalActionStrings/2", json!("a1a2"), "K136"),
        ("currentPlayer", json!(1), "K136"),
        ("playerId", json!(1), "K136"),
        ("isTerminal", json!(true), "K136"),
    ];
    for (name, value, code) in changes {
        let pointer = format!("/steps/3/0/observation/{name}");
        assert_contradiction(&changed(THOUGHTS, &pointer, value), code, &pointer);
    }
    let pointer = "/steps/3/0/observation/serializedGameAndState";
    let episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let state = episode.pointer(pointer).unwrap().as_str().unwrap();
    let text = changed(THOUGHTS, pointer, json!(state.replace("0:28", "0:29")));
    assert_contradiction(&text, "K136", pointer);
    let text = changed(
        THOUGHTS,
        pointer,
        json!(state.replace("columns=6", "columns=7")),
    );
    assert_contradiction(&text, "K136", pointer);
}

#[test]
fn list_of_three_names_is_reported_and_not_used() {
    let pointer = "/info/TeamNames";
    let checked = assert_contradiction(
        &changed(THOUGHTS, pointer, json!(["a", "b", "c"])),
        "K110",
        pointer,
    );
    assert_eq!(checked.record.players.0.name, "");
    assert_eq!(checked.ply_count, 18);
}

#[test]
fn names_of_agents_stand_in_for_teams() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let info = episode["info"].as_object_mut().unwrap();
    info.remove("TeamNames");
    info.insert(
        "Agents".to_owned(),
        json!([{"Name": "Ada"}, {"Name": "Bob", "ThumbnailUrl": ""}]),
    );
    let record = one(&episode.to_string()).record;
    assert_eq!(
        (&*record.players.0.name, &*record.players.1.name),
        ("Ada", "Bob")
    );
}

#[test]
fn missing_and_repeated_steps_end_the_game() {
    let episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    for step in 1..=18 {
        let mut missing = episode.clone();
        missing["steps"].as_array_mut().unwrap().remove(step);
        let checked = one(&missing.to_string());
        assert!(
            codes(&checked).contains("K134"),
            "{step}: {}",
            codes(&checked)
        );
        assert!(checked.ply_count <= 17 && !checked.is_valid());
        let mut twice = episode.clone();
        let again = twice["steps"][step].clone();
        twice["steps"].as_array_mut().unwrap().insert(step, again);
        let checked = one(&twice.to_string());
        assert!(
            codes(&checked).contains("K134"),
            "{step}: {}",
            codes(&checked)
        );
        let last = u32::try_from(step).unwrap() - u32::from(step > 0);
        assert_eq!(checked.ply_count, last, "{step}");
    }
    let mut short = episode;
    short["steps"].as_array_mut().unwrap().pop();
    assert!(codes(&one(&short.to_string())).contains("K134"));
}

#[test]
fn step_of_the_other_player_is_out_of_turn() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let step = episode["steps"][6].as_array_mut().unwrap();
    step.swap(0, 1);
    step[0]["observation"]["step"] = json!(6);
    let checked = one(&episode.to_string());
    assert!(codes(&checked).contains("K207"), "{}", codes(&checked));
    assert_eq!(checked.ply_count, 4);
}

#[test]
fn episode_of_another_game_is_named_and_left_alone() {
    for (name, shown) in [("connectx", "connectx"), ("open_spiel_chess", "chess")] {
        let checked = one(&changed(THOUGHTS, "/name", json!(name)));
        assert_eq!(codes(&checked), "K135", "{name}");
        assert!(checked.findings[0].message.contains(&format!("`{shown}`")));
        assert!(checked.is_valid());
        assert!(checked.record.game.is_empty());
    }
}

#[test]
fn several_episodes_are_read_from_lists_and_lines() {
    let (first, second) = (fixture(THOUGHTS), fixture(ILLEGAL));
    let pretty: Value = serde_json::from_str(&first).unwrap();
    let pretty = serde_json::to_string_pretty(&pretty).unwrap();
    for text in [
        format!("[{first},{second}]"),
        format!("[\n{pretty},\n{second}\n]\n"),
        format!("{}\n{}\n", first.trim(), second.trim()),
        format!("{pretty}\n{second}"),
    ] {
        let plies: Vec<u32> = read(&text)
            .iter()
            .map(|checked| checked.ply_count)
            .collect();
        assert_eq!(plies, [18, 7]);
    }
}

#[test]
fn torn_line_does_not_hide_the_next_one() {
    let (first, second) = (fixture(THOUGHTS), fixture(ILLEGAL));
    let torn = &first.trim()[..first.len() / 2];
    let all = read(&format!("{torn}\n{}\n", second.trim()));
    assert_eq!(all.len(), 2);
    assert!(!all[0].is_valid());
    assert_eq!(all[1].ply_count, 7);
}

#[test]
fn truncated_and_trailing_text_is_reported() {
    let text = fixture(THOUGHTS);
    let checked = one(&text[..text.len() / 2]);
    assert_eq!(codes(&checked), "K106");
    assert!(checked.ply_count > 5 && checked.record.moves.starts_with("b4b5 f5f4"));
    let checked = one(&text.replacen("\"timeTaken\": 0.0", "\"timeTaken\": NaN", 9));
    assert_eq!(codes(&checked), "K105");
    assert_eq!(codes(&one(&format!("{text} and more"))), "K113");
    assert_eq!(
        codes(&one(&text.replacen("\"steps\"", "\"stepz\"", 1))),
        "K109"
    );
}

#[test]
fn page_assigns_an_episode() {
    let environment = fixture(THOUGHTS);
    let data = format!("{{\"debug\": false, \"environment\": {environment}, \"logs\": []}}");
    let page = |before: &str, after: &str| {
        format!(
            "<!DOCTYPE html>\n<html><head><title>Kaggle</title></head>{before}<script>window.kaggle = {data};</script>{after}</html>"
        )
    };
    let checked = one(&page("", ""));
    assert_eq!((codes(&checked).as_str(), checked.ply_count), ("", 18));
    let checked = one(&page("<!-- ", " -->"));
    assert_eq!(codes(&checked), "K114");
    let changed = data.replace("\"actionSubmitted\": 22,", "\"actionSubmitted\": 23,");
    let text = page("", "").replace(&data, &changed);
    assert_contradiction(&text, "K136", "/environment/steps/3/1/info/actionSubmitted");
}

/// A page's data of a game of five moves: the environment was set up twice, then came eight steps.
fn logged(change: impl FnOnce(&mut Vec<Value>)) -> CheckedGame {
    let environment = fixture("timeout-4x5.json");
    let mut logs = vec![json!([{}, {}]); 9];
    logs[0] = json!([]);
    logs[1] = json!([]);
    change(&mut logs);
    one(
        &json!({"environment": serde_json::from_str::<Value>(&environment).unwrap(), "logs": logs})
            .to_string(),
    )
}

#[test]
fn words_of_a_program_are_read_from_the_logs() {
    let checked = logged(|logs| {
        logs[3] = json!([{"stdout": "", "stderr": "looking", "duration": 0.0002}, {}]);
        logs[8] = json!([{}, {"stdout": "too", "stderr": " late", "duration": 3.0}]);
    });
    assert_eq!(codes(&checked), "K313");
    assert_eq!(checked.record.notes[&1].stderr, "looking");
    assert_eq!(checked.record.notes[&6].stderr, "too late");
}

#[test]
fn words_of_no_ply_are_kept() {
    let checked = logged(|logs| {
        logs[2] = json!([{"stdout": "loading", "stderr": ""}, {"stdout": ""}]);
        logs[3] = json!([{"stdout": "", "stderr": ""}, {}, {"stdout": "from the environment"}]);
    });
    assert_eq!(codes(&checked), "K313");
    assert!(checked.record.notes.is_empty());
    assert!(checked.record.ext["kaggle.logs.2.0"].contains("loading"));
    assert!(checked.record.ext["kaggle.logs.3.2"].contains("environment"));
    assert!(!checked.record.ext.contains_key("kaggle.logs.2.1"));
}

#[test]
fn logs_with_another_time_are_reported() {
    let checked = logged(|logs| {
        logs[3] = json!([{"stdout": "", "stderr": "", "duration": 0.25}, {}]);
    });
    assert_eq!(codes(&checked), "K136 K313");
    assert!(checked.findings[0].message.contains("`/logs/3/0/duration`"));
}

#[test]
fn initial_actions_are_played_before_the_players() {
    let mut episode: Value = serde_json::from_str(&fixture("no-legal-actions-4x5.json")).unwrap();
    episode["info"]["initialActions"] = json!([47, 58]);
    let steps = episode["steps"].as_array_mut().unwrap();
    steps.drain(2..4);
    for (index, step) in steps.iter_mut().enumerate() {
        step[0]["observation"]["step"] = json!(index);
    }
    for step in steps[1].as_array_mut().unwrap() {
        for name in ["observationString", "serializedGameAndState"] {
            step["observation"].as_object_mut().unwrap().remove(name);
        }
    }
    episode["info"]["moveDurations"] = json!([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let checked = one(&episode.to_string());
    assert_eq!((codes(&checked).as_str(), checked.ply_count), ("", 9));
    assert_eq!(checked.record.ext["kaggle.initialActions"], "2");
}

#[test]
fn keys_in_any_order_are_read() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    episode.as_object_mut().unwrap().remove("specification");
    // A map of this kind sorts its keys, as the environment does on demand.
    let text = episode.to_string();
    assert_eq!(
        (codes(&one(&text)).as_str(), one(&text).ply_count),
        ("", 18)
    );
}

#[test]
fn episode_may_begin_with_its_info_or_steps() {
    let episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    for first in [["info", "steps"], ["steps", "info"]] {
        let [one_part, other] = first.map(|name| format!("\"{name}\": {}", episode[name]));
        let (rewards, statuses) = (&episode["rewards"], &episode["statuses"]);
        let text = format!(
            "{{\n  {one_part}, {other}, \"rewards\": {rewards}, \"statuses\": {statuses}, \
             \"name\": \"open_spiel_clobber\"}}"
        );
        let checked = one(&text);
        assert_eq!((codes(&checked).as_str(), checked.ply_count), ("", 18));
    }
}

#[test]
fn null_is_read_as_a_missing_field() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    for step in episode["steps"].as_array_mut().unwrap() {
        for entry in step.as_array_mut().unwrap() {
            entry["status"] = Value::Null;
            for value in entry["observation"].as_object_mut().unwrap().values_mut() {
                *value = Value::Null;
            }
        }
    }
    for name in [
        "stateHistory",
        "actionHistory",
        "moveDurations",
        "TeamNames",
        "Agents",
    ] {
        episode["info"][name] = Value::Null;
    }
    episode["statuses"] = Value::Null;
    episode["steps"][2][0]["action"]["call_details"] = Value::Null;
    let checked = one(&episode.to_string());
    assert_eq!((codes(&checked).as_str(), checked.ply_count), ("", 18));
    assert_eq!(checked.record.result.unwrap().winner, Some(Winner::Second));
}

#[test]
fn list_of_times_is_compared_with_the_steps() {
    let pointer = "/info/moveDurations/3";
    assert_contradiction(&changed(THOUGHTS, pointer, json!(9.5)), "K136", pointer);
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let times = episode["info"]["moveDurations"].clone();
    let all = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut times = times.as_array().unwrap().clone();
        change(&mut times);
        times
    };
    let with_set_up = all(&|times| times.insert(0, json!(1.5)));
    let without_last = all(&|times| drop(times.pop()));
    let with_two_more = all(&|times| times.extend([json!(0.0), json!(0.0)]));
    for (times, code) in [
        (with_set_up, ""),
        (without_last, "K134"),
        (with_two_more, "K134"),
    ] {
        episode["info"]["moveDurations"] = json!(times);
        assert_eq!(codes(&one(&episode.to_string())), code, "{times:?}");
    }
}

#[test]
fn fields_without_a_place_are_kept_once() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    for (index, step) in episode["steps"]
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .enumerate()
    {
        step[0]["zone"] = json!(index / 10);
        step[1]["observation"]["board"] = json!("wood");
        step[1]["info"]["remark"] = json!(["calm"]);
    }
    episode["steps"][1][0]["action"]["thoughts"] = json!("hello");
    episode["steps"][2][1]["action"]["submission"] = json!(7);
    let record = one(&episode.to_string()).record;
    let kept = record
        .ext
        .iter()
        .filter(|(key, _)| key.starts_with("kaggle.step."));
    let kept: Vec<String> = kept
        .map(|(key, value)| format!("{}={value}", &key[12..]))
        .collect();
    let expected = [
        "action.submission.2.1=7",
        "action.thoughts.1.0=hello",
        "info.remark.0.1=[\"calm\"]",
        "observation.board.0.1=wood",
        "zone.0.0=0",
        "zone.10.0=1",
    ];
    assert_eq!(kept, expected);
}

#[test]
fn moves_and_words_behind_a_gap_are_kept() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let words = episode["steps"][9][1]["action"]["thoughts"].clone();
    episode["steps"].as_array_mut().unwrap().remove(8);
    let checked = one(&episode.to_string());
    assert_eq!(checked.ply_count, 6);
    let record = checked.record;
    let after: Vec<&str> = record.attempt.as_ref().unwrap().rest.split(' ').collect();
    assert_eq!((after.len(), after[0], after[10]), (11, "d5d4", "d1d2"));
    assert_eq!(
        record.ext["kaggle.step.action.thoughts.8.1"],
        words.as_str().unwrap()
    );
}

#[test]
fn older_form_of_the_calls_is_kept_unless_it_agrees() {
    let mut episode: Value = serde_json::from_str(&fixture(THOUGHTS)).unwrap();
    let action = &mut episode["steps"][3][1]["action"];
    let returns = |calls: &Value, more: i64| {
        let calls = calls.as_array().unwrap().iter().map(|call| {
            let prompt = call["prompt_tokens"].as_i64().unwrap() + more;
            json!({
                "prompt_tokens": prompt,
                "generation_tokens": call["generation_tokens"],
                "total_tokens": call["total_tokens"],
                "duration_success_only_secs": call["duration_secs"],
            })
        });
        json!(calls.map(|call| call.to_string()).collect::<Vec<_>>())
    };
    let key = "kaggle.action.generate_returns.2";
    let calls = action["call_details"].clone();
    for (more, is_kept) in [(0, false), (1, true)] {
        episode["steps"][3][1]["action"]["generate_returns"] = returns(&calls, more);
        let record = one(&episode.to_string()).record;
        assert_eq!(record.ext.contains_key(key), is_kept);
    }
    let action = episode["steps"][3][1]["action"].as_object_mut().unwrap();
    action.remove("call_details");
    assert!(one(&episode.to_string()).record.ext.contains_key(key));
}

#[test]
fn other_text_than_an_episode_is_no_episode() {
    for (text, code) in [
        ("{\"configuration\": {\"episodeSteps\": 3}}", "K109"),
        (
            "[{\"configuration\": {\"episodeSteps\": 3}}, 7]",
            "K109 K113",
        ),
    ] {
        assert_eq!(codes(&one(text)), code, "{text}");
    }
}
