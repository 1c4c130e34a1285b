//! Where the truth is known, by trying all that can be played, marks say it.

use super::bundled;
use kifu::contract::{Player, Turn, Winner};
use kifu::games::Table;
use kifu::record::Record;
use kifu::review::{Budget, Class, Plan, Spend, Thresholds, Turning, judged, review};
use kifu::search::Random;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Games without luck of which the last plies can be tried out.
const GAMES: [(&str, usize); 2] = [("clobber", 9), ("zuniq", 6)];

/// Who wins with best play.
fn truth(table: &dyn Table, known: &mut HashMap<String, Winner>) -> Winner {
    if table.turn() == Turn::Over {
        return table.outcome([false; 2]).winner.unwrap();
    }
    let key = table.position();
    if let Some(winner) = known.get(&key) {
        return *winner;
    }
    let mover = table.mover().unwrap();
    let mut best = None;
    for token in table.moves() {
        let mut next = table.fork();
        next.play(&token).unwrap();
        let winner = truth(next.as_ref(), known);
        if winner.player() == Some(mover) {
            best = Some(winner);
            break;
        }
        best = Some(if winner.player().is_none() {
            winner
        } else {
            best.unwrap_or(winner)
        });
    }
    known.insert(key, best.unwrap());
    best.unwrap()
}

/// A game of random moves.
fn random(name: &str, seed: u64) -> (Record, u32) {
    let (mut record, book, _) = bundled(name);
    let mut table = book.start(&record.setup).unwrap();
    let mut random = Random::new(seed);
    let mut moves = Vec::new();
    while table.turn() != Turn::Over {
        // Claims end a game of Zuniq before it becomes interesting.
        let mut all = table.moves();
        all.retain(|token| !token.ends_with('!'));
        let token =
            all.swap_remove(usize::try_from(random.next()).unwrap_or(usize::MAX) % all.len());
        table.play(&token).unwrap();
        moves.push(token);
    }
    let plies = moves.len().try_into().unwrap();
    record.moves = moves.join(" ");
    record.notes.clear();
    record.times_ms = kifu::record::Times::default();
    record.result = None;
    (record, plies)
}

#[test]
fn planted_mistakes_are_found_and_what_is_right_is_not_marked() {
    for (name, last) in GAMES {
        let (mut planted, mut right) = (0, 0);
        for seed in 1..=6 {
            let (mut record, plies) = random(name, seed);
            let (_, book, _) = bundled(name);
            let go = AtomicBool::new(false);
            let plan = Plan::new(Budget {
                spend: Spend::Nodes(3000),
                seed: 1,
                closer: false,
            });
            review(&mut record, book, plies, plan, (2, 16), &go, &mut |_, _| {}).unwrap();
            let judged = judged(&record, book, plies, &Thresholds::default()).unwrap();
            let mut table = book.start(&record.setup).unwrap();
            let mut known = HashMap::new();
            for (ply, token) in (1..).zip(record.tokens()) {
                let before = table.fork();
                table.play(token).unwrap();
                if ply + last <= plies as usize {
                    continue;
                }
                let mover: Player = before.mover().unwrap();
                let wins =
                    |table: &dyn Table, known: &mut _| truth(table, known).player() == Some(mover);
                let (was, is) = (
                    wins(before.as_ref(), &mut known),
                    wins(table.as_ref(), &mut known),
                );
                let found = judged
                    .iter()
                    .find(|judged| judged.ply as usize == ply)
                    .unwrap();
                if was && !is {
                    planted += 1;
                    assert_eq!(
                        found.judged.class,
                        Class::Blunder,
                        "{name} {seed} ply {ply}"
                    );
                    assert_eq!(found.judged.turning, Some(Turning::ThrewAwayWin));
                } else {
                    right += 1;
                    assert!(!found.judged.class.is_bad(), "{name} {seed} ply {ply}");
                }
            }
        }
        assert!(
            planted > 4 && right > 15,
            "{name}: {planted} planted, {right} right"
        );
    }
}
