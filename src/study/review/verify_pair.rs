//! The closer search of a move that looks bad: the move and the best one are searched alone.
//!
//! A search spends most of its nodes on the move that it prefers. The other moves are undervalued
//! for lack of nodes, the more so the smaller the search is, and the best of many estimates is
//! overvalued. The difference between two lines of one search therefore exceeds the true loss of
//! the worse one. A closer pass first finds the best move with one search; then that move and the
//! played one are searched alone, from the positions to which they lead and with the same number of
//! nodes, so that both values have the same kind of error.

use super::evaluation::{compare_lines, mark_unproven, rounded};
use super::positions::ReviewPosition;
use super::reviewer::Reviewer;
use super::{Budget, ReviewError};
use kifu_core::contract::{Player, Proven};
use kifu_core::record::{EvalLine, Evaluation};
use kifu_core::search::{SearchResult, points_per_win};

impl Reviewer<'_> {
    /// Returns the evaluation of a closer pass, given the lines of its first search: the best line
    /// and the played one get the values that they have alone, and proven values stay.
    ///
    /// `next` is the best line of the position to which the played move leads, if that position was
    /// already searched with the same number of nodes.
    pub(super) fn verify_pair(
        &mut self,
        lines: Vec<EvalLine>,
        position: &ReviewPosition,
        next: Option<&EvalLine>,
        budget: Budget,
    ) -> Result<Evaluation, ReviewError> {
        let played = position.played.as_deref().unwrap_or_default();
        // Only of a lost position is the best line lost: see `mark_unproven`.
        let is_lost = lines.first().and_then(|best| best.proven) == Some(Proven::Loss);
        let mut eval = budget.new_evaluation(&self.engine_name);
        eval.lines = lines;
        let lines = &mut eval.lines;
        let known = lines.iter().filter_map(|line| line.win.zip(line.points));
        let rate = points_per_win(known, 1e-3);
        let Some(own) = lines.iter().position(|line| line.first_move() == played) else {
            return Ok(eval);
        };
        self.search_alone(&mut lines[own], position, budget, (rate, next))?;
        let mut searched = vec![played.to_owned()];
        lines.sort_by(compare_lines);
        // The best line, then any line that comes first after its value has dropped.
        while let Some(best) = lines.first_mut() {
            if searched.iter().any(|mv| mv == best.first_move()) {
                break;
            }
            searched.push(best.first_move().to_owned());
            self.search_alone(best, position, budget, (rate, None))?;
            lines.sort_by(compare_lines);
        }
        mark_unproven(lines, is_lost, played);
        Ok(eval)
    }

    /// Searches the position to which the first move of a line leads, and gives the line its value:
    /// `known`, if the position was already searched. `rate` is the number of points for a win.
    fn search_alone(
        &mut self,
        line: &mut EvalLine,
        position: &ReviewPosition,
        budget: Budget,
        (rate, known): (f64, Option<&EvalLine>),
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
        let found = match known {
            Some(known) => known.clone(),
            None => position_line(&self.analyze(&state.position(), None, budget)?),
        };
        let mover = |mover: Option<Player>| mover.unwrap_or(Player::First);
        let same_player = mover(state.mover()) == mover(position.state.mover());
        let win = found.win.unwrap_or(0.5);
        let (win, proven) = for_mover(win, found.proven, same_player);
        let gained = win - line.win.unwrap_or(0.5);
        // A proven result does not determine the points.
        line.points = line.points.filter(|_| proven.is_none());
        line.points = line.points.map(|points| rounded(points + rate * gained));
        line.win = Some(rounded(win));
        line.proven = proven;
        line.nodes = found.nodes;
        if !found.pv.is_empty() {
            line.pv = format!("{mv} {}", found.pv);
        }
        Ok(())
    }
}

/// Returns the value of a searched position with its best line and the number of nodes.
fn position_line(result: &SearchResult<String>) -> EvalLine {
    let pv = result.lines.first().map(|best| best.pv.join(" "));
    EvalLine {
        proven: result.value.proven(),
        win: Some(result.value.win),
        points: None,
        nodes: result.nodes,
        pv: pv.unwrap_or_default(),
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
