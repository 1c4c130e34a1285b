//! The explorer pane: what was played, and what clicks do.

use super::harness::{Bench, opened, record};
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

/// Traces the games that wait for it.
fn trace(library: &mut Library) {
    let games = library.take_untraced();
    let traces = games.iter().map(|(row, game)| (*row, game.trace()));
    library.add_traces(&traces.collect::<Vec<_>>());
    library.end_tracing();
}

/// A library of the games in logs, a file each.
fn library(logs: &[&str]) -> Library {
    let mut library = untraced_library(logs);
    trace(&mut library);
    library
}

/// A library of the games in logs, whose moves were not counted.
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

/// The start of a game, with a library of logs.
fn state(game: &str, logs: &[&str]) -> AppState {
    let text = format!("(kifu: 1, game: \"{game}\", players: ((), ()))");
    let mut state = opened(read_ron(&text).unwrap());
    state.library = library(logs);
    state
}

fn has_label(bench: &Bench, label: &str) -> bool {
    bench.harness.query_all_by_label_contains(label).count() > 0
}

#[test]
fn a_move_is_played_by_a_click() {
    let mut bench = Bench::pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    bench.said();
    // An image of the other two.
    assert!(has_label(&bench, "List games with b1a1: 3"));
    assert!(!has_label(&bench, "Play g8h8"));
    bench.harness.get_by_label("Play b1a1").click();
    let said = bench.said();
    let plays = said.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["b1a1"]),
    );
    assert!(plays, "{said:?}");
    let open_game = bench.harness.state().state.open_game().unwrap();
    assert_eq!(open_game.ply(), 1);
    // The pane goes along with the board.
    assert!(has_label(&bench, "List games with b2a2: 2"));
}

#[test]
fn a_move_that_is_pointed_at_is_seen_on_the_board() {
    let mut bench = Bench::pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    bench.said();
    bench.harness.get_by_label("Play d1c1").hover();
    let said = bench.said();
    let peeks = said.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PeekLine(Some(Continuation { moves, .. }))) if moves == &["d1c1"]),
    );
    assert!(peeks, "{said:?}");
}

#[test]
fn a_count_lists_its_games() {
    let mut bench = Bench::pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    bench.said();
    bench
        .harness
        .get_by_label("List games with b1a1: 3")
        .click();
    bench.said();
    let library = &bench.harness.state().state.library;
    assert_eq!(library.shown(), [0, 1, 2]);
    let name = library.filter().selection.as_ref().unwrap().name();
    assert_eq!(name, "Games with b1a1");
    bench
        .harness
        .get_by_label("List games with this position: 4 games")
        .click();
    bench.said();
    assert_eq!(bench.harness.state().state.library.shown().len(), 4);
}

#[test]
fn a_selection_is_a_filter_that_can_be_removed() {
    let mut bench = Bench::pane(Pane::Explorer, state("clobber", &[CLOBBER]));
    bench.said();
    bench
        .harness
        .get_by_label("List games with d1c1: 1")
        .click();
    bench.said();
    let listed = std::mem::take(&mut bench.harness.state_mut().state);
    assert_eq!(listed.library.shown(), [3]);
    let mut bench = Bench::pane(Pane::Library, listed);
    bench.said();
    assert!(has_label(&bench, "1 of 4 games"));
    let label = "Remove filter: Games with d1c1".to_owned();
    bench.harness.get_by_label(&label).click();
    bench.said();
    assert!(bench.harness.state().state.library.filter().is_empty());
    assert_eq!(bench.harness.state().state.library.shown().len(), 4);
}

#[test]
fn only_listed_games_count_if_wanted() {
    let mut state = state("clobber", &[CLOBBER]);
    state.library.set_filter(Filter {
        player: Some("Ada".to_owned()),
        ..Filter::default()
    });
    let mut bench = Bench::pane(Pane::Explorer, state);
    bench.said();
    assert!(has_label(&bench, "List games with this position: 4 games"));
    bench.harness.get_by_label("Listed games only").click();
    bench.said();
    assert!(has_label(&bench, "List games with this position: 2 games"));
    assert!(!has_label(&bench, "Play d1c1"));
    bench
        .harness
        .state_mut()
        .state
        .library
        .set_filter(Filter::default());
    bench.said();
    assert!(has_label(&bench, "Play d1c1"));
}

#[test]
fn games_of_closed_files_do_not_count() {
    let mut bench = Bench::pane(Pane::Explorer, state("clobber", &[CLOBBER, CLOBBER]));
    bench.said();
    assert!(has_label(&bench, "List games with b1a1: 6"));
    let library = &mut bench.harness.state_mut().state.library;
    library.close_path(Path::new("games/1.moves"));
    bench.said();
    assert!(has_label(&bench, "List games with b1a1: 3"));
    bench.harness.state_mut().state.library.clear();
    bench.said();
    assert!(has_label(
        &bench,
        "Open games or folders to see what was played in them."
    ));
}

#[test]
fn positions_that_nobody_had_are_told() {
    let mut bench = Bench::pane(Pane::Explorer, state("zuniq", &[CLOBBER]));
    bench.said();
    assert!(has_label(&bench, "No game came to this position."));
    let mut bench = Bench::pane(Pane::Explorer, AppState::default());
    bench.said();
    assert!(has_label(
        &bench,
        "Open a game from the library, drop files here, or paste moves."
    ));
}

/// In Box a move is a place; if no tile was chosen, luck draws one.
#[test]
fn places_of_box_are_played_with_a_tile() {
    let table = include_str!("../../../fixtures/codecup-csv/box.csv");
    let mut state = state("box", &[table]);
    let _ = state.perform(Action::Input(InputAction::PlayMove("Hh123456h".to_owned())));
    assert_eq!(state.open_game().unwrap().state().turn(), Turn::Chance);
    assert_eq!(state.open_game().unwrap().ply(), 0);
    let mut bench = Bench::pane(Pane::Explorer, state);
    bench.said();
    assert!(has_label(&bench, "All games at ply"));
    let place = bench
        .harness
        .query_all_by_label_contains("Play ")
        .next()
        .unwrap();
    place.click();
    bench.said();
    let open_game = bench.harness.state().state.open_game().unwrap();
    assert_eq!(open_game.ply(), 1);
}

#[test]
fn nothing_is_given_away() {
    for name in ["clobber", "zuniq"] {
        let mut state = opened(record(name));
        state.library = library(&[CLOBBER]);
        state.preferences.spoiler_free = true;
        let mut bench = Bench::pane(Pane::Explorer, state);
        bench.said();
        assert!(
            has_label(&bench, "Hidden until you have seen the end of the game."),
            "{name}"
        );
        let state = &mut bench.harness.state_mut().state;
        let _ = state.perform(Action::Navigate(Navigation::Last));
        bench.said();
        assert!(
            !has_label(&bench, "Hidden until you have seen the end of the game."),
            "{name}"
        );
    }
}

/// The moves of a list are not counted before somebody looks.
#[test]
fn games_are_counted_when_the_pane_is_shown() {
    let mut state = state("clobber", &[]);
    state.library = untraced_library(&[CLOBBER]);
    let mut bench = Bench::pane(Pane::Explorer, state);
    let said = bench.said();
    assert!(
        said.contains(&Action::Outside(Effect::TraceGames)),
        "{said:?}"
    );
    assert!(has_label(&bench, "Counting the moves of all games …"));
    assert!(!has_label(&bench, "No game came to this position."));
    let library = &mut bench.harness.state_mut().state.library;
    let games = library.take_untraced();
    let said = bench.said();
    assert!(
        !said.contains(&Action::Outside(Effect::TraceGames)),
        "others trace them"
    );
    assert!(has_label(&bench, "Counting the moves of all games …"));
    let library = &mut bench.harness.state_mut().state.library;
    let (first, rest) = games.split_first().unwrap();
    library.add_traces(&[(first.0, first.1.trace())]);
    bench.said();
    assert!(has_label(&bench, "List games with this position: 1 game"));
    assert!(has_label(&bench, "Counting the moves of all games …"));
    let library = &mut bench.harness.state_mut().state.library;
    let traces = rest.iter().map(|(row, game)| (*row, game.trace()));
    library.add_traces(&traces.collect::<Vec<_>>());
    let said = bench.said();
    assert!(
        !said.contains(&Action::Outside(Effect::TraceGames)),
        "all are traced"
    );
    assert!(has_label(&bench, "List games with b1a1: 3"));
    assert!(!has_label(&bench, "Counting the moves of all games …"));
}

/// A game that was saved, or a library that was cleared, while its games were traced.
#[test]
fn traces_of_what_is_gone_do_not_count() {
    let mut library = untraced_library(&["game: clobber\nb1a1\n---\ngame: clobber\nf1e1\n"]);
    let games = library.take_untraced();
    let traces: Vec<_> = games
        .iter()
        .map(|(row, game)| (*row, game.trace()))
        .collect();
    let mut checked = check_text("game: clobber\nd1c1\n", None, &ReadContext::default());
    let row = LibraryRow::new(checked.swap_remove(0), GameLocation::NO_GAME, 0);
    let address = library.address(0).unwrap();
    library.on_saved(None, &address, &row);
    library.add_traces(&traces);
    library.end_tracing();
    assert!(library.can_trace(), "the saved game waits");
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

/// A saved game counts as it is now.
#[test]
fn a_saved_game_replaces_its_row() {
    let mut library = library(&["game: clobber\nb1a1\n"]);
    let checked = |log| check_text(log, None, &ReadContext::default()).swap_remove(0);
    let row = LibraryRow::new(checked("game: clobber\nd1c1\n"), GameLocation::NO_GAME, 0);
    let address = library.address(0).unwrap();
    let before = library.explorer_revision();
    library.on_saved(None, &address, &row);
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
