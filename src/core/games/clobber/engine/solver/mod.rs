//! The exact solver: proves which player wins.
//!
//! A position is a sum of components that never touch. Small components are replaced by their
//! combinatorial game values, which are added up ([`values`]), inverse components cancel ([`sum`]),
//! and the rest is searched by proof-number search (df-pn). A proof also decides other sums
//! ([`dominance`]). An answer is a proof; if the budget ends first there is none, but the results
//! so far help the next call.

pub mod cache;
pub mod components;
mod df_pn;
pub mod dominance;
pub mod sum;
pub mod transposition_table;
pub mod values;

use super::bitboard::BitboardWord;
use super::stones::{StonePair, Stones};
use crate::search::{SearchBudget, SplitMix64};
use components::ComponentValues;
use df_pn::DfPnSearch;
use dominance::DominanceCache;
use sum::GameSum;
use transposition_table::{ProofNumbers, TranspositionTable};

/// The largest number of stones of a component whose value is computed at once.
///
/// Larger components get a value when they are met often (see [`components`]): most are met once,
/// and computing their values would take longer than it saves.
pub const MAX_SMALL_STONES: u32 = 10;

/// The lead that is nearly a proven win, with odds of 240 to 1.
///
/// With two thirds or three halves of this value the search takes about as long, with twice the
/// value longer.
const SURE_LEAD: i32 = 350;

/// The exact solver.
pub struct ClobberSolver<B> {
    components: ComponentValues<B>,
    table: TranspositionTable,
    dominance: DominanceCache,
    bytes: usize,
    /// The sample of proven sums that is being taken.
    pub sampler: Option<ProofSampler<B>>,
}

impl<B: BitboardWord> ClobberSolver<B> {
    /// Creates a solver that uses about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        Self {
            components: Self::new_components(bytes),
            table: TranspositionTable::new(bytes / 2),
            dominance: DominanceCache::new(bytes / 8),
            bytes,
            sampler: None,
        }
    }

    fn new_components(bytes: usize) -> ComponentValues<B> {
        ComponentValues::new(MAX_SMALL_STONES, bytes / 8 * 3)
    }

    /// Forgets everything, so that the next answer equals that of a new solver.
    pub fn clear(&mut self) {
        self.forget_values();
        self.table.clear();
    }

    fn forget_values(&mut self) {
        self.components = Self::new_components(self.bytes);
        self.dominance.clear();
    }

    /// Discards the values if their store is full, but keeps what is proven.
    pub fn refresh(&mut self) {
        if self.components.store.is_full() {
            self.forget_values();
        }
    }

    /// Reports whether the player to move wins; `None` if that is not proven after about
    /// `max_nodes` positions or when the search budget is exhausted.
    pub fn solve(
        &mut self,
        stones: Stones<B>,
        max_nodes: u64,
        budget: &mut SearchBudget<'_>,
    ) -> Option<bool> {
        let sum = GameSum::of(stones, &mut self.components);
        let key = sum.key(&self.components);
        if let Some(won) = self.proof_numbers(&sum, key).proven() {
            return Some(won);
        }
        if max_nodes == 0 || budget.exhausted() {
            return None;
        }
        let mut left = max_nodes;
        loop {
            // A search without values needs ten times as many positions, so a full store is
            // replaced; the proofs stay.
            self.refresh();
            let sum = GameSum::of(stones, &mut self.components);
            let key = sum.key(&self.components);
            let mut search = DfPnSearch::new(self, budget, left);
            let numbers = search.search(&sum, key, ProofNumbers::NO_LIMIT);
            left = search.nodes_left;
            if numbers.proven().is_some() || left == 0 {
                return numbers.proven();
            }
        }
    }

    /// Reports whether the player to move wins, if that is known without a search.
    pub fn known_result(&mut self, stones: Stones<B>) -> Option<bool> {
        let sum = GameSum::of(stones, &mut self.components);
        let key = sum.key(&self.components);
        self.proof_numbers(&sum, key).proven()
    }

    /// Returns a line that keeps the known result: winning moves of the winner, any of the loser.
    ///
    /// It ends where the proof has been forgotten.
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

    /// Returns the known proof numbers of a sum, or an initial estimate.
    fn proof_numbers(&mut self, sum: &GameSum<B>, key: u64) -> ProofNumbers {
        if let Some(won) = sum.proven_result(&self.components) {
            return ProofNumbers::from_result(won);
        }
        let stored = self.table.get(key);
        if let Some(proven) = stored.filter(|numbers| numbers.proven().is_some()) {
            return proven;
        }
        match self
            .dominance
            .proven_result(sum, &mut self.components.store)
        {
            Some(won) => ProofNumbers::from_result(won),
            None => stored.unwrap_or_else(|| self.initial_proof_numbers(sum)),
        }
    }

    /// Stores the proof numbers of a sum, found by searching `work` positions.
    fn store(&mut self, sum: &GameSum<B>, key: u64, numbers: ProofNumbers, work: u64) {
        self.table.put(key, numbers, work);
        if let Some(won) = numbers.proven() {
            self.dominance.store(sum, won);
            self.sample(sum, won);
        }
    }

    /// Adds a proven sum to the sample, if one is being taken.
    fn sample(&mut self, sum: &GameSum<B>, won: bool) {
        let Some(sampler) = self.sampler.as_mut().filter(|_| !sum.components.is_empty()) else {
            return;
        };
        if let Some(place) = sampler.next_place() {
            let components = sum.components.iter().map(|component| component.stones);
            let lead = sum.value_lead(&self.components);
            sampler.keep(place, (components.collect(), lead, won));
        }
    }

    /// Estimates the proof numbers of a sum that has not been searched.
    ///
    /// They grow with the number of stones, and are smaller for the result that the lead suggests.
    fn initial_proof_numbers(&self, sum: &GameSum<B>) -> ProofNumbers {
        let stones = sum
            .components
            .iter()
            .map(|component| component.stones.all().count());
        let stones: u32 = stones.sum();
        let lead = sum.lead(&self.components);
        let number = |lead: i32| {
            let uncertainty = (SURE_LEAD - lead).max(0).unsigned_abs();
            1 + 2 * stones * uncertainty / SURE_LEAD.unsigned_abs()
        };
        ProofNumbers {
            pn: number(lead),
            dn: number(-lead),
        }
    }
}

// A sample of the sums that the solver proves, to fit its evaluation.

/// A uniform random sample of the proven sums that have large components (reservoir sampling).
pub struct ProofSampler<B> {
    /// The sums in the sample: the large components, the lead by the turn and the values of the
    /// others, and whether the player to move wins.
    pub kept: Vec<(Vec<Stones<B>>, i32, bool)>,
    capacity: usize,
    seen: u32,
    random: SplitMix64,
}

impl<B> ProofSampler<B> {
    /// Creates an empty sample of at most `capacity` sums.
    pub const fn new(capacity: usize, seed: u64) -> Self {
        Self {
            kept: Vec::new(),
            capacity,
            seen: 0,
            random: SplitMix64::new(seed),
        }
    }

    /// Returns the place at which the next sum is kept: the end, that of another, or none.
    fn next_place(&mut self) -> Option<usize> {
        self.seen += 1;
        if self.kept.len() < self.capacity {
            return Some(self.kept.len());
        }
        let place = self.random.below(self.seen) as usize;
        (place < self.capacity).then_some(place)
    }

    /// Keeps a sum at a place.
    fn keep(&mut self, place: usize, sum: (Vec<Stones<B>>, i32, bool)) {
        if place < self.kept.len() {
            self.kept[place] = sum;
        } else {
            self.kept.push(sum);
        }
    }
}
