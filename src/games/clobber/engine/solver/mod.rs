//! Who wins, exactly.
//!
//! A position is a sum of components that never touch. Small ones are replaced by their values,
//! which are added up ([`values`]), inverse ones cancel ([`sum`]), and the rest is searched by
//! proof numbers. What is proven tells of other sums, too ([`witness`]). An answer is a proof; where
//! the budget ends first there is none, and what was found helps the next call.

pub mod cache;
pub mod components;
mod df_pn;
pub mod dominance;
pub mod sum;
pub mod transposition_table;
pub mod values;

use super::bitboard::BitboardWord;
use super::stones::{StonePair, Stones};
use crate::search::SearchBudget;
use components::ComponentValues;
use df_pn::DfPnSearch;
use dominance::DominanceCache;
use sum::GameSum;
use transposition_table::{ProofNumbers, TranspositionTable};

/// Components of so many stones get a value at once; larger ones when they are met often (see
/// [`shapes`]): most are met once, and their values would take longer than what they save.
pub const MAX_SMALL_STONES: u32 = 10;

/// Who leads by so much at a glance is as good as proven to win: odds of 240 to 1. With two thirds
/// of it, or half as much again, the search takes about as long; with the double longer.
const SURE_LEAD: i32 = 350;

/// The exact solver.
pub struct ClobberSolver<B> {
    components: ComponentValues<B>,
    table: TranspositionTable,
    dominance: DominanceCache,
    bytes: usize,
}

impl<B: BitboardWord> ClobberSolver<B> {
    /// A solver that takes about so many bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            components: Self::new_components(bytes),
            table: TranspositionTable::new(bytes / 2),
            dominance: DominanceCache::new(bytes / 8),
            bytes,
        }
    }

    fn new_components(bytes: usize) -> ComponentValues<B> {
        ComponentValues::new(MAX_SMALL_STONES, bytes / 8 * 3)
    }

    /// Forgets everything: the next answer is as a new solver's.
    pub fn clear(&mut self) {
        self.forget_values();
        self.table.clear();
    }

    fn forget_values(&mut self) {
        self.components = Self::new_components(self.bytes);
        self.dominance.clear();
    }

    /// Makes room for values if there is none left. What was proven stays.
    pub fn refresh(&mut self) {
        if self.components.store.is_full() {
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
        let sum = GameSum::of(stones, &mut self.components);
        let key = sum.key(&self.components);
        if let Some(won) = self.proof_numbers(&sum, key).proven() {
            return Some(won);
        }
        if most == 0 || watch.exhausted() {
            return None;
        }
        let mut left = most;
        loop {
            // A search without values looks at ten times as many positions; what it proved stays.
            self.refresh();
            let sum = GameSum::of(stones, &mut self.components);
            let key = sum.key(&self.components);
            let mut search = DfPnSearch::new(self, watch, left);
            let effort = search.search(&sum, key, ProofNumbers::NO_LIMIT);
            left = search.nodes_left;
            if effort.proven().is_some() || left == 0 {
                return effort.proven();
            }
        }
    }

    /// Whether the player to act wins, if that is seen at once or was found before.
    pub fn known_result(&mut self, stones: Stones<B>) -> Option<bool> {
        let sum = GameSum::of(stones, &mut self.components);
        let key = sum.key(&self.components);
        self.proof_numbers(&sum, key).proven()
    }

    /// Moves of a game that ends as is known: the winner's win, the loser's are any. It ends where
    /// the proof was forgotten.
    pub fn proven_line(&mut self, mut stones: Stones<B>) -> Vec<StonePair<B>> {
        let mut line = Vec::new();
        while let Some(won) = self.known_result(stones) {
            let mut pairs = Vec::new();
            stones.for_each_pair(|pair| pairs.push(pair));
            let is_kept =
                |pair: &&StonePair<B>| self.known_result(stones.after(**pair)) == Some(!won);
            let Some(pair) = pairs.iter().find(is_kept) else {
                break;
            };
            line.push(*pair);
            stones = stones.after(*pair);
        }
        line
    }

    /// What is known of a sum, or a guess.
    fn proof_numbers(&mut self, sum: &GameSum<B>, key: u64) -> ProofNumbers {
        if let Some(won) = sum.proven_result(&self.components) {
            return ProofNumbers::from_result(won);
        }
        let known = self.table.get(key);
        if let Some(proven) = known.filter(|effort| effort.proven().is_some()) {
            return proven;
        }
        match self
            .dominance
            .proven_result(sum, &mut self.components.store)
        {
            Some(won) => ProofNumbers::from_result(won),
            None => known.unwrap_or_else(|| self.initial_proof_numbers(sum)),
        }
    }

    /// Keeps what was found of a sum by looking at so many positions.
    fn store(&mut self, sum: &GameSum<B>, key: u64, effort: ProofNumbers, work: u64) {
        self.table.put(key, effort, work);
        if let Some(won) = effort.proven() {
            self.dominance.store(sum, won);
        }
    }

    /// The effort for a position that was not looked at yet. The more stones, the more effort;
    /// and who leads wins more easily.
    fn initial_proof_numbers(&self, sum: &GameSum<B>) -> ProofNumbers {
        let stones = sum.components.iter().map(|part| part.stones.all().count());
        let stones: u32 = stones.sum();
        let lead = sum.lead(&self.components);
        let effort = |lead: i32| {
            let doubt = (SURE_LEAD - lead).max(0).unsigned_abs();
            1 + 2 * stones * doubt / SURE_LEAD.unsigned_abs()
        };
        ProofNumbers {
            pn: effort(lead),
            dn: effort(-lead),
        }
    }
}
