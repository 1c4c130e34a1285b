//! Turn Right: circuits, corner by corner.

use super::{enter, owned, walk};
use kifu_core::contract::MoveInput;
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::{CATALOGUE, DynState, by_id};
use kifu_core::scene::SceneOptions;

const FULL: &str = "wwwbbb/wbwbwb/wwbbbb/wwbbww/wbwbwb/bwbwbw b";

/// A full board before the first circuit or, with `circuits` made, a later one.
fn full(circuits: u32) -> Box<dyn DynState> {
    let game = by_id(CATALOGUE, "turn-right").unwrap();
    let side = if circuits.is_multiple_of(2) { "b" } else { "w" };
    let text = format!(
        "{} {side} {circuits} {}",
        &FULL[..FULL.len() - 2],
        if circuits == 0 {
            "5-0".to_owned()
        } else {
            format!("{}-{}", 5 + 3 * circuits, 2 * circuits)
        }
    );
    let read = game.parse_position(&text);
    read.unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

#[test]
fn picked_corners_make_the_circuit_from_any_start_and_direction() {
    for (turn, circuits) in [(1, 0), (2, 2), (4, 6), (13, 24)] {
        let state = full(circuits);
        let all = Circuit::legal_on_turn(turn);
        let step = (all.len() / 150).max(1);
        for (nth, circuit) in all.iter().rev().step_by(step).enumerate() {
            let token = circuit.to_string();
            let mut corners: Vec<&str> = token.split('-').collect();
            let count = corners.len();
            corners.rotate_left(nth % count);
            if nth % 3 == 0 {
                corners.reverse();
            }
            for known in 1..corners.len() {
                let next = enter(&*state, &corners[..known]).next;
                assert!(
                    next.contains(&corners[known].to_owned()),
                    "{corners:?} {known}"
                );
            }
            let entry = enter(&*state, &corners);
            assert_eq!(entry.token.as_ref(), Some(&token), "{corners:?}");
            // Back to the first corner, or the last once more, and nothing is left to pick.
            for last in [corners[0], corners[count - 1]] {
                let mut closed = corners.clone();
                closed.push(last);
                let entry = enter(&*state, &closed);
                assert_eq!(entry.token.as_ref(), Some(&token), "{closed:?}");
                assert!(entry.next.is_empty());
            }
        }
    }
}

#[test]
fn two_opposite_corners_make_a_rectangle_circuit() {
    let state = full(0);
    for (spots, token) in [
        (["a1", "d4"], "a1-a4-d4-d1"),
        (["d4", "a1"], "a1-a4-d4-d1"),
        (["a4", "d1"], "a1-a4-d4-d1"),
        (["f6", "e5"], "e5-e6-f6-f5"),
    ] {
        assert_eq!(enter(&*state, &spots).token.as_deref(), Some(token));
    }
}

#[test]
fn picking_a_square_of_the_path_removes_later_corners() {
    let state = full(24);
    let entry = enter(&*state, &["a1", "a5", "d5", "d2", "c5"]);
    assert_eq!(entry.picked, owned(&["a1", "a5", "c5"]));
    assert_eq!(entry.violation, None);
    let entry = enter(&*state, &["a1", "a5", "a3"]);
    assert_eq!(entry.picked, owned(&["a1", "a3"]));
}

#[test]
fn corner_that_crosses_the_path_is_refused_with_rule_message() {
    let state = full(24);
    let picked = enter(&*state, &["a1", "a5", "d5", "d3", "c3", "c6"]);
    assert_eq!(picked.picked, owned(&["a1", "a5", "d5", "d3", "c3"]));
    let violation = picked.violation.unwrap();
    assert!(
        violation.starts_with("the path crosses itself at c5"),
        "{violation}"
    );
    let hovered = state.interpret_input(
        &MoveInput {
            picked: &picked.picked,
            hover: Some("c6"),
            ..MoveInput::default()
        },
        SceneOptions::default(),
    );
    assert_eq!(hovered.violation, Some(violation));
}

#[test]
fn circuit_with_too_many_corners_is_refused_on_closing() {
    let state = full(0);
    let entry = enter(&*state, &["a1", "a4", "b4", "b3", "c3", "c1", "a1"]);
    assert_eq!(entry.token, None);
    let violation = entry.violation.unwrap();
    assert!(
        violation.contains("Black's 1st circuit has at most 4"),
        "{violation}"
    );
}

#[test]
fn one_pick_places_a_stone_of_turn_right() {
    walk("turn-right", 3, |state, token, _| {
        let Some(token) = token.filter(|token| token.len() == 2) else {
            return;
        };
        let legal = state.legal_moves();
        let entry = enter(state, &[]);
        assert_eq!(entry.next, legal);
        assert_eq!(enter(state, &[token]).token.as_deref(), Some(token));
        for spot in state.scene(SceneOptions::default()).hit_areas {
            assert_eq!(
                enter(state, &[&spot.id]).token.is_some(),
                legal.contains(&spot.id)
            );
        }
    });
}
