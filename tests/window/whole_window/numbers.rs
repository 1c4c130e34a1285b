//! Numbers and reasons name their player and their meaning.

use super::harness::{Window, temp_folder};
use egui::Key;
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Effect, Pane};
use std::fs;

#[test]
fn evaluation_bar_names_player_of_each_percentage() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "atari-go.ron");
    window.must_show("Win probability: Black 82 %, White 18 %");
    window.press(Key::F);
    window.must_show("Win probability: Black 82 %, White 18 %");
}

#[test]
fn notes_pane_names_player_of_evaluation() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "atari-go.ron");
    for (ply, side) in [(1, "Black"), (2, "White")] {
        window.perform(Action::Navigate(Navigation::Ply(ply)));
        if ply == 1 {
            window.perform(Action::Outside(Effect::RevealPane(Pane::Notes)));
            window.click("searches");
        }
        window.must_show(&format!("Win probability · {side}"));
    }
}

#[test]
fn refused_move_message_has_no_backticks() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "atari-go.ron");
    window.press(Key::Slash);
    window.type_text("a1a2");
    window.press(Key::Enter);
    window.must_show("found ‘a2’");
    assert!(!window.shows("`"));
}

#[test]
fn duplicate_game_is_marked_and_its_copies_can_be_listed() {
    let home = temp_folder();
    let games = home.path().join("games");
    fs::create_dir_all(&games).unwrap();
    let records = crate::common::records_folder();
    for (name, from) in [("a", "clobber"), ("b", "clobber"), ("c", "zuniq")] {
        let from = records.join(format!("{from}.ron"));
        fs::copy(from, games.join(format!("{name}.ron"))).unwrap();
    }
    let mut window = Window::open(&home, vec![games]);
    window.run_until("the games", |state| {
        state.library.len() == 3 && state.running_jobs.is_empty()
    });
    let marked = window.harness.query_all_by_label_contains(", duplicate");
    assert_eq!(marked.count(), 1);
    let row = window.harness.get_by_label_contains(", duplicate").rect();
    window.right_click_at(row.left_top() + egui::vec2(40.0, 12.0));
    window.click("List the same games");
    window.must_show("2 of 3 games");
    window.must_show("Remove filter: Same games as b.ron #1");
    assert_eq!(window.state().library.shown(), [0, 1]);
}

#[test]
fn explorer_traces_games_only_when_shown() {
    let home = temp_folder();
    let mut window = Window::open(&home, vec![crate::common::records_folder()]);
    window.run_until("the games", |state| {
        state.library.len() >= 5 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    assert!(
        window.state().library.can_trace(),
        "games were traced before the explorer was shown"
    );
    window.perform(Action::Outside(Effect::TogglePane(Pane::Explorer)));
    window.run_until("the counts", |state| !state.library.is_counting());
    window.must_show("List games with this position: ");
}
