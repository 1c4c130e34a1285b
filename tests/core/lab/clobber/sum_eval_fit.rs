//! How the weights of the evaluation of sums are learned.

use super::pattern_weights::{Example, classes, learn, write};
use crate::common::setting;
use crate::games::clobber::engine::{pairs, random_stones, think};
use crate::lab::training::on_all;
use kifu::internals::clobber::solver::components::ComponentValues;
use kifu::internals::clobber::solver::sum::GameSum;
use kifu::internals::clobber::solver::{ClobberSolver, MAX_SMALL_STONES};
use kifu::internals::clobber::stones::Stones;
use kifu::search::{Limits, SearchBudget, SplitMix64};
use std::collections::HashSet;

/// A position of a game of the search against itself with so many visits a move, after a few random
/// plies; none if the game was over before.
fn position(
    steps: u32,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
) -> Option<Stones<u64>> {
    let plies = 1 + random.index(12);
    let stones = 38 + u32::try_from(random.index(7)).unwrap();
    let mut position = random_stones::<u64>((8, 8), plies, &mut SplitMix64::new(random.next()));
    solver.refresh();
    while position.all().count_ones() > stones {
        let report = think(position, steps, random, solver);
        position = position.after(position.pair_of_move(report.lines.first()?.mv)?);
    }
    Some(position)
}

/// The most positions that are looked through for what is proven.
const MOST: usize = 60_000;

/// Of the sums that the solver has proven below a position, those with large components: one in
/// eight.
fn proven_below(
    root: Stones<u64>,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
    classes: &[(usize, f32)],
) -> Vec<Example> {
    let mut shapes = ComponentValues::new(MAX_SMALL_STONES, 64 << 20);
    let (mut examples, mut left, mut seen) = (Vec::new(), vec![root], HashSet::from([root]));
    while !left.is_empty() && seen.len() < MOST {
        let stones = left.swap_remove(random.index(left.len()));
        let sum = GameSum::of(stones, &mut shapes);
        let Some(won) = solver
            .known_result(stones)
            .filter(|_| !sum.components.is_empty())
        else {
            continue;
        };
        if random.index(8) == 0 {
            let parts = sum.components.iter().map(|part| part.stones);
            examples.push(Example::new(classes, parts, sum.value_lead(&shapes), won));
        }
        let after = pairs(stones).into_iter().map(|at| stones.after(at));
        left.extend(after.filter(|stones| seen.insert(*stones)));
    }
    examples
}

/// Learns the weights from what the solver proves of `GAMES` (800) positions, and writes them where
/// `LEAD` in the environment says:
/// `LEAD=src/games/clobber/engine/sum_eval.bin cargo test --release --no-default-features
/// --test core -- --ignored --nocapture leads_the_solver`. The embedded ones were learned
/// by a program beside the repository from 537 000 sums as the search proved them, at 41 to 44
/// stones; with those of this test, which meets sums in another mixture, the search looks at a
/// sixth more positions.
#[test]
#[ignore = "minutes; writes the table of weights"]
fn what_leads_the_solver_is_learned_from_its_proofs() {
    let classes = classes();
    let examples = on_all(setting("GAMES", 800), |thread, games| {
        let mut random = SplitMix64::stream(3, thread.into());
        let mut solver = ClobberSolver::new(64 << 20);
        let mut all = Vec::new();
        for _ in 0..games {
            let Some(root) = position(200, &mut random, &mut solver) else {
                continue;
            };
            solver.clear();
            let mut watch = SearchBudget::new(Limits::default());
            solver.solve(root, 1_000_000, &mut watch);
            all.extend(proven_below(root, &mut random, &mut solver, &classes));
        }
        all
    });
    let (weights, error) = learn(&examples, 20);
    assert!(error < 0.2);
    write("LEAD", &classes, &weights);
}
