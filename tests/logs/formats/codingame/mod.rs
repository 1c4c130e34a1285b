//! CodinGame's replays: whole ones, odd ones and hostile ones.

mod gaps;
mod hostile_input;
mod inside;
mod json_doc;
mod levels;
mod referee_text;
mod replays;

use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text};

/// The games of a text, read as replays without detection.
fn read(text: &str) -> Vec<CheckedGame> {
    check_text(text, formats::by_id("codingame"), &ReadContext::default())
}

fn one(text: &str) -> CheckedGame {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn codes(checked: &CheckedGame) -> String {
    let codes: Vec<String> = checked
        .findings
        .iter()
        .map(|finding| finding.code.to_string())
        .collect();
    codes.join(" ")
}

/// A file made for these tests.
fn fixture(name: &str) -> String {
    let path = crate::common::repository()
        .join("fixtures/codingame")
        .join(name);
    std::fs::read_to_string(path).unwrap()
}
