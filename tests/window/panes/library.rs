//! The list of games.

use super::harness::Bench;
use crate::common::work_clock;
use crate::fast_click;
use egui_kittest::kittest::Queryable as _;
use kifu_app::library::{Filter, Library, LibraryColumn, LibraryRow, ScanBatch, ScanItem};
use kifu_app::state::{Action, AppState, Effect, FileAction, LibraryAction, Pane};
use kifu_app::ui::{self, ViewContext};
use kifu_core::findings::Severity;
use kifu_core::record::{Ending, GameKey, Record};
use kifu_logs::files::{GameLocation, LogInput, Origin};
use std::sync::Arc;

/// The key of a game that a few rows have.
fn same_game() -> GameKey {
    let record = Record {
        moves: "a1a2".to_owned(),
        ..Record::default()
    };
    GameKey::of(&record).unwrap()
}

fn row(nth: u32) -> LibraryRow {
    let games = ["box", "clobber", "zuniq", "atari-go", "turn-right"];
    LibraryRow {
        game: games[nth as usize % 5].to_owned(),
        players: [format!("Bot {}", nth % 97), format!("Engine {}", nth % 31)],
        result: format!("{} - {}", nth % 100, 100 - nth % 100),
        winner: None,
        ending: if nth % 9 == 4 {
            Ending::Timeout
        } else {
            Ending::Finished
        },
        plies: nth % 150,
        event: "House match".to_owned(),
        round: (nth % 12).to_string(),
        date: format!("2026-11-{:02}", nth % 28 + 1),
        worst_severity: [None, Some(Severity::Warning), Some(Severity::Error)][nth as usize % 3],
        worst_finding: String::new(),
        is_reviewed: nth % 4 == 1,
        key: (nth % 1000 == 999).then(same_game),
        untraced: None,
        location: GameLocation::NO_GAME,
        index_in_file: nth % 1000,
    }
}

/// A library of so many games, a thousand a file.
fn library(count: u32) -> Library {
    let mut library = Library::default();
    let mut batch = ScanBatch::default();
    batch.items.push(ScanItem::Roots(vec!["games".into()]));
    for nth in 0..count {
        if nth % 1000 == 0 {
            let name = format!("games/part {}/file {}.ronl", nth / 10_000, nth / 1000);
            let input = LogInput::File {
                path: name.into(),
                is_explicit: false,
            };
            let origin = Arc::new(Origin::new(input));
            batch.items.push(ScanItem::File(nth / 1000, origin));
        }
        batch
            .items
            .push(ScanItem::Game(nth / 1000, Box::new(row(nth))));
    }
    library.add_batch(1, batch);
    library.refresh();
    library
}

pub fn shelf(count: u32) -> AppState {
    let mut state = AppState::default();
    state.library = library(count);
    state
}

fn bench(count: u32) -> Bench {
    bench_of(shelf(count))
}

fn bench_of(state: AppState) -> Bench {
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Library, cx);
    let mut bench = Bench::new(view, state, [300.0, 640.0], true);
    bench.said();
    bench
}

/// Opens the menu of a widget.
fn right_click(bench: &mut Bench, label: &str) {
    bench.harness.get_by_label_contains(label).click_secondary();
    bench.said();
}

/// The filter that a click on this label sets.
fn filter_set_by(bench: &mut Bench, label: &str) -> Filter {
    bench.harness.get_by_label(label).click();
    let said = bench.said();
    let [Action::Library(LibraryAction::SetFilter(filter))] = &said[..] else {
        panic!("{label}: {said:?}");
    };
    (**filter).clone()
}

#[test]
fn a_click_on_a_row_opens_it_and_the_focused_table_goes_on_from_there() {
    let mut bench = bench(3000);
    bench
        .harness
        .get_by_label_contains("Clobber, Bot 1, Engine 1,")
        .click();
    assert_eq!(
        bench.said(),
        [
            Action::Library(LibraryAction::SelectRow(Some(1))),
            Action::Outside(Effect::OpenRow(1))
        ]
    );
    // The keys go through the game that was opened, until the table itself gets them.
    bench.harness.key_press(egui::Key::ArrowDown);
    bench.said();
    assert_eq!(bench.harness.state().state.selected_row, Some(1));
    bench.harness.get_by_role(egui::Role::ListBox).focus();
    bench.said();
    bench.harness.key_press(egui::Key::ArrowDown);
    bench.said();
    assert_eq!(bench.harness.state().state.selected_row, Some(2));
    bench.harness.key_press(egui::Key::End);
    bench.said();
    assert_eq!(bench.harness.state().state.selected_row, Some(2999));
    // The table follows.
    let _ = bench
        .harness
        .get_by_label_contains("Turn Right, Bot 89, Engine 23,");
    bench.harness.key_press(egui::Key::Enter);
    assert_eq!(bench.said(), [Action::Outside(Effect::OpenRow(2999))]);
    // They have gone back to the game.
    bench.harness.key_press(egui::Key::ArrowDown);
    assert_eq!(bench.said(), []);
    assert_eq!(bench.harness.state().state.selected_row, Some(2999));
}

#[test]
fn rows_are_searched_and_filtered_and_all_come_back() {
    let mut bench = bench(3000);
    let _ = bench.harness.get_by_label("3000 games");
    bench.harness.get_by_label("Search library").focus();
    bench.said();
    bench
        .harness
        .get_by_label("Search library")
        .type_text("zuniq");
    let said = bench.said();
    assert!(
        matches!(&said[..], [Action::Library(LibraryAction::SetFilter(filter))] if filter.search == "zuniq"),
        "{said:?}"
    );
    let _ = bench.harness.get_by_label("600 of 3000 games");
    bench.harness.get_by_label("Filters").click();
    bench.said();
    bench.harness.get_by_label("Ending: All").click();
    bench.said();
    let filter = filter_set_by(&mut bench, "timeout");
    assert_eq!(filter.ending, Some(Ending::Timeout));
    bench.harness.get_by_label("Clear filters").click();
    bench.said();
    let _ = bench.harness.get_by_label("3000 games");
}

#[test]
fn each_filter_of_the_funnel_is_set_shown_and_removed_alone() {
    let mut bench = bench(3000);
    assert!(bench.harness.query_by_label("Game: All").is_none());
    bench.harness.get_by_label("Filters").click();
    bench.said();
    for (filter, value, chip, count) in [
        ("Game: All", "Zuniq (600)", "Zuniq", 600),
        ("Player: All", "Bot 0 (31)", "Bot 0", 31),
        ("Result: All", "No result", "No result", 3000),
        ("Ending: All", "timeout", "timeout", 333),
        ("Findings: All", "Errors", "Errors", 1000),
        ("Review: All", "Reviewed", "Reviewed", 750),
        ("Duplicates: All", "Only duplicates", "Only duplicates", 2),
        ("Duplicates: All", "No duplicates", "No duplicates", 2998),
    ] {
        bench.harness.get_by_label(filter).click();
        bench.said();
        let _ = filter_set_by(&mut bench, value);
        let _ = bench
            .harness
            .get_by_label(&format!("{count} of 3000 games"));
        let filter = filter_set_by(&mut bench, &format!("Remove filter: {chip}"));
        assert!(filter.is_empty(), "{filter:?}");
    }
}

#[test]
fn the_menu_of_a_game_opens_it_to_stay_and_lists_only_its_like() {
    let mut bench = bench(3000);
    right_click(&mut bench, "Clobber, Bot 1, Engine 1,");
    bench.harness.get_by_label("Open in a new tab").click();
    assert_eq!(bench.said(), [Action::Outside(Effect::OpenRowToKeep(1))]);
    right_click(&mut bench, "Clobber, Bot 1, Engine 1,");
    let filter = filter_set_by(&mut bench, "Show only: Engine 1");
    assert_eq!(filter.player.as_deref(), Some("Engine 1"));
    let _ = bench.harness.get_by_label("97 of 3000 games");
}

#[test]
fn a_double_click_opens_a_game_in_a_tab_that_stays() {
    let mut bench = bench(30);
    let row = bench
        .harness
        .get_by_label_contains("Clobber, Bot 1,")
        .rect();
    for _ in 0..2 {
        fast_click(bench.harness.input_mut(), row.center());
        bench.harness.step();
    }
    let said = bench.said();
    let opened = said
        .iter()
        .filter(|action| !matches!(action, Action::Library(LibraryAction::SelectRow(_))));
    let opened: Vec<&Action> = opened.collect();
    assert_eq!(
        opened,
        [
            &Action::Outside(Effect::OpenRow(1)),
            &Action::Outside(Effect::OpenRowToKeep(1))
        ]
    );
}

#[test]
fn results_are_told_by_no_row_while_they_are_hidden() {
    let mut state = shelf(30);
    let bench = bench_of(shelf(30));
    let shown = bench.harness.query_all_by_label_contains("4 - 96, timeout");
    assert_eq!(shown.count(), 1);
    state.preferences.spoiler_free = true;
    let bench = bench_of(state);
    let shown = bench.harness.query_all_by_label_contains("4 - 96");
    assert_eq!(shown.count(), 0);
    let _ = bench
        .harness
        .get_by_label_contains("Turn Right, Bot 4, Engine 4,");
}

#[test]
fn an_order_is_chosen_turned_round_and_given_up() {
    let mut bench = bench(3000);
    let mut choose = |label: &str| {
        bench.harness.get_by_label("Sort").click();
        bench.said();
        bench.harness.get_by_label(label).click();
        bench.said()
    };
    let by_first = [Action::Library(LibraryAction::ToggleSort(
        LibraryColumn::First,
    ))];
    assert_eq!(choose("Sort by First"), by_first);
    assert_eq!(choose("Sort by First (ascending)"), by_first);
    assert_eq!(choose("Sort by First (descending)"), by_first);
    assert_eq!(
        choose("As found"),
        [Action::Library(LibraryAction::ClearSort)]
    );
    assert_eq!(choose("Sort by First"), by_first);
    for column in LibraryColumn::ALL {
        let name = column.name();
        if column != LibraryColumn::First {
            let said = choose(&format!("Sort by {name}"));
            assert_eq!(said, [Action::Library(LibraryAction::ToggleSort(column))]);
        }
    }
}

#[test]
fn the_funnel_of_a_folder_lists_only_its_games_and_then_all_again() {
    let mut bench = bench(30_000);
    let filter = filter_set_by(&mut bench, "Show only part 0");
    assert_eq!(filter.path_prefix, Some("games/part 0".into()));
    let _ = bench.harness.get_by_label("10000 of 30000 games");
    let filter = filter_set_by(&mut bench, "Show only part 0");
    assert!(filter.is_empty());
    let _ = bench.harness.get_by_label("30000 games");
}

#[test]
fn a_click_on_a_file_opens_its_first_game_and_one_on_a_folder_folds_it() {
    let mut bench = bench(30_000);
    bench
        .harness
        .get_by_label("file 1.ronl, 1000 games")
        .click();
    let file: std::path::PathBuf = "games/part 0/file 1.ronl".into();
    assert_eq!(
        bench.said(),
        [Action::File(FileAction::OpenFileOfLibrary(file))]
    );
    let file = |bench: &Bench| {
        let files = bench.harness.query_all_by_label("file 1.ronl, 1000 games");
        files.count()
    };
    bench.harness.get_by_label("part 0, 10000 games").click();
    assert_eq!(bench.said(), []);
    assert_eq!(file(&bench), 0);
    bench.harness.get_by_label("part 0, 10000 games").click();
    bench.said();
    assert_eq!(file(&bench), 1);
}

#[test]
fn the_first_game_of_a_file_is_the_first_that_is_listed() {
    let mut library = library(3000);
    let first = |library: &Library| library.first_row_below("games/part 0/file 1.ronl".as_ref());
    assert_eq!(first(&library), Some(1000));
    library.sort_by(LibraryColumn::Plies, true);
    let best = first(&library).unwrap();
    assert_eq!(library.row(best).unwrap().plies(), 149);
    // A search that hides all of the file does not keep it from being opened.
    library.set_filter(Filter {
        search: "nowhere".to_owned(),
        ..Filter::default()
    });
    assert_eq!(first(&library), Some(1000));
}

#[test]
fn a_file_is_removed_from_the_list() {
    let mut bench = bench(3000);
    right_click(&mut bench, "file 1.ronl, 1000 games");
    bench.harness.get_by_label("Remove from library").click();
    bench.said();
    let _ = bench.harness.get_by_label("2000 games");
}

#[test]
fn a_hundred_thousand_rows_are_drawn_as_fast_as_few() {
    let each = |count: u32| {
        let mut bench = bench(count);
        let clock = work_clock();
        for _ in 0..30 {
            bench.harness.step();
        }
        clock() / 30
    };
    let (few, many) = (each(1000), each(100_000));
    println!("a frame with 1000 rows: {few:?}, with 100 000: {many:?}");
    assert!(many < few * 4 + std::time::Duration::from_millis(2));
}
