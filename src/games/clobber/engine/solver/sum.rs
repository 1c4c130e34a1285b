//! A position as a sum of parts, seen by the player to act.

use super::cache::CacheKey;
use super::components::{ComponentValues, canonical_images, for_each_component};
use super::values::{GameValue, Side};
use crate::contract::mix;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::Stones;
use crate::games::clobber::engine::sum_eval::{self, component_lead};
use smallvec::SmallVec;

/// A component that has no value: too large, or not met often enough.
#[derive(Clone, Copy, Debug)]
pub struct Component<B> {
    /// The component; `own` belongs to the player to act.
    pub stones: Stones<B>,
    /// The same for equal components, up to turns and mirrors.
    key: u64,
    /// The key of the component with the colours exchanged.
    swapped_key: u64,
    /// By how much the player to act leads here, at a glance.
    lead: i32,
}

/// A sum of parts: the large ones as stones, the small ones as values, together where possible.
#[derive(Clone, Debug, Default)]
pub struct GameSum<B> {
    /// The large components.
    pub components: SmallVec<[Component<B>; 2]>,
    /// The values of the others, no two of which could be added up; Left is the player to act.
    pub values: SmallVec<[GameValue; 4]>,
}

/// One move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumMove<B> {
    /// In a large component: which, and the pair used.
    Component(usize, B),
    /// In a value: which, and what it becomes.
    Value(usize, GameValue),
}

impl<B: BitboardWord> SumMove<B> {
    /// Whether it is the same move as another, perhaps in another sum.
    pub fn is_same_move(self, other: Self) -> bool {
        match (self, other) {
            (Self::Component(_, one), Self::Component(_, other)) => one == other,
            (Self::Value(_, one), Self::Value(_, other)) => one == other,
            _ => false,
        }
    }
}

impl<B: BitboardWord> Component<B> {
    fn of(stones: Stones<B>) -> Self {
        let [key, foe_key] = canonical_images(stones).map(CacheKey::hash);
        Self {
            stones,
            key,
            swapped_key: foe_key,
            lead: component_lead(stones),
        }
    }

    const fn swapped(self) -> Self {
        Self {
            stones: self.stones.swapped(),
            key: self.swapped_key,
            swapped_key: self.key,
            lead: -self.lead,
        }
    }
}

impl<B: BitboardWord> GameSum<B> {
    /// The sum that a position is.
    pub fn of(stones: Stones<B>, shapes: &mut ComponentValues<B>) -> Self {
        let mut sum = Self {
            components: SmallVec::new(),
            values: SmallVec::new(),
        };
        sum.add_stones(stones, shapes);
        sum
    }

    /// Equal for equal sums.
    pub fn key(&self, shapes: &ComponentValues<B>) -> u64 {
        let values = self.values.iter().map(|value| shapes.store.hash(*value));
        self.components_key().wrapping_add(hash_multiset(values))
    }

    /// Equal for equal large components, whatever the values beside them.
    pub fn components_key(&self) -> u64 {
        hash_multiset(self.components.iter().map(|part| part.key))
    }

    /// Hands every move to `each`.
    pub fn for_each_move(&self, shapes: &ComponentValues<B>, mut each: impl FnMut(SumMove<B>)) {
        for (at, value) in self.values.iter().enumerate() {
            for option in shapes.store.options(*value, Side::Left) {
                each(SumMove::Value(at, *option));
            }
        }
        for (at, part) in self.components.iter().enumerate() {
            part.stones
                .for_each_pair(|pair| each(SumMove::Component(at, pair)));
        }
    }

    /// What a move leaves, seen by the other player.
    #[must_use]
    pub fn after(&self, step: SumMove<B>, shapes: &mut ComponentValues<B>) -> Self {
        let mut sum = Self {
            components: SmallVec::new(),
            values: SmallVec::new(),
        };
        let (mut skip_part, mut skip_value) = (usize::MAX, usize::MAX);
        match step {
            SumMove::Component(at, _) => skip_part = at,
            SumMove::Value(at, _) => skip_value = at,
        }
        for (at, part) in self.components.iter().enumerate() {
            if at != skip_part {
                sum.components.push(part.swapped());
            }
        }
        for (at, value) in self.values.iter().enumerate() {
            if at != skip_value {
                sum.values.push(shapes.store.negative(*value));
            }
        }
        match step {
            SumMove::Component(at, pair) => {
                sum.add_stones(self.components[at].stones.after(pair), shapes);
            }
            SumMove::Value(_, value) => {
                let value = shapes.store.negative(value);
                sum.add_value(value, shapes);
            }
        }
        sum
    }

    fn add_stones(&mut self, stones: Stones<B>, shapes: &mut ComponentValues<B>) {
        for_each_component(stones, |component| match shapes.value(component) {
            Some(value) => self.add_value(value, shapes),
            None => self.add_component(Component::of(component)),
        });
    }

    /// Adds a component, unless its inverse is there: together they are worth nothing.
    fn add_component(&mut self, part: Component<B>) {
        match self
            .components
            .iter()
            .position(|other| other.key == part.swapped_key)
        {
            Some(inverse) => {
                self.components.remove(inverse);
            }
            None => self.components.push(part),
        }
    }

    fn add_value(&mut self, mut value: GameValue, shapes: &mut ComponentValues<B>) {
        let mut at = 0;
        while at < self.values.len() {
            if let Some(sum) = shapes.store.quick_sum(self.values[at], value) {
                self.values.remove(at);
                (value, at) = (sum, 0);
            } else {
                at += 1;
            }
        }
        if value != GameValue::ZERO {
            self.values.push(value);
        }
    }

    /// By how much the player to act leads, at a glance: see [`mod@lead`].
    pub fn lead(&self, shapes: &ComponentValues<B>) -> i32 {
        let seen: i32 = self.components.iter().map(|part| part.lead).sum();
        self.value_lead(shapes) + seen
    }

    /// The part of the lead that is known: what the turn and the values are worth.
    pub fn value_lead(&self, shapes: &ComponentValues<B>) -> i32 {
        let bounds = self.values.iter().map(|value| shapes.store.bounds(*value));
        let half_ups: i32 = bounds
            .map(|bounds| i32::from(bounds.min_weight) + i32::from(bounds.max_weight))
            .sum();
        sum_eval::TEMPO + sum_eval::HALF_UP * half_ups
    }

    /// Whether the player to act wins, as far as the values alone tell.
    pub fn proven_result(&self, shapes: &ComponentValues<B>) -> Option<bool> {
        if !self.components.is_empty() {
            return None;
        }
        let (mut low, mut high) = (0, 0);
        let (mut not_positive, mut not_negative, mut fuzzy) = (0, 0, 0);
        for value in &self.values {
            let bounds = shapes.store.bounds(*value);
            low += i32::from(bounds.min_weight);
            high += i32::from(bounds.max_weight);
            not_positive += i32::from(!bounds.at_least_zero);
            not_negative += i32::from(!bounds.at_most_zero);
            fuzzy += i32::from(!bounds.at_least_zero && !bounds.at_most_zero);
        }
        if not_negative == 0 || high <= -2 {
            return Some(false);
        }
        // One ahead, to move; or nothing to fear but in one place, and there the first move wins.
        let is_won = low >= 1 || not_positive == 0 || not_positive == 1 && fuzzy == 1;
        is_won.then_some(true)
    }
}

/// Equal for equal keys in any order.
fn hash_multiset(keys: impl Iterator<Item = u64>) -> u64 {
    keys.fold(0, |sum, key| sum.wrapping_add(mix(key)))
}
