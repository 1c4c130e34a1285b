//! The whole window as a user operates it, without a screen.
//!
//! The tests click and read widgets by the labels that a screen reader reads.

mod analysis_board;
mod browser;
mod changed_files;
mod dialogs;
mod drafts;
mod exports;
mod failing_bots;
mod finding_words;
mod following;
mod harness;
mod kept_work;
mod keys;
mod layout;
mod menus;
mod new_games;
mod numbers;
mod playing;
mod position_editor;
mod sessions;
mod settings;
mod shown_findings;
mod start_page;
mod stored_layouts;
mod summaries;
mod tab_titles;
mod window_sizes;

use crate::common::records_folder;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use harness::{Window, copy_record, copy_unreviewed_record, read_record, temp_folder};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Dialog, Effect, PathPurpose, TabAction};
use std::fs;

#[test]
fn window_without_files_lists_bundled_records_and_opens_first() {
    let home = temp_folder();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the records", |state| {
        state.library.len() == 11 && state.tabs.len() == 1
    });
    window.must_show("11 games");
    for game in [
        "Atari Go, Flat",
        "Atari Go, kifu A",
        "Box, Flat",
        "Clobber, Flat",
        "Turn Right, Ada",
        "Turn Right, Greedy",
        "Zuniq, Flat",
    ] {
        window.must_show(game);
    }
    assert_eq!(window.open_game().record().game, "zuniq");
    // A click opens another game, a key the one after it. The reported rectangle of the row is
    // larger than its visible part, so the click goes to its left top corner, not to its center.
    let row = window.harness.get_by_label_contains("Clobber, Flat").rect();
    let at = row.left_top() + egui::vec2(40.0, 12.0);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    let is_shown = |game: &'static str| {
        move |state: &AppState| state.open_game().unwrap().record().game == game
    };
    window.run_until("Clobber", is_shown("clobber"));
    window.press(Key::J);
    window.run_until("the next game", is_shown("atari-go"));
    // Games of the list share a tab.
    assert_eq!(window.state().tabs.len(), 1);
    assert_eq!(window.state().messages, []);
}

#[test]
fn save_writes_changed_game_to_its_own_file() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.press(Key::End);
    window.press(Key::Num2);
    window.press_with(Modifiers::COMMAND, Key::S);
    window.run_until("the file", |state| state.changed_tabs().count() == 0);
    let last = window.open_game().last_ply();
    let (original, saved) = (
        read_record(&records_folder().join("clobber.ron")),
        read_record(&path),
    );
    assert_eq!(
        saved.notes[&last].glyph,
        Some(kifu_core::record::Glyph::Good)
    );
    assert_eq!(saved.moves, original.moves);
    assert_eq!(window.state().dialog, None);
}

#[test]
fn end_of_failed_game_names_broken_rule() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "turn-right-illegal.ron");
    // The exact text is shown below the board only; the players pane words it differently.
    let rule = "the circuit turns left: its corners must run clockwise, a1-a4-d4-d1";
    let rule_count = |window: &Window| window.harness.query_all_by_label(rule).count();
    assert_eq!(rule_count(&window), 0);
    window.press(Key::End);
    assert!(window.open_game().is_at_failure());
    window.must_show("Black failed:");
    assert_eq!(rule_count(&window), 1);
    window.press(Key::ArrowLeft);
    assert!(!window.open_game().is_at_failure());
    assert_eq!(rule_count(&window), 0);
}

#[test]
fn dropped_bad_file_is_reported_and_dropped_game_opens() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "box.ron");
    let bad = home.path().join("bad.ron");
    fs::write(&bad, b"\xff\xfe\x00( kifu: 1, game: \"chess\", \0\0").unwrap();
    let before = window.state().library.len();
    // The text is decoded as UTF-16, with letters that the fonts lack, which makes a test fail.
    // So the pane that would show the text is hidden.
    for _ in 0..2 {
        window.perform(Action::Outside(Effect::TogglePane(
            kifu_app::state::Pane::Findings,
        )));
    }
    window.drop_file(&bad);
    window.run_until("what is wrong", |state| {
        state.running_jobs.is_empty()
            && (!state.messages.is_empty() || state.library.len() > before)
    });
    window.must_show("bad.ron");
    let gone = home.path().join("gone.ron");
    window.drop_file(&gone);
    window.run_until("what is wrong", |state| {
        state
            .messages
            .iter()
            .any(kifu_app::state::Message::is_error)
    });
    window.must_show("gone.ron");
    let tabs = window.state().tabs.len();
    window.drop_file(&records_folder().join("zuniq.ron"));
    window.run_until("the good one", |state| state.tabs.len() > tabs);
    assert_eq!(window.open_game().record().game, "zuniq");
    window.press(Key::ArrowRight);
    assert_eq!(window.open_game().ply(), 1);
}

#[test]
fn export_menu_offers_picture_formats() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "zuniq.ron");
    window.click("File");
    window.click("Export");
    for format in ["svg", "png", "gif"] {
        window.harness.get_by_label(format);
    }
}

#[test]
fn save_in_close_dialog_saves_game_and_closes_tab() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.write_comment("Mine.");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Save");
    window.run_until("an empty window", |state| state.tabs.is_empty());
    let kept = read_record(&path);
    assert!(kept.notes.values().any(|note| note.comment == "Mine."));
}

#[test]
fn suggested_path_is_replaced_by_typed_path() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let suggested = home.path().join("suggested.ron");
    let dialog = Dialog::Path(PathPurpose::Save, suggested.clone());
    window
        .app_window()
        .request(Action::OpenDialog(dialog.clone()));
    window.run_until("the dialog", |state| state.dialog.is_some());
    window.click("Save");
    window.run_until("the file", |_| suggested.is_file());
    let other = home.path().join("other.ron");
    window.app_window().request(Action::OpenDialog(dialog));
    window.run_until("the dialog", |state| state.dialog.is_some());
    window.type_text(&other.display().to_string());
    window.click("Save");
    window.run_until("the file", |_| other.is_file());
}

#[test]
fn settings_are_restored_at_next_start() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::K);
    assert!(!window.state().preferences.coordinates);
    window.press(Key::F7);
    window.end(true);
    let mut window = Window::with_record(&home, "clobber.ron");
    assert!(!window.state().preferences.coordinates);
    assert_eq!(window.state().messages, []);
}

#[test]
fn engine_follows_game_and_its_best_move_can_be_played() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    window.press(Key::L);
    window.run_until("a thought", |state| {
        let analysis = state.shown_analysis();
        analysis.is_some_and(|(_, update)| update.result.lines.len() >= 3)
    });
    let before = window.open_game().tree().preorder().len();
    // The played move is among the lines.
    window.must_show("played");
    // The engine keeps searching, and another line may be the best by now.
    window.press_for_a_frame(Modifiers::SHIFT, Key::Enter);
    let (subject, update) = window
        .state()
        .live_analysis
        .latest
        .clone()
        .expect("a thought");
    assert_eq!(subject.ply, 0);
    let best = update.result.best_move().expect("a line");
    let open_game = window.open_game();
    assert_eq!(open_game.tree().token(open_game.node()), best.as_str());
    assert!(open_game.tree().preorder().len() <= before + 1);
    // The engine follows to the next position.
    window.run_until("a thought of the next position", |state| {
        state
            .shown_analysis()
            .is_some_and(|(subject, _)| subject.ply == 1)
    });
    window.press(Key::L);
    assert!(window.state().live_analysis.pending.is_none());
}

#[test]
fn stopped_review_keeps_results_and_can_be_restarted() {
    let home = temp_folder();
    let path = copy_unreviewed_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    // The last plies are proven at once; all others would take half a minute.
    window.state().preferences.review_ms = 1000;
    window.press(Key::A);
    window.step_until("a few plies", |state| {
        state.open_game().unwrap().review_summary().plies.len() >= 3
    });
    window.press(Key::A);
    window.run_until("the end", |state| state.running_reviews.is_empty());
    let found = window.open_game().review_summary().plies.len();
    assert!((3..49).contains(&found), "{found}");
    // A review ends when its tab is closed.
    window.press(Key::A);
    window.step_until("the review", |state| !state.running_reviews.is_empty());
    window.perform(Action::Tab(TabAction::DiscardAndClose(0)));
    window.run_until("the end", |state| state.running_reviews.is_empty());
}

mod slow {
    use super::*;

    #[test]
    fn every_game_opens_steps_and_plays_back() {
        for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
            let home = temp_folder();
            let mut window = Window::with_record(&home, &format!("{name}.ron"));
            assert_eq!(window.open_game().record().game, name);
            assert_eq!(window.open_game().ply(), 0, "{name}");
            window.press(Key::ArrowRight);
            window.press(Key::ArrowRight);
            assert_eq!(window.open_game().ply(), 2, "{name}");
            window.press(Key::ArrowLeft);
            assert_eq!(window.open_game().ply(), 1, "{name}");
            window.press(Key::Space);
            window.run_until("three plies more", |state| {
                state.open_game().unwrap().ply() >= 4
            });
            window.press(Key::Space);
            let ply = window.open_game().ply();
            window.advance_clock(3);
            assert_eq!(window.open_game().ply(), ply, "{name} runs on");
            window.press(Key::End);
            let last = window.open_game().last_ply();
            assert_eq!(window.open_game().ply(), last, "{name}");
            window.must_show("The game is over.");
            assert_eq!(window.state().messages, [], "{name}");
        }
    }

    #[test]
    fn typed_move_becomes_variation_and_can_be_undone() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "atari-go.ron");
        window.press(Key::ArrowRight);
        window.press(Key::ArrowRight);
        window.press(Key::Slash);
        window.type_text("A1");
        window.press(Key::Enter);
        let open_game = window.open_game();
        assert_eq!((open_game.ply(), open_game.is_changed()), (3, true));
        assert!(!open_game.tree().is_on_main_line(open_game.node()));
        window.must_show("3. A1");
        // An invalid move is reported and changes nothing.
        window.type_text("Z99");
        window.press(Key::Enter);
        window.must_show("Z99:");
        assert_eq!(window.open_game().ply(), 3);
        window.press(Key::Escape);
        window.press_with(Modifiers::COMMAND, Key::Z);
        let open_game = window.open_game();
        assert_eq!((open_game.ply(), open_game.is_changed()), (2, false));
        assert!(!window.shows("3. A1"));
        window.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(window.open_game().ply(), 3);
        window.must_show("3. A1");
    }

    #[test]
    fn comment_is_undone_redone_and_saved_to_new_file() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "zuniq.ron");
        window.press(Key::ArrowRight);
        window.write_comment("The first line.");
        let comment =
            |window: &mut Window| window.open_game().note().map(|note| note.comment.clone());
        assert_eq!(comment(&mut window).as_deref(), Some("The first line."));
        window.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(comment(&mut window).unwrap_or_default(), "");
        window.press_with(Modifiers::COMMAND, Key::Y);
        assert_eq!(comment(&mut window).as_deref(), Some("The first line."));
        let path = home.path().join("kept.ron");
        window.save_as(&path);
        assert_eq!(read_record(&path).notes[&1].comment, "The first line.");
        window.must_show("Saved");
        // Later saves go to the same file without a question.
        window.press(Key::ArrowRight);
        window.write_comment("The second.");
        assert_eq!(window.state().changed_tabs().count(), 1);
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("the file", |state| state.changed_tabs().count() == 0);
        assert_eq!(read_record(&path).notes[&2].comment, "The second.");
        assert_eq!(window.state().dialog, None);
    }

    /// The program's own save changes the file while it is watched.
    #[test]
    fn own_save_is_not_reported_as_change_by_another_program() {
        let home = temp_folder();
        let path = copy_record(&home, "clobber.ron");
        let mut window = Window::with_watched_file(&home, &path);
        for round in 0..6 {
            window.press(Key::ArrowRight);
            window.press(Key::Num1);
            window.press_with(Modifiers::COMMAND, Key::S);
            window.run_until("the file", |state| state.changed_tabs().count() == 0);
            assert_eq!(window.state().dialog, None, "{round}");
        }
        // A change by another program is still reported.
        fs::remove_file(&path).unwrap();
        window.run_until("the question", |state| {
            matches!(state.dialog, Some(Dialog::FileChanged(0, true)))
        });
    }

    #[test]
    fn closing_changed_game_or_program_asks_first() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "atari-go.ron");
        window.press(Key::ArrowRight);
        window.write_comment("Mine.");
        window.press_with(Modifiers::COMMAND, Key::W);
        window.must_show("Save your changes?");
        window.click("Cancel");
        assert_eq!(window.state().tabs.len(), 1);
        // The program asks before it ends, too: by its key and by the close button of the window.
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
        window.settle();
        window.must_show("Save changes to these games?");
        window.click("Cancel");
        window.press_with(Modifiers::COMMAND, Key::W);
        window.click("Don't save");
        assert_eq!(window.state().tabs.len(), 0);
        window.must_show("Open folder…");
    }

    #[test]
    fn copy_picture_puts_shown_position_on_clipboard() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "atari-go.ron");
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
        let raster = picture
            .raster(
                kifu_core::scene::Palette { dark },
                &kifu_study::render::Rasterizer::new(),
            )
            .unwrap();
        assert_eq!(
            copied.size,
            [raster.width, raster.height].map(|length| length as usize)
        );
        let pixels = copied.pixels.iter().map(egui::Color32::to_array);
        assert!(pixels.eq(raster.pixels.iter().map(|[r, g, b]| [*r, *g, *b, 255])));
        window.must_show("Copied the picture.");
    }

    #[test]
    fn undo_and_arrow_keys_work_in_empty_move_field() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        let first = window
            .open_game()
            .record()
            .moves
            .split_whitespace()
            .next()
            .unwrap()
            .to_owned();
        window.press(Key::Slash);
        window.type_text("zz");
        window.press(Key::Enter);
        assert_eq!(window.open_game().ply(), 0, "no move");
        window.type_text(&first);
        window.press(Key::Enter);
        assert_eq!(window.open_game().ply(), 1);
        // A move that differs from the game can be undone.
        let legal = window.open_game().state().legal_moves();
        let played = window
            .open_game()
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
        window.type_text(&other);
        window.press(Key::Enter);
        assert_eq!(window.open_game().ply(), 2);
        window.press_with(Modifiers::COMMAND, Key::Z);
        assert_eq!(window.open_game().ply(), 1);
        // The arrow keys step through the game while the field is empty.
        window.press(Key::ArrowRight);
        assert_eq!(window.open_game().ply(), 2);
        window.type_text("e");
        window.press(Key::ArrowLeft);
        assert_eq!(window.open_game().ply(), 2);
    }

    #[test]
    fn question_mark_and_f1_open_help() {
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        for key in [Key::Questionmark, Key::F1] {
            window.press(key);
            window.must_show("Commands and keys");
            assert_eq!(window.state().dialog, Some(Dialog::Help), "{key:?}");
            window.press(Key::Escape);
            assert_eq!(window.state().dialog, None, "{key:?}");
        }
    }

    #[test]
    fn unsaved_game_is_offered_after_a_crash() {
        let _quiet = crate::no_child_starts();
        let home = temp_folder();
        let mut window = Window::with_record(&home, "clobber.ron");
        window.press(Key::ArrowRight);
        window.write_comment("Not saved.");
        // The draft is written within seconds of the window's own clock.
        window.advance_clock(10);
        window.end(false);

        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question", |state| {
            matches!(state.dialog, Some(Dialog::RestoreDrafts(_)))
        });
        let Some(Dialog::RestoreDrafts(titles)) = window.state().dialog.clone() else {
            panic!("no question");
        };
        assert_eq!(titles.len(), 1);
        window.must_show(&titles[0]);
        // The drafts are kept for later.
        window.click("Not now");
        window.end(true);
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the question again", |state| {
            matches!(state.dialog, Some(Dialog::RestoreDrafts(_)))
        });
        window.click("Restore");
        window.run_until("the games", |state| state.changed_tabs().count() == 1);
        let at = window.state().changed_tabs().next().unwrap();
        let open_game = window.state().tabs[at].open_game.as_ref().unwrap();
        assert_eq!(open_game.ply(), 1);
        assert_eq!(open_game.note().unwrap().comment, "Not saved.");
        // After an orderly end there is no question.
        window.perform(Action::Tab(TabAction::DiscardAndQuit));
        window.end(true);
        let mut window = Window::open(&home, Vec::new());
        window.run_until("the records", |state| state.tabs.len() == 1);
        assert_eq!(window.state().dialog, None);
    }

    #[test]
    fn review_runs_in_background_and_is_saved_with_game() {
        let home = temp_folder();
        let path = copy_unreviewed_record(&home, "zuniq.ron");
        let mut window = Window::open(&home, vec![path.clone()]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window.state().preferences.review_ms = 5;
        window.perform(Action::Navigate(Navigation::Ply(7)));
        window.press(Key::A);
        window.run_until("the review", |state| {
            state.running_reviews.is_empty()
                && !state.open_game().unwrap().review_summary().is_empty()
        });
        assert_eq!(window.open_game().ply(), 7);
        window.must_show("Accuracy");
        window.perform(Action::Navigate(Navigation::First));
        window.press(Key::T);
        let first = window
            .open_game()
            .review_summary()
            .key_moments
            .first()
            .map(|moment| moment.ply);
        assert_eq!(window.open_game().ply(), first.unwrap_or(0));
        window.press_with(Modifiers::COMMAND, Key::S);
        window.run_until("saving", |state| !state.open_game().unwrap().is_changed());
        let saved = read_record(&path);
        let evaluated = saved.notes.values().filter(|note| !note.evals.is_empty());
        assert_eq!(
            evaluated.count(),
            window.open_game().review_summary().plies.len()
        );
    }
}
