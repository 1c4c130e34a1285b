//! Turn Right: circuits, corner by corner.

use super::{enter, owned, walk};
use kifu_core::contract::MoveInput;
use kifu_core::games::turn_right::Circuit;
use kifu_core::games::{CATALOGUE, DynState, by_id};
use kifu_core::scene::SceneOptions;

const FULL: &str = "wwwbbb/wbwbwb/wwbbbb/wwbbww/wbwbwb/bwbwbw b";

/// A full board before the first circuit or, with `circuits` made, a later one.
fn full(circuits: u32) -> Box<dyn DynState> {
    let book = by_id(CATALOGUE, "turn-right").unwrap();
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
    let read = book.parse_position(&text);
    read.unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

#[test]
fn the_corners_of_a_circuit_spell_it_from_any_of_them_and_either_way_round() {
    for (turn, circuits) in [(1, 0), (2, 2), (4, 6), (13, 24)] {
        let table = full(circuits);
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
                let next = enter(&*table, &corners[..known]).next;
                assert!(
                    next.contains(&corners[known].to_owned()),
                    "{corners:?} {known}"
                );
            }
            let entry = enter(&*table, &corners);
            assert_eq!(entry.token.as_ref(), Some(&token), "{corners:?}");
            // Back to the first corner, or the last once more, and nothing is left to pick.
            for last in [corners[0], corners[count - 1]] {
                let mut closed = corners.clone();
                closed.push(last);
                let entry = enter(&*table, &closed);
                assert_eq!(entry.token.as_ref(), Some(&token), "{closed:?}");
                assert!(entry.next.is_empty());
            }
        }
    }
}

#[test]
fn opposite_corners_make_a_rectangle() {
    let table = full(0);
    for (spots, token) in [
        (["a1", "d4"], "a1-a4-d4-d1"),
        (["d4", "a1"], "a1-a4-d4-d1"),
        (["a4", "d1"], "a1-a4-d4-d1"),
        (["f6", "e5"], "e5-e6-f6-f5"),
    ] {
        assert_eq!(enter(&*table, &spots).token.as_deref(), Some(token));
    }
}

#[test]
fn a_square_of_the_path_takes_back_what_came_after_it() {
    let table = full(24);
    let entry = enter(&*table, &["a1", "a5", "d5", "d2", "c5"]);
    assert_eq!(entry.picked, owned(&["a1", "a5", "c5"]));
    assert_eq!(entry.violation, None);
    let entry = enter(&*table, &["a1", "a5", "a3"]);
    assert_eq!(entry.picked, owned(&["a1", "a3"]));
}

#[test]
fn a_way_through_the_path_is_refused_in_the_rule_books_words() {
    let table = full(24);
    let picked = enter(&*table, &["a1", "a5", "d5", "d3", "c3", "c6"]);
    assert_eq!(picked.picked, owned(&["a1", "a5", "d5", "d3", "c3"]));
    let trouble = picked.violation.unwrap();
    assert!(
        trouble.starts_with("the path crosses itself at c5"),
        "{trouble}"
    );
    let hovered = table.interpret_input(
        &MoveInput {
            picked: &picked.picked,
            hover: Some("c6"),
            ..MoveInput::default()
        },
        SceneOptions::default(),
    );
    assert_eq!(hovered.violation, Some(trouble));
}

#[test]
fn too_many_corners_are_refused_when_the_circuit_would_close() {
    let table = full(0);
    let entry = enter(&*table, &["a1", "a4", "b4", "b3", "c3", "c1", "a1"]);
    assert_eq!(entry.token, None);
    let trouble = entry.violation.unwrap();
    assert!(
        trouble.contains("Black's 1st circuit has at most 4"),
        "{trouble}"
    );
}

#[test]
fn stones_are_placed_with_one_pick() {
    walk("turn-right", 3, |table, token, _| {
        let Some(token) = token.filter(|token| token.len() == 2) else {
            return;
        };
        let legal = table.legal_moves();
        let entry = enter(table, &[]);
        assert_eq!(entry.next, legal);
        assert_eq!(enter(table, &[token]).token.as_deref(), Some(token));
        for spot in table.scene(SceneOptions::default()).hit_areas {
            assert_eq!(
                enter(table, &[&spot.id]).token.is_some(),
                legal.contains(&spot.id)
            );
        }
    });
}
