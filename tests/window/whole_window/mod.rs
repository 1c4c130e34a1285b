//! The whole window as a person uses it: opened, stepped, changed, saved, closed. Without a
//! screen; what is pressed and read goes by the labels that a screen reader reads.

mod analysis_board;
mod dialogs;
mod exports;
mod following;
mod harness;
mod kept_work;
mod keys;
mod layout;
mod menus;
mod numbers;
mod playing;
mod position_editor;
mod sessions;
mod settings;
mod shown_findings;
mod start_page;
mod stored_layouts;
mod tab_titles;
mod window_sizes;

use crate::common::records_folder;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use harness::{Window, copy, folder, read, unreviewed};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Dialog, Effect, PathPurpose, TabAction};
use std::fs;

#[test]
fn without_files_the_bundled_records_are_listed_and_the_first_is_open() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    window.must_show("6 games");
    for game in [
        "Atari Go, Flat",
        "Box, Flat",
        "Clobber, Flat",
        "Turn Right, Ada",
        "Turn Right, Greedy",
        "Zuniq, Flat",
    ] {
        window.must_show(game);
    }
    assert_eq!(window.study().record().game, "atari-go");
    // Another is opened by a click, and the one after it by its key.
    // What the row tells of its place is more than is seen of it: its middle lies in the next one,
    // under the board.
    let row = window.harness.get_by_label_contains("Clobber, Flat").rect();
    let at = row.left_top() + egui::vec2(40.0, 12.0);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    let is_shown = |game: &'static str| {
        move |state: &AppState| state.open_game().unwrap().record().game == game
    };
    window.until("Clobber", is_shown("clobber"));
    window.press(Key::J);
    window.until("the next game", is_shown("turn-right"));
    // Games of the list share a tab.
    assert_eq!(window.state().tabs.len(), 1);
    assert_eq!(window.state().messages, []);
}

#[test]
fn each_game_is_opened_stepped_and_run() {
    for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
        let home = folder();
        let mut window = Window::with(&home, &format!("{name}.ron"));
        assert_eq!(window.study().record().game, name);
        assert_eq!(window.study().ply(), 0, "{name}");
        window.press(Key::ArrowRight);
        window.press(Key::ArrowRight);
        assert_eq!(window.study().ply(), 2, "{name}");
        window.press(Key::ArrowLeft);
        assert_eq!(window.study().ply(), 1, "{name}");
        window.press(Key::Space);
        window.until("three plies more", |state| {
            state.open_game().unwrap().ply() >= 4
        });
        window.press(Key::Space);
        let ply = window.study().ply();
        window.pass(3);
        assert_eq!(window.study().ply(), ply, "{name} runs on");
        window.press(Key::End);
        let last = window.study().last_ply();
        assert_eq!(window.study().ply(), last, "{name}");
        window.must_show("The game is over.");
        assert_eq!(window.state().messages, [], "{name}");
    }
}

#[test]
fn a_typed_move_is_a_variation_and_undo_takes_it_back() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window.press(Key::ArrowRight);
    window.press(Key::ArrowRight);
    window.press(Key::Slash);
    window.write("A1");
    window.press(Key::Enter);
    let study = window.study();
    assert_eq!((study.ply(), study.is_changed()), (3, true));
    assert!(!study.tree().is_on_main_line(study.node()));
    window.must_show("3. A1");
    // A wrong one is told and changes nothing.
    window.write("Z99");
    window.press(Key::Enter);
    window.must_show("Z99:");
    assert_eq!(window.study().ply(), 3);
    window.press(Key::Escape);
    window.press_with(Modifiers::COMMAND, Key::Z);
    let study = window.study();
    assert_eq!((study.ply(), study.is_changed()), (2, false));
    assert!(!window.shows("3. A1"));
    window.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.study().ply(), 3);
    window.must_show("3. A1");
}

#[test]
fn a_comment_is_typed_undone_made_again_and_saved_to_a_new_file() {
    let home = folder();
    let mut window = Window::with(&home, "zuniq.ron");
    window.press(Key::ArrowRight);
    window.comment("The first line.");
    let said = |window: &mut Window| window.study().note().map(|note| note.comment.clone());
    assert_eq!(said(&mut window).as_deref(), Some("The first line."));
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(said(&mut window).unwrap_or_default(), "");
    window.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(said(&mut window).as_deref(), Some("The first line."));
    let path = home.path().join("kept.ron");
    window.save_as(&path);
    assert_eq!(read(&path).notes[&1].comment, "The first line.");
    window.must_show("Saved");
    // From now on it is saved there, without a question.
    window.press(Key::ArrowRight);
    window.comment("The second.");
    assert_eq!(window.state().changed_tabs().count(), 1);
    window.press_with(Modifiers::COMMAND, Key::S);
    window.until("the file", |state| state.changed_tabs().count() == 0);
    assert_eq!(read(&path).notes[&2].comment, "The second.");
    assert_eq!(window.state().dialog, None);
}

#[test]
fn a_changed_game_is_saved_where_it_came_from() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.press(Key::End);
    window.press(Key::Num2);
    window.press_with(Modifiers::COMMAND, Key::S);
    window.until("the file", |state| state.changed_tabs().count() == 0);
    let last = window.study().last_ply();
    let (was, is) = (read(&records_folder().join("clobber.ron")), read(&path));
    assert_eq!(is.notes[&last].glyph, Some(kifu_core::record::Glyph::Good));
    assert_eq!(is.moves, was.moves);
    assert_eq!(window.state().dialog, None);
}

/// While it is saved its file is not as it was; nobody else has changed it.
#[test]
fn saving_is_no_change_by_another_program() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::watching(&home, &path);
    for round in 0..6 {
        window.press(Key::ArrowRight);
        window.press(Key::Num1);
        window.press_with(Modifiers::COMMAND, Key::S);
        window.until("the file", |state| state.changed_tabs().count() == 0);
        assert_eq!(window.state().dialog, None, "{round}");
    }
    // Another program's change is still told.
    fs::remove_file(&path).unwrap();
    window.until("the question", |state| {
        matches!(state.dialog, Some(Dialog::FileChanged(0, true)))
    });
}

#[test]
fn a_failed_game_tells_at_its_end_which_rule_was_broken() {
    let home = folder();
    let mut window = Window::with(&home, "turn-right-illegal.ron");
    // Under the board, and nothing but this; the players' pane tells it in its own words.
    let rule = "the circuit turns left: its corners must run clockwise, a1-a4-d4-d1";
    let told = |window: &Window| window.harness.query_all_by_label(rule).count();
    assert_eq!(told(&window), 0);
    window.press(Key::End);
    assert!(window.study().is_at_failure());
    window.must_show("Black failed:");
    assert_eq!(told(&window), 1);
    window.press(Key::ArrowLeft);
    assert!(!window.study().is_at_failure());
    assert_eq!(told(&window), 0);
}

#[test]
fn a_dropped_file_that_is_no_game_is_told_and_one_that_is_opens() {
    let home = folder();
    let mut window = Window::with(&home, "box.ron");
    let bad = home.path().join("bad.ron");
    fs::write(&bad, b"\xff\xfe\x00( kifu: 1, game: \"chess\", \0\0").unwrap();
    let before = window.state().library.len();
    // The text is read as UTF-16, in letters that the fonts lack, which the tests do not forgive:
    // the pane that would show it is hidden.
    for _ in 0..2 {
        window.act(Action::Outside(Effect::TogglePane(
            kifu_app::state::Pane::Findings,
        )));
    }
    window.drop_file(&bad);
    window.until("what is wrong", |state| {
        state.running_jobs.is_empty()
            && (!state.messages.is_empty() || state.library.len() > before)
    });
    window.must_show("bad.ron");
    let gone = home.path().join("gone.ron");
    window.drop_file(&gone);
    window.until("what is wrong", |state| {
        state
            .messages
            .iter()
            .any(kifu_app::state::Message::is_error)
    });
    window.must_show("gone.ron");
    let tabs = window.state().tabs.len();
    window.drop_file(&records_folder().join("zuniq.ron"));
    window.until("the good one", |state| state.tabs.len() > tabs);
    assert_eq!(window.study().record().game, "zuniq");
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 1);
}

#[test]
fn a_changed_game_is_not_closed_without_a_question() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window.press(Key::ArrowRight);
    window.comment("Mine.");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.must_show("Save your changes?");
    window.click("Cancel");
    assert_eq!(window.state().tabs.len(), 1);
    // Nor does the program end: by its key, or by the cross of the window.
    window.press_with(Modifiers::COMMAND, Key::Q);
    window.must_show("Save changes to these games?");
    window.click("Cancel");
    let viewports = &mut window.harness.input_mut().viewports;
    let root = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    root.events.push(egui::ViewportEvent::Close);
    window.harness.step();
    let viewports = &mut window.harness.input_mut().viewports;
    let root = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    root.events.clear();
    window.rest();
    window.must_show("Save changes to these games?");
    window.click("Cancel");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Don't save");
    assert_eq!(window.state().tabs.len(), 0);
    window.must_show("Open folder…");
}

#[test]
fn the_picture_of_the_shown_position_is_copied() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window.press_for_a_frame(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    let mut copied = None;
    // The action is performed at the end of the frame of its key.
    for _ in 0..3 {
        let commands = &window.harness.output().platform_output.commands;
        copied = copied.or(commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyImage(image) => Some(image.clone()),
            _ => None,
        }));
        window.harness.step();
    }
    let copied = copied.expect("an image for the clipboard");
    let dark = window.harness.ctx.theme() == egui::Theme::Dark;
    let picture = window.state().shown_picture(0).unwrap();
    let raster = picture.raster(kifu_core::scene::Palette { dark }).unwrap();
    assert_eq!(
        copied.size,
        [raster.width, raster.height].map(|length| length as usize)
    );
    let pixels = copied.pixels.iter().map(egui::Color32::to_array);
    assert!(pixels.eq(raster.pixels.iter().map(|[r, g, b]| [*r, *g, *b, 255])));
    window.must_show("Copied.");
}

#[test]
fn pictures_are_offered_in_the_menu_of_exports() {
    let home = folder();
    let mut window = Window::with(&home, "zuniq.ron");
    window.click("File");
    window.click("Export");
    for format in ["svg", "png", "gif"] {
        window.harness.get_by_label(format);
    }
}

#[test]
fn what_is_saved_before_closing_is_closed_then() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.comment("Mine.");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Save");
    window.until("an empty window", |state| state.tabs.is_empty());
    let kept = read(&path);
    assert!(kept.notes.values().any(|note| note.comment == "Mine."));
}

#[test]
fn a_typed_move_is_taken_back_without_leaving_the_field() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let first = window
        .study()
        .record()
        .moves
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    window.press(Key::Slash);
    window.write("zz");
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 0, "no move");
    window.write(&first);
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 1);
    // Another than that of the game, which can be taken back.
    let legal = window.study().state().legal_moves();
    let played = window
        .study()
        .record()
        .moves
        .split_whitespace()
        .nth(1)
        .unwrap()
        .to_owned();
    let other = legal
        .iter()
        .find(|token| **token != played)
        .unwrap()
        .clone();
    window.write(&other);
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 2);
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.study().ply(), 1);
    // The arrows go through the game as long as nothing is typed.
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 2);
    window.write("e");
    window.press(Key::ArrowLeft);
    assert_eq!(window.study().ply(), 2);
}

#[test]
fn a_path_is_suggested_and_goes_with_the_first_letter() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let suggested = home.path().join("suggested.ron");
    let dialog = Dialog::Path(PathPurpose::Save, suggested.clone());
    window.shell().request(Action::OpenDialog(dialog.clone()));
    window.until("the dialog", |state| state.dialog.is_some());
    window.click("Save");
    window.until("the file", |_| suggested.is_file());
    let other = home.path().join("other.ron");
    window.shell().request(Action::OpenDialog(dialog));
    window.until("the dialog", |state| state.dialog.is_some());
    window.write(&other.display().to_string());
    window.click("Save");
    window.until("the file", |_| other.is_file());
}

#[test]
fn help_opens_by_its_keys() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    for key in [Key::Questionmark, Key::F1] {
        window.press(key);
        window.must_show("Commands and keys");
        assert_eq!(window.state().dialog, Some(Dialog::Help), "{key:?}");
        window.press(Key::Escape);
        assert_eq!(window.state().dialog, None, "{key:?}");
    }
}

#[test]
fn what_a_crash_left_unsaved_is_offered_again() {
    let _quiet = crate::no_child_starts();
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.comment("Not saved.");
    // It is kept within seconds; the clock of the window is that of its frames.
    window.pass(10);
    window.end(false);

    let mut window = Window::open(&home, Vec::new());
    window.until("the question", |state| {
        matches!(state.dialog, Some(Dialog::RestoreDrafts(_)))
    });
    let Some(Dialog::RestoreDrafts(titles)) = window.state().dialog.clone() else {
        panic!("no question");
    };
    assert_eq!(titles.len(), 1);
    window.must_show(&titles[0]);
    // They stay for later.
    window.click("Not now");
    window.end(true);
    let mut window = Window::open(&home, Vec::new());
    window.until("the question again", |state| {
        matches!(state.dialog, Some(Dialog::RestoreDrafts(_)))
    });
    window.click("Restore");
    window.until("the games", |state| state.changed_tabs().count() == 1);
    let at = window.state().changed_tabs().next().unwrap();
    let study = window.state().tabs[at].open_game.as_ref().unwrap();
    assert_eq!(study.ply(), 1);
    assert_eq!(study.note().unwrap().comment, "Not saved.");
    // After an end in good order nothing is asked.
    window.end(true);
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| state.tabs.len() == 1);
    assert_eq!(window.state().dialog, None);
}

#[test]
fn settings_are_there_again_the_next_time() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::K);
    assert!(!window.state().preferences.coordinates);
    window.press(Key::F7);
    window.end(true);
    let mut window = Window::with(&home, "clobber.ron");
    assert!(!window.state().preferences.coordinates);
    assert_eq!(window.state().messages, []);
}

#[test]
fn the_engine_thinks_along_and_its_line_is_shown_and_played() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::L);
    window.until("a thought", |state| {
        let thought = state.shown_analysis();
        thought.is_some_and(|(_, thought)| thought.result.lines.len() >= 3)
    });
    let before = window.study().tree().preorder().len();
    // What was played is among the lines.
    window.must_show("played");
    // The engine goes on thinking, and another line may be the best by now.
    window.press_for_a_frame(Modifiers::SHIFT, Key::Enter);
    let (subject, thought) = window
        .state()
        .live_analysis
        .latest
        .clone()
        .expect("a thought");
    assert_eq!(subject.ply, 0);
    let best = thought.result.best_move().expect("a line");
    let study = window.study();
    assert_eq!(study.tree().token(study.node()), best.as_str());
    assert!(study.tree().preorder().len() <= before + 1);
    // It goes along.
    window.until("a thought of the next position", |state| {
        state
            .shown_analysis()
            .is_some_and(|(subject, _)| subject.ply == 1)
    });
    window.press(Key::L);
    assert!(window.state().live_analysis.pending.is_none());
}

#[test]
fn a_game_is_reviewed_beside_the_window_and_saved_with_what_was_found() {
    let home = folder();
    let path = unreviewed(&home, "zuniq.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.state().preferences.review_ms = 5;
    window.act(Action::Navigate(Navigation::Ply(7)));
    window.press(Key::A);
    window.until("the review", |state| {
        state.running_reviews.is_empty() && !state.open_game().unwrap().review_summary().is_empty()
    });
    assert_eq!(window.study().ply(), 7);
    window.must_show("Accuracy");
    window.act(Action::Navigate(Navigation::First));
    window.press(Key::T);
    let first = window
        .study()
        .review_summary()
        .key_moments
        .first()
        .map(|moment| moment.ply);
    assert_eq!(window.study().ply(), first.unwrap_or(0));
    window.press_with(Modifiers::COMMAND, Key::S);
    window.until("saving", |state| !state.open_game().unwrap().is_changed());
    let saved = read(&path);
    let evaluated = saved.notes.values().filter(|note| !note.evals.is_empty());
    assert_eq!(
        evaluated.count(),
        window.study().review_summary().plies.len()
    );
}

#[test]
fn a_review_that_is_stopped_keeps_what_it_found_and_goes_on_later() {
    let home = folder();
    let path = unreviewed(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path]);
    window.until("the game", |state| state.tabs.len() == 1);
    // The last plies are proven at once; all others would take half a minute.
    window.state().preferences.review_ms = 1000;
    window.press(Key::A);
    window.until_now("a few plies", |state| {
        state.open_game().unwrap().review_summary().plies.len() >= 3
    });
    window.press(Key::A);
    window.until("the end", |state| state.running_reviews.is_empty());
    let found = window.study().review_summary().plies.len();
    assert!((3..49).contains(&found), "{found}");
    // Closed while it runs: nobody waits for it.
    window.press(Key::A);
    window.until_now("the review", |state| !state.running_reviews.is_empty());
    window.act(Action::Tab(TabAction::DiscardAndClose(0)));
    window.until("the end", |state| state.running_reviews.is_empty());
}
