//! Pixel by pixel: the boards and some panes look as they did when somebody looked at them last.
//! After an intended change, check the new pictures and accept them with `UPDATE_SNAPSHOTS=1`.

use super::drawing::discussed;
use super::engine_and_review;
use super::harness::{Bench, opened, record};
use egui_kittest::SnapshotOptions;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Pane};
use kifu_app::ui::board::BoardView;
use kifu_app::ui::{self, ViewContext};

/// They are drawn by a renderer of the tests, the same on all machines, but for the last bits of
/// floating point.
fn same(
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
        let mut bench = Bench::new(view, state(), size, dark);
        bench.said();
        let name = format!("{name}-{theme}");
        let compared = egui_kittest::try_image_snapshot_options(&bench.picture(), &name, &options);
        compared.unwrap();
    }
}

fn board(ui: &mut egui::Ui, cx: &mut ViewContext<'_>) {
    let tab = cx.tab().unwrap();
    let scene = tab.scene(cx.state.scene_options()).unwrap();
    let note = tab.open_game.as_ref().and_then(|study| study.note());
    let view = BoardView {
        marks: note.map_or(&[], |note| note.marks.as_slice()),
        ..BoardView::new(&scene)
    };
    let _ = view.show(ui, ui.available_size());
}

fn at(name: &str, ply: u32) -> AppState {
    let mut state = opened(record(name));
    let _ = state.perform(Action::Navigate(Navigation::Ply(ply)));
    state
}

#[test]
fn the_boards_look_as_they_did() {
    for (name, ply, size) in [
        ("turn-right", 43, [340.0, 340.0]),
        ("atari-go", 60, [340.0, 340.0]),
        ("clobber", 31, [340.0, 340.0]),
        ("box", 14, [420.0, 340.0]),
        ("zuniq", 24, [340.0, 340.0]),
    ] {
        same(name, board, || at(name, ply), size);
    }
    same("marks", board, discussed, [340.0, 340.0]);
}

#[test]
fn a_failing_act_looks_as_it_did() {
    let failed = || {
        let mut state = opened(record("turn-right-illegal"));
        let _ = state.perform(Action::Navigate(Navigation::Last));
        state
    };
    same("failed", board, failed, [340.0, 340.0]);
}

#[test]
fn panes_look_as_they_did() {
    let moves = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Moves, cx);
    same("moves", moves, discussed, [340.0, 420.0]);
    let graph = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Graph, cx);
    same("graph", graph, || at("atari-go", 60), [640.0, 200.0]);
}

#[test]
fn what_engines_think_looks_as_it_did() {
    let review = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Review, cx);
    same("review", review, engine_and_review::judged, [420.0, 420.0]);
    let engine = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Engine, cx);
    same(
        "engine",
        engine,
        engine_and_review::thinking,
        [420.0, 220.0],
    );
    let graph = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| ui::show_pane(ui, Pane::Graph, cx);
    same("chances", graph, engine_and_review::judged, [640.0, 260.0]);
    same(
        "hints",
        engine_and_review::hinted,
        engine_and_review::thinking,
        [340.0, 340.0],
    );
}
