//! Forced wins: circuits after which every answer leaves a 3x3 square to be made.
//!
//! Such a circuit need not look good to the evaluation, and it is not rare: one occurs in one of
//! fifteen games between good players. Therefore boards far from the best are checked for it, too.
//! Most checks are fast because an answer that parries one threat usually parries the next one.

use super::super::circuit::Circuit;
use super::circuit_eval::EVALS_PER_NODE;
use super::circuit_position::{CircuitPosition, has_3x3};
use super::threat;
use crate::search::SearchBudget;

/// The number of recent answers that parried a threat to remember.
const MAX_PARRIES: usize = 64;
/// The approximate number of other answers to try, in ascending order of corners.
const MAX_ANSWERS_TRIED: usize = 4096;

/// The gain to assume, since points do not matter here and counting them takes time.
const IGNORED_POINTS: i32 = 0;

/// A finder of forced wins.
pub(super) struct ForcedWinFinder {
    /// The answers that parried a threat, the latest first.
    parries: Vec<Circuit>,
}

impl ForcedWinFinder {
    /// Creates a finder that remembers no answers.
    pub const fn new() -> Self {
        Self {
            parries: Vec::new(),
        }
    }

    /// Reports whether a circuit that leaves the mover the stones `own` threatens a 3x3 square that
    /// no answer is found to parry; not all answers are tried.
    #[inline]
    pub fn wins(
        &mut self,
        node: &CircuitPosition,
        own: u64,
        budget: &mut SearchBudget<'_>,
    ) -> bool {
        let next = node.after(own, IGNORED_POINTS);
        let ends = node.result_by_3x3(own, IGNORED_POINTS).is_some() || next.circuits_left() < 2;
        !ends
            && threat::can_make_3x3(own, node.turn_number() + 1)
            && !threat::can_make_3x3(next.own, next.turn_number())
            && !self.is_parried(&next, budget)
    }

    /// Reports whether an answer is found that leaves the opponent no 3x3 square.
    fn is_parried(&mut self, node: &CircuitPosition, budget: &mut SearchBudget<'_>) -> bool {
        let parries = |circuit: &Circuit| {
            let next = node.after(circuit.rotate(node.own), IGNORED_POINTS);
            !has_3x3(next.own) && !threat::can_make_3x3(next.own, next.turn_number())
        };
        let is_legal_parry =
            |circuit: &Circuit| circuit.is_legal_in(node.turn_number()) && parries(circuit);
        if let Some(at) = self.parries.iter().position(is_legal_parry) {
            self.parries[..=at].rotate_right(1);
            return true;
        }
        let legal = node.legal_circuits();
        let stride = legal.len() / MAX_ANSWERS_TRIED + 1;
        let parry = legal.iter().step_by(stride).position(parries);
        budget.count_nodes(parry.unwrap_or(MAX_ANSWERS_TRIED) as u64 / EVALS_PER_NODE);
        let Some(parry) = parry else {
            return false;
        };
        self.parries.insert(0, legal[parry * stride]);
        self.parries.truncate(MAX_PARRIES);
        true
    }
}
