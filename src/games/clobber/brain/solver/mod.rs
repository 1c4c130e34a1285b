//! Who wins, exactly.
//!
//! A position is a sum of components that never touch. Small ones are replaced by their values,
//! which are added up ([`values`]), inverse ones cancel ([`sum`]), and the rest is searched by
//! proof numbers. An answer is a proof; where the budget ends first there is none, and what was
//! found helps the next call.

pub mod cache;
mod search;
pub mod shapes;
pub mod sum;
pub mod table;
pub mod values;

use super::bits::Bits;
use super::stones::{Pair, Stones};
use crate::search::Watch;
use search::Search;
use shapes::Shapes;
use sum::Sum;
use table::{Effort, Table};

/// Components of so many stones get a value. With one fewer the search looks at nearly twice as
/// many positions, with one more the values take longer than what they save (measured with 41
/// stones).
const SMALL: u32 = 11;

/// The exact solver.
pub struct Solver<B> {
    shapes: Shapes<B>,
    table: Table,
    bytes: usize,
}

impl<B: Bits> Solver<B> {
    /// A solver that takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            shapes: Shapes::new(SMALL, bytes / 2),
            table: Table::new(bytes / 2),
            bytes,
        }
    }

    /// Forgets everything: the next answer is as a new solver's.
    pub fn clear(&mut self) {
        self.shapes = Shapes::new(SMALL, self.bytes / 2);
        self.table.clear();
    }

    /// Makes room for values if there is none left. What was proven stays.
    pub fn refresh(&mut self) {
        self.shapes.refresh(self.bytes / 2);
    }

    /// Whether the player to act wins; `None` if that was not found with about so many positions,
    /// or the watch is up.
    pub fn solve(&mut self, stones: Stones<B>, most: u64, watch: &mut Watch<'_>) -> Option<bool> {
        let sum = Sum::of(stones, &mut self.shapes);
        let key = sum.key(&self.shapes);
        if let Some(won) = self.effort(&sum, key).proven() {
            return Some(won);
        }
        if most == 0 || watch.is_up() {
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
    fn effort(&self, sum: &Sum<B>, key: u64) -> Effort {
        match sum.verdict(&self.shapes) {
            Some(won) => Effort::of(won),
            None => self.table.get(key).unwrap_or_else(|| self.guess(sum)),
        }
    }

    /// The effort for a position that was not looked at yet. The more stones, the more effort;
    /// and who leads in atomic weight wins more easily.
    fn guess(&self, sum: &Sum<B>) -> Effort {
        let stones = sum.parts.iter().map(|part| part.stones.all().count());
        let stones: u32 = stones.sum();
        let lead = sum.lead(&self.shapes);
        let effort = |lead: i32| 1 + stones + 4 * lead.max(0).unsigned_abs();
        Effort {
            win: effort(-lead),
            loss: effort(lead),
        }
    }
}
