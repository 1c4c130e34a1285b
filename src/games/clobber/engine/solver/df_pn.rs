//! Proof-number search over sums.
//!
//! Depth-first with a table (df-pn: Nagai 2002), with the weak sum of Ueda et al. (2008).

use super::ClobberSolver;
use super::sum::{GameSum, SumMove};
use super::transposition_table::ProofNumbers;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::search::SearchBudget;
use smallvec::SmallVec;

/// A move, and what is known of the position that it leads to.
struct SumChild<B> {
    mv: SumMove<B>,
    key: u64,
    proof_numbers: ProofNumbers,
}

/// One call's way through the sums.
pub(super) struct DfPnSearch<'a, 'w, B> {
    pub solver: &'a mut ClobberSolver<B>,
    pub watch: &'a mut SearchBudget<'w>,
    /// How many positions may still be looked at.
    pub nodes_left: u64,
    /// How many at the beginning.
    max_nodes: u64,
    /// The store of values is full: it must be made anew, which cannot be done under way.
    is_value_store_full: bool,
    /// How many moves from the first sum this one is.
    depth: usize,
    /// For each depth the two last moves that won there: they are tried first.
    killers: Vec<[Option<SumMove<B>>; 2]>,
}

/// So many positions are looked at before the store of values is made anew.
const MIN_NODES_BEFORE_REFRESH: u64 = 10_000;

impl<'a, 'w, B: BitboardWord> DfPnSearch<'a, 'w, B> {
    /// A way through at most so many positions.
    pub const fn new(
        solver: &'a mut ClobberSolver<B>,
        watch: &'a mut SearchBudget<'w>,
        most: u64,
    ) -> Self {
        Self {
            solver,
            watch,
            nodes_left: most,
            max_nodes: most,
            is_value_store_full: false,
            depth: 0,
            killers: Vec::new(),
        }
    }

    /// Looks at a sum until it is proven, or until one of the efforts reaches the limit.
    pub fn search(&mut self, sum: &GameSum<B>, key: u64, limit: ProofNumbers) -> ProofNumbers {
        let before = self.nodes_left;
        let mut children = self.children(sum);
        loop {
            let effort = combine_children(&children);
            let is_done = effort.pn >= limit.pn || effort.dn >= limit.dn;
            if is_done
                || effort.proven().is_some()
                || self.nodes_left == 0
                || self.is_value_store_full
            {
                self.solver
                    .store(sum, key, effort, before - self.nodes_left);
                self.update_killers(&children);
                return effort;
            }
            let (best, second) = best_two(&children);
            let child = &children[best];
            let rest = limit.dn - effort.dn;
            let limit = ProofNumbers {
                pn: rest
                    .saturating_add(child.proof_numbers.pn)
                    .min(ProofNumbers::INFINITY),
                // A little more than the next best, or the two would take turns all the time.
                dn: limit.pn.min(second.saturating_add(1 + second / 4)),
            };
            let (step, key) = (child.mv, child.key);
            let after = sum.after(step, &mut self.solver.components);
            self.depth += 1;
            children[best].proof_numbers = self.search(&after, key, limit);
            self.depth -= 1;
        }
    }

    /// Remembers the move that won, if one did.
    fn update_killers(&mut self, children: &[SumChild<B>]) {
        let Some(won) = children.iter().find(|child| child.proof_numbers.dn == 0) else {
            return;
        };
        let [last, other] = &mut self.killers[self.depth];
        if last.is_none_or(|last| !last.is_same_move(won.mv)) {
            *other = last.replace(won.mv);
        }
    }

    /// All moves, those first that won elsewhere.
    fn ordered_moves(&mut self, sum: &GameSum<B>) -> SmallVec<[SumMove<B>; 64]> {
        let mut steps: SmallVec<[SumMove<B>; 64]> = SmallVec::new();
        sum.for_each_move(&self.solver.components, |step| steps.push(step));
        if self.killers.len() <= self.depth {
            self.killers.push([None; 2]);
        }
        let mut first = 0;
        for killer in self.killers[self.depth].into_iter().flatten() {
            let at = steps.iter().position(|step| step.is_same_move(killer));
            if let Some(at) = at.filter(|at| *at >= first) {
                steps.swap(first, at);
                first += 1;
            }
        }
        steps
    }

    /// All that can be left, up to the first that is lost.
    fn children(&mut self, sum: &GameSum<B>) -> Vec<SumChild<B>> {
        let steps = self.ordered_moves(sum);
        let mut children: Vec<SumChild<B>> = Vec::with_capacity(steps.len());
        let mut looked = 0;
        for &step in &steps {
            looked += 1;
            let after = sum.after(step, &mut self.solver.components);
            let key = after.key(&self.solver.components);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let effort = self.solver.proof_numbers(&after, key);
            children.push(SumChild {
                mv: step,
                key,
                proof_numbers: effort,
            });
            if effort.dn == 0 {
                break;
            }
        }
        self.nodes_left = self.nodes_left.saturating_sub(looked);
        if self.watch.count_nodes(looked) {
            self.nodes_left = 0;
        }
        let is_patient = self.max_nodes - self.nodes_left < MIN_NODES_BEFORE_REFRESH;
        self.is_value_store_full = !is_patient && self.solver.components.store.is_full();
        children
    }
}

/// The effort of a position by those of what can be left. Where all moves must be refuted, the
/// efforts overlap (moves in different parts commute), so they are not added up: the hardest
/// counts, and one for each of the others.
fn combine_children<B>(children: &[SumChild<B>]) -> ProofNumbers {
    let (mut win, mut hardest, mut open) = (ProofNumbers::INFINITY, 0, 0);
    for child in children {
        win = win.min(child.proof_numbers.dn);
        hardest = hardest.max(child.proof_numbers.pn);
        open += u32::from(child.proof_numbers.pn > 0);
    }
    let loss = match hardest {
        0 | ProofNumbers::INFINITY => hardest,
        _ => (hardest + open - 1).min(ProofNumbers::INFINITY - 1),
    };
    ProofNumbers { pn: win, dn: loss }
}

/// The child that is refuted with the least effort, and the effort for the next best.
fn best_two<B>(children: &[SumChild<B>]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, ProofNumbers::INFINITY, ProofNumbers::INFINITY);
    for (at, child) in children.iter().enumerate() {
        let effort = child.proof_numbers.dn;
        if effort < least {
            (best, least, second) = (at, effort, least);
        } else {
            second = second.min(effort);
        }
    }
    (best, second)
}
