//! 3x3 squares that cannot be parried: a circuit after which every answer leaves one to be made.
//!
//! Such a circuit need not look good at a glance, and it is not rare: in one of fifteen games between
//! good players there is one. So boards are looked at for it that are far from the best. Mostly one
//! glance is enough, for what parries one threat parries the next one, too.

use super::super::circuit::Circuit;
use super::branch::GLANCES;
use super::node::{Node, three};
use super::threat;
use crate::search::SearchBudget;

/// So many answers that parried something are remembered.
const PARRIES: usize = 64;
/// About so many others are tried, from few corners to many.
const TRIED: usize = 4096;

/// Points do not matter here, and to count them takes time.
const POINTS: i32 = 0;

/// Who looks for them.
pub(super) struct Force {
    /// Answers that parried something, the latest first.
    parries: Vec<Circuit>,
}

impl Force {
    pub const fn new() -> Self {
        Self {
            parries: Vec::new(),
        }
    }

    /// Whether a circuit that leaves the mover these stones threatens a 3x3 square that no answer
    /// parries, as far as is seen: not all answers are tried.
    #[inline]
    pub fn wins(&mut self, node: &Node, own: u64, watch: &mut SearchBudget<'_>) -> bool {
        let next = node.after(own, POINTS);
        let ends = node.by_three(own, POINTS).is_some() || next.left() < 2;
        !ends
            && threat::exists(own, node.turn() + 1)
            && !threat::exists(next.own, next.turn())
            && !self.is_parried(&next, watch)
    }

    /// Whether the player to act is seen to have an answer that leaves the other no 3x3 square.
    fn is_parried(&mut self, node: &Node, watch: &mut SearchBudget<'_>) -> bool {
        let parries = |circuit: &Circuit| {
            let next = node.after(circuit.rotate(node.own), POINTS);
            !three(next.own) && !threat::exists(next.own, next.turn())
        };
        let is_it = |circuit: &Circuit| circuit.is_legal_in(node.turn()) && parries(circuit);
        if let Some(at) = self.parries.iter().position(is_it) {
            self.parries[..=at].rotate_right(1);
            return true;
        }
        let legal = node.legal();
        let step = legal.len() / TRIED + 1;
        let found = legal.iter().step_by(step).position(parries);
        watch.count_nodes(found.unwrap_or(TRIED) as u64 / GLANCES);
        let Some(found) = found else {
            return false;
        };
        self.parries.insert(0, legal[found * step]);
        self.parries.truncate(PARRIES);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::circuit::Circuit;
    use super::super::super::square::ALL;
    use super::super::branch::Finder;
    use super::super::node::{Node, gain, three};
    use super::super::outlook::Outlook;
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
    fn truth(node: &Node) -> bool {
        node.legal().iter().any(|circuit| {
            let own = circuit.rotate(node.own);
            let next = node.after(own, gain(own));
            let ends = three(own) || three(ALL ^ own);
            !ends
                && next.legal().iter().all(|answer| {
                    let other = answer.rotate(next.own);
                    let last = next.after(other, gain(other));
                    let makes = |circuit: &Circuit| three(circuit.rotate(last.own));
                    !three(other) && (three(last.own) || last.legal().iter().any(makes))
                })
        })
    }

    #[test]
    fn with_few_circuits_it_finds_what_wins_and_nothing_else() {
        let mut random = SplitMix64::new(4);
        let mut finder = Finder::new(Outlook::embedded());
        let mut found = [0; 2];
        for _ in 0..3000 {
            let node = Node {
                own: stones(&mut random),
                lead: 0,
                circuits: 0,
            };
            if three(node.own) || threat::exists(node.own, node.turn()) {
                continue;
            }
            let mut watch = SearchBudget::new(Limits::default());
            let seen = finder.forcing(&node, &mut watch).is_some();
            assert_eq!(seen, truth(&node), "{node:?}");
            found[usize::from(seen)] += 1;
        }
        assert!(found.iter().all(|count| *count > 5), "{found:?}");
    }
}
