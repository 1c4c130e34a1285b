//! Compares boards and some panes with stored pictures, pixel by pixel.
//!
//! After an intended change, check the new pictures and accept them with `UPDATE_SNAPSHOTS=1`.

use super::drawing::annotated_game;
use super::engine_and_review;
use super::harness::{PaneHarness, opened, record};
use egui_kittest::SnapshotOptions;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Pane};
use kifu_app::ui::board::BoardView;
use kifu_app::ui::{self, ViewContext};

/// Asserts that a view looks like its stored picture in both themes.
///
/// The software renderer of the tests draws the same on all machines, except for the last bits of
/// floating point.
fn assert_snapshot(
    name: &str,
    view: fn(&mut egui::Ui, &mut ViewContext<'_>),
    state: impl Fn() -> AppState,
    size: [f32; 2],
) {
    let options = SnapshotOptions::new();
    let folder = crate::common::repository().join("tests/window/panes/snapshots");
    let options = options.output_path(folder);
    let options = options.max_failed_pixels(20);
    for (theme, dark) in [("dark", true), ("light", false)] {
        let mut pane = PaneHarness::new(view, state(), size, dark);
        pane.take_actions();
        let name = format!("{name}-{theme}");
        let compared = egui_kittest::try_image_snapshot_options(&pane.picture(), &name, &options);
        compared.unwrap();
    }
}

fn board(ui: &mut egui::Ui, cx: &mut ViewContext<'_>) {
    let tab = cx.tab().unwrap();
    let scene = tab.scene(cx.state.scene_options()).unwrap();
    let note = tab
        .open_game
        .as_ref()
        .and_then(|open_game| open_game.note());
    let view = BoardView {
        marks: note.map_or(&[], |note| note.marks.as_slice()),
        ..BoardView::new(&scene)
    };
    let _ = view.show(ui, ui.available_size());
}

fn state_at(name: &str, ply: u32) -> AppState {
    let mut state = opened(record(name));
    let _ = state.perform(Action::Navigate(Navigation::Ply(ply)));
    state
}

mod slow {
    use super::*;

    #[test]
    fn boards_match_their_snapshots() {
        for (name, ply, size) in [
            ("turn-right", 43, [340.0, 340.0]),
            ("atari-go", 60, [340.0, 340.0]),
            ("clobber", 31, [340.0, 340.0]),
            ("box", 14, [420.0, 340.0]),
            ("zuniq", 24, [340.0, 340.0]),
        ] {
            assert_snapshot(name, board, || state_at(name, ply), size);
        }
        assert_snapshot("marks", board, annotated_game, [340.0, 340.0]);
    }

    #[test]
    fn illegal_move_on_board_matches_its_snapshot() {
        let failed = || {
            let mut state = opened(record("turn-right-illegal"));
            let _ = state.perform(Action::Navigate(Navigation::Last));
            state
        };
        assert_snapshot("failed", board, failed, [340.0, 340.0]);
    }

    #[test]
    fn moves_and_graph_panes_match_their_snapshots() {
        let moves =
            |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Moves, cx);
        assert_snapshot("moves", moves, annotated_game, [340.0, 420.0]);
        let graph =
            |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Graph, cx);
        assert_snapshot("graph", graph, || state_at("atari-go", 60), [640.0, 200.0]);
    }

    #[test]
    fn review_and_engine_panes_match_their_snapshots() {
        let review =
            |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Review, cx);
        assert_snapshot(
            "review",
            review,
            engine_and_review::reviewed_game,
            [420.0, 420.0],
        );
        let engine =
            |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Engine, cx);
        assert_snapshot(
            "engine",
            engine,
            engine_and_review::analysed_game,
            [420.0, 220.0],
        );
        let graph =
            |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Graph, cx);
        assert_snapshot(
            "chances",
            graph,
            engine_and_review::reviewed_game,
            [640.0, 260.0],
        );
        assert_snapshot(
            "hints",
            engine_and_review::show_hints,
            engine_and_review::analysed_game,
            [340.0, 340.0],
        );
    }
}
