//! The fit of `engine/sum_eval.bin` to the solver's own proofs: a sample of the sums that it
//! proves while it searches positions of games, as it proves them.

use super::pattern_regression::{Example, PatternClasses, fit as fit_weights};
use super::{StoredStones, pairs, search, start_stones};
use crate::common::session::LabSession;
use kifu_core::games::clobber::engine::solver::{ClobberSolver, ProofSampler};
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::search::{Limits, SearchBudget, SplitMix64};
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};

const SOLVER_BYTES: usize = 64 << 20;
const GAMES_PER_BATCH: u64 = 8;
const EPOCHS: usize = 20;
/// The largest number of random plies at the start of a game.
const MAX_RANDOM_PLIES: usize = 12;

/// The settings of the fit.
#[derive(Clone, Debug)]
pub struct SumEvalFit {
    /// The number of games; each gives one position to solve.
    pub games: u64,
    /// The number of sums to learn from.
    pub sums: u64,
    /// The visits of a move.
    pub visits: u32,
    /// The fewest and the most stones of a position to solve.
    pub stones: (u32, u32),
    /// The most positions that the solver searches.
    pub max_nodes: u64,
}

/// A proven sum: its large components, the lead by the turn and the values of the others, and
/// whether the player to move wins.
#[derive(Serialize, Deserialize)]
struct ProvenSum {
    components: Vec<StoredStones>,
    value_lead: i32,
    is_won: bool,
}

/// Fits the weights and returns their file.
///
/// # Errors
/// Returns an error of the session, or if there are too few sums.
pub fn fit(session: &mut LabSession, settings: &SumEvalFit, seed: u64) -> Result<Vec<u8>, Failure> {
    let capacity = settings.sums.div_ceil(settings.games.max(1)) as usize;
    let sums = session.items(
        "solved positions",
        settings.games,
        GAMES_PER_BATCH,
        |game| {
            let mut random = SplitMix64::stream(seed, game);
            Ok(proven_sums(settings, capacity, &mut random))
        },
    )?;
    let classes = PatternClasses::new();
    let examples = sums.iter().flatten().map(|sum| {
        let components = sum.components.iter().map(|stones| Stones::from(*stones));
        Example::new(&classes, components, sum.value_lead, sum.is_won)
    });
    let mut examples: Vec<Example> = examples.collect();
    // Those held out must not all come from the last games.
    SplitMix64::new(seed).shuffle(&mut examples);
    let (weights, _) = fit_weights(session, &examples, EPOCHS, seed)?;
    Ok(classes.encode(&weights).to_vec())
}

/// Plays a game down to some number of stones, solves the position, and returns a sample of the
/// sums that were proven on the way.
fn proven_sums(settings: &SumEvalFit, capacity: usize, random: &mut SplitMix64) -> Vec<ProvenSum> {
    let mut solver = ClobberSolver::new(SOLVER_BYTES);
    let Some(root) = position(settings, random, &mut solver) else {
        return Vec::new();
    };
    solver.clear();
    solver.sampler = Some(ProofSampler::new(capacity, random.next()));
    let mut budget = SearchBudget::new(Limits::default());
    solver.solve(root, settings.max_nodes, &mut budget);
    let sampler = solver.sampler.take();
    let kept = sampler.into_iter().flat_map(|sampler| sampler.kept);
    let sum = |(components, value_lead, is_won): (Vec<Stones<u64>>, i32, bool)| ProvenSum {
        components: components.into_iter().map(StoredStones::from).collect(),
        value_lead,
        is_won,
    };
    kept.map(sum).collect()
}

/// Returns a position of a game of the search against itself after a few random plies; `None` if
/// the game was over before.
fn position(
    settings: &SumEvalFit,
    random: &mut SplitMix64,
    solver: &mut ClobberSolver<u64>,
) -> Option<Stones<u64>> {
    let (low, high) = settings.stones;
    let plies = 1 + random.index(MAX_RANDOM_PLIES);
    let stones = low + random.below(high.saturating_sub(low) + 1);
    let mut position = start_stones()?;
    for _ in 0..plies {
        let pairs = pairs(position);
        position = position.after(*pairs.get(random.index(pairs.len()))?);
    }
    while position.all().count_ones() > stones {
        let result = search(position, settings.visits, random, solver);
        position = position.after(position.pair_of_move(result.lines.first()?.mv)?);
    }
    Some(position)
}
