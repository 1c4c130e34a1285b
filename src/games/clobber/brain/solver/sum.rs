//! A position as a sum of parts, seen by the player to act.

use super::cache::Key;
use super::shapes::{Shapes, each_component, least_images};
use super::values::{Side, Value};
use crate::contract::mix;
use crate::games::clobber::brain::bits::Bits;
use crate::games::clobber::brain::lead::{self, lead};
use crate::games::clobber::brain::stones::Stones;
use smallvec::SmallVec;

/// A component that has no value: too large, or not met often enough.
#[derive(Clone, Copy, Debug)]
pub struct Part<B> {
    /// The component; `own` belongs to the player to act.
    pub stones: Stones<B>,
    /// The same for equal components, up to turns and mirrors.
    key: u64,
    /// The key of the component with the colours exchanged.
    foe_key: u64,
    /// By how much the player to act leads here, at a glance.
    lead: i32,
}

/// A sum of parts: the large ones as stones, the small ones as values, together where possible.
#[derive(Clone, Debug, Default)]
pub struct Sum<B> {
    /// The large components.
    pub parts: SmallVec<[Part<B>; 2]>,
    /// The values of the others, no two of which could be added up; Left is the player to act.
    pub values: SmallVec<[Value; 4]>,
}

/// One move in a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<B> {
    /// In a large component: which, and the pair used.
    Part(usize, B),
    /// In a value: which, and what it becomes.
    Value(usize, Value),
}

impl<B: Bits> Step<B> {
    /// Whether it is the same move as another, perhaps in another sum.
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::Part(_, one), Self::Part(_, other)) => one == other,
            (Self::Value(_, one), Self::Value(_, other)) => one == other,
            _ => false,
        }
    }
}

impl<B: Bits> Part<B> {
    fn of(stones: Stones<B>) -> Self {
        let [key, foe_key] = least_images(stones).map(Key::hash);
        Self {
            stones,
            key,
            foe_key,
            lead: lead(stones),
        }
    }

    const fn swapped(self) -> Self {
        Self {
            stones: self.stones.swapped(),
            key: self.foe_key,
            foe_key: self.key,
            lead: -self.lead,
        }
    }
}

impl<B: Bits> Sum<B> {
    /// The sum that a position is.
    pub fn of(stones: Stones<B>, shapes: &mut Shapes<B>) -> Self {
        let mut sum = Self {
            parts: SmallVec::new(),
            values: SmallVec::new(),
        };
        sum.add_stones(stones, shapes);
        sum
    }

    /// Equal for equal sums.
    pub fn key(&self, shapes: &Shapes<B>) -> u64 {
        let values = self.values.iter().map(|value| shapes.values.hash(*value));
        self.parts_key().wrapping_add(mixed(values))
    }

    /// Equal for equal large components, whatever the values beside them.
    pub fn parts_key(&self) -> u64 {
        mixed(self.parts.iter().map(|part| part.key))
    }

    /// Hands every move to `each`.
    pub fn each_step(&self, shapes: &Shapes<B>, mut each: impl FnMut(Step<B>)) {
        for (at, value) in self.values.iter().enumerate() {
            for option in shapes.values.options(*value, Side::Left) {
                each(Step::Value(at, *option));
            }
        }
        for (at, part) in self.parts.iter().enumerate() {
            part.stones.each_pair(|pair| each(Step::Part(at, pair)));
        }
    }

    /// What a move leaves, seen by the other player.
    #[must_use]
    pub fn after(&self, step: Step<B>, shapes: &mut Shapes<B>) -> Self {
        let mut sum = Self {
            parts: SmallVec::new(),
            values: SmallVec::new(),
        };
        let (mut skip_part, mut skip_value) = (usize::MAX, usize::MAX);
        match step {
            Step::Part(at, _) => skip_part = at,
            Step::Value(at, _) => skip_value = at,
        }
        for (at, part) in self.parts.iter().enumerate() {
            if at != skip_part {
                sum.parts.push(part.swapped());
            }
        }
        for (at, value) in self.values.iter().enumerate() {
            if at != skip_value {
                sum.values.push(shapes.values.negative(*value));
            }
        }
        match step {
            Step::Part(at, pair) => {
                sum.add_stones(self.parts[at].stones.after(pair), shapes);
            }
            Step::Value(_, value) => {
                let value = shapes.values.negative(value);
                sum.add_value(value, shapes);
            }
        }
        sum
    }

    fn add_stones(&mut self, stones: Stones<B>, shapes: &mut Shapes<B>) {
        each_component(stones, |component| match shapes.value(component) {
            Some(value) => self.add_value(value, shapes),
            None => self.add_part(Part::of(component)),
        });
    }

    /// Adds a component, unless its inverse is there: together they are worth nothing.
    fn add_part(&mut self, part: Part<B>) {
        match self
            .parts
            .iter()
            .position(|other| other.key == part.foe_key)
        {
            Some(inverse) => {
                self.parts.remove(inverse);
            }
            None => self.parts.push(part),
        }
    }

    fn add_value(&mut self, mut value: Value, shapes: &mut Shapes<B>) {
        let mut at = 0;
        while at < self.values.len() {
            if let Some(sum) = shapes.values.quick_sum(self.values[at], value) {
                self.values.remove(at);
                (value, at) = (sum, 0);
            } else {
                at += 1;
            }
        }
        if value != Value::ZERO {
            self.values.push(value);
        }
    }

    /// By how much the player to act leads, at a glance: see [`mod@lead`].
    pub fn lead(&self, shapes: &Shapes<B>) -> i32 {
        let seen: i32 = self.parts.iter().map(|part| part.lead).sum();
        self.known_lead(shapes) + seen
    }

    /// The part of the lead that is known: what the turn and the values are worth.
    pub fn known_lead(&self, shapes: &Shapes<B>) -> i32 {
        let bounds = self.values.iter().map(|value| shapes.values.bounds(*value));
        let half_ups: i32 = bounds
            .map(|bounds| i32::from(bounds.low) + i32::from(bounds.high))
            .sum();
        lead::TURN + lead::HALF_UP * half_ups
    }

    /// Whether the player to act wins, as far as the values alone tell.
    pub fn verdict(&self, shapes: &Shapes<B>) -> Option<bool> {
        if !self.parts.is_empty() {
            return None;
        }
        let (mut low, mut high) = (0, 0);
        let (mut not_positive, mut not_negative, mut fuzzy) = (0, 0, 0);
        for value in &self.values {
            let bounds = shapes.values.bounds(*value);
            low += i32::from(bounds.low);
            high += i32::from(bounds.high);
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
fn mixed(keys: impl Iterator<Item = u64>) -> u64 {
    keys.fold(0, |sum, key| sum.wrapping_add(mix(key)))
}
