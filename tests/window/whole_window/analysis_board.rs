//! What an analysis board has: games from any position, marks by a palette, comments in the list of
//! moves, more time to think.

use super::harness::{Window, folder};
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
fn every_game_starts_from_the_position_shown_and_its_record_holds_it() {
    for name in RECORDS {
        let home = folder();
        let mut window = Window::with(&home, name);
        window.act(Action::Navigate(Navigation::Ply(9)));
        let shown = window.study().state().position();
        window.press_with(Modifiers::COMMAND, Key::E);
        window.must_show("Position text");
        window.click("Start game");
        assert_eq!(window.state().tabs.len(), 2, "{name}");
        let study = window.study();
        let record = study.to_record();
        assert!(record.setup.get("position").is_some(), "{name}");
        assert!(!study.was_played() && study.is_changed(), "{name}");
        // A game of Box first draws a tile.
        let state = study.game().start(&record.setup).unwrap();
        let unmarked = |text: &str| text.replace(" + ", " - ");
        assert_eq!(unmarked(&state.position()), unmarked(&shown), "{name}");
    }
}

#[test]
fn a_pasted_position_with_a_tile_in_hand_waits_for_its_placement() {
    let home = folder();
    let mut window = Window::with(&home, "box.ron");
    window.act(Action::Navigate(Navigation::Ply(5)));
    let position = window
        .study()
        .state()
        .position()
        .replacen(" - ", " 364521 ", 1);
    window.act(Action::File(FileAction::Paste(position.clone())));
    assert_eq!(window.state().tabs.len(), 2);
    assert_eq!(window.study().state().position(), position);
    assert_eq!(window.study().ply(), 0);
}

#[test]
fn a_text_that_is_no_position_is_explained_and_starts_nothing() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::E);
    window.write("wbwb/bwxb w");
    let explained = window
        .harness
        .query_by_label_contains("w, b or .")
        .is_some();
    assert!(explained);
    window.press(Key::Enter);
    assert_eq!(window.state().tabs.len(), 1);
}

#[test]
fn the_palette_draws_marks_with_the_left_button_until_escape() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Outside(Effect::FocusOn(FocusTarget::Comment)));
    window.click("square");
    assert_eq!(window.state().mark_tool, Some(MarkKind::Square));
    window.click("arrow");
    assert_eq!(window.state().mark_tool, Some(MarkKind::Arrow));
    window.act(Action::Input(InputAction::ClearPicks));
    assert_eq!(window.state().mark_tool, None);
}

#[test]
fn marks_have_the_colour_that_the_palette_shows_and_are_recoloured() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Outside(Effect::FocusOn(FocusTarget::Comment)));
    let mark = |color| Mark::new(MarkKind::Circle, "a1", "").colored(color);
    window.click("yellow");
    window.click("circle");
    window.click("a1, Black");
    let marks = |window: &mut Window| window.study().note().map(|note| note.marks.clone());
    assert_eq!(marks(&mut window), Some(vec![mark(MarkColor::Yellow)]));
    window.must_show("yellow circle");
    // Another colour takes the place of the first, and the same one takes the mark away.
    window.click("red");
    window.click("a1, Black");
    assert_eq!(marks(&mut window), Some(vec![mark(MarkColor::Red)]));
    let record = read_ron(&write_ron(&window.study().to_record())).unwrap();
    assert_eq!(record.notes[&0].marks, [mark(MarkColor::Red)]);
    window.click("a1, Black");
    assert_eq!(marks(&mut window).unwrap_or_default(), []);
}

#[test]
fn the_next_tile_lies_beside_the_board_and_is_rotated_there() {
    let home = folder();
    let mut window = Window::with(&home, "box.ron");
    window.act(Action::Navigate(Navigation::Ply(4)));
    window.must_show("Next tile");
    let rotations = |window: &mut Window| window.state().tab().unwrap().pending_input.rotations;
    let before = rotations(&mut window);
    let chance = window.state().tab().unwrap().chance().unwrap();
    window.click(&format!("tile {chance}"));
    assert_eq!(rotations(&mut window), before + 1);
    // No tile is laid after the end of a game.
    window.act(Action::Navigate(Navigation::Last));
    assert!(!window.shows("Next tile"));
}

#[test]
fn a_comment_stands_below_its_move() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Navigate(Navigation::Ply(3)));
    window.act(Action::Edit(EditAction::SetComment(
        "a quiet move".to_owned(),
    )));
    window.act(Action::Navigate(Navigation::First));
    window.click("Comment, 3. a quiet move");
    assert_eq!(window.study().ply(), 3);
}

#[test]
fn the_help_tells_what_the_mouse_does() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::F1);
    window.write("right drag");
    window.must_show("Right drag");
}

#[test]
fn to_think_deeper_gives_the_search_in_progress_more_time() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window
        .shell()
        .request(Action::Engine(EngineAction::ToggleEngine));
    window.until_now("a result", |state| state.live_analysis.latest.is_some());
    let before = window.state().analysis_time_left().expect("it searches");
    window
        .shell()
        .request(Action::Engine(EngineAction::ThinkDeeper));
    window.harness.step();
    let after = window.state().analysis_time_left().expect("it searches");
    assert_eq!(after[1].as_secs(), before[1].as_secs() + 60);
    window
        .shell()
        .request(Action::Engine(EngineAction::ToggleEngine));
    window.until("the end", |state| state.live_analysis.pending.is_none());
}
