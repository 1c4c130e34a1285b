//! Functions of an analysis board: games from any position, a palette of marks, comments in the
//! list of moves, and more time for a search.

use super::harness::{Window, temp_folder};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::Navigation;
use kifu_app::state::{
    Action, EditAction, Effect, EngineAction, FileAction, FocusTarget, InputAction,
};
use kifu_core::record::{Mark, MarkColor, MarkKind, read_ron, write_ron};

const RECORDS: [&str; 5] = [
    "atari-go.ron",
    "box.ron",
    "clobber.ron",
    "turn-right.ron",
    "zuniq.ron",
];

#[test]
fn pasted_box_position_keeps_tile_in_hand() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "box.ron");
    window.perform(Action::Navigate(Navigation::Ply(5)));
    let position = window
        .open_game()
        .state()
        .position()
        .replacen(" - ", " 364521 ", 1);
    window.perform(Action::File(FileAction::Paste(position.clone())));
    assert_eq!(window.state().tabs.len(), 2);
    assert_eq!(window.open_game().state().position(), position);
    assert_eq!(window.open_game().ply(), 0);
}

#[test]
fn invalid_position_text_is_explained_and_starts_no_game() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::E);
    window.type_text("wbwb/bwxb w");
    let explained = window
        .harness
        .query_by_label_contains("w, b or .")
        .is_some();
    assert!(explained);
    window.press(Key::Enter);
    assert_eq!(window.state().tabs.len(), 1);
}

#[test]
fn palette_selects_mark_tool_until_escape() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Outside(Effect::FocusOn(FocusTarget::Comment)));
    window.click("square");
    assert_eq!(window.state().mark_tool, Some(MarkKind::Square));
    window.click("arrow");
    assert_eq!(window.state().mark_tool, Some(MarkKind::Arrow));
    window.perform(Action::Input(InputAction::ClearPicks));
    assert_eq!(window.state().mark_tool, None);
}

#[test]
fn marks_take_palette_color_and_can_be_recolored() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Outside(Effect::FocusOn(FocusTarget::Comment)));
    let mark = |color| Mark::new(MarkKind::Circle, "a1", "").colored(color);
    window.click("yellow");
    window.click("circle");
    window.click("a1, Black");
    let marks = |window: &mut Window| window.open_game().note().map(|note| note.marks.clone());
    assert_eq!(marks(&mut window), Some(vec![mark(MarkColor::Yellow)]));
    window.must_show("yellow circle");
    // Another color replaces the first, and the same color removes the mark.
    window.click("red");
    window.click("a1, Black");
    assert_eq!(marks(&mut window), Some(vec![mark(MarkColor::Red)]));
    let record = read_ron(&write_ron(&window.open_game().to_record())).unwrap();
    assert_eq!(record.notes[&0].marks, [mark(MarkColor::Red)]);
    window.click("a1, Black");
    assert_eq!(marks(&mut window).unwrap_or_default(), []);
}

#[test]
fn next_tile_next_to_board_rotates_by_click() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "box.ron");
    window.perform(Action::Navigate(Navigation::Ply(4)));
    window.must_show("Next tile");
    let rotations = |window: &mut Window| window.state().tab().unwrap().pending_input.rotations;
    let before = rotations(&mut window);
    let chance = window.state().tab().unwrap().chance().unwrap();
    window.click(&format!("tile {chance}"));
    assert_eq!(rotations(&mut window), before + 1);
    // There is no next tile after the end of a game.
    window.perform(Action::Navigate(Navigation::Last));
    assert!(!window.shows("Next tile"));
}

#[test]
fn click_on_comment_in_moves_pane_goes_to_its_ply() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Navigate(Navigation::Ply(3)));
    window.perform(Action::Edit(EditAction::SetComment(
        "a quiet move".to_owned(),
    )));
    window.perform(Action::Navigate(Navigation::First));
    window.click("Comment, 3. a quiet move");
    assert_eq!(window.open_game().ply(), 3);
}

#[test]
fn help_explains_right_drag() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::F1);
    window.type_text("right drag");
    window.must_show("Right drag");
}

#[test]
fn think_deeper_extends_running_search() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "atari-go.ron");
    window
        .app_window()
        .request(Action::Engine(EngineAction::ToggleEngine));
    window.step_until("a result", |state| state.live_analysis.latest.is_some());
    let before = window.state().analysis_time_left().expect("it searches");
    window
        .app_window()
        .request(Action::Engine(EngineAction::ThinkDeeper));
    window.harness.step();
    let after = window.state().analysis_time_left().expect("it searches");
    assert_eq!(after[1].as_secs(), before[1].as_secs() + 60);
    window
        .app_window()
        .request(Action::Engine(EngineAction::ToggleEngine));
    window.run_until("the end", |state| state.live_analysis.pending.is_none());
}

mod slow {
    use super::*;

    #[test]
    fn new_game_from_shown_position_stores_it_in_its_record() {
        for name in RECORDS {
            let home = temp_folder();
            let mut window = Window::with_record(&home, name);
            window.perform(Action::Navigate(Navigation::Ply(9)));
            let shown = window.open_game().state().position();
            window.press_with(Modifiers::COMMAND, Key::E);
            window.must_show("Position text");
            window.click("Start game");
            assert_eq!(window.state().tabs.len(), 2, "{name}");
            let open_game = window.open_game();
            let record = open_game.to_record();
            assert!(record.setup.get("position").is_some(), "{name}");
            assert!(!open_game.was_played() && open_game.is_changed(), "{name}");
            // A game of Box begins by drawing a tile.
            let state = open_game.game().start(&record.setup).unwrap();
            let unmarked = |text: &str| text.replace(" + ", " - ");
            assert_eq!(unmarked(&state.position()), unmarked(&shown), "{name}");
        }
    }
}
