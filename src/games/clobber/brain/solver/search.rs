//! Proof-number search over sums.
//!
//! Depth-first with a table (df-pn: Nagai 2002), with the weak sum of Ueda et al. (2008).

use super::Solver;
use super::sum::{Step, Sum};
use super::table::Effort;
use crate::games::clobber::brain::bits::Bits;
use crate::search::SearchBudget;
use smallvec::SmallVec;

/// A move, and what is known of the position that it leads to.
struct Child<B> {
    step: Step<B>,
    key: u64,
    effort: Effort,
}

/// One call's way through the sums.
pub(super) struct Search<'a, 'w, B> {
    pub solver: &'a mut Solver<B>,
    pub watch: &'a mut SearchBudget<'w>,
    /// How many positions may still be looked at.
    pub left: u64,
    /// How many at the beginning.
    most: u64,
    /// The store of values is full: it must be made anew, which cannot be done under way.
    is_full: bool,
    /// How many moves from the first sum this one is.
    depth: usize,
    /// For each depth the two last moves that won there: they are tried first.
    killers: Vec<[Option<Step<B>>; 2]>,
}

/// So many positions are looked at before the store of values is made anew.
const PATIENCE: u64 = 10_000;

impl<'a, 'w, B: Bits> Search<'a, 'w, B> {
    /// A way through at most so many positions.
    pub const fn new(
        solver: &'a mut Solver<B>,
        watch: &'a mut SearchBudget<'w>,
        most: u64,
    ) -> Self {
        Self {
            solver,
            watch,
            left: most,
            most,
            is_full: false,
            depth: 0,
            killers: Vec::new(),
        }
    }

    /// Looks at a sum until it is proven, or until one of the efforts reaches the limit.
    pub fn search(&mut self, sum: &Sum<B>, key: u64, limit: Effort) -> Effort {
        let before = self.left;
        let mut children = self.children(sum);
        loop {
            let effort = combined(&children);
            let is_done = effort.win >= limit.win || effort.loss >= limit.loss;
            if is_done || effort.proven().is_some() || self.left == 0 || self.is_full {
                self.solver.keep(sum, key, effort, before - self.left);
                self.learn(&children);
                return effort;
            }
            let (best, second) = best_two(&children);
            let child = &children[best];
            let rest = limit.loss - effort.loss;
            let limit = Effort {
                win: rest.saturating_add(child.effort.win).min(Effort::NEVER),
                // A little more than the next best, or the two would take turns all the time.
                loss: limit.win.min(second.saturating_add(1 + second / 4)),
            };
            let (step, key) = (child.step, child.key);
            let after = sum.after(step, &mut self.solver.shapes);
            self.depth += 1;
            children[best].effort = self.search(&after, key, limit);
            self.depth -= 1;
        }
    }

    /// Remembers the move that won, if one did.
    fn learn(&mut self, children: &[Child<B>]) {
        let Some(won) = children.iter().find(|child| child.effort.loss == 0) else {
            return;
        };
        let [last, other] = &mut self.killers[self.depth];
        if last.is_none_or(|last| !last.is_like(won.step)) {
            *other = last.replace(won.step);
        }
    }

    /// All moves, those first that won elsewhere.
    fn steps(&mut self, sum: &Sum<B>) -> SmallVec<[Step<B>; 64]> {
        let mut steps: SmallVec<[Step<B>; 64]> = SmallVec::new();
        sum.each_step(&self.solver.shapes, |step| steps.push(step));
        if self.killers.len() <= self.depth {
            self.killers.push([None; 2]);
        }
        let mut first = 0;
        for killer in self.killers[self.depth].into_iter().flatten() {
            let at = steps.iter().position(|step| step.is_like(killer));
            if let Some(at) = at.filter(|at| *at >= first) {
                steps.swap(first, at);
                first += 1;
            }
        }
        steps
    }

    /// All that can be left, up to the first that is lost.
    fn children(&mut self, sum: &Sum<B>) -> Vec<Child<B>> {
        let steps = self.steps(sum);
        let mut children: Vec<Child<B>> = Vec::with_capacity(steps.len());
        let mut looked = 0;
        for &step in &steps {
            looked += 1;
            let after = sum.after(step, &mut self.solver.shapes);
            let key = after.key(&self.solver.shapes);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let effort = self.solver.effort(&after, key);
            children.push(Child { step, key, effort });
            if effort.loss == 0 {
                break;
            }
        }
        self.left = self.left.saturating_sub(looked);
        if self.watch.count_nodes(looked) {
            self.left = 0;
        }
        let is_patient = self.most - self.left < PATIENCE;
        self.is_full = !is_patient && self.solver.shapes.values.is_full();
        children
    }
}

/// The effort of a position by those of what can be left. Where all moves must be refuted, the
/// efforts overlap (moves in different parts commute), so they are not added up: the hardest
/// counts, and one for each of the others.
fn combined<B>(children: &[Child<B>]) -> Effort {
    let (mut win, mut hardest, mut open) = (Effort::NEVER, 0, 0);
    for child in children {
        win = win.min(child.effort.loss);
        hardest = hardest.max(child.effort.win);
        open += u32::from(child.effort.win > 0);
    }
    let loss = match hardest {
        0 | Effort::NEVER => hardest,
        _ => (hardest + open - 1).min(Effort::NEVER - 1),
    };
    Effort { win, loss }
}

/// The child that is refuted with the least effort, and the effort for the next best.
fn best_two<B>(children: &[Child<B>]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, Effort::NEVER, Effort::NEVER);
    for (at, child) in children.iter().enumerate() {
        let effort = child.effort.loss;
        if effort < least {
            (best, least, second) = (at, effort, least);
        } else {
            second = second.min(effort);
        }
    }
    (best, second)
}
