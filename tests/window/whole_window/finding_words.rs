//! Finding words in the texts of a game.

use super::harness::{Window, temp_folder};
use crate::common::repository;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, ViewAction};
use tempfile::TempDir;

fn window_with_thoughts(home: &TempDir) -> Window {
    let path = repository().join("fixtures/kaggle/thoughts-5x6.json");
    let mut window = Window::open(home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.perform(Action::Navigate(Navigation::First));
    window
}

fn find(window: &mut Window, words: &str) {
    window.press_with(Modifiers::COMMAND, Key::F);
    window.type_text(words);
}

#[test]
fn enter_goes_through_plies_with_words_and_around() {
    let home = temp_folder();
    let mut window = window_with_thoughts(&home);
    find(&mut window, "ISOLATES");
    window.must_show("3 plies");
    for (ply, count) in [(4, "1 of 3"), (11, "2 of 3"), (12, "3 of 3"), (4, "1 of 3")] {
        window.press(Key::Enter);
        assert_eq!(window.open_game().ply(), ply);
        window.must_show(count);
    }
    window.must_show("because (a) it isolates x");
    window.press_with(Modifiers::SHIFT, Key::Enter);
    assert_eq!(window.open_game().ply(), 12);
    window.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::G);
    assert_eq!(window.open_game().ply(), 11);
    window.press_with(Modifiers::COMMAND, Key::G);
    assert_eq!(window.open_game().ply(), 12);
}

#[test]
fn escape_closes_field_and_keys_are_commands() {
    let home = temp_folder();
    let mut window = window_with_thoughts(&home);
    find(&mut window, "corner of the moon");
    window.must_show("no ply");
    window.press(Key::Enter);
    assert_eq!(window.open_game().ply(), 0);
    window.press(Key::Escape);
    assert!(window.state().game_search.is_none());
    assert!(window.harness.query_by_label("Find words…").is_none());
    window.press(Key::ArrowRight);
    assert_eq!(window.open_game().ply(), 1);
}

#[test]
fn words_in_later_comment_are_found() {
    let home = temp_folder();
    let mut window = window_with_thoughts(&home);
    find(&mut window, "größe");
    window.must_show("no ply");
    window.press(Key::Escape);
    window.perform(Action::Navigate(Navigation::Ply(7)));
    window.write_comment("Wegen der GRÖSSE? Nein, der GRÖßE.");
    window.perform(Action::Navigate(Navigation::First));
    find(&mut window, "größe");
    window.must_show("1 ply");
    window.press(Key::Enter);
    assert_eq!(window.open_game().ply(), 7);
    window.must_show("Comment: Wegen der");
}

#[test]
fn hidden_future_moves_are_not_found() {
    let home = temp_folder();
    let mut window = window_with_thoughts(&home);
    window.press(Key::H);
    window.perform(Action::View(ViewAction::FindWords(Some("isolates".into()))));
    let hits = |window: &mut Window| window.state().game_search.as_ref().unwrap().hits.len();
    let before = hits(&mut window);
    window.perform(Action::Navigate(Navigation::Last));
    assert_eq!((before, hits(&mut window)), (0, 3));
}

#[test]
fn without_game_find_key_searches_library() {
    let home = temp_folder();
    let mut window = window_with_thoughts(&home);
    window.press_with(Modifiers::COMMAND, Key::W);
    window.press_with(Modifiers::COMMAND, Key::F);
    window.type_text("zebra");
    assert_eq!(window.state().library.filter().search, "zebra");
}

mod slow {
    use kifu_app::open_game::Navigation;
    use kifu_app::state::{Action, AppState, ViewAction};
    use kifu_core::record::read_ron;
    use std::time::{Duration, Instant};

    #[test]
    fn words_in_fifty_megabytes_are_found_at_once() {
        let path = crate::common::records_folder().join("clobber.ron");
        let mut record = read_ron(&std::fs::read_to_string(path).unwrap()).unwrap();
        for ply in 1..=5 {
            let note = record.notes.entry(ply).or_default();
            note.message = "It seems that every stone sees Э another. ".repeat(250_000);
        }
        record
            .notes
            .get_mut(&5)
            .unwrap()
            .message
            .push_str("A zugzwang.");
        let mut state = AppState::default();
        state.open_record(record, Vec::new(), None);
        let began = Instant::now();
        let _ = state.perform(Action::View(ViewAction::FindWords(Some("zugzwang".into()))));
        let _ = state.perform(Action::View(ViewAction::FindWords(Some("sees e".into()))));
        let _ = state.perform(Action::View(ViewAction::FindWords(Some("Zugzwang".into()))));
        let took = began.elapsed();
        let _ = state.perform(Action::Navigate(Navigation::First));
        let _ = state.perform(Action::View(ViewAction::FindNext(true)));
        assert_eq!(state.open_game().unwrap().ply(), 5);
        // Without optimization a search takes a second.
        assert!(took < Duration::from_secs(15), "{took:?}");
    }
}
