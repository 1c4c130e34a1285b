//! How the weights of the pattern evaluation are learned.

use super::pattern_weights::{Example, classes, learn, write};
use crate::common::setting;
use crate::games::clobber::engine::{pairs, random_stones, think};
use crate::lab::training::on_all;
use kifu::contract::Proven;
use kifu::internals::clobber::pattern_eval::TEMPO;
use kifu::internals::clobber::solver::ClobberSolver;
use kifu::search::SplitMix64;

/// A game of the search against itself up to the first proof, after up to twelve random plies; now
/// and then a move is random, and then only what follows tells who wins.
fn game(
    steps: u32,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
    classes: &[(usize, f32)],
) -> Vec<Example> {
    let mut stones = random_stones::<u64>((8, 8), 0, &mut SplitMix64::new(0));
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
/// where `GLANCE` in the environment says: `GLANCE=src/games/clobber/engine/pattern_eval.bin cargo
/// test --release --no-default-features --test core -- --ignored --nocapture what_a_glance_tells`.
/// The embedded ones were learned in this way from 205 000 positions of games with 320 and 400
/// visits a move, by a program beside the repository; this one was run to its end with 2 500 games
/// of 60 visits.
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
