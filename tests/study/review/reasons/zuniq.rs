//! Zuniq: zones, and who makes the last ply.

use super::{after, any, between, game, side, two, wander, why, winner};
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::games::DynState;
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

const ID: &str = "zuniq";

#[test]
fn reason_names_a_closed_zone_and_its_effect() {
    let start = game(ID).start(&Setup::default()).unwrap();
    // White would close one cell at its third move.
    let state = after(start.as_ref(), &["A1h", "A2v", "B1h", "F5h"]);
    let reasons = why(state.as_ref(), "A1v", "F4h");
    assert_eq!(
        reasons[..2],
        [
            "If no more zones are closed, A1v makes the game 36 plies long and Black wins; with F4h \
             it lasts 35 and White wins.",
            "A1v closes a zone of size 1 (A1), so no other zone of that size can be closed.",
        ]
    );
    // What White leaves, Black takes.
    let reasons = why(state.as_ref(), "F4h", "A1v");
    assert_eq!(
        reasons[..2],
        [
            "After F4h Black can close a zone of size 1 (A1) with A1v, which changes who makes the \
             last ply.",
            "A1v would close a zone of size 1 (A1); F4h closes none.",
        ]
    );
}

/// Who makes the last ply if no zone is closed any more.
fn last_without_zones(random: &mut SplitMix64, state: &dyn DynState, before: Player) -> Player {
    let (mut state, mut last) = (state.fork(), before);
    loop {
        let mut quiet = state.legal_moves();
        quiet.retain(|token| after(state.as_ref(), &[token]).move_event().is_none());
        if quiet.is_empty() {
            return last;
        }
        last = state.mover().unwrap();
        state.play(any(random, &quiet)).unwrap();
    }
}

#[test]
fn named_player_makes_the_last_ply_if_no_zone_closes() {
    let mut count = 0;
    for seed in 1..=10 {
        let mut random = SplitMix64::new(seed);
        let start = game(ID).start(&Setup::default()).unwrap();
        let mut ply = 0;
        wander(&mut random, start, &mut |random, state| {
            ply += 1;
            // From the 25th ply on the reasons take longer to find.
            let Some((one, other)) = two(random, state).filter(|_| (17..24).contains(&ply)) else {
                return;
            };
            let mover = state.mover().unwrap();
            for reason in why(state, &one, &other) {
                let Some(maker) = between(&reason, "If no more zones are closed, ", " wins") else {
                    continue;
                };
                let maker = maker.split_once(" plies long and ").unwrap().1;
                let next = after(state, &[&one]);
                let last = last_without_zones(random, next.as_ref(), mover);
                assert_eq!(maker, side(ID, last), "{seed} ply {ply}: {reason}");
                count += 1;
            }
        });
    }
    assert!(count > 4, "{count}");
}

mod slow {
    use super::*;

    #[test]
    fn winning_replies_and_last_plies_in_reasons_are_true() {
        let (mut wins, mut counted) = (0, 0);
        for seed in 1..=12 {
            let mut random = SplitMix64::new(seed);
            let start = game(ID).start(&Setup::default()).unwrap();
            let mut ply = 0;
            wander(&mut random, start, &mut |random, state| {
                ply += 1;
                if ply < 30 {
                    return;
                }
                let Some((one, other)) = two(random, state) else {
                    return;
                };
                let next = after(state, &[&one]);
                let enemy = next.mover().unwrap();
                for reason in why(state, &one, &other) {
                    if let Some(answer) = between(&reason, " wins with ", ".") {
                        let answer = answer.split([',', ' ']).next().unwrap();
                        let end = after(next.as_ref(), &[answer]);
                        let found = winner(end.as_ref(), &mut HashMap::new());
                        assert_eq!(found, enemy.into(), "{seed} ply {ply}: {reason}");
                        wins += 1;
                    }
                    if let Some(maker) = between(&reason, "whatever is played: ", " makes") {
                        // Some way to the end, for all are alike.
                        let mut end = next.fork();
                        let mut last = state.mover().unwrap();
                        while end.turn() != Turn::Over {
                            last = end.mover().unwrap();
                            let all = end.legal_moves();
                            end.play(any(random, &all)).unwrap();
                        }
                        assert_eq!(maker, side(ID, last), "{seed} ply {ply}: {reason}");
                        counted += 1;
                    }
                }
            });
        }
        assert!(wins > 5 && counted > 3, "{wins} wins, {counted} counted");
    }
}
