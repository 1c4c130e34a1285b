//! Hints with large drawings are dots until the pointer is over them.

use super::harness::{PaneHarness, opened, record};
use egui::{Pos2, pos2};
use image::RgbaImage;
use kifu_app::state::AppState;
use kifu_app::ui::ViewContext;
use kifu_app::ui::board::{BoardView, MoveHint};
use kifu_core::scene::{AnnotationStyle, Point, Role, SceneOptions};
use std::cell::Cell;
use std::rc::Rc;

const MOVES: [&str; 2] = ["a1-a4-d4-d1", "c3-c6-f6-f3"];

/// Returns a game of Turn Right at a position where the moves are circuits.
fn game_with_circuits() -> AppState {
    let mut state = opened(record("turn-right"));
    let _ = state.perform(kifu_app::state::Action::Navigate(
        kifu_app::open_game::Navigation::Ply(37),
    ));
    state
}

fn hints(cx: &ViewContext<'_>) -> Vec<MoveHint> {
    let (game, view) = (cx.state.open_game().unwrap(), SceneOptions::default());
    let state = game.state();
    let hint = |(mv, role): (&str, Role)| {
        let drawn = state
            .annotate_step(mv, AnnotationStyle::BETTER, view)
            .unwrap();
        MoveHint {
            items: state.preview(mv, role, view),
            role,
            strength: 1.0,
            label: "50 %".to_owned(),
            is_played: false,
            fold_at: Some(drawn.anchor),
        }
    };
    MOVES
        .into_iter()
        .zip([Role::Good, Role::Preview])
        .map(hint)
        .collect()
}

mod slow {
    use super::*;

    #[test]
    fn large_hint_is_drawn_only_while_its_dot_is_hovered() {
        let dot: Rc<Cell<Option<Pos2>>> = Rc::default();
        let at = Rc::clone(&dot);
        let board = move |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| {
            let scene = cx
                .state
                .open_game()
                .unwrap()
                .state()
                .scene(SceneOptions::default());
            let hints = hints(cx);
            let view = BoardView {
                hints: &hints,
                ..BoardView::new(&scene)
            };
            let shown = view.show(ui, ui.available_size());
            let Point { x, y } = hints[1].fold_at.unwrap();
            at.set(Some(shown.transform.screen_pos(Point { x, y })));
        };
        let mut pane = PaneHarness::new(board, game_with_circuits(), [340.0, 340.0], false);
        pane.take_actions();
        let folded = pane.picture();
        let differing = |one: &RgbaImage, other: &RgbaImage| {
            let pairs = one.pixels().zip(other.pixels());
            pairs.filter(|(one, other)| one != other).count()
        };
        // Over an empty place, only the pointer itself is drawn.
        pane.harness.hover_at(pos2(2.0, 2.0));
        pane.take_actions();
        let unhovered = pane.picture();
        let pointer = differing(&folded, &unhovered);
        assert!(pointer < 400, "{pointer}");
        pane.harness.hover_at(dot.get().unwrap());
        pane.take_actions();
        let pointed = differing(&unhovered, &pane.picture());
        // A circuit of twelve squares is drawn, and the best one fades.
        assert!(pointed > 2000, "{pointed}");
        pane.harness.hover_at(pos2(2.0, 2.0));
        pane.take_actions();
        let again = differing(&unhovered, &pane.picture());
        assert_eq!(again, 0, "it is folded again");
    }
}
