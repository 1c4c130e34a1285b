//! The dialog for a new game, and another game after its end.
#![cfg(unix)]

use super::harness::{Window, temp_folder};
use super::playing::{bot, builtin, empty_window, start_game};
use crate::child_starts;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Dialog, PlayAction, SeatChoice, SeatKind};
use tempfile::TempDir;

fn missing_program() -> SeatChoice {
    SeatChoice {
        kind: SeatKind::Program,
        command: "./nosuchbot".to_owned(),
        ..SeatChoice::default()
    }
}

fn open_dialog(window: &mut Window, game: &str) {
    window.press_with(Modifiers::COMMAND, Key::N);
    window.must_show("New game");
    window.click_topmost(game);
}

/// Plays a short game of a bot that exits at once.
fn window_with_ended_game(home: &TempDir) -> Window {
    let mut window = empty_window(home);
    let seats = (builtin(), bot(home, "exit 0"));
    window.perform(start_game("clobber", seats));
    window.run_until("the end", |state| state.live_games.is_empty());
    window
}

#[test]
fn bot_that_cannot_start_leaves_the_dialog_and_no_tab() {
    let _starts = child_starts();
    let home = temp_folder();
    let mut window = empty_window(&home);
    window.perform(start_game("clobber", (builtin(), missing_program())));
    window.run_until("the failure", |state| state.new_game_error.is_some());
    assert!(window.state().tabs.is_empty());
    assert_eq!(window.state().dialog, Some(Dialog::NewGame));
    window.must_show("nosuchbot");
    assert_eq!(window.state().changed_tabs().count(), 0);
    window.press(Key::Escape);
    assert_eq!(window.state().dialog, None);
}

#[test]
fn click_beside_new_game_keeps_what_was_typed() {
    let home = temp_folder();
    let mut window = empty_window(&home);
    open_dialog(&mut window, "Clobber");
    window.harness.get_by_label("White: Name").focus();
    window.type_text("Ada");
    let corner = egui::pos2(4.0, 400.0);
    crate::fast_click(window.harness.input_mut(), corner);
    window.settle();
    assert_eq!(window.state().dialog, Some(Dialog::NewGame));
    window.click("Swap sides");
    window.click("Start game");
    window.run_until("the game", |state| state.tabs.len() == 1);
    assert_eq!(window.state().tabs[0].player_names()[1], "Ada");
    window.perform(Action::Play(PlayAction::StopGame));
    window.run_until("the end", |state| state.live_games.is_empty());
}

#[test]
fn gtp_is_offered_only_for_games_that_have_it() {
    let home = temp_folder();
    let mut window = empty_window(&home);
    for (game, is_offered) in [("Atari Go", true), ("Box", false)] {
        window.perform(Action::OpenDialog(Dialog::NewGame));
        window.click_topmost(game);
        let mut kinds = window.harness.query_all_by_label_contains(": Player");
        kinds.next().unwrap().click();
        drop(kinds);
        window.settle();
        assert_eq!(window.shows("GTP program"), is_offered, "{game}");
        // The list of kinds closes first.
        window.press(Key::Escape);
        window.perform(Action::CloseDialog);
    }
}

#[test]
fn size_of_the_board_is_chosen_in_the_dialog() {
    let home = temp_folder();
    let mut window = empty_window(&home);
    open_dialog(&mut window, "Atari Go");
    window.click("Board and setup");
    window.harness.get_by_label("Setup: size").focus();
    window.type_text("99");
    window.click("Start game");
    window.must_show("expected a number from 5 to 19, found");
    window.press_with(Modifiers::COMMAND, Key::A);
    window.harness.get_by_label("Setup: size").focus();
    window.press_with(Modifiers::COMMAND, Key::A);
    window.type_text("5");
    window.click("Start game");
    window.run_until("the game", |state| state.tabs.len() == 1);
    assert_eq!(window.open_game().record().setup.get("size"), Some("5"));
    window.perform(Action::Play(PlayAction::StopGame));
    window.run_until("the end", |state| state.live_games.is_empty());
}

#[test]
fn rematch_swaps_the_sides_of_the_ended_game() {
    let _starts = child_starts();
    let home = temp_folder();
    let mut window = window_with_ended_game(&home);
    assert_eq!(
        window.state().tabs[0].player_names(),
        ["kifu greedy", "Bot"]
    );
    window.click("Rematch");
    window.run_until("the end", |state| {
        state.tabs.len() == 2 && state.live_games.is_empty()
    });
    assert_eq!(
        window.state().tabs[1].player_names(),
        ["Bot", "kifu greedy"]
    );
}
