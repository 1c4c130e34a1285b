//! Menus by keyboard, their check marks and their radio items.

use super::harness::{Window, temp_folder};
use egui::accesskit::Toggled;
use egui::{Event, Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::state::{Action, MAX_LINES, SettingsAction, Theme};
use kifu_core::contract::Player;
use kifu_core::record::Glyph;

/// Returns the mark of an entry of the open menu, or `None` if there is no entry with a mark.
fn mark(window: &Window, label: &str) -> Option<bool> {
    let mut found = window.harness.query_all_by_label(label);
    let entry = found.find(|entry| {
        let role = entry.accesskit_node().role();
        matches!(role, Role::MenuItemCheckBox | Role::MenuItemRadio)
    })?;
    let toggled = entry.accesskit_node().toggled()?;
    Some(toggled == Toggled::True)
}

/// Presses a title of the menu bar or an entry of an open menu.
fn choose_entry(window: &mut Window, label: &str) {
    let entry = window.harness.query_all_by_label(label).find(|entry| {
        let role = entry.accesskit_node().role();
        matches!(
            role,
            Role::MenuItem | Role::MenuItemCheckBox | Role::MenuItemRadio
        )
    });
    entry.unwrap_or_else(|| panic!("no entry {label}")).click();
    window.settle();
}

fn alt(window: &mut Window, key: Key) {
    window.press_with(Modifiers::ALT, key);
}

#[test]
fn alt_letter_opens_menu_without_typing_the_letter() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::Slash);
    window.harness.event(Event::Key {
        key: Key::V,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: Modifiers::ALT,
    });
    window.type_text("v");
    window.must_show("Reset layout");
    window.press(Key::Escape);
    window.press(Key::Slash);
    window.type_text("a1");
    assert!(window.shows("a1") && !window.shows("va1"));
}

#[test]
fn command_key_takes_precedence_over_menu_letter() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Settings(SettingsAction::SetKey(
        "last",
        Some(Some("Alt+F".to_owned())),
    )));
    alt(&mut window, Key::F);
    assert!(!window.shows("Open folder…"));
    let open_game = window.open_game();
    assert_eq!(open_game.ply(), open_game.last_ply());
}

mod slow {
    use super::*;

    #[test]
    fn alt_letter_opens_menu_and_arrows_move_in_it() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        alt(&mut window, Key::F);
        window.must_show("Open folder…");
        // Right opens the next menu, Left the previous one, and the menus wrap around.
        window.press(Key::ArrowRight);
        assert!(!window.shows("Open folder…"));
        window.must_show("Game info…");
        window.press(Key::ArrowLeft);
        window.must_show("Open folder…");
        window.press(Key::ArrowLeft);
        window.must_show("About kifu");
        // Down and Enter choose an entry.
        window.press(Key::ArrowDown);
        window.press(Key::ArrowDown);
        window.press(Key::Enter);
        assert!(!window.shows("About kifu"), "the menu is open");
        window.must_show("Licensed under");
        window.press(Key::Escape);
        // The keys did not step through the game.
        assert_eq!(window.open_game().ply(), 0);
        // The letter closes the menu that it opened; Escape does as well.
        alt(&mut window, Key::E);
        window.must_show("Game info…");
        alt(&mut window, Key::E);
        assert!(!window.shows("Game info…"));
        alt(&mut window, Key::N);
        window.must_show("Play best move");
        window.press(Key::Escape);
        assert!(!window.shows("Play best move"));
        window.press(Key::ArrowRight);
        assert_eq!(window.open_game().ply(), 1);
    }

    #[test]
    fn arrow_keys_open_submenu_and_enter_chooses_entry() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        alt(&mut window, Key::F);
        // New game, from a position, open files, open folder, recent files, then the examples.
        for _ in 0..5 {
            window.press(Key::ArrowDown);
        }
        window.press(Key::ArrowDown);
        window.press(Key::ArrowRight);
        window.must_show("Zuniq");
        window.press(Key::ArrowDown);
        window.press(Key::Enter);
        window.run_until("the example", |state| state.tabs.len() == 2);
        assert_eq!(window.open_game().record().game, "clobber");
    }

    #[test]
    fn enabled_options_have_check_marks_in_menus() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let options = [
            ("View", "Coordinates"),
            ("View", "Animations"),
            ("View", "Hide results and future moves (spoiler-free)"),
            ("View", "Players"),
            ("Engine", "Start / stop engine"),
        ];
        for (menu, name) in options {
            choose_entry(&mut window, menu);
            let before = mark(&window, name).unwrap_or_else(|| panic!("{name} has no mark"));
            choose_entry(&mut window, name);
            assert_eq!(mark(&window, name), None, "the menu is open");
            choose_entry(&mut window, menu);
            assert_eq!(mark(&window, name), Some(!before), "{name}");
            window.press(Key::Escape);
        }
        // An entry that is no option has no mark.
        choose_entry(&mut window, "View");
        assert_eq!(mark(&window, "Reset layout"), None);
    }

    #[test]
    fn chosen_radio_item_is_marked_in_its_menu() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let choose = |window: &mut Window, menu: &str, group: &str, name: &str| {
            for label in [menu, group, name, menu, group] {
                choose_entry(window, label);
            }
            let is_marked = mark(window, name);
            window.press(Key::Escape);
            window.press(Key::Escape);
            assert_eq!(is_marked, Some(true), "{name}");
        };
        choose(&mut window, "View", "Theme", "Light");
        assert_eq!(window.state().preferences.theme, Theme::Light);
        choose(&mut window, "View", "View as", "Black");
        assert_eq!(window.state().knowledge_of, Some(Player::Second));
        choose(&mut window, "View", "Zoom", "110 %");
        assert_eq!(window.state().preferences.scale_percent, 110);
        choose(&mut window, "Engine", "Lines", &MAX_LINES.to_string());
        assert_eq!(window.state().preferences.line_count, MAX_LINES);
        window.press(Key::ArrowRight);
        choose(&mut window, "Edit", "Judgement", "Good !");
        let note = window.open_game().note().unwrap().clone();
        assert_eq!(note.glyph, Some(Glyph::Good));
    }
}
