//! The explorer pane: counts of played moves, and what a click does.

use super::harness::{PaneHarness, opened, record};
use egui_kittest::kittest::Queryable as _;
use kifu_app::library::{Filter, Library, LibraryRow, ScanBatch, ScanItem};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Continuation, Effect, EngineAction, InputAction, Pane};
use kifu_core::contract::Turn;
use kifu_core::record::{Record, read_ron};
use kifu_logs::files::{GameLocation, LogInput, Origin};
use kifu_logs::formats::{ReadContext, check_text};
use std::path::Path;
use std::sync::Arc;

const CLOBBER: &str = "\
game: clobber\nplayer1: Ada\nplayer2: Bo\nb1a1 b2a2\n---\n\
game: clobber\nplayer1: Bo\nplayer2: Ada\nb1a1\n---\n\
game: clobber\nplayer1: Cy\nplayer2: Bo\ng8h8 g7h7\n---\n\
game: clobber\nplayer1: Cy\nplayer2: Bo\nd1c1\n";

/// Traces the games of a library that are not traced yet.
fn trace(library: &mut Library) {
    let games = library.take_untraced();
    let traces = games.iter().map(|(row, game)| (*row, game.trace()));
    library.add_traces(&traces.collect::<Vec<_>>());
    library.end_tracing();
}

/// Returns a library of the games in these logs, one file for each log.
fn library(logs: &[&str]) -> Library {
    let mut library = untraced_library(logs);
    trace(&mut library);
    library
}

/// Returns a library of the games in these logs whose moves are not counted yet.
fn untraced_library(logs: &[&str]) -> Library {
    let mut library = Library::default();
    let mut batch = ScanBatch::default();
    for (nth, log) in (0..).zip(logs) {
        let input = LogInput::File {
            path: format!("games/{nth}.moves").into(),
            is_explicit: false,
        };
        batch
            .items
            .push(ScanItem::File(nth, Arc::new(Origin::new(input))));
        for (index, checked) in (0..).zip(check_text(log, None, &ReadContext::default())) {
            let row = LibraryRow::new(checked, GameLocation::NO_GAME, index);
            batch.items.push(ScanItem::Game(nth, Box::new(row)));
        }
    }
    library.add_batch(1, batch);
    library.refresh();
    library
}

/// Returns a state at the start of a game, with a library of these logs.
fn state(game: &str, logs: &[&str]) -> AppState {
    let text = format!("(kifu: 1, game: \"{game}\", players: ((), ()))");
    let mut state = opened(read_ron(&text).unwrap());
    state.library = library(logs);
    state
}

fn has_label(pane: &PaneHarness, label: &str) -> bool {
    pane.harness.query_all_by_label_contains(label).count() > 0
}

#[test]
fn click_on_explorer_move_plays_it() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    pane.take_actions();
    // The third game counts too, as a mirror image of the first two.
    assert!(has_label(&pane, "List games with b1a1: 3"));
    assert!(!has_label(&pane, "Play g8h8"));
    pane.harness.get_by_label("Play b1a1").click();
    let actions = pane.take_actions();
    let plays = actions.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["b1a1"]),
    );
    assert!(plays, "{actions:?}");
    let open_game = pane.harness.state().state.open_game().unwrap();
    assert_eq!(open_game.ply(), 1);
    // The pane follows the board.
    assert!(has_label(&pane, "List games with b2a2: 2"));
}

#[test]
fn hovered_explorer_move_is_previewed_on_board() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    pane.take_actions();
    pane.harness.get_by_label("Play d1c1").hover();
    let actions = pane.take_actions();
    let peeks = actions.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PeekLine(Some(Continuation { moves, .. }))) if moves == &["d1c1"]),
    );
    assert!(peeks, "{actions:?}");
}

#[test]
fn click_on_game_count_filters_library_to_those_games() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    pane.take_actions();
    pane.harness.get_by_label("List games with b1a1: 3").click();
    pane.take_actions();
    let library = &pane.harness.state().state.library;
    assert_eq!(library.shown(), [0, 1, 2]);
    let name = library.filter().selection.as_ref().unwrap().name();
    assert_eq!(name, "Games with b1a1");
    pane.harness
        .get_by_label("List games with this position: 4 games")
        .click();
    pane.take_actions();
    assert_eq!(pane.harness.state().state.library.shown().len(), 4);
}

#[test]
fn explorer_selection_is_removable_library_filter() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    pane.take_actions();
    pane.harness.get_by_label("List games with d1c1: 1").click();
    pane.take_actions();
    let listed = std::mem::take(&mut pane.harness.state_mut().state);
    assert_eq!(listed.library.shown(), [3]);
    let mut pane = PaneHarness::for_pane(Pane::Library, listed);
    pane.take_actions();
    assert!(has_label(&pane, "1 of 4 games"));
    let label = "Remove filter: Games with d1c1".to_owned();
    pane.harness.get_by_label(&label).click();
    pane.take_actions();
    assert!(pane.harness.state().state.library.filter().is_empty());
    assert_eq!(pane.harness.state().state.library.shown().len(), 4);
}

#[test]
fn listed_games_only_option_counts_filtered_games() {
    let mut state = state("clobber", &[CLOBBER]);
    state.library.set_filter(Filter {
        player: Some("Ada".to_owned()),
        ..Filter::default()
    });
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state);
    pane.take_actions();
    assert!(has_label(&pane, "List games with this position: 4 games"));
    pane.harness.get_by_label("Listed games only").click();
    pane.take_actions();
    assert!(has_label(&pane, "List games with this position: 2 games"));
    assert!(!has_label(&pane, "Play d1c1"));
    pane.harness
        .state_mut()
        .state
        .library
        .set_filter(Filter::default());
    pane.take_actions();
    assert!(has_label(&pane, "Play d1c1"));
}

#[test]
fn explorer_ignores_games_of_closed_files() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("clobber", &[CLOBBER, CLOBBER]));
    pane.take_actions();
    assert!(has_label(&pane, "List games with b1a1: 6"));
    let library = &mut pane.harness.state_mut().state.library;
    library.close_path(Path::new("games/1.moves"));
    pane.take_actions();
    assert!(has_label(&pane, "List games with b1a1: 3"));
    pane.harness.state_mut().state.library.clear();
    pane.take_actions();
    assert!(has_label(
        &pane,
        "Open games or folders to see what was played in them."
    ));
}

#[test]
fn explorer_reports_unknown_position_and_missing_game() {
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state("zuniq", &[CLOBBER]));
    pane.take_actions();
    assert!(has_label(&pane, "No game came to this position."));
    let mut pane = PaneHarness::for_pane(Pane::Explorer, AppState::default());
    pane.take_actions();
    assert!(has_label(
        &pane,
        "Open a game from the library, drop files here, or paste moves."
    ));
}

/// In Box a move is a place; without a chosen tile, one is drawn at random.
#[test]
fn click_on_box_place_plays_it_with_a_tile() {
    let log = include_str!("../../../fixtures/codecup-csv/box.csv");
    let mut state = state("box", &[log]);
    let _ = state.perform(Action::Input(InputAction::PlayMove("Hh123456h".to_owned())));
    assert_eq!(state.open_game().unwrap().state().turn(), Turn::Chance);
    assert_eq!(state.open_game().unwrap().ply(), 0);
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state);
    pane.take_actions();
    assert!(has_label(&pane, "All games at ply"));
    let place = pane
        .harness
        .query_all_by_label_contains("Play ")
        .next()
        .unwrap();
    place.click();
    pane.take_actions();
    let open_game = pane.harness.state().state.open_game().unwrap();
    assert_eq!(open_game.ply(), 1);
}

#[test]
fn spoiler_free_explorer_is_hidden_until_the_game_end() {
    for name in ["clobber", "zuniq"] {
        let mut state = opened(record(name));
        state.library = library(&[CLOBBER]);
        state.preferences.spoiler_free = true;
        let mut pane = PaneHarness::for_pane(Pane::Explorer, state);
        pane.take_actions();
        assert!(
            has_label(&pane, "Hidden until you have seen the end of the game."),
            "{name}"
        );
        let state = &mut pane.harness.state_mut().state;
        let _ = state.perform(Action::Navigate(Navigation::Last));
        pane.take_actions();
        assert!(
            !has_label(&pane, "Hidden until you have seen the end of the game."),
            "{name}"
        );
    }
}

/// Moves are counted only once the explorer is shown.
#[test]
fn explorer_traces_games_once_when_it_is_shown() {
    let mut state = state("clobber", &[]);
    state.library = untraced_library(&[CLOBBER]);
    let mut pane = PaneHarness::for_pane(Pane::Explorer, state);
    let actions = pane.take_actions();
    assert!(
        actions.contains(&Action::Outside(Effect::TraceGames)),
        "{actions:?}"
    );
    assert!(has_label(&pane, "Counting the moves of all games …"));
    assert!(!has_label(&pane, "No game came to this position."));
    let library = &mut pane.harness.state_mut().state.library;
    let games = library.take_untraced();
    let actions = pane.take_actions();
    assert!(
        !actions.contains(&Action::Outside(Effect::TraceGames)),
        "the games are already being traced"
    );
    assert!(has_label(&pane, "Counting the moves of all games …"));
    let library = &mut pane.harness.state_mut().state.library;
    let (first, rest) = games.split_first().unwrap();
    library.add_traces(&[(first.0, first.1.trace())]);
    pane.take_actions();
    assert!(has_label(&pane, "List games with this position: 1 game"));
    assert!(has_label(&pane, "Counting the moves of all games …"));
    let library = &mut pane.harness.state_mut().state.library;
    let traces = rest.iter().map(|(row, game)| (*row, game.trace()));
    library.add_traces(&traces.collect::<Vec<_>>());
    let actions = pane.take_actions();
    assert!(
        !actions.contains(&Action::Outside(Effect::TraceGames)),
        "all games are traced"
    );
    assert!(has_label(&pane, "List games with b1a1: 3"));
    assert!(!has_label(&pane, "Counting the moves of all games …"));
}

/// A game is saved, and the library is cleared, while the games are traced.
#[test]
fn traces_of_replaced_or_cleared_games_are_ignored() {
    let mut library = untraced_library(&["game: clobber\nb1a1\n---\ngame: clobber\nf1e1\n"]);
    let games = library.take_untraced();
    let traces: Vec<_> = games
        .iter()
        .map(|(row, game)| (*row, game.trace()))
        .collect();
    let mut checked = check_text("game: clobber\nd1c1\n", None, &ReadContext::default());
    let row = LibraryRow::new(checked.swap_remove(0), GameLocation::NO_GAME, 0);
    let address = library.address(0).unwrap();
    library.on_saved(None, &address, &row, None);
    library.add_traces(&traces);
    library.end_tracing();
    assert!(library.can_trace(), "the saved game is not traced yet");
    trace(&mut library);
    let moves = |library: &Library| {
        let open = opened(Record {
            game: "clobber".to_owned(),
            ..Record::default()
        });
        let state = open.open_game().unwrap().state();
        let answer = library.explore("clobber", state, 0, false);
        let moves = answer.moves.iter().map(|found| found.token.clone());
        moves.collect::<Vec<String>>()
    };
    assert_eq!(moves(&library), ["d1c1", "f1e1"]);
    library.clear();
    library.add_traces(&traces);
    assert!(moves(&library).is_empty());
    assert!(!library.is_counting());
}

/// The explorer counts the new moves of a saved game.
#[test]
fn saved_game_replaces_its_old_moves_in_explorer() {
    let mut library = library(&["game: clobber\nb1a1\n"]);
    let checked = |log| check_text(log, None, &ReadContext::default()).swap_remove(0);
    let row = LibraryRow::new(checked("game: clobber\nd1c1\n"), GameLocation::NO_GAME, 0);
    let address = library.address(0).unwrap();
    let before = library.explorer_revision();
    library.on_saved(None, &address, &row, None);
    assert!(library.explorer_revision() > before);
    trace(&mut library);
    let open = opened(Record {
        game: "clobber".to_owned(),
        ..Record::default()
    });
    let state = open.open_game().unwrap().state();
    let answer = library.explore("clobber", state, 0, false);
    let moves: Vec<&str> = answer.moves.iter().map(|found| &*found.token).collect();
    assert_eq!((answer.tally.games, moves), (1, vec!["d1c1"]));
}
