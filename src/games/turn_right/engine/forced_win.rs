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
        let found = legal.iter().step_by(stride).position(parries);
        budget.count_nodes(found.unwrap_or(MAX_ANSWERS_TRIED) as u64 / EVALS_PER_NODE);
        let Some(found) = found else {
            return false;
        };
        self.parries.insert(0, legal[found * stride]);
        self.parries.truncate(MAX_PARRIES);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::circuit::Circuit;
    use super::super::super::square::ALL_SQUARES;
    use super::super::branch::BranchFinder;
    use super::super::circuit_eval::CircuitEval;
    use super::super::circuit_position::{CircuitPosition, board_gain, has_3x3};
    use super::super::threat;
    use crate::search::{Limits, SearchBudget, SplitMix64};

    /// Returns eighteen random stones, most of them in one half.
    fn stones(random: &mut SplitMix64) -> u64 {
        let mut all: Vec<u32> = (0..36).collect();
        random.shuffle(&mut all);
        all.sort_by_cached_key(|square| *square >= 18 && random.below(4) > 0);
        all[..18].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Reports whether some circuit forces a win, by trying all answers and all circuits after
    /// them.
    fn truth(node: &CircuitPosition) -> bool {
        node.legal_circuits().iter().any(|circuit| {
            let own = circuit.rotate(node.own);
            let next = node.after(own, board_gain(own));
            let ends = has_3x3(own) || has_3x3(ALL_SQUARES ^ own);
            !ends
                && next.legal_circuits().iter().all(|answer| {
                    let other = answer.rotate(next.own);
                    let last = next.after(other, board_gain(other));
                    let makes = |circuit: &Circuit| has_3x3(circuit.rotate(last.own));
                    !has_3x3(other)
                        && (has_3x3(last.own) || last.legal_circuits().iter().any(makes))
                })
        })
    }

    #[test]
    fn with_few_circuits_it_finds_exactly_the_forced_wins() {
        let mut random = SplitMix64::new(4);
        let mut finder = BranchFinder::new(CircuitEval::embedded());
        let mut found = [0; 2];
        for _ in 0..3000 {
            let node = CircuitPosition {
                own: stones(&mut random),
                lead: 0,
                circuits_made: 0,
            };
            if has_3x3(node.own) || threat::can_make_3x3(node.own, node.turn_number()) {
                continue;
            }
            let mut budget = SearchBudget::new(Limits::default());
            let seen = finder.forcing_branch(&node, &mut budget).is_some();
            assert_eq!(seen, truth(&node), "{node:?}");
            found[usize::from(seen)] += 1;
        }
        assert!(found.iter().all(|count| *count > 5), "{found:?}");
    }
}
