//! The user's work is never lost without a question or an undo.

use super::harness::{Window, copy_record, read_record, temp_folder};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{
    Action, Dialog, EditAction, Effect, EngineAction, EngineJobs, FileAction, MessageKind,
    SettingsAction, TabAction,
};
use kifu_core::record::Glyph;
use std::fs;

const SHIFT_COMMAND: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

fn shown_comment(window: &mut Window) -> String {
    window
        .open_game()
        .note()
        .map_or_else(String::new, |note| note.comment.clone())
}

#[test]
fn opened_folder_is_added_to_recent_files() {
    let home = temp_folder();
    copy_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![home.path().to_owned()]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    let recent = window.state().recent_files.clone();
    assert_eq!(recent.len(), 1);
    assert!(recent[0].is_folder);
    assert_eq!(recent[0].path, home.path().canonicalize().unwrap());
}

#[test]
fn reassigned_key_names_command_that_lost_it() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.perform(Action::Settings(SettingsAction::SetKey(
        "about",
        Some(Some("L".to_owned())),
    )));
    window.must_show("L no longer does “Start / stop engine”.");
}

#[test]
fn review_ends_on_stop_reload_and_closed_tab() {
    let home = temp_folder();
    let start_review = |window: &mut Window| {
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.perform(Action::Engine(EngineAction::SetReviewTime(60_000)));
        window.press(Key::A);
        window.step_until("the review", |state| state.engine_jobs.wanted == 1);
    };
    let assert_review_ends = |window: &mut Window| {
        assert_eq!(window.state().engine_jobs.wanted, 0);
        window.step_until("its end", |state| state.engine_jobs.ending == 0);
        assert!(window.state().running_reviews.is_empty());
    };
    let path = super::harness::copy_unreviewed_record(&home, "turn-right.ron");
    let mut window = Window::open(&home, vec![path]);
    start_review(&mut window);
    window.press(Key::A);
    assert_review_ends(&mut window);
    start_review(&mut window);
    let record = window.state().tabs[0].record.clone();
    window.perform(Action::Outside(Effect::ReloadTab(0)));
    window.step_until("the game again", |state| state.engine_jobs.wanted == 0);
    assert_eq!(window.state().tabs[0].record, record);
    assert_review_ends(&mut window);
    start_review(&mut window);
    window.perform(Action::Tab(TabAction::DiscardAndClose(0)));
    assert_review_ends(&mut window);
}

mod slow {
    use super::*;

    #[test]
    fn reload_of_changed_game_asks_and_can_be_undone() {
        let home = temp_folder();
        let path = copy_record(&home, "zuniq.ron");
        let mut window = Window::open(&home, vec![path]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press(Key::ArrowRight);
        window.write_comment("Mine.");
        // F5 does not reload the game.
        window.press(Key::F5);
        assert_eq!(window.state().dialog, None);
        window.press_with(SHIFT_COMMAND, Key::R);
        assert_eq!(window.state().dialog, Some(Dialog::Reload(0)));
        window.press(Key::Escape);
        assert_eq!(shown_comment(&mut window), "Mine.");
        window.press_with(SHIFT_COMMAND, Key::R);
        window.click("Reload");
        window.run_until("the file", |state| state.changed_tabs().count() == 0);
        assert_eq!(shown_comment(&mut window), "");
        window.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(shown_comment(&mut window), "Mine.");
        assert_eq!(window.state().changed_tabs().count(), 1);
        window.press_with(Modifiers::COMMAND, Key::Y);
        assert_eq!(shown_comment(&mut window), "");
        assert_eq!(window.state().changed_tabs().count(), 0);
        // Undo continues past the reload to earlier changes.
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(shown_comment(&mut window), "");
        window.press_with(Modifiers::COMMAND, Key::Y);
        assert_eq!(shown_comment(&mut window), "Mine.");
    }

    #[test]
    fn second_save_during_first_asks_nothing() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path.clone()]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        let end = window.open_game().last_ply();
        for round in 0..4 {
            window.press(Key::ArrowRight);
            window.press(Key::Num1);
            // Both saves are in one frame, before the first one starts to write.
            window.app_window().request(Action::File(FileAction::Save));
            window
                .app_window()
                .request(Action::Edit(EditAction::ToggleGlyph(None)));
            window.app_window().request(Action::File(FileAction::Save));
            window.app_window().request(Action::File(FileAction::Save));
            window.settle();
            window.run_until("the file", |state| {
                state.changed_tabs().count() == 0 && state.running_jobs.is_empty()
            });
            assert_eq!(window.state().dialog, None, "{round} of {end}");
        }
        let brilliant = Some(Glyph::Brilliant);
        assert!(
            read_record(&path)
                .notes
                .values()
                .all(|note| note.glyph != brilliant)
        );
    }

    #[test]
    fn file_change_is_reported_after_earlier_one_was_ignored() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::with_watched_file(&home, &path);
        // A game without unsaved changes would be reloaded.
        window.write_comment("mine");
        for (round, name) in ["zuniq.ron", "box.ron", "atari-go.ron"].iter().enumerate() {
            let other = home.path().join("other");
            fs::create_dir_all(&other).unwrap();
            let text = fs::read(crate::common::records_folder().join(name)).unwrap();
            fs::write(other.join("new"), text).unwrap();
            if round == 2 {
                // Another dialog is open when the file changes.
                window.perform(Action::OpenDialog(Dialog::GoToPly));
            }
            fs::rename(other.join("new"), &path).unwrap();
            if round == 2 {
                window.advance_clock(5);
                window.perform(Action::CloseDialog);
            }
            window.run_until("the question", |state| {
                state.dialog == Some(Dialog::FileChanged(0, false))
            });
            window.click("Ignore");
            assert_eq!(window.state().dialog, None, "{round}");
        }
    }

    #[test]
    fn library_games_share_preview_tab_until_changed_or_kept() {
        let home = temp_folder();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the records", |state| {
            state.library.len() == 11 && state.tabs.len() == 1
        });
        for _ in 0..4 {
            let shown = window.state().tabs[0].id;
            window.press(Key::J);
            window.run_until("the next game", |state| state.tabs[0].id != shown);
            assert_eq!(window.state().tabs.len(), 1);
        }
        window.press(Key::ArrowRight);
        window.write_comment("Mine.");
        window.press(Key::K);
        window.run_until("another tab", |state| state.tabs.len() == 2);
        window.press(Key::K);
        let row = window.state().selected_row;
        window.run_until("the game before", |state| state.selected_row == row);
        assert_eq!(window.state().tabs.len(), 2);
        assert_eq!(window.state().changed_tabs().collect::<Vec<_>>(), [0]);
        // A kept tab is not reused either.
        window.perform(Action::Tab(TabAction::KeepTab(1)));
        window.press(Key::K);
        window.run_until("another tab", |state| state.tabs.len() == 3);
    }

    #[test]
    fn library_selects_row_of_shown_tab() {
        let home = temp_folder();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the records", |state| {
            state.library.len() == 11 && state.tabs.len() == 1
        });
        window.perform(Action::Tab(TabAction::KeepTab(0)));
        let first = window.state().selected_row;
        window.press(Key::J);
        window.run_until("the next game", |state| state.tabs.len() == 2);
        let second = window.state().selected_row;
        assert_ne!(first, second);
        window.perform(Action::Tab(TabAction::NextTab(true)));
        assert_eq!(window.state().selected_row, first);
        window.perform(Action::Tab(TabAction::SelectTab(1)));
        assert_eq!(window.state().selected_row, second);
        window.perform(Action::Tab(TabAction::CloseTab));
        assert_eq!(window.state().selected_row, first);
    }

    #[test]
    fn engine_stops_when_switched_off_or_tab_closes() {
        let home = temp_folder();
        for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
            let mut window = Window::with_record(&home, &format!("{name}.ron"));
            let running = EngineJobs {
                wanted: 1,
                ending: 0,
            };
            for _ in 0..2 {
                window.press(Key::L);
                window.step_until("the engine", |state| {
                    state.engine_jobs == running && state.shown_analysis().is_some()
                });
                window.press(Key::L);
                assert_eq!(window.state().engine_jobs.wanted, 0, "{name}");
                window.step_until("its end", |state| state.engine_jobs.ending == 0);
            }
            // It also stops for a closed tab.
            window.press(Key::L);
            window.step_until("the engine", |state| state.engine_jobs == running);
            window.perform(Action::Tab(TabAction::CloseTab));
            assert_eq!(window.state().engine_jobs.wanted, 0, "{name}");
            window.step_until("its end", |state| state.engine_jobs.ending == 0);
        }
    }

    #[test]
    fn messages_merge_expire_and_belong_to_their_tab() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.press_with(Modifiers::COMMAND, Key::Z);
        let refusal_count = |window: &Window| {
            let found = window.harness.query_all_by_label("Nothing to undo.");
            found.count()
        };
        assert_eq!(refusal_count(&window), 1);
        // The next action removes a refusal.
        window.press(Key::ArrowRight);
        assert_eq!(refusal_count(&window), 0);
        // Escape removes it, too, and does nothing else.
        window.press_with(Modifiers::COMMAND, Key::Z);
        window.press(Key::Escape);
        assert_eq!(refusal_count(&window), 0);
        // Information disappears after some seconds.
        for _ in 0..3 {
            window.press_with(Modifiers::COMMAND, Key::C);
        }
        window.perform(Action::File(FileAction::Copy(
            kifu_app::state::CopyTarget::Moves,
        )));
        assert_eq!(window.state().messages.len(), 1);
        assert_eq!(window.state().messages[0].kind, MessageKind::Info);
        window.advance_clock(5);
        assert_eq!(window.state().messages, []);
        // A message of one tab is not shown in another.
        window.perform(Action::File(FileAction::Copy(
            kifu_app::state::CopyTarget::Moves,
        )));
        window.must_show("Copied ");
        window.drop_file(&crate::common::records_folder().join("zuniq.ron"));
        window.run_until("the other game", |state| state.tabs.len() == 2);
        assert!(!window.shows("Copied "));
    }
}
