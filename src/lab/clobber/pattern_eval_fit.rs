//! The fit of `engine/pattern_eval.bin` to games of the search against itself.

use super::pattern_regression::{Example, PatternClasses, fit as fit_weights};
use super::{StoredStones, pairs, search, start_stones};
use crate::common::session::LabSession;
use kifu_core::contract::Proven;
use kifu_core::games::clobber::engine::pattern_eval::TEMPO;
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};

const SOLVER_BYTES: usize = 32 << 20;
const GAMES_PER_BATCH: u64 = 64;
const EPOCHS: usize = 30;
/// The largest number of random plies at the start of a game, plus one.
const RANDOM_PLIES: usize = 13;
/// A later move is random once in this number of moves; only the positions after it are learned
/// from.
const RANDOM_MOVE_INTERVAL: usize = 24;

/// A position of a game and whether the player to move won.
#[derive(Serialize, Deserialize)]
struct LabelledPosition {
    stones: StoredStones,
    is_won: bool,
}

/// Fits the weights to games and returns their file; game `n` is played with the `n`-th number of
/// visits, in turn.
///
/// # Errors
/// Returns an error of the session, or if the games have too few positions.
pub fn fit(
    session: &mut LabSession,
    games: u64,
    visits: &[u32],
    seed: u64,
) -> Result<Vec<u8>, Failure> {
    let games = session.items("games", games, GAMES_PER_BATCH, |game| {
        let visits = visits[(game % visits.len() as u64) as usize];
        Ok(play(visits, &mut SplitMix64::stream(seed, game)))
    })?;
    let classes = PatternClasses::new();
    let examples = games
        .iter()
        .flatten()
        .map(|position| Example::new(&classes, [position.stones.into()], TEMPO, position.is_won));
    let examples: Vec<Example> = examples.collect();
    let (weights, _) = fit_weights(session, &examples, EPOCHS, seed)?;
    Ok(classes.encode(&weights).to_vec())
}

/// Plays a game up to the first proof, after some random plies.
fn play(visits: u32, random: &mut SplitMix64) -> Vec<LabelledPosition> {
    let mut solver = ClobberSolver::new(SOLVER_BYTES);
    let Some(mut stones) = start_stones() else {
        return Vec::new();
    };
    let (mut seen, mut left) = (Vec::new(), random.index(RANDOM_PLIES));
    let mut is_won = loop {
        let pairs = pairs(stones);
        if pairs.is_empty() {
            // The player who moved last has won.
            break true;
        }
        if left > 0 || random.index(RANDOM_MOVE_INTERVAL) == 0 {
            left = left.saturating_sub(1);
            seen.clear();
            stones = stones.after(pairs[random.index(pairs.len())]);
            continue;
        }
        seen.push(stones);
        let result = search(stones, visits, random, &mut solver);
        if let Some(proven) = result.value.proven() {
            break proven == Proven::Win;
        }
        let best = result
            .lines
            .first()
            .and_then(|line| stones.pair_of_move(line.mv));
        stones = stones.after(best.unwrap_or(pairs[0]));
    };
    let positions = seen.into_iter().rev().map(|stones| {
        let position = LabelledPosition {
            stones: stones.into(),
            is_won,
        };
        is_won = !is_won;
        position
    });
    positions.collect()
}
