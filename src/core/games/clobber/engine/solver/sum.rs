//! A position as a sum of components, from the view of the player to move.

use super::cache::CacheKey;
use super::components::{ComponentValues, canonical_images, for_each_component};
use super::values::{GameValue, Side};
use crate::contract::mix;
use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::Stones;
use crate::games::clobber::engine::sum_eval::{self, component_lead};
use smallvec::SmallVec;

/// A component without a value, because it is too large or not met often enough.
#[derive(Clone, Copy, Debug)]
pub struct Component<B> {
    /// The stones of the component; `own` belongs to the player to move.
    pub stones: Stones<B>,
    /// The key, equal for components that are equal up to rotation and reflection.
    key: u64,
    /// The key of the component with the colours exchanged.
    swapped_key: u64,
    /// The estimated lead of the player to move in this component.
    lead: i32,
}

/// A sum of components: large ones as stones, small ones as values, added up where possible.
#[derive(Clone, Debug, Default)]
pub struct GameSum<B> {
    /// The large components.
    pub components: SmallVec<[Component<B>; 2]>,
    /// The values of the others, no two of which can be added up quickly; Left is the player to
    /// move.
    pub values: SmallVec<[GameValue; 4]>,
}

/// One move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SumMove<B> {
    /// A move in a large component: its index and the pair moved.
    Component(usize, B),
    /// A move in a value: its index and the value after the move.
    Value(usize, GameValue),
}

impl<B: BitboardWord> SumMove<B> {
    /// Reports whether the move equals another, possibly of another sum.
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
        let [key, swapped_key] = canonical_images(stones).map(CacheKey::hash);
        Self {
            stones,
            key,
            swapped_key,
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
    /// Splits a position into its components.
    pub fn of(stones: Stones<B>, component_values: &mut ComponentValues<B>) -> Self {
        let mut sum = Self {
            components: SmallVec::new(),
            values: SmallVec::new(),
        };
        sum.add_stones(stones, component_values);
        sum
    }

    /// Returns the key of the sum; equal sums have equal keys.
    pub fn key(&self, component_values: &ComponentValues<B>) -> u64 {
        let values = self
            .values
            .iter()
            .map(|value| component_values.store.hash(*value));
        self.components_key().wrapping_add(hash_multiset(values))
    }

    /// Returns the key of the large components, independent of the values.
    pub fn components_key(&self) -> u64 {
        hash_multiset(self.components.iter().map(|component| component.key))
    }

    /// Calls `each` with every move.
    pub fn for_each_move(
        &self,
        component_values: &ComponentValues<B>,
        mut each: impl FnMut(SumMove<B>),
    ) {
        for (at, value) in self.values.iter().enumerate() {
            for option in component_values.store.options(*value, Side::Left) {
                each(SumMove::Value(at, *option));
            }
        }
        for (at, component) in self.components.iter().enumerate() {
            component
                .stones
                .for_each_pair(|pair| each(SumMove::Component(at, pair)));
        }
    }

    /// Returns the sum after a move, from the opponent's view.
    #[must_use]
    pub fn after(&self, mv: SumMove<B>, component_values: &mut ComponentValues<B>) -> Self {
        let mut sum = Self {
            components: SmallVec::new(),
            values: SmallVec::new(),
        };
        let (mut skip_component, mut skip_value) = (usize::MAX, usize::MAX);
        match mv {
            SumMove::Component(at, _) => skip_component = at,
            SumMove::Value(at, _) => skip_value = at,
        }
        for (at, component) in self.components.iter().enumerate() {
            if at != skip_component {
                sum.components.push(component.swapped());
            }
        }
        for (at, value) in self.values.iter().enumerate() {
            if at != skip_value {
                sum.values.push(component_values.store.negative(*value));
            }
        }
        match mv {
            SumMove::Component(at, pair) => {
                sum.add_stones(self.components[at].stones.after(pair), component_values);
            }
            SumMove::Value(_, value) => {
                let value = component_values.store.negative(value);
                sum.add_value(value, component_values);
            }
        }
        sum
    }

    fn add_stones(&mut self, stones: Stones<B>, component_values: &mut ComponentValues<B>) {
        for_each_component(stones, |component| {
            match component_values.value(component) {
                Some(value) => self.add_value(value, component_values),
                None => self.add_component(Component::of(component)),
            }
        });
    }

    /// Adds a component, or removes its inverse, because the two cancel.
    fn add_component(&mut self, component: Component<B>) {
        match self
            .components
            .iter()
            .position(|other| other.key == component.swapped_key)
        {
            Some(inverse) => {
                self.components.remove(inverse);
            }
            None => self.components.push(component),
        }
    }

    fn add_value(&mut self, mut value: GameValue, component_values: &mut ComponentValues<B>) {
        let mut index = 0;
        while index < self.values.len() {
            if let Some(sum) = component_values.store.quick_sum(self.values[index], value) {
                self.values.remove(index);
                (value, index) = (sum, 0);
            } else {
                index += 1;
            }
        }
        if value != GameValue::ZERO {
            self.values.push(value);
        }
    }

    /// Returns the estimated lead of the player to move (see [`sum_eval`](mod@sum_eval)).
    pub fn lead(&self, component_values: &ComponentValues<B>) -> i32 {
        let component_lead: i32 = self.components.iter().map(|component| component.lead).sum();
        self.value_lead(component_values) + component_lead
    }

    /// Returns the share of the lead that comes from the turn and the values.
    pub fn value_lead(&self, component_values: &ComponentValues<B>) -> i32 {
        let bounds = self
            .values
            .iter()
            .map(|value| component_values.store.bounds(*value));
        let half_ups: i32 = bounds
            .map(|bounds| i32::from(bounds.min_weight) + i32::from(bounds.max_weight))
            .sum();
        sum_eval::TEMPO + sum_eval::HALF_UP * half_ups
    }

    /// Reports whether the player to move wins, if the values alone decide it.
    pub fn proven_result(&self, component_values: &ComponentValues<B>) -> Option<bool> {
        if !self.components.is_empty() {
            return None;
        }
        let (mut low, mut high) = (0, 0);
        let (mut not_positive, mut not_negative, mut fuzzy) = (0, 0, 0);
        for value in &self.values {
            let bounds = component_values.store.bounds(*value);
            low += i32::from(bounds.min_weight);
            high += i32::from(bounds.max_weight);
            not_positive += i32::from(!bounds.at_least_zero);
            not_negative += i32::from(!bounds.at_most_zero);
            fuzzy += i32::from(!bounds.at_least_zero && !bounds.at_most_zero);
        }
        if not_negative == 0 || high <= -2 {
            return Some(false);
        }
        // One ahead and to move, or no value below zero except one that the first mover wins.
        let is_won = low >= 1 || not_positive == 0 || not_positive == 1 && fuzzy == 1;
        is_won.then_some(true)
    }
}

/// Returns a hash of keys that does not depend on their order.
fn hash_multiset(keys: impl Iterator<Item = u64>) -> u64 {
    keys.fold(0, |sum, key| sum.wrapping_add(mix(key)))
}
