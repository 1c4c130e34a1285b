//! A measurement of the solver: positions of the engine's own games that it solves.

use super::self_play::random_move;
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use kifu_core::contract::{Position as _, Rules as _};
use kifu_core::games::zuniq::Position;
use kifu_core::games::zuniq::engine::{ZuniqEngine, ZuniqSolver};
use kifu_core::search::{Engine as _, Limits, SearchRequest, SplitMix64};
use kifu_study::failure::Failure;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

/// The numbers of plies after which positions are solved.
const PLIES: RangeInclusive<u32> = 22..=27;
/// The default nodes of the solver, about a second.
const SOLVER_NODES: u64 = 600_000;
/// The most nodes of a move; never more than the solver has.
const MOVE_NODES: u64 = 10_000;

/// Measures how many positions are solved with a number of nodes, by plies played.
///
/// # Errors
/// Returns an error of the session.
pub fn solves(session: &mut Session, settings: &MeasureSettings<'_>) -> Result<Outcome, Failure> {
    let games = settings.games.unwrap_or(40);
    let nodes = settings.nodes.unwrap_or(SOLVER_NODES);
    let solved = session.items("games", games, 4, |game| {
        Ok(solved_plies(
            nodes,
            &mut SplitMix64::stream(settings.seed, game),
        ))
    })?;
    let mut outcome = Outcome::default();
    for plies in PLIES {
        let count = solved
            .iter()
            .filter(|solved| solved.contains(&plies))
            .count();
        let _ = writeln!(
            outcome.text,
            "after {plies} plies: {count} of {games} solved with {nodes} nodes"
        );
    }
    Ok(outcome)
}

/// Plays a game and returns the plies after which its position is solved.
fn solved_plies(nodes: u64, random: &mut SplitMix64) -> Vec<u32> {
    let mut engine = ZuniqEngine::new(64);
    let (mut position, mut solved) = (Position::EMPTY, Vec::new());
    while !position.is_over() {
        let plies = position.plies();
        if PLIES.contains(&plies) {
            let board = ZuniqEngine::board_of(&position);
            let proven = ZuniqSolver::new(64 << 20).solve(&board, nodes, &mut |_| false);
            solved.extend(proven.map(|_| plies));
        }
        let mv = if plies < 4 {
            random_move(&position, random)
        } else {
            let request =
                SearchRequest::new(Limits::nodes(MOVE_NODES.min(nodes))).seed(random.next());
            engine.choose(&position, &request)
        };
        if plies > *PLIES.end() || mv.is_none_or(|mv| position.play(&mv).is_err()) {
            break;
        }
    }
    solved
}
