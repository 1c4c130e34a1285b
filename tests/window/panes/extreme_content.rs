//! Panes with more in them than any real game has.

use super::harness::{Bench, opened, record};
use crate::common::work_clock;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Pane};
use kifu_core::record::Variation;

/// A game with a variation at each ply, and one of them long.
#[test]
fn hundreds_of_variations_are_laid_out_once_and_drawn_fast() {
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
    let mut bench = Bench::pane(Pane::Moves, state);
    bench.said();
    let (clock, frames) = (work_clock(), 50);
    for _ in 0..frames {
        bench.harness.step();
    }
    let each = clock() / frames;
    println!("{nodes} acts: {each:?} a frame, with the tree for screen readers");
    // Bounded loosely: machines differ, and a list that draws all takes ten times as long.
    assert!(each.as_millis() < 40, "{each:?}");
}

#[test]
fn variations_nested_a_thousand_deep_do_no_harm() {
    let mut game = record("clobber");
    let tokens: Vec<String> = game.tokens().map(str::to_owned).collect();
    // Each line leaves the one before at its second act.
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
    let mut bench = Bench::pane(Pane::Moves, opened(game));
    assert_eq!(bench.said(), []);
}
