//! Components: the parts of a position that never touch each other, and the values of small ones.

use super::cache::{Cache, CacheKey, MAX_HOT_ENTRIES};
use super::values::{GameValue, ValueStore};
use crate::contract::mix;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::Stones;
use smallvec::SmallVec;

/// Hands every component in which somebody can move to `each`. Stones that touch none of the
/// other colour, even over others of their own, never play.
#[inline]
pub fn for_each_component<B: BitboardWord>(stones: Stones<B>, mut each: impl FnMut(Stones<B>)) {
    let [beside, above] = stones.pairs();
    let mut left = beside | above;
    let all = stones.all();
    while !left.is_empty() {
        let component = (left & !left.without_lowest()).flood(all);
        each(stones.within(component));
        left = left & !component;
    }
}

/// The same component in the lower left corner.
#[inline]
pub fn shifted_to_corner<B: BitboardWord>(stones: Stones<B>) -> Stones<B> {
    let (own, other) = B::shifted_to_corner(stones.own, stones.other);
    Stones { own, other }
}

/// The least of the eight mirror images and turns, in the corner; and the least with the colours
/// exchanged.
pub fn canonical_images<B: BitboardWord>(stones: Stones<B>) -> [Stones<B>; 2] {
    let here = shifted_to_corner(stones);
    let (mut least, mut exchanged) = (here, here.swapped());
    let mut see = |image| {
        let here = shifted_to_corner(image);
        least = least.min(here);
        exchanged = exchanged.min(here.swapped());
    };
    let turned = stones.map(B::transposed);
    see(turned);
    for image in [stones, turned] {
        let mirrored = image.map(B::mirrored);
        see(image.map(B::flipped));
        see(mirrored);
        see(mirrored.map(B::flipped));
    }
    [least, exchanged]
}

/// By the stones as they lie.
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

/// What is known of a component.
#[derive(Clone, Copy)]
enum ComponentEntry {
    /// It was met so many times, and has no value yet.
    Seen(u32),
    /// Its value; none if it is too large to be kept.
    Value(Option<GameValue>),
}

/// Components of so many stones more than the small ones get a value, too, if they are met often.
/// With one more a value may take longer than the search may go without looking at the clock.
const MAX_EXTRA_STONES: u32 = 3;

/// Meetings after which the component of one stone more than the small ones gets its value; with
/// every further stone, which makes the value more than twice as much work, twice as many.
const MEETINGS_BEFORE_VALUE: u32 = 8;

/// The values of small components, found when they are first asked for; and of somewhat larger ones
/// that are asked for often.
pub struct ComponentValues<B> {
    /// The store that the values are numbers of.
    pub store: ValueStore,
    /// By the component as it lies.
    by_placement: Cache<Stones<B>, Option<GameValue>>,
    /// By the least of its images and of those with the colours exchanged.
    by_image: Cache<Stones<B>, ComponentEntry>,
    /// Components of at most so many stones get a value at once.
    max_small_stones: u32,
    /// A value is being found, for which others are needed however large their components.
    is_finding: bool,
}

impl<B: BitboardWord> ComponentValues<B> {
    /// Values of components of at most `small` stones, and of more if they are often met, in about
    /// so many bytes.
    pub fn new(small: u32, bytes: usize) -> Self {
        let entry = size_of::<Option<(Stones<B>, ComponentEntry)>>();
        let places = 1 << (bytes / 8 / entry).max(256).ilog2();
        Self {
            store: ValueStore::new(bytes * 3 / 4),
            by_placement: Cache::new(places.min(MAX_HOT_ENTRIES)),
            by_image: Cache::new(places),
            max_small_stones: small,
            is_finding: false,
        }
    }

    /// The value of a component, `own` being Left's; `None` if it is too large, or was not met
    /// often enough for its size.
    #[inline]
    pub fn value(&mut self, component: Stones<B>) -> Option<GameValue> {
        let more = component
            .all()
            .count()
            .saturating_sub(self.max_small_stones);
        if more > MAX_EXTRA_STONES {
            return None;
        }
        let component = shifted_to_corner(component);
        if let Some(seen) = self.by_placement.get(component) {
            return seen;
        }
        let meetings = if more == 0 || self.is_finding {
            0
        } else {
            MEETINGS_BEFORE_VALUE << (more - 1)
        };
        match self.look_up(component, meetings) {
            ComponentEntry::Seen(_) => None,
            ComponentEntry::Value(value) => {
                self.by_placement.put(component, value);
                value
            }
        }
    }

    /// What is known of a component now that it is met: its value, if it was met more often than so
    /// many times.
    fn look_up(&mut self, component: Stones<B>, meetings: u32) -> ComponentEntry {
        let [same, exchanged] = canonical_images(component);
        let least = same.min(exchanged);
        let mut known = self.by_image.get(least).unwrap_or(ComponentEntry::Seen(0));
        if let ComponentEntry::Seen(times) = known {
            known = if times < meetings {
                ComponentEntry::Seen(times + 1)
            } else {
                ComponentEntry::Value(self.find_value(least))
            };
            self.by_image.put(least, known);
        }
        match known {
            ComponentEntry::Value(Some(value)) if least != same => {
                ComponentEntry::Value(Some(self.store.negative(value)))
            }
            _ => known,
        }
    }

    fn find_value(&mut self, component: Stones<B>) -> Option<GameValue> {
        let was_finding = std::mem::replace(&mut self.is_finding, true);
        let options = self.options(component);
        self.is_finding = was_finding;
        self.store.with_options(options?)
    }

    /// The values of what Left and Right can leave.
    fn options(&mut self, component: Stones<B>) -> Option<[Vec<GameValue>; 2]> {
        let left = self.values_after(component)?;
        let right = self.values_after(component.swapped())?;
        // What Left leaves is seen by Right, who is to move.
        let left = left.into_iter().map(|value| self.store.negative(value));
        Some([left.collect(), right])
    }

    /// The values of what the player to act can leave, seen by the other.
    fn values_after(&mut self, component: Stones<B>) -> Option<Vec<GameValue>> {
        let mut after = SmallVec::<[_; 16]>::new();
        component.for_each_pair(|pair| after.push(component.after(pair)));
        after
            .iter()
            .map(|stones| self.position_value(*stones))
            .collect()
    }

    /// The value of a position, `own` being Left's, if all of it is small.
    pub fn position_value(&mut self, stones: Stones<B>) -> Option<GameValue> {
        let mut parts = SmallVec::<[_; 4]>::new();
        for_each_component(stones, |component| parts.push(component));
        let mut sum = GameValue::ZERO;
        for part in &parts {
            let value = self.value(*part)?;
            sum = self.store.sum(sum, value)?;
        }
        Some(sum)
    }
}
