//! The library pane.

use super::harness::PaneHarness;
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

/// Returns the key of a game that several rows share.
fn shared_key() -> GameKey {
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
        points: None,
        contest_id: String::new(),
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
        key: (nth % 1000 == 999).then(shared_key),
        identity_key: None,
        untraced: None,
        location: GameLocation::NO_GAME,
        index_in_file: nth % 1000,
    }
}

/// Returns a library of `count` games, a thousand in each file.
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

pub fn state_with_library(count: u32) -> AppState {
    let mut state = AppState::default();
    state.library = library(count);
    state
}

fn library_pane(count: u32) -> PaneHarness {
    library_pane_of(state_with_library(count))
}

fn library_pane_of(state: AppState) -> PaneHarness {
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Library, cx);
    let mut pane = PaneHarness::new(view, state, [300.0, 640.0], true);
    pane.take_actions();
    pane
}

/// Opens the context menu of a widget.
fn right_click(pane: &mut PaneHarness, label: &str) {
    pane.harness.get_by_label_contains(label).click_secondary();
    pane.take_actions();
}

/// Returns the filter that a click on this label sets.
fn filter_set_by(pane: &mut PaneHarness, label: &str) -> Filter {
    pane.harness.get_by_label(label).click();
    let actions = pane.take_actions();
    let [Action::Library(LibraryAction::SetFilter(filter))] = &actions[..] else {
        panic!("{label}: {actions:?}");
    };
    (**filter).clone()
}

#[test]
fn clicked_library_row_opens_and_focused_table_takes_keys() {
    let mut pane = library_pane(3000);
    pane.harness
        .get_by_label_contains("Clobber, Bot 1, Engine 1,")
        .click();
    assert_eq!(
        pane.take_actions(),
        [
            Action::Library(LibraryAction::SelectRow(Some(1))),
            Action::Outside(Effect::OpenRow(1))
        ]
    );
    // The arrow keys step through the opened game until the table has the focus.
    pane.harness.key_press(egui::Key::ArrowDown);
    pane.take_actions();
    assert_eq!(pane.harness.state().state.selected_row, Some(1));
    pane.harness.get_by_role(egui::Role::ListBox).focus();
    pane.take_actions();
    pane.harness.key_press(egui::Key::ArrowDown);
    pane.take_actions();
    assert_eq!(pane.harness.state().state.selected_row, Some(2));
    pane.harness.key_press(egui::Key::End);
    pane.take_actions();
    assert_eq!(pane.harness.state().state.selected_row, Some(2999));
    // The table scrolls to the selected row.
    let _ = pane
        .harness
        .get_by_label_contains("Turn Right, Bot 89, Engine 23,");
    pane.harness.key_press(egui::Key::Enter);
    assert_eq!(
        pane.take_actions(),
        [Action::Outside(Effect::OpenRow(2999))]
    );
    // The keys belong to the game again.
    pane.harness.key_press(egui::Key::ArrowDown);
    assert_eq!(pane.take_actions(), []);
    assert_eq!(pane.harness.state().state.selected_row, Some(2999));
}

#[test]
fn library_search_and_filters_narrow_rows_until_cleared() {
    let mut pane = library_pane(3000);
    let _ = pane.harness.get_by_label("3000 games");
    pane.harness.get_by_label("Search library").focus();
    pane.take_actions();
    pane.harness
        .get_by_label("Search library")
        .type_text("zuniq");
    let actions = pane.take_actions();
    assert!(
        matches!(&actions[..], [Action::Library(LibraryAction::SetFilter(filter))] if filter.search == "zuniq"),
        "{actions:?}"
    );
    let _ = pane.harness.get_by_label("600 of 3000 games");
    pane.harness.get_by_label("Filters").click();
    pane.take_actions();
    pane.harness.get_by_label("Ending: All").click();
    pane.take_actions();
    let filter = filter_set_by(&mut pane, "timeout");
    assert_eq!(filter.ending, Some(Ending::Timeout));
    pane.harness.get_by_label("Clear filters").click();
    pane.take_actions();
    let _ = pane.harness.get_by_label("3000 games");
}

#[test]
fn each_library_filter_has_its_own_removable_chip() {
    let mut pane = library_pane(3000);
    assert!(pane.harness.query_by_label("Game: All").is_none());
    pane.harness.get_by_label("Filters").click();
    pane.take_actions();
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
        pane.harness.get_by_label(filter).click();
        pane.take_actions();
        let _ = filter_set_by(&mut pane, value);
        let _ = pane.harness.get_by_label(&format!("{count} of 3000 games"));
        let filter = filter_set_by(&mut pane, &format!("Remove filter: {chip}"));
        assert!(filter.is_empty(), "{filter:?}");
    }
}

#[test]
fn row_context_menu_opens_new_tab_and_filters_by_player() {
    let mut pane = library_pane(3000);
    right_click(&mut pane, "Clobber, Bot 1, Engine 1,");
    pane.harness.get_by_label("Open in a new tab").click();
    assert_eq!(
        pane.take_actions(),
        [Action::Outside(Effect::OpenRowToKeep(1))]
    );
    right_click(&mut pane, "Clobber, Bot 1, Engine 1,");
    let filter = filter_set_by(&mut pane, "Show only: Engine 1");
    assert_eq!(filter.player.as_deref(), Some("Engine 1"));
    let _ = pane.harness.get_by_label("97 of 3000 games");
}

#[test]
fn double_click_on_library_row_opens_permanent_tab() {
    let mut pane = library_pane(30);
    let row = pane.harness.get_by_label_contains("Clobber, Bot 1,").rect();
    for _ in 0..2 {
        fast_click(pane.harness.input_mut(), row.center());
        pane.harness.step();
    }
    let actions = pane.take_actions();
    let opened = actions
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
fn spoiler_free_library_rows_hide_results() {
    let mut state = state_with_library(30);
    let pane = library_pane_of(state_with_library(30));
    let shown = pane.harness.query_all_by_label_contains("4 - 96, timeout");
    assert_eq!(shown.count(), 1);
    state.preferences.spoiler_free = true;
    let pane = library_pane_of(state);
    let shown = pane.harness.query_all_by_label_contains("4 - 96");
    assert_eq!(shown.count(), 0);
    let _ = pane
        .harness
        .get_by_label_contains("Turn Right, Bot 4, Engine 4,");
}

#[test]
fn sort_menu_chooses_reverses_and_clears_order() {
    let mut pane = library_pane(3000);
    let mut choose = |label: &str| {
        pane.harness.get_by_label("Sort").click();
        pane.take_actions();
        pane.harness.get_by_label(label).click();
        pane.take_actions()
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
            let actions = choose(&format!("Sort by {name}"));
            assert_eq!(
                actions,
                [Action::Library(LibraryAction::ToggleSort(column))]
            );
        }
    }
}

#[test]
fn folder_filter_button_toggles_listing_of_only_its_games() {
    let mut pane = library_pane(30_000);
    let filter = filter_set_by(&mut pane, "Show only part 0");
    assert_eq!(filter.path_prefix, Some("games/part 0".into()));
    let _ = pane.harness.get_by_label("10000 of 30000 games");
    let filter = filter_set_by(&mut pane, "Show only part 0");
    assert!(filter.is_empty());
    let _ = pane.harness.get_by_label("30000 games");
}

#[test]
fn clicked_file_opens_first_game_and_clicked_folder_folds() {
    let mut pane = library_pane(30_000);
    pane.harness.get_by_label("file 1.ronl, 1000 games").click();
    let file: std::path::PathBuf = "games/part 0/file 1.ronl".into();
    assert_eq!(
        pane.take_actions(),
        [Action::File(FileAction::OpenFileOfLibrary(file))]
    );
    let file = |pane: &PaneHarness| {
        let files = pane.harness.query_all_by_label("file 1.ronl, 1000 games");
        files.count()
    };
    pane.harness.get_by_label("part 0, 10000 games").click();
    assert_eq!(pane.take_actions(), []);
    assert_eq!(file(&pane), 0);
    pane.harness.get_by_label("part 0, 10000 games").click();
    pane.take_actions();
    assert_eq!(file(&pane), 1);
}

#[test]
fn first_game_of_file_follows_sort_order_but_ignores_filter() {
    let mut library = library(3000);
    let first = |library: &Library| library.first_row_below("games/part 0/file 1.ronl".as_ref());
    assert_eq!(first(&library), Some(1000));
    library.sort_by(LibraryColumn::Plies, true);
    let best = first(&library).unwrap();
    assert_eq!(library.row(best).unwrap().plies(), 149);
    // A file can be opened even if a search hides all of its games.
    library.set_filter(Filter {
        search: "nowhere".to_owned(),
        ..Filter::default()
    });
    assert_eq!(first(&library), Some(1000));
}

#[test]
fn context_menu_removes_file_from_library() {
    let mut pane = library_pane(3000);
    right_click(&mut pane, "file 1.ronl, 1000 games");
    pane.harness.get_by_label("Remove from library").click();
    pane.take_actions();
    let _ = pane.harness.get_by_label("2000 games");
}

mod slow {
    use super::*;

    #[test]
    fn library_pane_draws_hundred_thousand_rows_as_fast_as_few() {
        let each = |count: u32| {
            let mut pane = library_pane(count);
            let clock = work_clock();
            for _ in 0..30 {
                pane.harness.step();
            }
            clock() / 30
        };
        let (few, many) = (each(1000), each(100_000));
        println!("a frame with 1000 rows: {few:?}, with 100 000: {many:?}");
        assert!(many < few * 4 + std::time::Duration::from_millis(2));
    }
}
