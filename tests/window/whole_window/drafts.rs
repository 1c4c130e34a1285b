//! Drafts of unsaved games: a draft is given up only when its successor is on the disk.

use super::harness::{Window, copy_record, read_record, temp_folder};
use egui::{Key, Modifiers};
use kifu_app::state::{Action, AppState, Dialog, TabAction};
use kifu_core::record::write_ronl;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Returns the records of all drafts, by path.
fn drafts(home: &TempDir) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in fs::read_dir(home.path().join("home/unsaved"))
        .into_iter()
        .flatten()
    {
        let files = fs::read_dir(folder.unwrap().path()).into_iter().flatten();
        let files = files.map(|file| file.unwrap().path());
        found.extend(files.filter(|path| path.extension().is_some_and(|end| end == "ron")));
    }
    found.sort();
    found
}

fn offers_drafts(state: &AppState) -> bool {
    matches!(state.dialog, Some(Dialog::RestoreDrafts(_)))
}

/// Edits a game and ends the program as a crash does, once the draft is written.
fn crash_with_comment(home: &TempDir, path: &Path, comment: &str) {
    let mut window = Window::open(home, vec![path.to_owned()]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.press(Key::ArrowRight);
    window.write_comment(comment);
    window.step_until("the draft", |_| {
        let drafts = drafts(home);
        drafts
            .iter()
            .any(|path| fs::read_to_string(path).unwrap().contains(comment))
    });
    window.end(false);
}

/// Returns the folder of the running program's drafts.
fn own_folder(home: &TempDir) -> PathBuf {
    let folders = fs::read_dir(home.path().join("home/unsaved")).unwrap();
    let folders = folders.map(|entry| entry.unwrap().path());
    folders
        .filter(|path| path.is_dir())
        .max_by_key(|path| path.metadata().unwrap().created().unwrap())
        .unwrap()
}

mod slow {
    use super::*;

    #[test]
    fn old_draft_is_kept_until_new_one_is_written() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        crash_with_comment(&home, &path, "Precious.");
        let old = drafts(&home);
        assert_eq!(old.len(), 1);
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", offers_drafts);
        // A folder in place of the new record makes writing it fail.
        let own = own_folder(&home);
        let next = window.state().next_id();
        for id in next..next + 50 {
            fs::create_dir(own.join(format!("{id}.ron"))).unwrap();
        }
        window.click("Restore");
        window.run_until("the message", |state| {
            let mut messages = state.messages.iter();
            messages.any(|message| message.text.contains("not stored aside"))
        });
        assert!(old[0].exists(), "the only copy is gone");
        // It is tried again, and the message stays until then.
        window.advance_clock(6);
        window.must_show("not stored aside");
        assert!(old[0].exists());
        for id in next..next + 50 {
            fs::remove_dir(own.join(format!("{id}.ron"))).unwrap();
        }
        window.step_until("the new draft", |state| {
            !old[0].exists() && state.messages.is_empty()
        });
        let new = drafts(&home);
        assert_eq!(new.len(), 1);
        assert!(fs::read_to_string(&new[0]).unwrap().contains("Precious."));
        assert!(!window.shows("not stored aside"));
    }

    #[test]
    fn draft_whose_game_cannot_be_opened_is_kept_and_reported() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        crash_with_comment(&home, &path, "Precious.");
        let old = drafts(&home);
        let text = fs::read_to_string(&old[0]).unwrap();
        fs::write(&old[0], text.replace("\"clobber\"", "\"go\"")).unwrap();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", offers_drafts);
        window.click("Restore");
        window.run_until("the message", |state| !state.messages.is_empty());
        window.must_show("cannot be opened");
        window.perform(Action::Tab(TabAction::CloseTab));
        window.advance_clock(6);
        window.end(true);
        assert!(old[0].exists());
    }

    #[test]
    fn draft_that_cannot_be_read_is_shown_at_every_start() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        crash_with_comment(&home, &path, "Precious.");
        let old = drafts(&home);
        fs::write(&old[0], b"\xff garbage").unwrap();
        for _ in 0..2 {
            let mut window = Window::open(&home, Vec::new());
            window.run_until("the records", |state| !state.tabs.is_empty());
            let mut messages = window.state().messages.iter();
            let name = old[0].display().to_string();
            assert!(messages.any(|message| message.text.contains(&name)));
            window.end(true);
        }
        assert!(old[0].exists());
    }

    #[test]
    fn restored_game_is_saved_to_its_line() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let mut games = ["Ann", "Bob"].map(|name| {
            let record = read_record(&crate::common::records_folder().join("clobber.ron"));
            let mut record = crate::common::unreviewed(record);
            name.clone_into(&mut record.players.0.name);
            record
        });
        let path = home.path().join("a.ronl");
        fs::write(&path, games.iter().map(write_ronl).collect::<String>()).unwrap();
        crash_with_comment(&home, &path, "Mine.");
        // Another game is put in front meanwhile.
        let mut first = games[0].clone();
        "New".clone_into(&mut first.players.0.name);
        let all = [&first, &games[0], &games[1]].map(write_ronl);
        fs::write(&path, all.concat()).unwrap();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", offers_drafts);
        window.click("Restore");
        window.run_until("the file", |state| {
            let mut tabs = state.changed_tabs();
            tabs.any(|at| state.tabs[at].source.is_some())
        });
        let at = window.state().changed_tabs().next().unwrap();
        window.perform(Action::Tab(TabAction::SelectTab(at)));
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the save", |state| {
            state.changed_tabs().count() == 0 || state.dialog.is_some()
        });
        assert_eq!(window.state().dialog, None);
        games[0].note_mut(1).comment = "Mine.".to_owned();
        let expected = [&first, &games[0], &games[1]].map(write_ronl);
        assert_eq!(fs::read_to_string(&path).unwrap(), expected.concat());
        window.step_until("the end of the draft", |_| drafts(&home).is_empty());
    }

    #[test]
    fn restored_game_asks_before_it_replaces_later_work() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        crash_with_comment(&home, &path, "Mine.");
        let mut theirs = read_record(&path);
        theirs.note_mut(2).comment = "Theirs.".to_owned();
        fs::write(&path, kifu_core::record::write_ron(&theirs)).unwrap();
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", offers_drafts);
        window.click("Restore");
        window.run_until("the file", |state| {
            let mut tabs = state.changed_tabs();
            tabs.any(|at| state.tabs[at].source.is_some())
        });
        let at = window.state().changed_tabs().next().unwrap();
        window.perform(Action::Tab(TabAction::SelectTab(at)));
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the question", |state| state.dialog.is_some());
        assert_eq!(read_record(&path), theirs);
    }

    #[test]
    fn undone_change_leaves_no_draft() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press(Key::ArrowRight);
        window.press(Key::Num6);
        window.step_until("the draft", |_| drafts(&home).len() == 1);
        window.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.state().changed_tabs().count(), 0);
        window.step_until("its end", |_| drafts(&home).is_empty());
    }

    #[test]
    fn first_draft_waits_until_word_is_typed() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press(Key::ArrowRight);
        window.press(Key::C);
        for letter in ["a", "l", "p", "h", "a"] {
            window.harness.event(egui::Event::Text(letter.to_owned()));
            window.harness.run_steps(4);
        }
        window.step_until("the draft", |_| drafts(&home).len() == 1);
        let text = fs::read_to_string(&drafts(&home)[0]).unwrap();
        assert!(text.contains("\"alpha\""), "{text}");
    }

    #[test]
    fn end_without_question_stores_last_change() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::open(&home, vec![path]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.press(Key::ArrowRight);
        window.write_comment("Last word.");
        // The desktop or a signal ends the program, and nobody can answer a question.
        window.end(true);
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", offers_drafts);
        let text = fs::read_to_string(&drafts(&home)[0]).unwrap();
        assert!(text.contains("Last word."));
        window.end(false);
    }
}
