//! Atari Go against the contest's own referee.

use crate::trials::{file_name, files_with_extension};
use kifu::contract::{Contest, DialogueEvent, Faults, Game, MoveError, Setup, replay};
use kifu::games::atari_go::AtariGo;
use libtest_mimic::Trial;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        "atari-go" => contest_games_end_as_their_referee_judged,
        "faults" => contest_faults_are_refused_by_the_same_rule,
        "codingame-web/web_atarigo_ko.json" => ko_violation_of_the_contest_is_refused,
    ]
}

/// Some logs have `7`, others `7.0`.
fn score(value: &serde_json::Value) -> i32 {
    let text = value.to_string();
    text.trim_end_matches(".0").parse().unwrap()
}

/// A game of the contest's referee: the canonical moves, the output that is no move, the scores.
fn judged(path: &Path) -> (Vec<String>, Option<String>, [i32; 2]) {
    let text = std::fs::read_to_string(path).unwrap();
    let log: serde_json::Value = serde_json::from_str(&text).unwrap();
    let outputs = ["0", "1"].map(|seat| log["outputs"][seat].as_array().unwrap());
    let mut reader = AtariGo::protocol(&Setup::default());
    let (mut tokens, mut refused) = (Vec::new(), None);
    for frame in 1..outputs[0].len() {
        let output = outputs.iter().find_map(|lines| lines[frame].as_str());
        match output.map(|line| reader.on_bot_line(line.trim_end())) {
            Some(Ok(events)) => match &events[0] {
                DialogueEvent::Token { token, .. } => tokens.push(token.clone()),
                other => panic!("{other:?}"),
            },
            Some(Err(bad)) => refused = Some(bad.to_string()),
            None => {}
        }
    }
    let scores = ["0", "1"].map(|seat| score(&log["scores"][seat]));
    (tokens, refused, scores)
}

fn contest_games_end_as_their_referee_judged(folder: &Path) {
    for path in files_with_extension(folder, "json") {
        let (tokens, refused, scores) = judged(&path);
        let name = file_name(&path);
        let (walk, _) =
            replay::<AtariGo>(&Setup::default(), &tokens.join(" "), Faults::NONE).unwrap();
        assert_eq!((walk.failure, refused), (None, None), "{name}");
        assert_eq!((walk.is_over, walk.plies), (true, 80), "{name}");
        assert_eq!(walk.outcome.scores, Some(scores), "{name}");
    }
}

fn contest_faults_are_refused_by_the_same_rule(folder: &Path) {
    for (name, expected) in [
        ("crash", ""),
        ("extratoken", ""),
        ("ko_after_passes", ""),
        ("negative", "off the board"),
        ("offboard", "off-board"),
        ("suicide", "suicide"),
        ("timeout", ""),
    ] {
        let (tokens, refused, scores) = judged(&folder.join(format!("ag_{name}.json")));
        let failed = Faults::from(scores.map(|score| score == -1));
        let (walk, _) = replay::<AtariGo>(&Setup::default(), &tokens.join(" "), failed).unwrap();
        assert_eq!(walk.outcome.scores, Some(scores), "{name}");
        assert_eq!(walk.failed, failed, "{name}");
        let rule = match walk.failure.map(|failure| failure.kind) {
            Some(MoveError::Illegal { rule, .. }) => rule.to_owned(),
            Some(other) => panic!("{name}: {other:?}"),
            None => refused.unwrap_or_default(),
        };
        assert!(
            rule.contains(expected) && rule.is_empty() == expected.is_empty(),
            "{name}: {rule}"
        );
    }
}

fn ko_violation_of_the_contest_is_refused(path: &Path) {
    let log: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let frames = log["frames"].as_array().unwrap().iter();
    let tokens: Vec<String> = frames
        .filter_map(|frame| {
            (AtariGo::INFO.spelling.unwrap().to_token)(&Setup::default(), frame["stdout"].as_str()?)
        })
        .collect();
    let (walk, _) = replay::<AtariGo>(&Setup::default(), &tokens.join(" "), Faults::NONE).unwrap();
    assert_eq!(walk.tokens, 8);
    let failure = walk.failure.unwrap();
    assert!(matches!(
        failure.kind,
        MoveError::Illegal { rule: "ko", .. }
    ));
    let scores = [0, 1].map(|seat| score(&log["scores"][seat]));
    assert_eq!(walk.outcome.scores, Some(scores));
}
