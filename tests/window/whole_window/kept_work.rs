//! Nothing that a person made is lost unasked, or beyond undo.

use super::harness::{Window, copy, folder, read};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{
    Action, Dialog, EditAction, Effect, EngineAction, EngineJobs, FileAction, MessageKind,
    SettingsAction, TabAction,
};
use kifu_core::record::Glyph;
use std::fs;

const SHIFT_COMMAND: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

fn comment(window: &mut Window) -> String {
    window
        .study()
        .note()
        .map_or_else(String::new, |note| note.comment.clone())
}

#[test]
fn reading_a_changed_game_again_asks_and_undo_brings_the_changes_back() {
    let home = folder();
    let path = copy(&home, "zuniq.ron");
    let mut window = Window::open(&home, vec![path]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.press(Key::ArrowRight);
    window.comment("Mine.");
    // The key between those that show panes does nothing of the kind.
    window.press(Key::F5);
    assert_eq!(window.state().dialog, None);
    window.press_with(SHIFT_COMMAND, Key::R);
    assert_eq!(window.state().dialog, Some(Dialog::Reload(0)));
    window.press(Key::Escape);
    assert_eq!(comment(&mut window), "Mine.");
    window.press_with(SHIFT_COMMAND, Key::R);
    window.click("Reload");
    window.until("the file", |state| state.changed_tabs().count() == 0);
    assert_eq!(comment(&mut window), "");
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(comment(&mut window), "Mine.");
    assert_eq!(window.state().changed_tabs().count(), 1);
    window.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(comment(&mut window), "");
    assert_eq!(window.state().changed_tabs().count(), 0);
    // What was made before is undone beyond the reading.
    window.press_with(Modifiers::COMMAND, Key::Z);
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(comment(&mut window), "");
    window.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(comment(&mut window), "Mine.");
}

#[test]
fn saving_again_before_the_first_save_ends_asks_nothing() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    let end = window.study().last_ply();
    for round in 0..4 {
        window.press(Key::ArrowRight);
        window.press(Key::Num1);
        // Both in one frame: the first save has not even begun to be written.
        window.shell().request(Action::File(FileAction::Save));
        window
            .shell()
            .request(Action::Edit(EditAction::ToggleGlyph(None)));
        window.shell().request(Action::File(FileAction::Save));
        window.shell().request(Action::File(FileAction::Save));
        window.rest();
        window.until("the file", |state| {
            state.changed_tabs().count() == 0 && state.running_jobs.is_empty()
        });
        assert_eq!(window.state().dialog, None, "{round} of {end}");
    }
    let brilliant = Some(Glyph::Brilliant);
    assert!(
        read(&path)
            .notes
            .values()
            .all(|note| note.glyph != brilliant)
    );
}

#[test]
fn a_later_change_of_a_file_is_told_although_an_earlier_one_was_ignored() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::watching(&home, &path);
    // Without changes of its own the game would be read again.
    window.comment("mine");
    for (round, name) in ["zuniq.ron", "box.ron", "atari-go.ron"].iter().enumerate() {
        let other = home.path().join("other");
        fs::create_dir_all(&other).unwrap();
        let text = fs::read(crate::common::records_folder().join(name)).unwrap();
        fs::write(other.join("new"), text).unwrap();
        if round == 2 {
            // Another dialog is open meanwhile.
            window.act(Action::OpenDialog(Dialog::GoToPly));
        }
        fs::rename(other.join("new"), &path).unwrap();
        if round == 2 {
            window.pass(5);
            window.act(Action::CloseDialog);
        }
        window.until("the question", |state| {
            state.dialog == Some(Dialog::FileChanged(0, false))
        });
        window.click("Ignore");
        assert_eq!(window.state().dialog, None, "{round}");
    }
}

#[test]
fn games_of_the_list_share_a_tab_until_one_is_changed() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    for _ in 0..4 {
        let shown = window.state().tabs[0].id;
        window.press(Key::J);
        window.until("the next game", |state| state.tabs[0].id != shown);
        assert_eq!(window.state().tabs.len(), 1);
    }
    window.press(Key::ArrowRight);
    window.comment("Mine.");
    window.press(Key::K);
    window.until("another tab", |state| state.tabs.len() == 2);
    window.press(Key::K);
    let row = window.state().selected_row;
    window.until("the game before", |state| state.selected_row == row);
    assert_eq!(window.state().tabs.len(), 2);
    assert_eq!(window.state().changed_tabs().collect::<Vec<_>>(), [0]);
    // A kept one stays as well.
    window.act(Action::Tab(TabAction::KeepTab(1)));
    window.press(Key::K);
    window.until("another tab", |state| state.tabs.len() == 3);
}

#[test]
fn the_list_marks_the_game_of_the_shown_tab() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    window.act(Action::Tab(TabAction::KeepTab(0)));
    let first = window.state().selected_row;
    window.press(Key::J);
    window.until("the next game", |state| state.tabs.len() == 2);
    let second = window.state().selected_row;
    assert_ne!(first, second);
    window.act(Action::Tab(TabAction::NextTab(true)));
    assert_eq!(window.state().selected_row, first);
    window.act(Action::Tab(TabAction::SelectTab(1)));
    assert_eq!(window.state().selected_row, second);
    window.act(Action::Tab(TabAction::CloseTab));
    assert_eq!(window.state().selected_row, first);
}

#[test]
fn an_opened_folder_is_a_recent_one() {
    let home = folder();
    copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![home.path().to_owned()]);
    window.until("the game", |state| state.tabs.len() == 1);
    let recent = window.state().recent_files.clone();
    assert_eq!(recent.len(), 1);
    assert!(recent[0].is_folder);
    assert_eq!(recent[0].path, home.path().canonicalize().unwrap());
}

#[test]
fn a_key_is_not_taken_from_a_command_silently() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.act(Action::Settings(SettingsAction::SetKey(
        "about",
        Some(Some("L".to_owned())),
    )));
    window.must_show("L no longer does “Start / stop engine”.");
}

#[test]
fn an_engine_that_is_switched_off_ends() {
    let home = folder();
    for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
        let mut window = Window::with(&home, &format!("{name}.ron"));
        let thinks = EngineJobs {
            wanted: 1,
            ending: 0,
        };
        for _ in 0..2 {
            window.press(Key::L);
            window.until_now("the engine", |state| {
                state.engine_jobs == thinks && state.shown_analysis().is_some()
            });
            window.press(Key::L);
            assert_eq!(window.state().engine_jobs.wanted, 0, "{name}");
            window.until_now("its end", |state| state.engine_jobs.ending == 0);
        }
        // Nor does it work for a tab that is closed.
        window.press(Key::L);
        window.until_now("the engine", |state| state.engine_jobs == thinks);
        window.act(Action::Tab(TabAction::CloseTab));
        assert_eq!(window.state().engine_jobs.wanted, 0, "{name}");
        window.until_now("its end", |state| state.engine_jobs.ending == 0);
    }
}

#[test]
fn a_review_ends_when_it_is_stopped_its_tab_is_closed_or_its_game_is_read_again() {
    let home = folder();
    let begin = |window: &mut Window| {
        window.until("the game", |state| state.tabs.len() == 1);
        window.act(Action::Engine(EngineAction::SetReviewTime(60_000)));
        window.press(Key::A);
        window.until_now("the review", |state| state.engine_jobs.wanted == 1);
    };
    let ends = |window: &mut Window| {
        assert_eq!(window.state().engine_jobs.wanted, 0);
        window.until_now("its end", |state| state.engine_jobs.ending == 0);
        assert!(window.state().running_reviews.is_empty());
    };
    let path = super::harness::unreviewed(&home, "turn-right.ron");
    let mut window = Window::open(&home, vec![path]);
    begin(&mut window);
    window.press(Key::A);
    ends(&mut window);
    begin(&mut window);
    let revision = window.state().tabs[0].record.clone();
    window.act(Action::Outside(Effect::ReloadTab(0)));
    window.until_now("the game again", |state| state.engine_jobs.wanted == 0);
    assert_eq!(window.state().tabs[0].record, revision);
    ends(&mut window);
    begin(&mut window);
    window.act(Action::Tab(TabAction::DiscardAndClose(0)));
    ends(&mut window);
}

#[test]
fn messages_merge_belong_to_their_tab_and_go() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.press_with(Modifiers::COMMAND, Key::Z);
    window.press_with(Modifiers::COMMAND, Key::Z);
    let said = |window: &Window| {
        let found = window.harness.query_all_by_label("Nothing to undo.");
        found.count()
    };
    assert_eq!(said(&window), 1);
    // The next act clears a refusal.
    window.press(Key::ArrowRight);
    assert_eq!(said(&window), 0);
    // Escape does, too, and only that.
    window.press_with(Modifiers::COMMAND, Key::Z);
    window.press(Key::Escape);
    assert_eq!(said(&window), 0);
    // Information goes by itself.
    for _ in 0..3 {
        window.press_with(Modifiers::COMMAND, Key::C);
    }
    window.act(Action::File(FileAction::Copy(
        kifu_app::state::CopyTarget::Moves,
    )));
    assert_eq!(window.state().messages.len(), 1);
    assert_eq!(window.state().messages[0].kind, MessageKind::Info);
    window.pass(5);
    assert_eq!(window.state().messages, []);
    // What belongs to a tab is not shown in another.
    window.act(Action::File(FileAction::Copy(
        kifu_app::state::CopyTarget::Moves,
    )));
    window.must_show("Copied.");
    window.drop_file(&crate::common::records_folder().join("zuniq.ron"));
    window.until("the other game", |state| state.tabs.len() == 2);
    assert!(!window.shows("Copied."));
}
