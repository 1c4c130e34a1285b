//! Zuniq: zones, and who makes the last ply.

use super::{after, any, between, book, side, two, wander, why, winner};
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::games::DynState;
use kifu_core::search::SplitMix64;
use std::collections::HashMap;

const ID: &str = "zuniq";

#[test]
fn a_zone_that_is_closed_is_told_with_what_it_turns() {
    let start = book(ID).start(&Setup::default()).unwrap();
    // White would close one cell at its third move.
    let table = after(start.as_ref(), &["A1h", "A2v", "B1h", "F5h"]);
    let reasons = why(table.as_ref(), "A1v", "F4h");
    assert_eq!(
        reasons[..2],
        [
            "If no more zones are closed, A1v makes the game 36 plies long and Black wins; with F4h \
             it lasts 35 and White wins.",
            "A1v closes a zone of size 1 (A1), so no other zone of that size can be closed.",
        ]
    );
    // What White leaves, Black takes.
    let reasons = why(table.as_ref(), "F4h", "A1v");
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
fn last_without_zones(random: &mut SplitMix64, table: &dyn DynState, before: Player) -> Player {
    let (mut table, mut last) = (table.fork(), before);
    loop {
        let mut quiet = table.legal_moves();
        quiet.retain(|token| after(table.as_ref(), &[token]).move_event().is_none());
        if quiet.is_empty() {
            return last;
        }
        last = table.mover().unwrap();
        table.play(any(random, &quiet)).unwrap();
    }
}

#[test]
fn who_is_said_to_make_the_last_ply_does_if_no_zone_is_closed() {
    let mut told = 0;
    for seed in 1..=10 {
        let mut random = SplitMix64::new(seed);
        let start = book(ID).start(&Setup::default()).unwrap();
        let mut ply = 0;
        wander(&mut random, start, &mut |random, table| {
            ply += 1;
            // From the 25th ply on the reasons take longer to find.
            let Some((one, other)) = two(random, table).filter(|_| (17..24).contains(&ply)) else {
                return;
            };
            let mover = table.mover().unwrap();
            for reason in why(table, &one, &other) {
                let Some(maker) = between(&reason, "If no more zones are closed, ", " wins") else {
                    continue;
                };
                let maker = maker.split_once(" plies long and ").unwrap().1;
                let next = after(table, &[&one]);
                let last = last_without_zones(random, next.as_ref(), mover);
                assert_eq!(maker, side(ID, last), "{seed} ply {ply}: {reason}");
                told += 1;
            }
        });
    }
    assert!(told > 4, "{told}");
}

#[test]
fn what_is_said_to_win_wins_and_what_is_counted_is_so() {
    let (mut wins, mut counted) = (0, 0);
    for seed in 1..=12 {
        let mut random = SplitMix64::new(seed);
        let start = book(ID).start(&Setup::default()).unwrap();
        let mut ply = 0;
        wander(&mut random, start, &mut |random, table| {
            ply += 1;
            if ply < 30 {
                return;
            }
            let Some((one, other)) = two(random, table) else {
                return;
            };
            let next = after(table, &[&one]);
            let enemy = next.mover().unwrap();
            for reason in why(table, &one, &other) {
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
                    let mut last = table.mover().unwrap();
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
