//! What the window says of many games at once, of tables of results, and of copies and pastes.

use super::harness::{Window, copy_record, temp_folder};
use crate::common::records_folder;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use kifu_app::state::{Action, CopyTarget, Effect, FileAction, Pane};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const TABLE: &str = "Game,Round,IsSwiss,Player,User,Score,Status\n\
    265723,1,swiss,\"Player 1\",\"Ada\",235,WIN\n\
    265723,1,swiss,\"Player 2\",\"Bo\",65,LOSE\n\
    265724,1,swiss,\"Player 1\",\"Cy\",10,LOSE\n\
    265724,1,swiss,\"Player 2\",\"Ada\",290,WIN\n";

fn write(home: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = home.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Three games, of which the second has a move that breaks a rule.
fn three_games(home: &TempDir) -> PathBuf {
    let game = |first: &str, second: &str, moves: &str| {
        format!("game: clobber\nplayer1: {first}\nplayer2: {second}\n{moves}\n")
    };
    let games = [
        game("Ada", "Bo", "b1a1"),
        game("Bo", "Cy", "a1a5"),
        game("Cy", "Ada", "d1c1"),
    ];
    write(home, "games.moves", &games.join("---\n"))
}

fn window_with_three_games(home: &TempDir) -> Window {
    let mut window = Window::open(home, vec![three_games(home)]);
    window.run_until("the games", |state| {
        state.library.len() == 3 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    window
}

fn paste(window: &mut Window, text: &str) {
    window.perform(Action::File(FileAction::Paste(text.to_owned())));
    window.run_until("the paste", |state| state.running_jobs.is_empty());
}

#[test]
fn library_counts_and_lists_games_with_problems() {
    let home = temp_folder();
    let mut window = window_with_three_games(&home);
    window.must_show("3 games");
    window.click("· 1 with problems");
    window.must_show("1 of 3 games");
    assert_eq!(window.state().library.shown(), [1]);
}

#[test]
fn next_problem_opens_the_game_with_an_error() {
    let home = temp_folder();
    let mut window = window_with_three_games(&home);
    assert_eq!(window.state().selected_row, Some(0));
    window.press_with(Modifiers::COMMAND, Key::J);
    window.run_until("the game", |state| {
        state
            .tab()
            .is_some_and(|tab| tab.player_names() == ["Bo", "Cy"])
    });
}

#[test]
fn standings_of_listed_games_are_at_hand() {
    let home = temp_folder();
    let path = write(&home, "results.csv", TABLE);
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the table", |state| state.tabs.len() == 1);
    window.click("Standings");
    let _ = window.harness.get_by_label("1 Ada, 2 0 0, 525");
}

#[test]
fn standings_of_two_games_are_tables_apart() {
    let home = temp_folder();
    let files = ["box.ron", "clobber.ron"].map(|name| records_folder().join(name));
    let mut window = Window::open(&home, files.to_vec());
    window.run_until("the games", |state| {
        state.library.len() == 2 && state.running_jobs.is_empty()
    });
    let tables = window.state().library.standings_of_shown();
    let ids: Vec<&str> = tables.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["box", "clobber"]);
    window.click("Standings");
    for row in [
        "1 Flat Monte Carlo 30, 1 0 0, 206",
        "1 Flat Monte Carlo 200, 1 0 0, 1",
    ] {
        let _ = window.harness.get_by_label(row);
    }
}

#[test]
fn table_of_results_opens_with_its_result() {
    let home = temp_folder();
    let path = write(&home, "results.csv", TABLE);
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the table", |state| state.tabs.len() == 1);
    window.must_show("235 – 65, Ada wins.");
    window.must_show("This table has results only.");
    assert!(!window.shows("no playable game"));
    window.press(Key::A);
    window.must_show("There are no moves to review.");
}

#[test]
fn enter_in_the_search_opens_the_first_hit() {
    let home = temp_folder();
    let mut window = window_with_three_games(&home);
    window.press_with(Modifiers::COMMAND, Key::L);
    window.type_text("Cy Ada");
    window.press(Key::Enter);
    window.run_until("the hit", |state| {
        state
            .tab()
            .is_some_and(|tab| tab.player_names() == ["Cy", "Ada"])
    });
    window.press_with(Modifiers::COMMAND, Key::L);
    window.press(Key::ArrowDown);
    window.press(Key::Enter);
    assert_eq!(window.state().selected_row, Some(2));
}

#[test]
fn copies_say_what_was_copied() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let plies = window.open_game().last_ply();
    // The whole line is copied, also at its start.
    window.press(Key::Home);
    window.press_with(Modifiers::COMMAND, Key::C);
    window.must_show(&format!("Copied {plies} moves."));
    window.perform(Action::File(FileAction::Copy(CopyTarget::Position)));
    window.must_show("Copied the position.");
    window.perform(Action::File(FileAction::NewGame("clobber")));
    window.press_with(Modifiers::COMMAND, Key::C);
    window.must_show("There are no moves to copy.");
}

#[test]
fn pastes_say_what_was_pasted_and_junk_opens_no_tab() {
    let home = temp_folder();
    let mut window = window_with_three_games(&home);
    paste(&mut window, "what is this?");
    window.must_show("The pasted text contains no game.");
    assert_eq!(window.state().tabs.len(), 1);
    paste(&mut window, "game: clobber\nb1a1 c1d1");
    window.must_show("Pasted: Clobber, 2 plies.");
    assert_eq!(window.state().tabs.len(), 2);
    paste(&mut window, " ");
    window.must_show("There is nothing to paste.");
}

#[test]
fn typed_move_goes_with_escape_and_with_the_position() {
    let home = temp_folder();
    let mut window = Window::with_record(&home, "clobber.ron");
    let typed = |window: &Window| window.harness.query_all_by_value("a1-").count() > 0;
    for key in [Key::Escape, Key::End] {
        window.press(Key::Home);
        window.press(Key::Slash);
        window.type_text("a1-");
        assert!(typed(&window), "{key:?}");
        if key == Key::End {
            window.press_with(Modifiers::COMMAND, Key::ArrowRight);
            window.perform(Action::Navigate(kifu_app::open_game::Navigation::Last));
        } else {
            window.press(key);
        }
        assert!(!typed(&window), "{key:?}");
        window.press(Key::Escape);
    }
}

#[test]
fn notes_say_values_in_one_line_and_fold_the_searches() {
    let home = temp_folder();
    let path = copy_record(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.perform(Action::Outside(Effect::RevealPane(Pane::Notes)));
    window.press(Key::ArrowRight);
    let token = window.open_game().plies()[0].token.clone();
    window.must_show(&format!("kifu: {token} "));
    assert!(!window.shows("Win probability · White"));
    window.click("searches");
    window.must_show("Win probability · White");
}

#[test]
fn first_start_shows_a_mistake_and_the_review() {
    let home = temp_folder();
    let mut window = Window::open(&home, Vec::new());
    window.run_until("the first game", |state| state.tabs.len() == 1);
    let open_game = window.open_game();
    let ply = open_game.ply();
    assert!(open_game.review_summary().key_moment(ply).is_some());
    window.must_show("Key moments");
}

#[test]
fn page_of_the_game_is_made_and_offered() {
    let home = temp_folder();
    let copy = |input: &std::path::Path, out: &std::path::Path, _: bool| {
        fs::create_dir_all(out.parent().unwrap()).unwrap();
        let out = if out.extension().is_some() {
            out.to_owned()
        } else {
            fs::create_dir_all(out).unwrap();
            out.join("index.html")
        };
        fs::copy(input, out).unwrap();
        Ok(())
    };
    let mut window = Window::open_with(kifu_app::AppOptions {
        paths: vec![three_games(&home)],
        data_folder: Some(home.path().join("home")),
        publish: Some(copy),
        ..kifu_app::AppOptions::default()
    });
    window.run_until("the games", |state| {
        state.library.len() == 3 && state.tabs.len() == 1 && state.running_jobs.is_empty()
    });
    let page = home.path().join("game.html");
    let folder = home.path().join("event");
    for (purpose, out, made, games) in [
        (
            kifu_app::state::PathPurpose::Export("web-page"),
            &page,
            page.clone(),
            1,
        ),
        (
            kifu_app::state::PathPurpose::PublishListed,
            &folder,
            folder.join("index.html"),
            3,
        ),
    ] {
        window.perform(Action::Outside(Effect::PathGiven(purpose, out.clone())));
        window.run_until("the page", |state| {
            let mut pages = state
                .messages
                .iter()
                .filter_map(|message| message.page.clone());
            pages.any(|page| page == made)
        });
        assert_eq!(fs::read_to_string(&made).unwrap().lines().count(), games);
        window.must_show("Open in the browser");
    }
}
