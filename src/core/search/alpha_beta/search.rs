//! Depth-first alpha-beta search of one position, and its transposition table.

use super::Evaluator;
use crate::contract::{Faults, Player, Position, Turn};
use crate::search::SearchBudget;
use crate::search::table::{Bucket, BucketTable, Growth, KeyBits};

/// A value for the first player, with what it is based on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SearchValue {
    pub value: f32,
    /// Whether nothing was estimated.
    pub exact: bool,
    /// Whether the value is a mean over chance outcomes or determinizations.
    pub has_chance: bool,
}

impl SearchValue {
    const fn estimate(value: f32) -> Self {
        Self {
            value,
            exact: false,
            has_chance: false,
        }
    }

    /// Marks the value as based on another one as well.
    fn absorb(&mut self, other: Self) {
        self.exact &= other.exact;
        self.has_chance |= other.has_chance;
    }
}

/// The window of values that matter to the search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: f32,
    pub beta: f32,
}

/// The maximum number of moves of a position that are searched.
pub(super) const MAX_CHILDREN: usize = 1024;

/// The moves of a position in the order of search.
pub(super) struct OrderedMoves<M> {
    pub moves: Vec<M>,
    /// Whether they are all legal moves.
    pub is_complete: bool,
}

/// A depth-first search: fail-soft alpha-beta with a transposition table.
///
/// Star1 and Star2 (Ballard 1983; Hauk, Buro, Schaeffer 2004) prune outcomes of chance nodes that
/// cannot matter any more.
pub(super) struct AlphaBetaSearch<'a, P: Position, E> {
    pub evaluator: &'a E,
    pub table: &'a mut TranspositionTable<P::Move>,
    pub budget: SearchBudget<'a>,
    pub range: [f32; 2],
}

impl<P: Position, E: Evaluator<P>> AlphaBetaSearch<'_, P, E> {
    /// Returns the value of a position if it lies within the window, and otherwise a bound;
    /// meaningless once the budget is exhausted.
    pub fn value(&mut self, position: &P, depth: u32, window: Window) -> SearchValue {
        if self.budget.count_node() {
            return SearchValue::estimate(self.range[0]);
        }
        match position.turn() {
            Turn::Over => SearchValue {
                value: self
                    .evaluator
                    .terminal_value(&position.outcome(Faults::NONE)),
                exact: true,
                has_chance: false,
            },
            Turn::Chance => {
                let chance_value = (depth == 0).then(|| self.evaluator.evaluate_chance(position));
                match chance_value.flatten() {
                    Some(value) => SearchValue {
                        has_chance: true,
                        ..SearchValue::estimate(value)
                    },
                    None => self.search_chance_node(position, depth, window),
                }
            }
            Turn::Player(_) if depth == 0 => {
                SearchValue::estimate(self.evaluator.evaluate(position))
            }
            Turn::Player(player) => self.search_moves(position, player, depth, window),
        }
    }

    /// Returns the value of a position in which a player is to move.
    fn search_moves(
        &mut self,
        position: &P,
        player: Player,
        depth: u32,
        window: Window,
    ) -> SearchValue {
        let key = position.key();
        let entry = self.table.get(key).copied();
        if let Some(entry) = entry
            && let Some(cutoff) = table_cutoff(&entry, depth, window)
        {
            return cutoff;
        }
        let OrderedMoves { moves, is_complete } =
            self.ordered_moves(position, entry.and_then(|entry| entry.best));
        let (mut best, mut best_move) = (None::<SearchValue>, None);
        let mut open = window;
        for mv in moves {
            let mut next = position.clone();
            next.apply(&mv);
            let mut result = self.value(&next, depth - 1, open);
            if self.budget.exhausted() {
                return SearchValue::estimate(self.range[0]);
            }
            let is_better = best.is_none_or(|best| match player {
                Player::First => result.value > best.value,
                Player::Second => result.value < best.value,
            });
            if is_better {
                best_move = Some(mv);
            }
            if let Some(before) = best {
                result = self.combine(before, result, is_better, player);
            }
            best = Some(result);
            match player {
                Player::First => open.alpha = open.alpha.max(result.value),
                Player::Second => open.beta = open.beta.min(result.value),
            }
            if open.alpha >= open.beta
                || self.is_best_possible(result.value, player) && result.exact
            {
                break;
            }
        }
        let Some(mut best) = best else {
            return SearchValue::estimate(self.evaluator.evaluate(position));
        };
        best.exact &= is_complete || self.is_best_possible(best.value, player);
        self.table.put(TableEntry {
            key,
            value: best.value,
            bound: bound_of(best.value, window),
            depth: if best.exact { DEPTH_EXACT } else { depth },
            has_chance: best.has_chance,
            best: best_move,
        });
        best
    }

    /// Combines the value of the best move so far with that of one more move.
    fn combine(
        &self,
        before: SearchValue,
        found: SearchValue,
        is_better: bool,
        player: Player,
    ) -> SearchValue {
        let mut joined = found;
        joined.absorb(before);
        if !is_better {
            joined.value = before.value;
        } else if self.is_best_possible(found.value, player) {
            // No other move can be better, so whether they are exact does not matter.
            joined.exact = found.exact;
        }
        joined
    }

    /// Reports whether no value can be better for the player.
    pub fn is_best_possible(&self, value: f32, player: Player) -> bool {
        match player {
            Player::First => value >= self.range[1],
            Player::Second => value <= self.range[0],
        }
    }

    /// Returns the moves in the order of search: the best one of an earlier search, then the others
    /// by the evaluator's priority.
    ///
    /// Every move beyond the first [`MAX_CHILDREN`] counts as a node, so that listing many moves
    /// stays within the budget.
    pub fn ordered_moves(&mut self, position: &P, first: Option<P::Move>) -> OrderedMoves<P::Move> {
        let Self {
            evaluator, budget, ..
        } = self;
        let mut moves = Vec::new();
        let mut is_complete = true;
        let mut lowest = f32::NEG_INFINITY;
        position.legal_moves(&mut |mv| {
            let is_full = moves.len() >= MAX_CHILDREN;
            is_complete &= !is_full;
            let is_first = first == Some(mv);
            if is_full && !is_first && (budget.exhausted() || budget.count_node()) {
                return;
            }
            let priority = if is_first {
                f32::INFINITY
            } else {
                evaluator.move_priority(position, &mv)
            };
            if is_full && priority <= lowest {
                return;
            }
            moves.push((priority, mv));
            if moves.len() == 2 * MAX_CHILDREN {
                lowest = keep_highest(&mut moves);
            }
        });
        keep_highest(&mut moves);
        OrderedMoves {
            moves: moves.into_iter().map(|(_, mv)| mv).collect(),
            is_complete,
        }
    }

    /// Returns the mean value over the outcomes of a chance event.
    fn search_chance_node(&mut self, position: &P, depth: u32, window: Window) -> SearchValue {
        let mut next = Vec::new();
        position.chance_outcomes(&mut |outcome| {
            let mut child = position.clone();
            child.apply_chance(&outcome);
            next.push(child);
        });
        let mut sums = ChanceBounds::new(next.len(), self.range);
        if depth > 0
            && let Some(found) = self.star2_probe(&next, depth, window, &mut sums)
        {
            return found;
        }
        let mut mean = SearchValue {
            value: 0.0,
            exact: true,
            has_chance: true,
        };
        for (index, child) in next.iter().enumerate() {
            let [low, high] = sums.window(index, window);
            let inner = Window {
                alpha: low.max(self.range[0]),
                beta: high.min(self.range[1]),
            };
            let result = self.value(child, depth, inner);
            if self.budget.exhausted() {
                return SearchValue::estimate(self.range[0]);
            }
            mean.absorb(result);
            sums.set(index, [result.value; 2]);
            if result.value >= high {
                mean.value = sums.mean(0);
                return mean;
            }
            if result.value <= low {
                mean.value = sums.mean(1);
                return mean;
            }
        }
        mean.value = sums.mean(0);
        mean
    }

    /// Probes one good move after each chance outcome, which bounds the mean and may cause a cutoff
    /// (Star2).
    fn star2_probe(
        &mut self,
        next: &[P],
        depth: u32,
        window: Window,
        sums: &mut ChanceBounds,
    ) -> Option<SearchValue> {
        let mover = next.first().and_then(P::mover)?;
        let mut all = SearchValue {
            value: 0.0,
            exact: true,
            has_chance: true,
        };
        for (index, child) in next.iter().enumerate() {
            let Turn::Player(_) = child.turn() else {
                continue;
            };
            let mv = *self.ordered_moves(child, None).moves.first()?;
            let mut after = child.clone();
            after.apply(&mv);
            let whole = Window {
                alpha: self.range[0],
                beta: self.range[1],
            };
            let result = self.value(&after, depth - 1, whole);
            if self.budget.exhausted() {
                return None;
            }
            all.absorb(result);
            let cut = match mover {
                Player::First => {
                    sums.set(index, [result.value, self.range[1]]);
                    all.value = sums.mean(0);
                    all.value >= window.beta
                }
                Player::Second => {
                    sums.set(index, [self.range[0], result.value]);
                    all.value = sums.mean(1);
                    all.value <= window.alpha
                }
            };
            if cut {
                return Some(all);
            }
        }
        None
    }
}

/// Sorts moves by priority, keeps the first [`MAX_CHILDREN`], and returns the lowest priority kept.
fn keep_highest<M>(moves: &mut Vec<(f32, M)>) -> f32 {
    moves.sort_by(|a, b| b.0.total_cmp(&a.0));
    moves.truncate(MAX_CHILDREN);
    moves
        .last()
        .map_or(f32::NEG_INFINITY, |(priority, _)| *priority)
}

/// Bounds of the value of each chance outcome, and their sums.
struct ChanceBounds {
    each: Vec<[f32; 2]>,
    sum: [f64; 2],
}

impl ChanceBounds {
    #[expect(clippy::cast_precision_loss, reason = "chance outcomes are few")]
    fn new(count: usize, range: [f32; 2]) -> Self {
        Self {
            each: vec![range; count],
            sum: range.map(|bound| f64::from(bound) * count as f64),
        }
    }

    fn set(&mut self, index: usize, bounds: [f32; 2]) {
        for (side, bound) in bounds.into_iter().enumerate() {
            self.sum[side] += f64::from(bound) - f64::from(self.each[index][side]);
            self.each[index][side] = bound;
        }
    }

    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "chance outcomes are few, and values are single precision"
    )]
    fn mean(&self, side: usize) -> f32 {
        (self.sum[side] / self.each.len().max(1) as f64) as f32
    }

    /// Returns the values of one outcome at which, given the bounds of all others, the mean leaves
    /// the window: too low at or below the first, too high at or above the second.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        reason = "chance outcomes are few, and values are single precision"
    )]
    fn window(&self, index: usize, window: Window) -> [f32; 2] {
        let count = self.each.len() as f64;
        let others = |side: usize| self.sum[side] - f64::from(self.each[index][side]);
        [
            (f64::from(window.alpha) * count - others(1)) as f32,
            (f64::from(window.beta) * count - others(0)) as f32,
        ]
    }
}

/// Returns the kind of bound that a value is, given the window that it was searched with.
fn bound_of(value: f32, window: Window) -> Bound {
    if value >= window.beta {
        Bound::Lower
    } else if value <= window.alpha {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// Returns the value of a table entry, if it makes a search unnecessary.
fn table_cutoff<M>(known: &TableEntry<M>, depth: u32, window: Window) -> Option<SearchValue> {
    let enough = match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.value >= window.beta,
        Bound::Upper => known.value <= window.alpha,
    };
    (enough && known.depth >= depth).then_some(SearchValue {
        value: known.value,
        exact: known.depth == DEPTH_EXACT,
        has_chance: known.has_chance,
    })
}

// The transposition table of the alpha-beta search.

/// The relation of a searched value to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The result of searching a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<M> {
    pub key: u64,
    pub value: f32,
    pub bound: Bound,
    /// The depth of the search in plies; [`DEPTH_EXACT`] if nothing was estimated.
    pub depth: u32,
    /// Whether the value is a mean over chance outcomes.
    pub has_chance: bool,
    pub best: Option<M>,
}

/// The depth of a value in which nothing is estimated.
pub(super) const DEPTH_EXACT: u32 = u32::MAX;

/// A bucket of one entry.
#[derive(Clone, Copy)]
struct EntryBucket<M>(Option<TableEntry<M>>);

impl<M> Default for EntryBucket<M> {
    fn default() -> Self {
        Self(None)
    }
}

impl<M: Copy> Bucket for EntryBucket<M> {
    const KEY_BITS: KeyBits = KeyBits::Low;
    const GROWTH: Growth = Growth::EntriesPerFour(1);
    const INITIAL_BUCKETS: usize = 1 << 12;

    fn split(&mut self, to: &mut Self, moves: impl Fn(u64) -> bool) {
        if self.0.as_ref().is_some_and(|entry| moves(entry.key)) {
            to.0 = self.0.take();
        }
    }
}

/// A transposition table: searched positions by key.
///
/// A new entry replaces the one in its bucket, unless that one is exact and the new one shallow.
pub(super) struct TranspositionTable<M>(BucketTable<EntryBucket<M>>);

impl<M: Copy> TranspositionTable<M> {
    /// Creates an empty table of at most `memory_mb` megabytes.
    pub fn new(memory_mb: usize) -> Self {
        Self(BucketTable::new(memory_mb.clamp(1, 1 << 16) << 20))
    }

    /// Returns the entry of a key.
    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        let EntryBucket(entry) = self.0.get(key);
        entry.as_ref().filter(|entry| entry.key == key)
    }

    /// Stores an entry.
    pub fn put(&mut self, entry: TableEntry<M>) {
        let EntryBucket(slot) = self.0.get_mut(entry.key);
        let is_kept = slot.as_ref().is_some_and(|old| {
            old.key != entry.key && old.depth == DEPTH_EXACT && entry.depth <= 1
        });
        if !is_kept && slot.replace(entry).is_none() {
            self.0.count_insertion();
        }
    }
}
