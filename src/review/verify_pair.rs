//! A closer look at a move that looks bad.
//!
//! A search gives most of its nodes to the move it likes. The others are undervalued for want of
//! looking, the more so the fewer its nodes are; and the best of many guesses is overvalued. So the
//! difference of two lines of one search is more than what the worse one gave away. For a closer
//! look one search tells which move is best now; then that one and the played one get searches of
//! their own, from the positions to which they lead, with as many nodes each: what these get wrong,
//! they get wrong alike.

use super::evaluation::{compare_lines, mark_unproven, rounded, to_evaluation};
use super::positions::ReviewPosition;
use super::reviewer::Reviewer;
use super::{Budget, ReviewError};
use crate::contract::{Player, Proven};
use crate::record::{EvalLine, Evaluation};
use crate::search::{SearchResult, points_per_win};

impl Reviewer<'_> {
    /// The evaluation of a closer look at a ply, of which there is a report already: the best line
    /// and the played one have the values that they get alone; what is proven stays as it is.
    pub(super) fn verify_pair(
        &mut self,
        report: &SearchResult<String>,
        place: &ReviewPosition,
        played: &str,
        budget: Budget,
    ) -> Result<Evaluation, ReviewError> {
        let mut eval = to_evaluation(report, None, played, &self.engine_name, budget);
        let lines = &mut eval.lines;
        let known = lines.iter().filter_map(|line| line.win.zip(line.points));
        let rate = points_per_win(known, 1e-3);
        let Some(own) = lines.iter().position(|line| line.first_move() == played) else {
            return Ok(eval);
        };
        self.search_alone(&mut lines[own], place, budget, rate)?;
        let mut looked = vec![played.to_owned()];
        lines.sort_by(compare_lines);
        // The best one, and what comes to stand before it.
        while let Some(best) = lines.first_mut() {
            if looked.iter().any(|mv| mv == best.first_move()) {
                break;
            }
            looked.push(best.first_move().to_owned());
            self.search_alone(best, place, budget, rate)?;
            lines.sort_by(compare_lines);
        }
        mark_unproven(lines, report, played);
        Ok(eval)
    }

    /// Gives a line the value of the position to which its first move leads.
    fn search_alone(
        &mut self,
        line: &mut EvalLine,
        place: &ReviewPosition,
        budget: Budget,
        rate: f64,
    ) -> Result<(), ReviewError> {
        if line.proven.is_some() {
            return Ok(());
        }
        let mv = line.first_move().to_owned();
        let mut table = place.state.fork();
        table
            .play(&mv)
            .map_err(|error| ReviewError::EngineMoveRefused {
                token: mv.clone(),
                error,
            })?;
        let report = self.analyze(&table.position(), None, budget)?;
        let mover = |mover: Option<Player>| mover.unwrap_or(Player::First);
        let same = mover(table.mover()) == mover(place.state.mover());
        let (win, proven) = for_mover(report.value.win, report.value.proven(), same);
        let gained = win - line.win.unwrap_or(0.5);
        // What is proven of the result does not tell the points.
        line.points = line.points.filter(|_| proven.is_none());
        line.points = line.points.map(|points| rounded(points + rate * gained));
        line.win = Some(rounded(win));
        line.proven = proven;
        line.nodes = report.nodes;
        if let Some(best) = report.lines.first() {
            let rest = best.pv.iter().map(String::as_str);
            line.pv = std::iter::once(mv.as_str())
                .chain(rest)
                .collect::<Vec<_>>()
                .join(" ");
        }
        Ok(())
    }
}

/// What a position is worth to the one who moved to it, `same` if he is to move there, too.
pub(super) fn for_mover(win: f64, proven: Option<Proven>, same: bool) -> (f64, Option<Proven>) {
    if same {
        (win, proven)
    } else {
        (1.0 - win, proven.map(Proven::flipped))
    }
}
