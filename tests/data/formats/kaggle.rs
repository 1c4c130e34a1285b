//! Episodes of Kaggle's environment, computed with it: each equals its list of moves.

use crate::trials::trial;
use kifu::contract::Winner;
use kifu::formats::{CheckedGame, ReadContext, by_id, check_text, detect};
use kifu::record::Ending;
use libtest_mimic::Trial;
use std::path::Path;

/// An episode, as `expected.md` describes it.
struct Expected {
    name: &'static str,
    plies: u32,
    winner: Option<Winner>,
    names: [&'static str; 2],
    thoughts: usize,
    retries: f64,
    ending: Ending,
    times: usize,
    codes: &'static str,
}

const EPISODES: [Expected; 7] = [
    Expected {
        name: "code-8x8.json",
        plies: 45,
        winner: Some(Winner::First),
        names: ["alpha", "beta"],
        thoughts: 0,
        retries: 0.0,
        ending: Ending::Finished,
        times: 45,
        codes: "",
    },
    Expected {
        name: "crash-5x6.json",
        plies: 8,
        winner: None,
        names: ["alpha", "beta"],
        thoughts: 0,
        retries: 0.0,
        ending: Ending::Crash,
        times: 8,
        codes: "K313",
    },
    Expected {
        name: "illegal-8x8.json",
        plies: 7,
        // Of the position alone the game is open.
        winner: Some(Winner::First),
        names: ["Model A", "Model B"],
        thoughts: 8,
        retries: 2.0,
        ending: Ending::Illegal,
        times: 8,
        codes: "",
    },
    Expected {
        name: "no-legal-actions-4x5.json",
        plies: 9,
        winner: Some(Winner::First),
        names: ["alpha", "Model B"],
        thoughts: 4,
        retries: 0.0,
        ending: Ending::Finished,
        times: 9,
        codes: "",
    },
    Expected {
        name: "page-5x6.html",
        plies: 18,
        winner: Some(Winner::Second),
        names: ["Model A", "Model B"],
        thoughts: 18,
        retries: 4.0,
        ending: Ending::Finished,
        times: 18,
        codes: "",
    },
    Expected {
        name: "thoughts-5x6.json",
        plies: 18,
        winner: Some(Winner::Second),
        names: ["Model A", "Model B"],
        thoughts: 18,
        retries: 4.0,
        ending: Ending::Finished,
        times: 18,
        codes: "",
    },
    Expected {
        name: "timeout-4x5.json",
        plies: 5,
        winner: None,
        names: ["alpha", "beta"],
        thoughts: 0,
        retries: 0.0,
        ending: Ending::Timeout,
        times: 5,
        codes: "K313",
    },
];

fn read(path: &Path) -> CheckedGame {
    let text = std::fs::read_to_string(path).unwrap();
    let format = detect(&text, &ReadContext::default()).unwrap();
    let mut all = check_text(&text, Some(format), &ReadContext::default());
    assert_eq!(all.len(), 1, "{}", path.display());
    all.remove(0)
}

pub fn trials() -> Vec<Trial> {
    let as_expected = |expected: &'static Expected| {
        let needs = format!("kaggle/{}", expected.name);
        let name = format!("episode_{}_is_read_as_expected", expected.name);
        trial(module_path!(), &name, &needs, |path| check(path, expected))
    };
    EPISODES.iter().map(as_expected).collect()
}

fn check(path: &Path, expected: &Expected) {
    let checked = read(path);
    let record = &checked.record;
    assert_eq!(record.source.format, "kaggle");
    let codes: Vec<String> = checked
        .findings
        .iter()
        .map(|f| f.code.to_string())
        .collect();
    assert_eq!(codes.join(" "), expected.codes);
    assert_eq!(
        (checked.ply_count, checked.ending),
        (expected.plies, expected.ending)
    );
    assert_eq!(record.result.as_ref().unwrap().winner, expected.winner);
    let names = [&*record.players.0.name, &*record.players.1.name];
    assert_eq!(names, expected.names);
    let thoughts = record
        .notes
        .values()
        .filter(|note| !note.message.is_empty());
    assert_eq!(thoughts.count(), expected.thoughts);
    let calls = record.ply_numbers("calls");
    let retries: f64 = (1..=checked.ply_count + 1)
        .filter_map(|ply| calls.get(ply))
        .map(|calls| calls - 1.0)
        .sum();
    assert!((retries - expected.retries).abs() < 1e-9, "{retries}");
    assert_eq!(record.times_ms.0.iter().flatten().count(), expected.times);
    // The same game as a list.
    let stem = expected.name.split('.').next().unwrap();
    let list = path.with_file_name(format!("{}.moves", stem.replace("page", "thoughts")));
    let list = std::fs::read_to_string(list).unwrap();
    let list = check_text(&list, by_id("moves"), &ReadContext::default());
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].record.moves, record.moves);
    assert_eq!(list[0].record.setup, record.setup);
}
