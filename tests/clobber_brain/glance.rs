//! What is seen at a glance, and how its weights are learned.

use super::common::setting;
use super::fit::{Example, classes, learn, write};
use super::teach::on_all;
use super::{Rng, pairs, random_stones, think};
use kifu::contract::Proven;
use kifu::games::clobber::engine::bitboard::BitboardWord;
use kifu::games::clobber::engine::pattern_eval::{PatternEval, TEMPO, win_probability};
use kifu::games::clobber::engine::solver::ClobberSolver;
use kifu::search::{Limits, SearchBudget, SplitMix64};

fn seen_after_moves_as_anew<B: BitboardWord>(size: (u32, u32)) {
    let mut rng = Rng(7);
    for plies in 0..40 {
        let stones = random_stones::<B>(size, plies, &mut rng);
        let glance = PatternEval::new(stones);
        for pair in pairs(stones) {
            // The other player sees it then, and what is his gain is our loss.
            let after = PatternEval::new(stones.after(pair));
            assert_eq!(glance.lead_after(stones, pair), -after.lead());
        }
        assert_eq!(PatternEval::new(stones.swapped()).lead(), -glance.lead());
    }
}

#[test]
fn a_move_changes_what_is_seen_as_if_looked_at_anew() {
    seen_after_moves_as_anew::<u64>((8, 8));
    seen_after_moves_as_anew::<u128>((10, 10));
    seen_after_moves_as_anew::<u64>((5, 4));
}

/// Who wins is known of every position here (the solver's word), and a glance sees it better than
/// by chance: of so many positions two in three.
#[test]
fn a_glance_tells_mostly_who_wins() {
    let (mut rng, mut solver) = (Rng(8), ClobberSolver::<u64>::new(16 << 20));
    let (mut right, mut count) = (0, 0);
    while count < 200 {
        let stones = random_stones((8, 8), 30 + rng.below(4), &mut rng);
        let mut watch = SearchBudget::new(Limits::default());
        let Some(won) = solver.solve(stones, 100_000, &mut watch) else {
            continue;
        };
        right += u32::from((win_probability(PatternEval::new(stones).lead()) > 0.5) == won);
        count += 1;
    }
    assert!(right > 133, "{right} of {count}");
}

/// A game of the search against itself up to the first proof, after up to twelve random plies; now
/// and then a move is random, and then only what follows tells who wins.
fn game(
    steps: u32,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
    classes: &[(usize, f32)],
) -> Vec<Example> {
    let mut stones = random_stones::<u64>((8, 8), 0, &mut Rng(0));
    let (mut seen, mut left) = (Vec::new(), random.index(13));
    solver.refresh();
    let mut won = loop {
        let pairs = pairs(stones);
        if pairs.is_empty() {
            // Who moved last has won.
            break true;
        }
        if left > 0 || random.index(24) == 0 {
            left = left.saturating_sub(1);
            seen.clear();
            stones = stones.after(pairs[random.index(pairs.len())]);
            continue;
        }
        seen.push(stones);
        let report = think(stones, steps, random, solver);
        if let Some(proven) = report.value.proven() {
            break proven == Proven::Win;
        }
        stones = stones.after(stones.pair_of_move(report.lines[0].mv).unwrap());
    };
    let examples = seen.into_iter().rev().map(|stones| {
        let example = Example::new(classes, [stones], TEMPO, won);
        won = !won;
        example
    });
    examples.collect()
}

/// Learns the weights from `GAMES` (20 000) games with `STEPS` (320) visits a move, and writes them
/// where `GLANCE` in the environment says:
/// `GLANCE=src/games/clobber/engine/pattern_eval.bin cargo test --release --no-default-features
/// --test clobber_brain -- --ignored --nocapture learned`. The embedded ones were learned in this
/// way from 205 000 positions of games with 320 and 400 visits a move, by a program beside the
/// repository; this one was run to its end with 2 500 games of 60 visits.
#[test]
#[ignore = "an hour; writes the table of weights"]
fn what_a_glance_tells_is_learned_from_games() {
    let classes = classes();
    let steps = setting("STEPS", 320);
    let examples = on_all(setting("GAMES", 20_000), |thread, games| {
        let mut random = SplitMix64::stream(1, thread.into());
        let mut solver = ClobberSolver::new(32 << 20);
        let games = (0..games).map(|_| game(steps, &mut random, &mut solver, &classes));
        games.flatten().collect()
    });
    let (weights, error) = learn(&examples, 30);
    assert!(error < 0.24);
    write("GLANCE", &classes, &weights);
}
