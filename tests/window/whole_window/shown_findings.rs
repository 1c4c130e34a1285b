//! What is wrong with a log is seen without being looked for.

use super::harness::{Window, folder};
use egui::Key;
use kifu_app::state::{Action, Effect, EngineAction, Pane, TabAction};
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    let root = crate::common::repository();
    root.join("fixtures").join(name)
}

/// Whether the pane of findings lies in front.
fn has_findings(window: &Window) -> bool {
    window.shows("Explain K2")
}

#[test]
fn a_broken_log_shows_its_findings_and_a_right_one_gives_the_place_back() {
    let home = folder();
    let broken = fixture("caia/K202.log");
    let mut window = Window::open(&home, vec![broken]);
    window.until("the log", |state| state.tabs.len() == 1);
    window.must_show("error K202");
    window.must_show("Findings: 1 error");
    let error = window.state().tabs[0]
        .findings
        .iter()
        .find_map(|finding| finding.ply);
    assert_eq!(Some(window.study().ply()), error);
    // A right one shows the graph again, and the broken one does not insist.
    let right = crate::common::records_folder().join("clobber.ron");
    window.act(Action::Outside(Effect::ScanPaths(vec![right])));
    window.until("the record", |state| state.tabs.len() == 2);
    assert!(!has_findings(&window));
    assert!(!window.shows("Findings: "));
    window.act(Action::Tab(TabAction::SelectTab(0)));
    assert!(!has_findings(&window));
    window.must_show("Findings: 1 error");
    window.press(Key::F8);
    assert!(has_findings(&window));
    // Whoever asked for the pane keeps it.
    window.act(Action::Tab(TabAction::SelectTab(1)));
    window.must_show("No problems found");
}

#[test]
fn a_pane_of_findings_that_was_hidden_stays_hidden() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Outside(Effect::TogglePane(Pane::Findings)));
    window.act(Action::Outside(Effect::TogglePane(Pane::Findings)));
    window.act(Action::Outside(Effect::ScanPaths(vec![fixture(
        "caia/K202.log",
    )])));
    window.until("the log", |state| state.tabs.len() == 2);
    assert!(!has_findings(&window));
}

#[test]
fn the_end_of_a_game_is_not_given_away_by_its_error() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Engine(EngineAction::ToggleSpoilerFree));
    window.act(Action::Outside(Effect::ScanPaths(vec![fixture(
        "caia/K202.log",
    )])));
    window.until("the log", |state| state.tabs.len() == 2);
    assert_eq!(window.study().ply(), 0);
}
