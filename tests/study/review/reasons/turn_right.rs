//! Turn Right: points of circuits, answers, 3x3 squares.

use super::{after, between, game, side, state, two, why};
use kifu_core::contract::{Faults, Setup, Winner};
use kifu_core::games::DynState;
use kifu_core::search::SplitMix64;

const ID: &str = "turn-right";

#[test]
fn reason_names_a_3x3_square() {
    let state = state(ID, "wwwbbb/wwwbbb/wwbbbb/wwbbww/wwwbbb/wwwbbb b 0 5-0");
    // White's 3x3 squares are there already: whatever Black turns elsewhere ends the game.
    let reasons = why(state.as_ref(), "a1-a4-d4-d1", "a3-a6-c6-c3");
    assert!(reasons[0].contains("3x3 square for White"), "{reasons:?}");
}

#[test]
fn reason_names_an_unstoppable_3x3_square() {
    let text = "bbwwbb/bbbbwb/wbbbbb/wwbbwb/wbwwww/wwwwww w 7 20-17";
    let state = state(ID, text);
    let played = "a2-a3-d3-d4-a4-a6-d6-d5-f5-f2";
    let reasons = why(state.as_ref(), played, "a2-a3-b3-b6-c6-c3-e3-e4-f4-f2");
    let wins = between(
        &reasons[0],
        "Black wins with a 3x3 square that no reply prevents",
        ": ",
    );
    assert!(wins.is_some(), "{reasons:?}");
    let reasons = why(state.as_ref(), "a1-a2-b2-b1", played);
    let is_unstoppable = |reason: &String| reason.contains("that no reply prevents");
    assert!(!reasons.iter().any(is_unstoppable), "{reasons:?}");
}

fn points(state: &dyn DynState) -> [i32; 2] {
    state.outcome(Faults::NONE).scores.unwrap()
}

/// A board filled at random.
fn full(random: &mut SplitMix64) -> Box<dyn DynState> {
    let mut state = game(ID).start(&Setup::default()).unwrap();
    for _ in 0..36 {
        let all = state.legal_moves();
        let token = super::any(random, &all).to_owned();
        state.play(&token).unwrap();
    }
    state
}

#[test]
fn scores_and_replies_in_reasons_match_the_board() {
    let (mut scores, mut answers, mut wins) = (0, 0, 0);
    for seed in 1..=15 {
        let mut random = SplitMix64::new(seed);
        let state = full(&mut random);
        let (one, other) = two(&mut random, state.as_ref()).unwrap();
        let (mover, enemy) = (state.mover().unwrap(), state.mover().unwrap().opponent());
        let next = after(state.as_ref(), &[&one]);
        let gained = |state: &dyn DynState, before: &dyn DynState| {
            let (old, new) = (points(before), points(state));
            [mover, enemy].map(|player| new[player.index()] - old[player.index()])
        };
        for reason in why(state.as_ref(), &one, &other) {
            if reason.starts_with("The circuit gains ") {
                let [own, given] = gained(next.as_ref(), state.as_ref());
                let [me, other] = [mover, enemy].map(|player| side(ID, player));
                let expected =
                    format!("The circuit gains {own:+} for {me} and {given:+} for {other}; ");
                assert!(reason.starts_with(&expected), "{reason}");
                scores += 1;
            }
            if reason.starts_with(&format!("{} can reply ", side(ID, enemy))) {
                let gain = between(&reason, " and gain ", ";").unwrap();
                let best = next.legal_moves().into_iter().map(|token| {
                    let [own, theirs] =
                        gained(after(next.as_ref(), &[&token]).as_ref(), next.as_ref());
                    theirs - own
                });
                let gain = gain.trim_end_matches('.');
                assert_eq!(best.max(), gain.parse().ok(), "{reason}");
                answers += 1;
            }
            if let Some(circuit) = between(&reason, "win at once with a 3x3 square: ", ".") {
                let end = after(next.as_ref(), &[circuit]);
                assert_eq!(
                    end.outcome(Faults::NONE).winner,
                    Some(Winner::from(enemy)),
                    "{reason}"
                );
                wins += 1;
            }
        }
    }
    assert!(
        scores > 2 && answers > 1,
        "{scores} scores, {answers} answers, {wins} wins"
    );
}

#[test]
fn stone_placements_have_reasons() {
    let (mut with, mut all) = (0, 0);
    for seed in 1..=2 {
        let mut random = SplitMix64::new(seed);
        let mut state = game(ID).start(&Setup::default()).unwrap();
        for ply in 1..34 {
            let (one, other) = two(&mut random, state.as_ref()).unwrap();
            if ply >= 8 {
                let pairs = [(&one, &other), (&other, &one)];
                let found = pairs.map(|(played, better)| why(state.as_ref(), played, better));
                with += usize::from(found.iter().any(|reasons| !reasons.is_empty()));
                all += 1;
            }
            state.play(&one).unwrap();
        }
    }
    assert!(10 * with >= 8 * all, "{with} of {all}");
}
