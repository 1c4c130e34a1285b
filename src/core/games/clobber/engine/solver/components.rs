//! The components of a position, which never touch each other, and the values of small ones.

use super::cache::{Cache, CacheKey, MAX_HOT_ENTRIES};
use super::values::{GameValue, ValueStore};
use crate::contract::mix;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::Stones;
use smallvec::SmallVec;

/// Calls `each` with every component in which there is a move.
///
/// A connected group of stones of one colour never moves and is left out.
#[inline]
pub fn for_each_component<B: BitboardWord>(stones: Stones<B>, mut each: impl FnMut(Stones<B>)) {
    let [beside, above] = stones.pairs();
    let mut remaining = beside | above;
    let all = stones.all();
    while !remaining.is_empty() {
        let component = (remaining & !remaining.without_lowest()).flood(all);
        each(stones.within(component));
        remaining = remaining & !component;
    }
}

/// Moves a component to the lower left corner.
#[inline]
pub fn shifted_to_corner<B: BitboardWord>(stones: Stones<B>) -> Stones<B> {
    let (own, other) = B::shifted_to_corner(stones.own, stones.other);
    Stones { own, other }
}

/// Returns the least of the eight rotations and reflections of a component, in the corner, and the
/// least with the colours exchanged.
pub fn canonical_images<B: BitboardWord>(stones: Stones<B>) -> [Stones<B>; 2] {
    let shifted = shifted_to_corner(stones);
    let (mut least, mut least_swapped) = (shifted, shifted.swapped());
    let mut consider = |image| {
        let shifted = shifted_to_corner(image);
        least = least.min(shifted);
        least_swapped = least_swapped.min(shifted.swapped());
    };
    let transposed = stones.map(B::transposed);
    consider(transposed);
    for image in [stones, transposed] {
        let mirrored = image.map(B::mirrored);
        consider(image.map(B::flipped));
        consider(mirrored);
        consider(mirrored.map(B::flipped));
    }
    [least, least_swapped]
}

/// Hashes the stones as they are placed, without regard to symmetry.
impl<B: BitboardWord> CacheKey for Stones<B> {
    #[inline]
    fn hash(self) -> u64 {
        let ([a, b], [c, d]) = (self.own.words(), self.other.words());
        let low = mix(mix(a) ^ c);
        if b | d == 0 {
            low
        } else {
            mix(mix(low ^ b) ^ d)
        }
    }
}

/// The cache entry of a component.
#[derive(Clone, Copy)]
enum ComponentEntry {
    /// The number of times the component was met, while it has no value yet.
    Seen(u32),
    /// The value of the component; `None` if it is too large to be kept.
    Value(Option<GameValue>),
}

/// The largest number of stones beyond the small components for which a value is computed at all.
///
/// With one more stone, computing a value may take longer than the interval between clock checks.
const MAX_EXTRA_STONES: u32 = 3;

/// The number of times that a component of one extra stone is met before its value is computed.
///
/// The number doubles with every further stone, which more than doubles the work.
const MEETINGS_BEFORE_VALUE: u32 = 8;

/// The values of small components, computed on first use, and of larger ones that are met often.
pub struct ComponentValues<B> {
    /// The store of the values.
    pub store: ValueStore,
    /// The values by component as placed, shifted to the corner.
    by_placement: Cache<Stones<B>, Option<GameValue>>,
    /// The entries by the least image of a component, the colours possibly exchanged.
    by_image: Cache<Stones<B>, ComponentEntry>,
    /// The largest number of stones of a component whose value is computed at once.
    max_small_stones: u32,
    /// Whether a value is being computed, which needs the values of all components it leads to.
    is_finding: bool,
}

impl<B: BitboardWord> ComponentValues<B> {
    /// Creates a store of about `bytes` bytes.
    ///
    /// Components of at most `max_small_stones` stones get a value at once, larger ones when they
    /// are met often.
    pub fn new(max_small_stones: u32, bytes: usize) -> Self {
        let entry_bytes = size_of::<Option<(Stones<B>, ComponentEntry)>>();
        let entries = 1 << (bytes / 8 / entry_bytes).max(256).ilog2();
        Self {
            store: ValueStore::new(bytes * 3 / 4),
            by_placement: Cache::new(entries.min(MAX_HOT_ENTRIES)),
            by_image: Cache::new(entries),
            max_small_stones,
            is_finding: false,
        }
    }

    /// Returns the value of a component, in which `own` belongs to Left.
    ///
    /// `None` if the component is too large, or has not been met often enough for its size.
    #[inline]
    pub fn value(&mut self, component: Stones<B>) -> Option<GameValue> {
        let extra_stones = component
            .all()
            .count()
            .saturating_sub(self.max_small_stones);
        if extra_stones > MAX_EXTRA_STONES {
            return None;
        }
        let component = shifted_to_corner(component);
        if let Some(known) = self.by_placement.get(component) {
            return known;
        }
        let meetings = if extra_stones == 0 || self.is_finding {
            0
        } else {
            MEETINGS_BEFORE_VALUE << (extra_stones - 1)
        };
        match self.look_up(component, meetings) {
            ComponentEntry::Seen(_) => None,
            ComponentEntry::Value(value) => {
                self.by_placement.put(component, value);
                value
            }
        }
    }

    /// Counts a meeting of a component and returns its entry.
    ///
    /// The value is computed if the component was met at least `meetings` times before.
    fn look_up(&mut self, component: Stones<B>, meetings: u32) -> ComponentEntry {
        let [same, swapped] = canonical_images(component);
        let least = same.min(swapped);
        let mut entry = self.by_image.get(least).unwrap_or(ComponentEntry::Seen(0));
        if let ComponentEntry::Seen(times) = entry {
            entry = if times < meetings {
                ComponentEntry::Seen(times + 1)
            } else {
                ComponentEntry::Value(self.find_value(least))
            };
            self.by_image.put(least, entry);
        }
        match entry {
            ComponentEntry::Value(Some(value)) if least != same => {
                ComponentEntry::Value(Some(self.store.negative(value)))
            }
            _ => entry,
        }
    }

    fn find_value(&mut self, component: Stones<B>) -> Option<GameValue> {
        let was_finding = std::mem::replace(&mut self.is_finding, true);
        let options = self.options(component);
        self.is_finding = was_finding;
        self.store.with_options(options?)
    }

    /// Returns the options of Left and Right: the values of the positions after their moves.
    fn options(&mut self, component: Stones<B>) -> Option<[Vec<GameValue>; 2]> {
        let left = self.values_after(component)?;
        let right = self.values_after(component.swapped())?;
        // The positions after Left's moves are valued from the view of Right, who is to move.
        let left = left.into_iter().map(|value| self.store.negative(value));
        Some([left.collect(), right])
    }

    /// Returns the values after each move of the player to move, from the opponent's view.
    fn values_after(&mut self, component: Stones<B>) -> Option<Vec<GameValue>> {
        let mut after = SmallVec::<[_; 16]>::new();
        component.for_each_pair(|pair| after.push(component.after(pair)));
        after
            .iter()
            .map(|stones| self.position_value(*stones))
            .collect()
    }

    /// Returns the value of a position, in which `own` belongs to Left, if all components have one.
    pub fn position_value(&mut self, stones: Stones<B>) -> Option<GameValue> {
        let mut components = SmallVec::<[_; 4]>::new();
        for_each_component(stones, |component| components.push(component));
        let mut sum = GameValue::ZERO;
        for component in &components {
            let value = self.value(*component)?;
            sum = self.store.sum(sum, value)?;
        }
        Some(sum)
    }
}
