//! Components: the parts of a position that never touch each other, and the values of small ones.

use super::cache::{Cache, Key, NEAR};
use super::values::{Value, Values};
use crate::contract::mix;
use crate::games::clobber::brain::bits::Bits;
use crate::games::clobber::brain::stones::Stones;
use smallvec::SmallVec;

/// Hands every component in which somebody can move to `each`. Stones that touch none of the
/// other colour, even over others of their own, never play.
#[inline]
pub fn each_component<B: Bits>(stones: Stones<B>, mut each: impl FnMut(Stones<B>)) {
    let [beside, above] = stones.pairs();
    let mut left = beside | above;
    let all = stones.all();
    while !left.is_empty() {
        let component = (left & !left.rest()).flood(all);
        each(stones.within(component));
        left = left & !component;
    }
}

/// The same component in the lower left corner.
#[inline]
pub fn cornered<B: Bits>(stones: Stones<B>) -> Stones<B> {
    let (own, other) = B::cornered(stones.own, stones.other);
    Stones { own, other }
}

/// The least of the eight mirror images and turns, in the corner; and the least with the colours
/// exchanged.
pub fn least_images<B: Bits>(stones: Stones<B>) -> [Stones<B>; 2] {
    let here = cornered(stones);
    let (mut least, mut exchanged) = (here, here.swapped());
    let mut see = |image| {
        let here = cornered(image);
        least = least.min(here);
        exchanged = exchanged.min(here.swapped());
    };
    let turned = stones.map(B::turned);
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
impl<B: Bits> Key for Stones<B> {
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
enum Known {
    /// It was met so many times, and has no value yet.
    Met(u32),
    /// Its value; none if it is too large to be kept.
    Value(Option<Value>),
}

/// Components of so many stones more than the small ones get a value, too, if they are met often.
/// With one more a value may take longer than the search may go without looking at the clock.
const MORE_STONES: u32 = 3;

/// Meetings after which the component of one stone more than the small ones gets its value; with
/// every further stone, which makes the value more than twice as much work, twice as many.
const MEETINGS: u32 = 8;

/// The values of small components, found when they are first asked for; and of somewhat larger ones
/// that are asked for often.
pub struct Shapes<B> {
    /// The store that the values are numbers of.
    pub values: Values,
    /// By the component as it lies.
    seen: Cache<Stones<B>, Option<Value>>,
    /// By the least of its images and of those with the colours exchanged.
    known: Cache<Stones<B>, Known>,
    /// Components of at most so many stones get a value at once.
    small: u32,
    /// A value is being found, for which others are needed however large their components.
    is_finding: bool,
}

impl<B: Bits> Shapes<B> {
    /// Values of components of at most `small` stones, and of more if they are often met, in about
    /// so many bytes.
    pub fn new(small: u32, bytes: usize) -> Self {
        let entry = size_of::<Option<(Stones<B>, Known)>>();
        let places = 1 << (bytes / 8 / entry).max(256).ilog2();
        Self {
            values: Values::new(bytes * 3 / 4),
            seen: Cache::new(places.min(NEAR)),
            known: Cache::new(places),
            small,
            is_finding: false,
        }
    }

    /// The value of a component, `own` being Left's; `None` if it is too large, or was not met
    /// often enough for its size.
    #[inline]
    pub fn value(&mut self, component: Stones<B>) -> Option<Value> {
        let more = component.all().count().saturating_sub(self.small);
        if more > MORE_STONES {
            return None;
        }
        let component = cornered(component);
        if let Some(seen) = self.seen.get(component) {
            return seen;
        }
        let meetings = if more == 0 || self.is_finding {
            0
        } else {
            MEETINGS << (more - 1)
        };
        match self.meet(component, meetings) {
            Known::Met(_) => None,
            Known::Value(value) => {
                self.seen.put(component, value);
                value
            }
        }
    }

    /// What is known of a component now that it is met: its value, if it was met more often than so
    /// many times.
    fn meet(&mut self, component: Stones<B>, meetings: u32) -> Known {
        let [same, exchanged] = least_images(component);
        let least = same.min(exchanged);
        let mut known = self.known.get(least).unwrap_or(Known::Met(0));
        if let Known::Met(times) = known {
            known = if times < meetings {
                Known::Met(times + 1)
            } else {
                Known::Value(self.find_value(least))
            };
            self.known.put(least, known);
        }
        match known {
            Known::Value(Some(value)) if least != same => {
                Known::Value(Some(self.values.negative(value)))
            }
            _ => known,
        }
    }

    fn find_value(&mut self, component: Stones<B>) -> Option<Value> {
        let was_finding = std::mem::replace(&mut self.is_finding, true);
        let options = self.options(component);
        self.is_finding = was_finding;
        self.values.with_options(options?)
    }

    /// The values of what Left and Right can leave.
    fn options(&mut self, component: Stones<B>) -> Option<[Vec<Value>; 2]> {
        let left = self.values_after(component)?;
        let right = self.values_after(component.swapped())?;
        // What Left leaves is seen by Right, who is to move.
        let left = left.into_iter().map(|value| self.values.negative(value));
        Some([left.collect(), right])
    }

    /// The values of what the player to act can leave, seen by the other.
    fn values_after(&mut self, component: Stones<B>) -> Option<Vec<Value>> {
        let mut after = SmallVec::<[_; 16]>::new();
        component.each_pair(|pair| after.push(component.after(pair)));
        after.iter().map(|stones| self.sum(*stones)).collect()
    }

    /// The value of a position, `own` being Left's, if all of it is small.
    pub fn sum(&mut self, stones: Stones<B>) -> Option<Value> {
        let mut parts = SmallVec::<[_; 4]>::new();
        each_component(stones, |component| parts.push(component));
        let mut sum = Value::ZERO;
        for part in &parts {
            let value = self.value(*part)?;
            sum = self.values.sum(sum, value)?;
        }
        Some(sum)
    }
}
