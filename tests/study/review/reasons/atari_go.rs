//! Atari Go: captures, at once and by ladders.

use super::{after, between, game, side, state, two, wander, why};
use kifu_core::contract::{Faults, Setup, Turn};
use kifu_core::games::DynState;
use kifu_core::search::SplitMix64;

const ID: &str = "atari-go";

fn small() -> Setup {
    let mut setup = Setup::default();
    setup.set("size", "5");
    setup.set("turns", "60");
    setup
}

#[test]
fn reasons_name_stones_in_atari_and_missed_captures() {
    // Black's B3 has one liberty, C3.
    let black = state(ID, "...../.W.../WB.../.W.../..... B 6/80 0-0 -");
    let reasons = why(black.as_ref(), "E1", "C3");
    assert_eq!(
        reasons[0],
        "E1 leaves the stone at B3 in atari: White captures it at C3."
    );
    let reasons = why(black.as_ref(), "PASS", "C3");
    assert!(
        reasons
            .iter()
            .any(|reason| reason == "Black passes although 21 points are open.")
    );
    let white = state(ID, "...../.W.../WB.../.W.../..... W 7/80 0-0 -");
    let reasons = why(white.as_ref(), "E1", "C3");
    assert_eq!(reasons[0], "C3 captures the stone at B3; E1 does not.");
}

fn stones(state: &dyn DynState) -> [i32; 2] {
    state.outcome(Faults::NONE).scores.unwrap()
}

/// Whether the player to act takes a chain whatever is answered, playing only where it breathes;
/// every answer on the board is tried.
fn catches(state: &dyn DynState, prey: &str, way: &str, depth: u32) -> bool {
    let mut next = state.fork();
    if depth == 0 || next.play(way).is_err() {
        return false;
    }
    let Some(open) = liberties(next.as_ref(), prey) else {
        return true;
    };
    if open > 1 || next.turn() == Turn::Over {
        return false;
    }
    next.legal_moves().into_iter().all(|answer| {
        let then = after(next.as_ref(), &[&answer]);
        then.legal_moves().iter().any(|way| {
            near(then.as_ref(), prey, way) && catches(then.as_ref(), prey, way, depth - 1)
        })
    })
}

/// Returns the number of liberties of the chain at a point; `None` if the point is empty.
fn liberties(state: &dyn DynState, at: &str) -> Option<u32> {
    let words = state.describe_square(at, kifu_core::scene::SceneOptions::default())?;
    let words = words.rsplit(", ").next()?;
    words.split(' ').next()?.parse().ok()
}

/// Whether a move takes a liberty of the chain: it has fewer, or is gone.
fn near(state: &dyn DynState, prey: &str, way: &str) -> bool {
    let old = liberties(state, prey);
    let new = liberties(after(state, &[way]).as_ref(), prey);
    new < old
}

#[test]
fn stones_called_capturable_can_be_captured() {
    let (mut captures, mut ladders, mut missed) = (0, 0, 0);
    for seed in 1..=25 {
        let mut random = SplitMix64::new(seed);
        let start = game(ID).start(&small()).unwrap();
        wander(&mut random, start, &mut |random, state| {
            let Some((one, other)) = two(random, state) else {
                return;
            };
            let next = after(state, &[&one]);
            let enemy = next.mover().unwrap();
            for reason in why(state, &one, &other) {
                if let Some(at) = between(&reason, " in atari: ", ".") {
                    let at = at.rsplit(' ').next().unwrap();
                    assert!(reason.contains(side(ID, enemy)), "{reason}");
                    let end = after(next.as_ref(), &[at]);
                    let gained =
                        stones(end.as_ref())[enemy.index()] - stones(next.as_ref())[enemy.index()];
                    let count = between(&reason, "the ", " stone").unwrap_or("1");
                    assert_eq!(gained, count.parse().unwrap_or(1), "{reason}");
                    captures += 1;
                }
                if let Some(way) = between(&reason, "in a ladder that begins with ", ".") {
                    let prey = between(&reason, " at ", " in a ladder").unwrap();
                    assert!(
                        catches(next.as_ref(), prey, way, 6),
                        "{}: {reason}",
                        next.position()
                    );
                    ladders += 1;
                }
                if reason.starts_with(&format!("{other} captures the ")) {
                    let mover = state.mover().unwrap();
                    let gained =
                        |token: &str| stones(after(state, &[token]).as_ref())[mover.index()];
                    assert!(gained(&other) > gained(&one), "{reason}");
                    missed += 1;
                }
            }
        });
    }
    assert!(
        captures > 20 && ladders > 3 && missed > 3,
        "{captures} captures, {ladders} ladders, {missed} missed captures"
    );
}
