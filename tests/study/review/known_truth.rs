//! Where the truth is known, by trying all that can be played, marks say it.

use super::bundled;
use crate::common::setting;
use kifu_core::contract::{Faults, Player, Proven, Turn, Winner};
use kifu_core::games::DynState;
use kifu_core::record::{MovedBy, Record};
use kifu_core::search::SplitMix64;
use kifu_study::review::{
    MoveClass, ReviewBudget, ReviewPlan, SearchLimit, Thresholds, TurningPoint, judged_plies,
    review,
};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

/// Games without luck of which the last plies can be tried out.
const GAMES: [(&str, usize); 2] = [("clobber", 9), ("zuniq", 6)];

/// Who wins with best play.
fn truth(state: &dyn DynState, known: &mut HashMap<String, Winner>) -> Winner {
    if state.turn() == Turn::Over {
        return state.outcome(Faults::NONE).winner.unwrap();
    }
    let key = state.position();
    if let Some(winner) = known.get(&key) {
        return *winner;
    }
    let mover = state.mover().unwrap();
    let mut best = None;
    for token in state.legal_moves() {
        let mut next = state.fork();
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
    let (mut record, game, _) = bundled(name);
    let mut state = game.start(&record.setup).unwrap();
    let mut random = SplitMix64::new(seed);
    let mut moves = Vec::new();
    while state.turn() != Turn::Over {
        // Claims end a game of Zuniq before it becomes interesting.
        let mut all = state.legal_moves();
        all.retain(|token| !token.ends_with('!'));
        let token =
            all.swap_remove(usize::try_from(random.next()).unwrap_or(usize::MAX) % all.len());
        state.play(&token).unwrap();
        moves.push(token);
    }
    let plies = moves.len().try_into().unwrap();
    record.moves = moves.join(" ");
    record.notes.clear();
    record.times_ms = kifu_core::record::PlyTimes::default();
    record.result = None;
    (record, plies)
}

/// Returns the result of a game with best play, if a search of `depth` plies proves it.
fn proof(state: &dyn DynState, depth: u32) -> Option<Winner> {
    if state.turn() == Turn::Over {
        return state.outcome(Faults::NONE).winner;
    }
    let mover = state.mover()?;
    let mut is_known = true;
    let mut best = Winner::from(mover.opponent());
    for token in state.legal_moves().into_iter().take_while(|_| depth > 0) {
        let mut next = state.fork();
        next.play(&token).unwrap();
        match proof(next.as_ref(), depth - 1) {
            Some(winner) if winner.player() == Some(mover) => return Some(winner),
            Some(Winner::Draw) => best = Winner::Draw,
            Some(_) => {}
            None => is_known = false,
        }
    }
    (is_known && depth > 0).then_some(best)
}

/// Counts of the judgements of plies whose true values are known.
#[derive(Debug, Default)]
struct Tally {
    /// Won games that a ply lost or drew, and draws that it lost; and how many are called so.
    planted: usize,
    found: usize,
    /// Plies that gave nothing away, and how many of them are called bad.
    right: usize,
    marked: usize,
}

impl Tally {
    /// Reviews a random game and looks at its last plies; `truth` returns the value of a state for a
    /// player, if that is known.
    fn add(
        &mut self,
        name: &str,
        seed: u64,
        nodes: u64,
        last: usize,
        truth: &mut dyn FnMut(Player, &dyn DynState) -> Option<Winner>,
    ) {
        let (mut record, plies) = random(name, seed);
        // What the jury plays is not looked at, which saves the time for what is not asked.
        for ply in 1..=plies.saturating_sub(u32::try_from(last).unwrap()) {
            record.note_mut(ply).by = Some(MovedBy::Jury);
        }
        let (_, game, _) = bundled(name);
        let go = AtomicBool::new(false);
        let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(nodes), 1));
        review(&mut record, game, plies, plan, (2, 16), &go, &mut |_, _| {}).unwrap();
        let judged = judged_plies(&record, game, plies, &Thresholds::default()).unwrap();
        let mut state = game.start(&record.setup).unwrap();
        for (ply, token) in (1..).zip(record.tokens()) {
            let before = state.fork();
            state.play(token).unwrap();
            if ply + last <= plies as usize {
                continue;
            }
            let mover: Player = before.mover().unwrap();
            let mut value = |state: &dyn DynState| {
                let winner = truth(mover, state)?;
                Some(Proven::of(winner, mover))
            };
            let Some(is) = value(state.as_ref()) else {
                continue;
            };
            // Nothing is better than a win.
            let was = Some(is).filter(|is| *is == Proven::Win);
            let Some(was) = was.or_else(|| value(before.as_ref())) else {
                continue;
            };
            let found = judged.iter().find(|judged| judged.ply as usize == ply);
            let judged = found.unwrap().judgement;
            if was > is {
                self.planted += 1;
                let threw_away = judged.turning == Some(TurningPoint::ThrewAwayWin);
                let found =
                    judged.class == MoveClass::Blunder && threw_away == (was == Proven::Win);
                self.found += usize::from(found);
            } else {
                self.right += 1;
                self.marked += usize::from(judged.class.is_bad());
            }
        }
    }

    /// Games that can be tried out to their end.
    fn of_endgames(
        name: &str,
        last: usize,
        seeds: std::ops::RangeInclusive<u64>,
        nodes: u64,
    ) -> Self {
        let mut tally = Self::default();
        for seed in seeds {
            let mut known = HashMap::new();
            tally.add(name, seed, nodes, last, &mut |_, state| {
                Some(truth(state, &mut known))
            });
        }
        tally
    }

    /// Games that end early, by a capture that can be seen from this far.
    fn of_captures(name: &str, seeds: std::ops::RangeInclusive<u64>, nodes: u64) -> Self {
        let mut tally = Self::default();
        for seed in seeds {
            tally.add(name, seed, nodes, 4, &mut |player, state| {
                let depth = if state.mover() == Some(player) { 3 } else { 2 };
                proof(state, depth)
            });
        }
        tally
    }

    /// All was found, and nothing was marked that was right.
    #[track_caller]
    fn must_be_perfect(&self, name: &str) {
        assert!(self.planted > 2 && self.right > 5, "{name}: {self:?}");
        assert_eq!(
            (self.found, self.marked),
            (self.planted, 0),
            "{name}: {self:?}"
        );
    }
}

/// Measures the rates on many games: `cargo test --release --test core -- --ignored --nocapture
/// rates_of`; `RATES=50` sets the number of games of each kind.
#[test]
#[ignore = "minutes"]
fn rates_of_planted_mistakes() {
    let last_seed = 100 + setting("RATES", 300);
    for (name, last) in GAMES {
        let tally = Tally::of_endgames(name, last + 1, 100..=last_seed, 3000);
        println!("{name}: {tally:?}");
    }
    let tally = Tally::of_captures("atari-go", 100..=last_seed.min(200), 3000);
    println!("atari-go: {tally:?}");
}

mod slow {
    use super::*;

    #[test]
    fn planted_mistakes_are_found_and_correct_moves_are_not_marked() {
        for (name, last) in GAMES {
            Tally::of_endgames(name, last, 1..=6, 3000).must_be_perfect(name);
        }
        Tally::of_captures("atari-go", 1..=6, 1000).must_be_perfect("atari-go");
    }
}
