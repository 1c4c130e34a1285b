//! Values of positions as combinatorial games, in canonical form.
//!
//! The value of a position determines its effect as a summand of a larger position. Equal values
//! have the same canonical (simplest) form, without dominated and without reversible options.
//! Clobber is all-small (while one side can move, so can the other), so values are infinitesimal.
//! They are bounded by the *atomic weight*, the number of `up`s by which a side leads.
//!
//! Conway, *On Numbers and Games* (1976); Siegel, *Combinatorial Game Theory* (2013), II.2
//! (canonical form) and II.7 (atomic weight); Albert et al. (2005) for Clobber.

mod atomic_weight;
mod canonical;
mod sums;

use super::cache::{Cache, CacheKey, MAX_HOT_ENTRIES};
use crate::contract::mix;
pub use atomic_weight::ValueBounds;
use atomic_weight::WEIGHT_COUNT;
use rustc_hash::FxHashMap;

/// A combinatorial game value, as an index into the [`ValueStore`].
///
/// Equal values have equal indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct GameValue(u32);

impl GameValue {
    /// The zero game, in which the first mover loses.
    pub const ZERO: Self = Self(0);
}

/// One of the two sides of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side for which positive values are good.
    Left,
    /// The side for which negative values are good.
    Right,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The options of both sides.
type Options = [Vec<GameValue>; 2];

struct CanonicalForm {
    /// The index of the first option in the pool; Left's options come first, then Right's.
    start: u32,
    option_counts: [u16; 2],
    negative: GameValue,
    /// A hash of the form, independent of its index.
    hash: u64,
    /// The number of nodes of the game tree, a measure of the work for a sum.
    size: u32,
    /// The height of the game tree, in plies.
    height: u8,
    /// The largest `n` of a nimber `*n` in the game tree.
    max_nimber: u8,
    bounds: ValueBounds,
}

/// The largest number of options of one side.
const MAX_OPTIONS: usize = 40;
/// The approximate size of a value in bytes, with its options and its entry in the map.
const BYTES_PER_VALUE: usize = 160;

/// The store of all values met so far.
pub struct ValueStore {
    forms: Vec<CanonicalForm>,
    pool: Vec<GameValue>,
    by_hash: FxHashMap<u64, GameValue>,
    /// The values by their options before simplification.
    canonical_cache: Cache<OptionsKey, GameValue>,
    at_most_cache: Cache<(GameValue, GameValue), bool>,
    sum_cache: Cache<(GameValue, GameValue), Option<GameValue>>,
    /// The values `(n - 1) up + *far` for each far star and each `n` from `-MAX_WEIGHT` to
    /// `MAX_WEIGHT`.
    ///
    /// Such a value is at most `g` if and only if the atomic weight of `g` is at least `n`.
    far_stars: Vec<[GameValue; WEIGHT_COUNT]>,
    max_values: usize,
}

impl ValueStore {
    /// Creates a store of about `bytes` bytes.
    pub fn new(bytes: usize) -> Self {
        let entries = |share: usize| 1 << (bytes / share / 16).max(256).ilog2();
        let mut values = Self {
            forms: Vec::new(),
            pool: Vec::new(),
            by_hash: FxHashMap::default(),
            canonical_cache: Cache::new(entries(5).min(2 * MAX_HOT_ENTRIES)),
            at_most_cache: Cache::new(entries(5).min(MAX_HOT_ENTRIES)),
            sum_cache: Cache::new(entries(10)),
            far_stars: Vec::new(),
            max_values: bytes * 7 / 10 / BYTES_PER_VALUE,
        };
        values.intern(Options::default());
        values.far_stars = values.far_star_sums();
        for index in 0..values.forms.len() {
            values.compute_weight_bounds(GameValue(u32::try_from(index).unwrap_or(0)));
        }
        values
    }

    /// Reports whether the store is full, so that no further value is kept.
    pub const fn is_full(&self) -> bool {
        self.forms.len() + 2 > self.max_values
    }

    fn form(&self, value: GameValue) -> &CanonicalForm {
        &self.forms[value.0 as usize]
    }

    /// Returns the negative of a value, its view from the other side.
    pub fn negative(&self, value: GameValue) -> GameValue {
        self.form(value).negative
    }

    /// Returns a hash of a value, independent of the values met before it.
    pub fn hash(&self, value: GameValue) -> u64 {
        self.form(value).hash
    }

    /// Returns the bounds of a value.
    pub fn bounds(&self, value: GameValue) -> ValueBounds {
        self.form(value).bounds
    }

    /// Returns the options of a side, the values that it can move to.
    #[inline]
    pub fn options(&self, value: GameValue, side: Side) -> &[GameValue] {
        let form = self.form(value);
        let (left, right) = (
            usize::from(form.option_counts[0]),
            usize::from(form.option_counts[1]),
        );
        let middle = form.start as usize + left;
        match side {
            Side::Left => &self.pool[middle - left..middle],
            Side::Right => &self.pool[middle..middle + right],
        }
    }

    /// Returns the value of a canonical form, adding it and its negative if they are new.
    fn intern(&mut self, mut options: Options) -> GameValue {
        for side in &mut options {
            side.sort_unstable_by_key(|value| self.hash(*value));
        }
        let hash = match self.find(&options) {
            Ok(known) => return known,
            Err(hash) => hash,
        };
        let [mut right, mut left] = options.clone().map(|side| -> Vec<GameValue> {
            side.into_iter().map(|value| self.negative(value)).collect()
        });
        for side in [&mut left, &mut right] {
            side.sort_unstable_by_key(|value| self.hash(*value));
        }
        let value = self.push(&options, hash);
        let mirrored = [left, right];
        let negative = match self.find(&mirrored) {
            Ok(same) => same,
            Err(hash) => self.push(&mirrored, hash),
        };
        self.forms[value.0 as usize].negative = negative;
        self.forms[negative.0 as usize].negative = value;
        self.compute_weight_bounds(value);
        value
    }

    /// Returns the value with these options, or an unused hash for it.
    fn find(&self, options: &Options) -> Result<GameValue, u64> {
        let mut hash = self.hash_options(options);
        while let Some(known) = self.by_hash.get(&hash) {
            let is_same = |side: Side| self.options(*known, side) == options[side as usize];
            if is_same(Side::Left) && is_same(Side::Right) {
                return Ok(*known);
            }
            hash = mix(hash);
        }
        Err(hash)
    }

    fn push(&mut self, options: &Options, hash: u64) -> GameValue {
        let below = || options.iter().flatten().map(|value| self.form(*value));
        let below_side = |side: Side| {
            let side = options[side as usize].iter();
            side.map(|value| self.form(*value).bounds)
        };
        let count = |side: &Vec<GameValue>| u16::try_from(side.len()).unwrap_or(0);
        let form = CanonicalForm {
            start: u32::try_from(self.pool.len()).unwrap_or(0),
            option_counts: [count(&options[0]), count(&options[1])],
            negative: GameValue::ZERO,
            hash,
            size: below().fold(1, |sum: u32, form| sum.saturating_add(form.size)),
            height: below().map(|form| form.height + 1).max().unwrap_or(0),
            max_nimber: below().map(|form| form.max_nimber).max().unwrap_or(0),
            // A value is at least zero if Right has no option that is at most zero, and vice versa.
            bounds: ValueBounds::of_outcome(
                !below_side(Side::Right).any(|bounds| bounds.at_most_zero),
                !below_side(Side::Left).any(|bounds| bounds.at_least_zero),
            ),
        };
        self.pool.extend(options.iter().flatten());
        let value = GameValue(u32::try_from(self.forms.len()).unwrap_or(0));
        self.forms.push(form);
        self.by_hash.insert(hash, value);
        value
    }

    fn hash_options(&self, options: &Options) -> u64 {
        options.iter().fold(1, |hash, side| {
            // The rotation and the second mixing of the options' hashes are needed because those
            // hashes are made in the same way: from equal beginnings they would cancel.
            let all = side.iter().fold(hash, |hash, value| {
                mix(hash.rotate_left(23) ^ mix(!self.hash(*value)))
            });
            mix(all ^ 0x5bd1_e995_5bd1_e995)
        })
    }
}

impl CacheKey for (GameValue, GameValue) {
    #[inline]
    fn hash(self) -> u64 {
        mix(u64::from(self.0.0) << 32 | u64::from(self.1.0))
    }
}

/// A hash of options that is used in their place as a key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct OptionsKey(u64);

impl CacheKey for OptionsKey {
    #[inline]
    fn hash(self) -> u64 {
        self.0
    }
}
