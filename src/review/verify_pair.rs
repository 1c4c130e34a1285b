//! The closer search of a move that looks bad: the move and the best one are searched alone.
//!
//! A search spends most of its nodes on the move that it prefers. The other moves are undervalued
//! for lack of nodes, the more so the smaller the search is, and the best of many estimates is
//! overvalued. The difference between two lines of one search therefore exceeds the true loss of
//! the worse one. A closer pass first finds the best move with one search; then that move and the
//! played one are searched alone, from the positions to which they lead and with the same number of
//! nodes, so that both values have the same kind of error.

use super::evaluation::{compare_lines, mark_unproven, rounded, to_evaluation};
use super::positions::ReviewPosition;
use super::reviewer::Reviewer;
use super::{Budget, ReviewError};
use crate::contract::{Player, Proven};
use crate::record::{EvalLine, Evaluation};
use crate::search::{SearchResult, points_per_win};

impl Reviewer<'_> {
    /// Returns the evaluation of a closer pass, given the result of its first search: the best line
    /// and the played one get the values that they have alone, and proven values stay.
    pub(super) fn verify_pair(
        &mut self,
        result: &SearchResult<String>,
        position: &ReviewPosition,
        played: &str,
        budget: Budget,
    ) -> Result<Evaluation, ReviewError> {
        let mut eval = to_evaluation(result, None, played, &self.engine_name, budget);
        let lines = &mut eval.lines;
        let known = lines.iter().filter_map(|line| line.win.zip(line.points));
        let rate = points_per_win(known, 1e-3);
        let Some(own) = lines.iter().position(|line| line.first_move() == played) else {
            return Ok(eval);
        };
        self.search_alone(&mut lines[own], position, budget, rate)?;
        let mut searched = vec![played.to_owned()];
        lines.sort_by(compare_lines);
        // The best line, then any line that comes first after its value has dropped.
        while let Some(best) = lines.first_mut() {
            if searched.iter().any(|mv| mv == best.first_move()) {
                break;
            }
            searched.push(best.first_move().to_owned());
            self.search_alone(best, position, budget, rate)?;
            lines.sort_by(compare_lines);
        }
        mark_unproven(lines, result, played);
        Ok(eval)
    }

    /// Searches the position to which the first move of a line leads, and gives the line its value.
    fn search_alone(
        &mut self,
        line: &mut EvalLine,
        position: &ReviewPosition,
        budget: Budget,
        rate: f64,
    ) -> Result<(), ReviewError> {
        if line.proven.is_some() {
            return Ok(());
        }
        let mv = line.first_move().to_owned();
        let mut state = position.state.fork();
        state
            .play(&mv)
            .map_err(|error| ReviewError::EngineMoveRefused {
                token: mv.clone(),
                error,
            })?;
        let result = self.analyze(&state.position(), None, budget)?;
        let mover = |mover: Option<Player>| mover.unwrap_or(Player::First);
        let same_player = mover(state.mover()) == mover(position.state.mover());
        let (win, proven) = for_mover(result.value.win, result.value.proven(), same_player);
        let gained = win - line.win.unwrap_or(0.5);
        // A proven result does not determine the points.
        line.points = line.points.filter(|_| proven.is_none());
        line.points = line.points.map(|points| rounded(points + rate * gained));
        line.win = Some(rounded(win));
        line.proven = proven;
        line.nodes = result.nodes;
        if let Some(best) = result.lines.first() {
            let rest = best.pv.iter().map(String::as_str);
            line.pv = std::iter::once(mv.as_str())
                .chain(rest)
                .collect::<Vec<_>>()
                .join(" ");
        }
        Ok(())
    }
}

/// Converts the value of a position to that of the player who moved to it; `same_player` says
/// whether it is their turn there, too.
pub(super) fn for_mover(
    win: f64,
    proven: Option<Proven>,
    same_player: bool,
) -> (f64, Option<Proven>) {
    if same_player {
        (win, proven)
    } else {
        (1.0 - win, proven.map(Proven::flipped))
    }
}
