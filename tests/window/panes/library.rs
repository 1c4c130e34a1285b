//! The list of games.

use super::harness::Bench;
use crate::common::work_clock;
use egui_kittest::kittest::Queryable as _;
use kifu::app::library::{Column, GameRow, Library, ScanBatch, ScanItem};
use kifu::app::state::{Action, AppState, Pane};
use kifu::app::ui::{self, ViewContext};
use kifu::files::{GameLocation, Input, Origin};
use kifu::findings::Severity;
use kifu::record::Ending;
use std::sync::Arc;

fn row(nth: u32) -> GameRow {
    let games = ["box", "clobber", "zuniq", "atari-go", "turn-right"];
    GameRow {
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
            let input = Input::File {
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
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Library, cx);
    // So wide that all columns are to be seen.
    let mut bench = Bench::new(view, shelf(count), [1000.0, 520.0], true);
    bench.said();
    bench
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
        [Action::SelectRow(Some(1)), Action::OpenRow(1)]
    );
    // The keys go through the game that was opened, until the table itself gets them.
    bench.harness.key_press(egui::Key::ArrowDown);
    bench.said();
    assert_eq!(bench.harness.state().state.selected_row, Some(1));
    bench.harness.get_by_role(egui::Role::Table).focus();
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
    assert_eq!(bench.said(), [Action::OpenRow(2999)]);
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
        matches!(&said[..], [Action::SetFilter(filter)] if filter.search == "zuniq"),
        "{said:?}"
    );
    let _ = bench.harness.get_by_label("600 of 3000 games");
    bench.harness.get_by_label("Ending: Ending").click();
    bench.said();
    bench.harness.get_by_label("timeout").click();
    let said = bench.said();
    let [Action::SetFilter(filter)] = &said[..] else {
        panic!("{said:?}");
    };
    assert_eq!(filter.ending, Some(Ending::Timeout));
    bench.harness.get_by_label("Clear filters").click();
    bench.said();
    let _ = bench.harness.get_by_label("3000 games");
}

#[test]
fn a_click_on_a_head_sorts_and_another_sorts_the_other_way() {
    let mut bench = bench(3000);
    bench.harness.get_by_label("Sort by First").click();
    assert_eq!(bench.said(), [Action::ToggleSort(Column::First)]);
    bench
        .harness
        .get_by_label("Sort by First (ascending)")
        .click();
    assert_eq!(bench.said(), [Action::ToggleSort(Column::First)]);
    let _ = bench.harness.get_by_label("Sort by First (descending)");
}

#[test]
fn a_folder_shows_only_its_games() {
    let mut bench = bench(30_000);
    bench.harness.get_by_label("part 0, 10000 games").click();
    let said = bench.said();
    assert!(
        matches!(&said[..], [Action::SetFilter(filter)] if filter.path_prefix.is_some()),
        "{said:?}"
    );
    let _ = bench.harness.get_by_label("10000 of 30000 games");
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
