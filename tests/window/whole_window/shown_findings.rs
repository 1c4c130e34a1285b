//! The findings of a log are shown without the user asking for them.

use super::harness::{Window, temp_folder};
use egui::Key;
use kifu_app::state::{Action, Effect, EngineAction, Pane, TabAction};
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    let root = crate::common::repository();
    root.join("fixtures").join(name)
}

/// Reports whether the findings pane is the front tab of its group.
fn is_findings_pane_shown(window: &Window) -> bool {
    window.shows("Explain K2")
}

#[test]
fn findings_pane_opens_for_broken_log_only() {
    let home = temp_folder();
    let broken = fixture("caia/K202.log");
    let mut window = Window::open(&home, vec![broken]);
    window.run_until("the log", |state| state.tabs.len() == 1);
    window.must_show("error K202");
    window.must_show("Findings: 1 error");
    let error = window.state().tabs[0]
        .findings
        .iter()
        .find_map(|finding| finding.ply);
    assert_eq!(Some(window.open_game().ply()), error);
    // A correct log shows the graph again, and returning to the broken one does not hide it.
    let correct = crate::common::records_folder().join("clobber.ron");
    window.perform(Action::Outside(Effect::ScanPaths(vec![correct])));
    window.run_until("the record", |state| state.tabs.len() == 2);
    assert!(!is_findings_pane_shown(&window));
    assert!(!window.shows("Findings: "));
    window.perform(Action::Tab(TabAction::SelectTab(0)));
    assert!(!is_findings_pane_shown(&window));
    window.must_show("Findings: 1 error");
    window.press(Key::F8);
    assert!(is_findings_pane_shown(&window));
    // A pane that the user opened stays open.
    window.perform(Action::Tab(TabAction::SelectTab(1)));
    window.must_show("No problems found");
}

#[test]
fn hidden_findings_pane_stays_hidden_for_broken_log() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Outside(Effect::TogglePane(Pane::Findings)));
    window.perform(Action::Outside(Effect::TogglePane(Pane::Findings)));
    window.perform(Action::Outside(Effect::ScanPaths(vec![fixture(
        "caia/K202.log",
    )])));
    window.run_until("the log", |state| state.tabs.len() == 2);
    assert!(!is_findings_pane_shown(&window));
}

#[test]
fn spoiler_free_mode_opens_broken_log_at_its_start() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Engine(EngineAction::ToggleSpoilerFree));
    window.perform(Action::Outside(Effect::ScanPaths(vec![fixture(
        "caia/K202.log",
    )])));
    window.run_until("the log", |state| state.tabs.len() == 2);
    assert_eq!(window.open_game().ply(), 0);
}
