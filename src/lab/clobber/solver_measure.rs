//! Measurements of the solver: positions proven within a second, and the largest boards.

use super::full_board;
use crate::common::cpu_time::CpuStopwatch;
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use crate::duel::legal_moves;
use kifu_core::contract::Rules as _;
use kifu_core::games::clobber::engine::ClobberEngine;
use kifu_core::games::clobber::engine::solver::ClobberSolver;
use kifu_core::games::clobber::engine::stones::Stones;
use kifu_core::games::clobber::{Clobber, Position};
use kifu_core::search::{Engine as _, Limits, SearchBudget, SearchRequest, SplitMix64};
use kifu_study::failure::Failure;
use std::fmt::Write as _;
use std::time::Duration;

/// The numbers of stones, and the least share of positions that is proven within a second.
const STONES: [(u32, f64); 2] = [(41, 0.95), (44, 0.5)];
/// With more legal moves than this a move is random.
const MAX_SEARCHED_MOVES: usize = 108;
/// The largest boards with known winners: width, height, and whether the first player wins.
const BOARDS: [(u32, u32, bool); 4] = [(4, 6, false), (4, 7, true), (5, 5, false), (5, 6, false)];

/// Measures how many positions of the engine's own games are proven within a second.
///
/// # Errors
/// Returns an error of the session.
pub fn proofs(session: &mut Session, settings: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let games = settings.games.unwrap_or(100);
    let nodes = settings.nodes.unwrap_or(40_000);
    let mut outcome = Outcome::default();
    for (stones, floor) in STONES {
        let section = format!("{stones} stones");
        let proven = session.items(&section, games, 8, |game| {
            let mut random = SplitMix64::stream(settings.seed, game);
            Ok(is_proven_in_a_second(self_play_position(
                stones,
                nodes,
                &mut random,
            )))
        })?;
        let count = proven.iter().filter(|is_proven| **is_proven).count();
        let share = count as f64 / games as f64;
        let _ = writeln!(
            outcome.text,
            "{stones} stones: {count} of {games} proven within a second (required: {:.0} %)",
            100.0 * floor
        );
        outcome.failed |= share < floor;
    }
    Ok(outcome)
}

/// Returns a position of a game of the engine against itself with at most so many stones.
fn self_play_position(stones: u32, nodes: u64, random: &mut SplitMix64) -> Option<Stones<u64>> {
    let mut engine = ClobberEngine::new(64);
    let mut position = Position::full(8, 8);
    loop {
        let now = Stones::<u64>::from_position(&position)?;
        if now.all().count_ones() <= stones {
            return Some(now);
        }
        let request = SearchRequest::new(Limits::nodes(nodes)).seed(random.next());
        let moves = legal_moves::<Clobber>(&position);
        let mv = if moves.len() > MAX_SEARCHED_MOVES {
            moves[random.index(moves.len())]
        } else {
            engine.choose(&position, &request)?
        };
        position.apply(&mv);
    }
}

fn is_proven_in_a_second(stones: Option<Stones<u64>>) -> bool {
    let mut solver = ClobberSolver::new(64 << 20);
    let stopwatch = CpuStopwatch::start();
    let elapsed = || stopwatch.elapsed();
    let limits = Limits::time(Duration::from_secs(1), &elapsed);
    let mut budget = SearchBudget::new(limits);
    stones.is_some_and(|stones| solver.solve(stones, u64::MAX, &mut budget).is_some())
}

/// Solves the largest boards whose winners are known.
///
/// # Errors
/// Returns an error of the session.
pub fn boards(session: &mut Session, _: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let solved = session.items("boards", BOARDS.len() as u64, 1, |number| {
        let (width, height, _) = BOARDS[number as usize];
        let mut solver = ClobberSolver::new(256 << 20);
        let mut budget = SearchBudget::new(Limits::default());
        let stones = full_board(width, height);
        let won = stones.and_then(|stones| solver.solve(stones, u64::MAX, &mut budget));
        Ok((won, budget.nodes()))
    })?;
    let mut outcome = Outcome::default();
    for ((width, height, expected), (won, nodes)) in BOARDS.into_iter().zip(solved) {
        let winner = match won {
            Some(true) => "first player wins",
            Some(false) => "second player wins",
            None => "not solved",
        };
        let _ = writeln!(
            outcome.text,
            "{width}x{height}: {winner}, {nodes} positions"
        );
        outcome.failed |= won != Some(expected);
    }
    Ok(outcome)
}
