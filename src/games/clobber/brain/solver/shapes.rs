//! Components: the parts of a position that never touch each other, and the values of small ones.

use super::cache::Cache;
use super::values::{Value, Values};
use crate::contract::mix;
use crate::games::clobber::brain::bits::Bits;
use crate::games::clobber::brain::stones::Stones;

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
    let mut image = stones;
    for step in 1..8 {
        let map = if step % 2 == 1 {
            B::mirrored
        } else {
            B::turned
        };
        image = Stones {
            own: map(image.own),
            other: map(image.other),
        };
        let here = cornered(image);
        least = least.min(here);
        exchanged = exchanged.min(here.swapped());
    }
    [least, exchanged]
}

/// A hash of the stones as they lie.
#[inline]
pub fn hash<B: Bits>(stones: Stones<B>) -> u64 {
    let ([a, b], [c, d]) = (stones.own.words(), stones.other.words());
    let low = mix(mix(a) ^ c);
    if b | d == 0 {
        low
    } else {
        mix(mix(low ^ b) ^ d)
    }
}

/// The values of small components, found when they are first asked for.
pub struct Shapes<B> {
    /// The store that the values are numbers of.
    pub values: Values,
    /// By the component as it lies.
    seen: Cache<Stones<B>, Option<Value>>,
    /// By the least of its images and of those with the colours exchanged.
    known: Cache<Stones<B>, Option<Value>>,
    /// Larger components are not looked at.
    most_stones: u32,
}

impl<B: Bits> Shapes<B> {
    /// Values of components of at most `most_stones` stones, in about so many bytes.
    pub fn new(most_stones: u32, bytes: usize) -> Self {
        let entry = size_of::<Option<(Stones<B>, Option<Value>)>>();
        let places = 1 << (bytes / 8 / entry).max(256).ilog2();
        Self {
            values: Values::new(bytes * 3 / 4),
            seen: Cache::new(places),
            known: Cache::new(places),
            most_stones,
        }
    }

    /// The value of a component, `own` being Left's; `None` if it is too large.
    #[inline]
    pub fn value(&mut self, component: Stones<B>) -> Option<Value> {
        if component.all().count() > self.most_stones {
            return None;
        }
        let component = cornered(component);
        let hash = hash(component);
        if let Some(seen) = self.seen.get(hash, component) {
            return seen;
        }
        let value = self.known_value(component);
        self.seen.put(hash, component, value);
        value
    }

    fn known_value(&mut self, component: Stones<B>) -> Option<Value> {
        let [same, exchanged] = least_images(component);
        let least = same.min(exchanged);
        let hash = hash(least);
        let value = self.known.get(hash, least).unwrap_or_else(|| {
            let value = self.find_value(least);
            self.known.put(hash, least, value);
            value
        });
        if least == same {
            value
        } else {
            value.map(|value| self.values.negative(value))
        }
    }

    fn find_value(&mut self, component: Stones<B>) -> Option<Value> {
        let (left, right) = (component, component.swapped());
        let left = self.values_after(left)?;
        let right = self.values_after(right)?;
        // What Left leaves is seen by Right, who is to move.
        let left = left.into_iter().map(|value| self.values.negative(value));
        self.values.with_options([left.collect(), right])
    }

    /// The values of what the player to act can leave, seen by the other.
    fn values_after(&mut self, component: Stones<B>) -> Option<Vec<Value>> {
        let mut after = Vec::new();
        component.each_pair(|pair| after.push(component.after(pair)));
        after.into_iter().map(|stones| self.sum(stones)).collect()
    }

    /// The value of a position, `own` being Left's, if all of it is small.
    pub fn sum(&mut self, stones: Stones<B>) -> Option<Value> {
        let mut parts = Vec::new();
        each_component(stones, |component| parts.push(component));
        let mut sum = Value::ZERO;
        for part in parts {
            let value = self.value(part)?;
            sum = self.values.sum(sum, value)?;
        }
        Some(sum)
    }
}
