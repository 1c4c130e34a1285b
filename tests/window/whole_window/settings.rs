//! The settings dialog: each setting applies immediately and is kept.

use super::harness::{Window, temp_folder};
use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, Dialog, Preferences, SettingsAction, Theme};
use std::fs;

fn open_page(window: &mut Window, page: &str) {
    window.press_with(Modifiers::COMMAND, Key::Comma);
    assert_eq!(window.state().dialog, Some(Dialog::Settings));
    if page != "Appearance" {
        let pages = window.harness.query_all_by_label(page);
        // The menu has an entry of the same name.
        pages.last().unwrap().click();
        window.settle();
    }
}

#[test]
fn settings_sliders_change_playback_and_line_count() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    open_page(&mut window, "Board and playback");
    let before = window.state().preferences.autoplay_ms;
    window
        .harness
        .get_by_role_and_label(Role::Slider, "Playback")
        .focus();
    window.settle();
    window.press(Key::ArrowRight);
    assert!(window.state().preferences.autoplay_ms > before);
    let pages = window.harness.query_all_by_label("Engine");
    pages.last().unwrap().click();
    window.settle();
    let lines = window.state().preferences.line_count;
    window
        .harness
        .get_by_role_and_label(Role::Slider, "Lines")
        .focus();
    window.settle();
    window.press(Key::ArrowRight);
    assert_eq!(window.state().preferences.line_count, lines + 1);
    assert_eq!(
        window
            .harness
            .query_all_by_role_and_label(Role::Slider, "Search threads")
            .count(),
        1
    );
}

#[test]
fn out_of_range_preferences_are_clamped() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let odd = Preferences {
        scale_percent: 9,
        line_count: 0,
        autoplay_ms: 0,
        ..Preferences::default()
    };
    window.perform(Action::Settings(SettingsAction::SetPreferences(Box::new(
        odd,
    ))));
    let set = window.state().preferences.clone();
    assert_eq!(
        (set.scale_percent, set.line_count, set.autoplay_ms),
        (50, 1, 10)
    );
}

#[test]
fn settings_show_and_clear_recent_files() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    open_page(&mut window, "Files");
    window.must_show("clobber.ron");
    window.click("Clear list");
    assert_eq!(window.state().recent_files, []);
    window.must_show("None yet.");
    window.end(true);
    let list = home.path().join("home").join("recent.ron");
    let kept = fs::read_to_string(list).unwrap_or_default();
    assert!(!kept.contains("clobber.ron"), "{kept}");
}

mod slow {
    use super::*;

    #[test]
    fn settings_apply_immediately_and_survive_restart() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        open_page(&mut window, "Appearance");
        for (label, theme) in [("Light", Theme::Light), ("Dark", Theme::Dark)] {
            window.click(label);
            assert_eq!(window.state().preferences.theme, theme);
        }
        window.click("Animate moves and panes");
        assert!(!window.state().preferences.animations);
        window.click("Board and playback");
        window.click("Show coordinates");
        assert!(!window.state().preferences.coordinates);
        window.click("Hide results and future moves until seen (spoiler-free)");
        assert!(window.state().preferences.spoiler_free);
        let pages = window.harness.query_all_by_label("Review");
        pages.last().unwrap().click();
        window.settle();
        window.click("Deep  (1000 ms per position)");
        assert_eq!(window.state().preferences.review_ms, 1000);
        window.press(Key::Escape);
        assert_eq!(window.state().dialog, None);
        let set = window.state().preferences.clone();
        window.end(true);
        let mut window = Window::with_record(&home, "clobber.ron");
        assert_eq!(window.state().preferences, set);
    }

    #[test]
    fn restore_defaults_asks_first_and_keeps_keys_separate() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let changed = Preferences {
            autoplay_ms: 300,
            line_count: 5,
            ..Preferences::default()
        };
        window.perform(Action::Settings(SettingsAction::SetPreferences(Box::new(
            changed.clone(),
        ))));
        window.perform(Action::Settings(SettingsAction::SetKey(
            "last",
            Some(Some("Ctrl+J".to_owned())),
        )));
        open_page(&mut window, "Appearance");
        window.click("Restore defaults…");
        window.must_show("Restore the defaults of all settings?");
        window.click("Cancel");
        assert_eq!(window.state().preferences, changed);
        window.click("Restore defaults…");
        // Enter presses the main button.
        window.press(Key::Enter);
        assert_eq!(window.state().preferences, Preferences::default());
        // Restoring preferences does not change the keys.
        let is_changed = |window: &mut Window| window.state().key_bindings.is_changed("last");
        assert!(is_changed(&mut window));
        window.click("Keys");
        window.must_show("Search commands…");
        window.click("Restore defaults…");
        window.must_show("Restore the default keys of all commands?");
        window.click("Restore defaults");
        assert!(!is_changed(&mut window));
        window.click("Done");
        assert_eq!(window.state().dialog, None);
    }

    #[test]
    fn settings_dialog_fits_small_window() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        for size in [[640.0, 400.0], [800.0, 600.0]] {
            window.harness.set_size(size.into());
            window.settle();
            for page in ["Appearance", "Board and playback", "Keys", "Files"] {
                open_page(&mut window, page);
                let whole = window.harness.ctx.content_rect();
                for label in ["Done", "Restore defaults…", "Files"] {
                    let labels = window.harness.query_all_by_label(label);
                    let rect = labels.last().unwrap().rect();
                    assert!(whole.contains_rect(rect), "{page}, {label}: {rect:?}");
                }
                window.press(Key::Escape);
            }
        }
    }
}
