//! Proof-number search over sums.

use super::shapes::Shapes;
use super::sum::{Step, Sum};
use super::table::{Effort, Table};
use crate::games::clobber::brain::bits::Bits;
use crate::games::clobber::brain::stones::Stones;

/// The exact solver.
pub struct Solver<B> {
    shapes: Shapes<B>,
    table: Table,
    nodes: u64,
    most_nodes: u64,
}

struct Child<B> {
    step: Step<B>,
    key: u64,
    effort: Effort,
}

impl<B: Bits> Solver<B> {
    /// A solver whose table takes at most so many bytes.
    pub fn new(bytes: usize, small: u32) -> Self {
        Self {
            shapes: Shapes::new(small, 1 << 20),
            table: Table::new(bytes),
            nodes: 0,
            most_nodes: 0,
        }
    }

    /// Positions looked at by the last call.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Values so far
    pub fn values(&self) -> usize { self.shapes.values.len() }

    /// Whether the player to act wins; `None` if that was not found with so many positions.
    pub fn solve(&mut self, stones: Stones<B>, most_nodes: u64) -> Option<bool> {
        self.nodes = 0;
        self.most_nodes = most_nodes;
        let sum = Sum::of(stones, &mut self.shapes);
        if let Some(won) = sum.verdict(&self.shapes) {
            return Some(won);
        }
        let key = sum.key(&self.shapes);
        let limit = Effort {
            win: Effort::NEVER,
            loss: Effort::NEVER,
        };
        self.search(&sum, key, limit).proven()
    }

    fn children(&mut self, sum: &Sum<B>) -> Vec<Child<B>> {
        let mut steps = Vec::new();
        sum.each_step(&self.shapes, |step| steps.push(step));
        let mut children: Vec<Child<B>> = Vec::with_capacity(steps.len());
        for step in steps {
            self.nodes += 1;
            let after = sum.after(step, &mut self.shapes);
            let key = after.key(&self.shapes);
            if children.iter().any(|child| child.key == key) {
                continue;
            }
            let effort = match after.verdict(&self.shapes) {
                Some(won) => Effort::of(won),
                None => self.table.get(key).unwrap_or_else(|| self.guess(&after)),
            };
            children.push(Child { step, key, effort });
            if effort.loss == 0 {
                break;
            }
        }
        children
    }

    /// The effort for a position that was not looked at yet. The more stones, the more effort;
    /// and he who leads in atomic weight wins more easily.
    fn guess(&self, sum: &Sum<B>) -> Effort {
        let stones: u32 = sum
            .parts
            .iter()
            .map(|part| part.stones.all().count())
            .sum();
        let lead = sum.lead(&self.shapes);
        let effort = |lead: i32| 1 + stones / 2 + 2 * lead.max(0).unsigned_abs();
        Effort {
            win: effort(-lead),
            loss: effort(lead),
        }
    }

    fn search(&mut self, sum: &Sum<B>, key: u64, limit: Effort) -> Effort {
        let start = self.nodes;
        let mut children = self.children(sum);
        loop {
            let effort = combined(&children);
            let is_done = effort.win >= limit.win || effort.loss >= limit.loss;
            if is_done || effort.proven().is_some() || self.nodes >= self.most_nodes {
                self.table.put(key, effort, self.nodes - start);
                return effort;
            }
            let (best, second) = best_two(&children);
            let child = &children[best];
            let limit = Effort {
                win: (limit.loss - effort.loss).saturating_add(child.effort.win).min(Effort::NEVER),
                loss: limit.win.min(second.saturating_add(1 + second / 4)),
            };
            let (step, key) = (child.step, child.key);
            let after = sum.after(step, &mut self.shapes);
            children[best].effort = self.search(&after, key, limit);
        }
    }
}

/// The effort of a position by those of what can be left. Where all moves must be refuted, the
/// efforts overlap (moves in different parts commute), so they are not added up: the hardest
/// counts, and one for each of the others (weak proof-number search, Ueda et al. 2008).
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
    let (mut best, mut least, mut second) = (0, u32::MAX, Effort::NEVER);
    for (at, child) in children.iter().enumerate() {
        let effort = child.effort.loss;
        if effort < least {
            second = least.min(Effort::NEVER);
            (best, least) = (at, effort);
        } else if effort < second {
            second = effort;
        }
    }
    (best, second)
}
