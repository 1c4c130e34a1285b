//! Depth-first proof-number search (df-pn) over sums.
//!
//! After Nagai (2002), with the weak proof numbers of Ueda et al. (2008).

use super::ClobberSolver;
use super::sum::{GameSum, SumMove};
use super::transposition_table::ProofNumbers;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::search::SearchBudget;
use smallvec::SmallVec;

/// A move, and the key and proof numbers of the sum after it.
struct SumChild<B> {
    mv: SumMove<B>,
    key: u64,
    proof_numbers: ProofNumbers,
}

/// The state of one df-pn search.
pub(super) struct DfPnSearch<'a, 'w, B> {
    pub solver: &'a mut ClobberSolver<B>,
    pub budget: &'a mut SearchBudget<'w>,
    /// The number of positions that may still be searched.
    pub nodes_left: u64,
    /// The number of positions allowed at the start.
    max_nodes: u64,
    /// Whether the store of values is full and must be replaced, which ends the search.
    is_value_store_full: bool,
    /// The number of moves from the root.
    depth: usize,
    /// The last two winning moves at each depth (killer moves), which are tried first.
    killers: Vec<[Option<SumMove<B>>; 2]>,
}

/// The least number of positions searched before a full store of values ends the search.
const MIN_NODES_BEFORE_REFRESH: u64 = 10_000;

impl<'a, 'w, B: BitboardWord> DfPnSearch<'a, 'w, B> {
    /// Creates a search of at most `max_nodes` positions.
    pub const fn new(
        solver: &'a mut ClobberSolver<B>,
        budget: &'a mut SearchBudget<'w>,
        max_nodes: u64,
    ) -> Self {
        Self {
            solver,
            budget,
            nodes_left: max_nodes,
            max_nodes,
            is_value_store_full: false,
            depth: 0,
            killers: Vec::new(),
        }
    }

    /// Searches a sum until it is proven or one of its proof numbers reaches the limit.
    pub fn search(&mut self, sum: &GameSum<B>, key: u64, limit: ProofNumbers) -> ProofNumbers {
        let before = self.nodes_left;
        let mut children = self.children(sum);
        loop {
            let numbers = combine_children(&children);
            let is_done = numbers.pn >= limit.pn || numbers.dn >= limit.dn;
            if is_done
                || numbers.proven().is_some()
                || self.nodes_left == 0
                || self.is_value_store_full
            {
                self.solver
                    .store(sum, key, numbers, before - self.nodes_left);
                self.update_killers(&children);
                return numbers;
            }
            let (best, second) = best_two(&children);
            let child = &children[best];
            let rest = limit.dn - numbers.dn;
            let limit = ProofNumbers {
                pn: rest
                    .saturating_add(child.proof_numbers.pn)
                    .min(ProofNumbers::INFINITY),
                // A little more than the second best, or the search would alternate between the
                // two.
                dn: limit.pn.min(second.saturating_add(1 + second / 4)),
            };
            let (mv, key) = (child.mv, child.key);
            let after = sum.after(mv, &mut self.solver.components);
            self.depth += 1;
            children[best].proof_numbers = self.search(&after, key, limit);
            self.depth -= 1;
        }
    }

    /// Records the winning move, if there is one, as a killer move.
    fn update_killers(&mut self, children: &[SumChild<B>]) {
        let Some(won) = children.iter().find(|child| child.proof_numbers.dn == 0) else {
            return;
        };
        let [last, other] = &mut self.killers[self.depth];
        if last.is_none_or(|last| !last.is_same_move(won.mv)) {
            *other = last.replace(won.mv);
        }
    }

    /// Returns all moves, killer moves first.
    fn ordered_moves(&mut self, sum: &GameSum<B>) -> SmallVec<[SumMove<B>; 64]> {
        let mut moves: SmallVec<[SumMove<B>; 64]> = SmallVec::new();
        sum.for_each_move(&self.solver.components, |mv| moves.push(mv));
        if self.killers.len() <= self.depth {
            self.killers.push([None; 2]);
        }
        let mut first = 0;
        for killer in self.killers[self.depth].into_iter().flatten() {
            let index = moves.iter().position(|mv| mv.is_same_move(killer));
            if let Some(index) = index.filter(|index| *index >= first) {
                moves.swap(first, index);
                first += 1;
            }
        }
        moves
    }

    /// Returns the sums after each move, up to the first that is known to be lost.
    fn children(&mut self, sum: &GameSum<B>) -> Vec<SumChild<B>> {
        let moves = self.ordered_moves(sum);
        let mut children: Vec<SumChild<B>> = Vec::with_capacity(moves.len());
        let mut visited = 0;
        for &mv in &moves {
            visited += 1;
            let after = sum.after(mv, &mut self.solver.components);
            let key = after.key(&self.solver.components);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let numbers = self.solver.proof_numbers(&after, key);
            children.push(SumChild {
                mv,
                key,
                proof_numbers: numbers,
            });
            if numbers.dn == 0 {
                break;
            }
        }
        self.nodes_left = self.nodes_left.saturating_sub(visited);
        if self.budget.count_nodes(visited) {
            self.nodes_left = 0;
        }
        let is_early = self.max_nodes - self.nodes_left < MIN_NODES_BEFORE_REFRESH;
        self.is_value_store_full = !is_early && self.solver.components.store.is_full();
        children
    }
}

/// Combines the proof numbers of the children.
///
/// To refute all moves the efforts overlap, because moves in different components commute. So they
/// are not added up: the largest counts, plus one for each other open child.
fn combine_children<B>(children: &[SumChild<B>]) -> ProofNumbers {
    let (mut pn, mut hardest, mut open) = (ProofNumbers::INFINITY, 0, 0);
    for child in children {
        pn = pn.min(child.proof_numbers.dn);
        hardest = hardest.max(child.proof_numbers.pn);
        open += u32::from(child.proof_numbers.pn > 0);
    }
    let dn = match hardest {
        0 | ProofNumbers::INFINITY => hardest,
        _ => (hardest + open - 1).min(ProofNumbers::INFINITY - 1),
    };
    ProofNumbers { pn, dn }
}

/// Returns the child with the least disproof number, and the second least disproof number.
fn best_two<B>(children: &[SumChild<B>]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, ProofNumbers::INFINITY, ProofNumbers::INFINITY);
    for (at, child) in children.iter().enumerate() {
        let number = child.proof_numbers.dn;
        if number < least {
            (best, least, second) = (at, number, least);
        } else {
            second = second.min(number);
        }
    }
    (best, second)
}
