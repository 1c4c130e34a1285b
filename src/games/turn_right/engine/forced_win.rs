//! 3x3 squares that cannot be parried: a circuit after which every answer leaves one to be made.
//!
//! Such a circuit need not look good at a glance, and it is not rare: in one of fifteen games
//! between good players there is one. So boards are looked at for it that are far from the best.
//! Mostly one glance is enough, for what parries one threat parries the next one, too.

use super::super::circuit::Circuit;
use super::circuit_eval::EVALS_PER_NODE;
use super::circuit_position::{CircuitPosition, has_3x3};
use super::threat;
use crate::search::SearchBudget;

/// So many answers that parried something are remembered.
const MAX_PARRIES: usize = 64;
/// About so many others are tried, from few corners to many.
const MAX_ANSWERS_TRIED: usize = 4096;

/// Points do not matter here, and to count them takes time.
const IGNORED_POINTS: i32 = 0;

/// Who looks for them.
pub(super) struct ForcedWinFinder {
    /// Answers that parried something, the latest first.
    parries: Vec<Circuit>,
}

impl ForcedWinFinder {
    pub const fn new() -> Self {
        Self {
            parries: Vec::new(),
        }
    }

    /// Whether a circuit that leaves the mover these stones threatens a 3x3 square that no answer
    /// parries, as far as is seen: not all answers are tried.
    #[inline]
    pub fn wins(&mut self, node: &CircuitPosition, own: u64, watch: &mut SearchBudget<'_>) -> bool {
        let next = node.after(own, IGNORED_POINTS);
        let ends = node.result_by_3x3(own, IGNORED_POINTS).is_some() || next.circuits_left() < 2;
        !ends
            && threat::can_make_3x3(own, node.turn_number() + 1)
            && !threat::can_make_3x3(next.own, next.turn_number())
            && !self.is_parried(&next, watch)
    }

    /// Whether the player to act is seen to have an answer that leaves the other no 3x3 square.
    fn is_parried(&mut self, node: &CircuitPosition, watch: &mut SearchBudget<'_>) -> bool {
        let parries = |circuit: &Circuit| {
            let next = node.after(circuit.rotate(node.own), IGNORED_POINTS);
            !has_3x3(next.own) && !threat::can_make_3x3(next.own, next.turn_number())
        };
        let is_it = |circuit: &Circuit| circuit.is_legal_in(node.turn_number()) && parries(circuit);
        if let Some(at) = self.parries.iter().position(is_it) {
            self.parries[..=at].rotate_right(1);
            return true;
        }
        let legal = node.legal_circuits();
        let step = legal.len() / MAX_ANSWERS_TRIED + 1;
        let found = legal.iter().step_by(step).position(parries);
        watch.count_nodes(found.unwrap_or(MAX_ANSWERS_TRIED) as u64 / EVALS_PER_NODE);
        let Some(found) = found else {
            return false;
        };
        self.parries.insert(0, legal[found * step]);
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

    /// Eighteen stones, most of them in one half.
    fn stones(random: &mut SplitMix64) -> u64 {
        let mut all: Vec<u32> = (0..36).collect();
        random.shuffle(&mut all);
        all.sort_by_cached_key(|square| *square >= 18 && random.below(4) > 0);
        all[..18].iter().fold(0, |set, square| set | 1 << square)
    }

    /// Whether some circuit wins, all answers tried and all that follows them.
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
    fn with_few_circuits_it_finds_what_wins_and_nothing_else() {
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
            let mut watch = SearchBudget::new(Limits::default());
            let seen = finder.forcing_branch(&node, &mut watch).is_some();
            assert_eq!(seen, truth(&node), "{node:?}");
            found[usize::from(seen)] += 1;
        }
        assert!(found.iter().all(|count| *count > 5), "{found:?}");
    }
}
