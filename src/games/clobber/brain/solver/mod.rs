//! Who wins, exactly.
//!
//! A position is a sum of components that never touch. Small ones are replaced by their values,
//! which are added up ([`values`]), inverse ones cancel ([`sum`]), and the rest is searched by
//! proof numbers. What is proven tells of other sums, too ([`witness`]). An answer is a proof; where
//! the budget ends first there is none, and what was found helps the next call.

mod buckets;
pub mod cache;
mod search;
pub mod shapes;
pub mod sum;
pub mod table;
pub mod values;
pub mod witness;

use super::bits::Bits;
use super::stones::{Pair, Stones};
use crate::search::SearchBudget;
use search::Search;
use shapes::Shapes;
use sum::Sum;
use table::{Effort, Table};
use witness::Witnesses;

/// Components of so many stones get a value at once; larger ones when they are met often (see
/// [`shapes`]): most are met once, and their values would take longer than what they save.
pub const SMALL: u32 = 10;

/// Who leads by so much at a glance is as good as proven to win: odds of 240 to 1. With two thirds
/// of it, or half as much again, the search takes about as long; with the double longer.
const SURE: i32 = 350;

/// The exact solver.
pub struct Solver<B> {
    shapes: Shapes<B>,
    table: Table,
    witnesses: Witnesses,
    bytes: usize,
}

impl<B: Bits> Solver<B> {
    /// A solver that takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            shapes: Self::shapes(bytes),
            table: Table::new(bytes / 2),
            witnesses: Witnesses::new(bytes / 8),
            bytes,
        }
    }

    fn shapes(bytes: usize) -> Shapes<B> {
        Shapes::new(SMALL, bytes / 8 * 3)
    }

    /// Forgets everything: the next answer is as a new solver's.
    pub fn clear(&mut self) {
        self.forget_values();
        self.table.clear();
    }

    fn forget_values(&mut self) {
        self.shapes = Self::shapes(self.bytes);
        self.witnesses.clear();
    }

    /// Makes room for values if there is none left. What was proven stays.
    pub fn refresh(&mut self) {
        if self.shapes.values.is_full() {
            self.forget_values();
        }
    }

    /// Whether the player to act wins; `None` if that was not found with about so many positions,
    /// or the watch is up.
    pub fn solve(
        &mut self,
        stones: Stones<B>,
        most: u64,
        watch: &mut SearchBudget<'_>,
    ) -> Option<bool> {
        let sum = Sum::of(stones, &mut self.shapes);
        let key = sum.key(&self.shapes);
        if let Some(won) = self.effort(&sum, key).proven() {
            return Some(won);
        }
        if most == 0 || watch.exhausted() {
            return None;
        }
        let mut left = most;
        loop {
            // A search without values looks at ten times as many positions; what it proved stays.
            self.refresh();
            let sum = Sum::of(stones, &mut self.shapes);
            let key = sum.key(&self.shapes);
            let mut search = Search::new(self, watch, left);
            let effort = search.search(&sum, key, Effort::NO_LIMIT);
            left = search.left;
            if effort.proven().is_some() || left == 0 {
                return effort.proven();
            }
        }
    }

    /// Whether the player to act wins, if that is seen at once or was found before.
    pub fn known(&mut self, stones: Stones<B>) -> Option<bool> {
        let sum = Sum::of(stones, &mut self.shapes);
        let key = sum.key(&self.shapes);
        self.effort(&sum, key).proven()
    }

    /// Moves of a game that ends as is known: the winner's win, the loser's are any. It ends where
    /// the proof was forgotten.
    pub fn line(&mut self, mut stones: Stones<B>) -> Vec<Pair<B>> {
        let mut line = Vec::new();
        while let Some(won) = self.known(stones) {
            let mut pairs = Vec::new();
            stones.each_pair(|pair| pairs.push(pair));
            let is_kept = |pair: &&Pair<B>| self.known(stones.after(**pair)) == Some(!won);
            let Some(pair) = pairs.iter().find(is_kept) else {
                break;
            };
            line.push(*pair);
            stones = stones.after(*pair);
        }
        line
    }

    /// What is known of a sum, or a guess.
    fn effort(&mut self, sum: &Sum<B>, key: u64) -> Effort {
        if let Some(won) = sum.verdict(&self.shapes) {
            return Effort::of(won);
        }
        let known = self.table.get(key);
        if let Some(proven) = known.filter(|effort| effort.proven().is_some()) {
            return proven;
        }
        match self.witnesses.verdict(sum, &mut self.shapes.values) {
            Some(won) => Effort::of(won),
            None => known.unwrap_or_else(|| self.guess(sum)),
        }
    }

    /// Keeps what was found of a sum by looking at so many positions.
    fn keep(&mut self, sum: &Sum<B>, key: u64, effort: Effort, work: u64) {
        self.table.put(key, effort, work);
        if let Some(won) = effort.proven() {
            self.witnesses.keep(sum, won);
        }
    }

    /// The effort for a position that was not looked at yet. The more stones, the more effort;
    /// and who leads wins more easily.
    fn guess(&self, sum: &Sum<B>) -> Effort {
        let stones = sum.parts.iter().map(|part| part.stones.all().count());
        let stones: u32 = stones.sum();
        let lead = sum.lead(&self.shapes);
        let effort = |lead: i32| {
            let doubt = (SURE - lead).max(0).unsigned_abs();
            1 + 2 * stones * doubt / SURE.unsigned_abs()
        };
        Effort {
            win: effort(lead),
            loss: effort(-lead),
        }
    }
}
