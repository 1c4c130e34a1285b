//! Panes with more content than any real game has.

use super::harness::{PaneHarness, opened, record};
use crate::common::work_clock;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Pane};
use kifu_core::record::{EvalLine, Evaluation, Mark, MarkKind, Variation};

/// Every ply of the game has three variations.
#[test]
fn moves_pane_draws_hundreds_of_variations_fast() {
    let mut game = record("atari-go");
    let tokens: Vec<String> = game.tokens().map(str::to_owned).collect();
    for ply in 1..=tokens.len() {
        let other = tokens.get(ply).cloned().unwrap_or_default();
        let variation = |moves: String| Variation {
            moves,
            ..Variation::default()
        };
        let note = game.note_mut(u32::try_from(ply).unwrap());
        note.variations
            .push(variation(format!("{other} A1 A2 B1 J1 H1")));
        note.variations
            .push(variation(format!("{other} A1 A2 C1 J1 H1")));
        note.variations
            .push(variation(format!("E1 {other} A1 A2 C1 J1 H1")));
    }
    let mut state = opened(game);
    let nodes = state.open_game().unwrap().tree().preorder().len();
    assert!(nodes > 600, "{nodes}");
    let _ = state.perform(Action::Navigate(Navigation::Ply(60)));
    let mut pane = PaneHarness::for_pane(Pane::Moves, state);
    pane.take_actions();
    let (clock, frames) = (work_clock(), 50);
    for _ in 0..frames {
        pane.harness.step();
    }
    let each = clock() / frames;
    println!("{nodes} nodes: {each:?} a frame, with the tree for screen readers");
    // A loose bound: machines differ, and a list that draws every row takes ten times as long.
    assert!(each.as_millis() < 40, "{each:?}");
}

#[test]
fn moves_pane_shows_variations_nested_a_thousand_deep() {
    let mut game = record("clobber");
    let tokens: Vec<String> = game.tokens().map(str::to_owned).collect();
    // Each line branches off the previous one.
    let mut moves = String::new();
    for depth in 0..1000 {
        moves.push_str(&tokens[depth % 7]);
        moves.push(' ');
        let other = Variation {
            moves: format!("{moves}h{}h{}", depth % 8 + 1, depth % 7 + 1),
            ..Variation::default()
        };
        game.note_mut(3).variations.push(other);
    }
    let mut pane = PaneHarness::for_pane(Pane::Moves, opened(game));
    assert_eq!(pane.take_actions(), []);
}

mod slow {
    use super::*;

    /// A small record may hold a hundred thousand marks of one square, and as many evaluations.
    #[test]
    fn notes_and_board_draw_floods_of_marks_and_evaluations_fast() {
        let mut game = record("clobber");
        let note = game.note_mut(1);
        let square = |nth: u32| {
            format!(
                "{}{}",
                ["a", "b", "c", "d"][nth as usize % 4],
                nth / 4 % 8 + 1
            )
        };
        let circle = |nth| Mark::new(MarkKind::Circle, square(nth), "");
        note.marks = (0..100_000).map(circle).collect();
        let evaluation = |seed| Evaluation {
            seed: Some(seed),
            lines: vec![EvalLine::default()],
            ..Evaluation::default()
        };
        note.evals = (0..50_000).map(evaluation).collect();
        for pane in [Pane::Notes, Pane::Board] {
            let mut state = opened(game.clone());
            let _ = state.perform(Action::Navigate(Navigation::Ply(1)));
            let mut pane = PaneHarness::for_pane(pane, state);
            let (clock, frames) = (work_clock(), 5);
            for _ in 0..frames {
                pane.harness.step();
            }
            let each = clock() / frames;
            println!("{each:?} a frame");
            // A loose bound: a list that draws every row takes seconds.
            assert!(each.as_millis() < 500, "{each:?}");
        }
    }
}
