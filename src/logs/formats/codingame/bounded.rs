//! Lists and objects of raw JSON values with a bounded number of items, so that a hostile text of a
//! few megabytes cannot fill the memory with empty frames.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;

/// The maximum number of frames, agents or fields; no replay has as many.
pub(super) const MAX_ITEMS: usize = 20_000;

/// The fields of an object, by name.
pub(super) type JsonFields<'t> = BTreeMap<String, &'t RawValue>;

/// A collection that was read up to the limit.
pub(super) struct Bounded<'t, T> {
    pub items: T,
    pub is_truncated: bool,
    /// The keys that occur again, each with the value that was not used.
    pub repeated: Vec<(String, &'t RawValue)>,
}

impl<T> Bounded<'_, T> {
    /// Creates a collection without repeated keys.
    const fn new(items: T, is_truncated: bool) -> Self {
        Self {
            items,
            is_truncated,
            repeated: Vec::new(),
        }
    }
}

/// A collection that can be filled from a JSON list or object.
pub(super) trait FillBounded<'t>: Default {
    fn fill_list<A: SeqAccess<'t>>(_: A) -> Result<Bounded<'t, Self>, A::Error> {
        Err(serde::de::Error::custom("a list"))
    }
    fn fill_map<A: MapAccess<'t>>(_: A) -> Result<Bounded<'t, Self>, A::Error> {
        Err(serde::de::Error::custom("an object"))
    }
}

impl<'t> FillBounded<'t> for Vec<&'t RawValue> {
    fn fill_list<A: SeqAccess<'t>>(mut list: A) -> Result<Bounded<'t, Self>, A::Error> {
        let mut items = Self::new();
        while items.len() < MAX_ITEMS {
            match list.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Bounded::new(items, false)),
            }
        }
        let mut is_truncated = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            is_truncated = true;
        }
        Ok(Bounded::new(items, is_truncated))
    }
}

impl<'t> FillBounded<'t> for JsonFields<'t> {
    fn fill_map<A: MapAccess<'t>>(mut map: A) -> Result<Bounded<'t, Self>, A::Error> {
        let mut bounded = Bounded::new(Self::new(), false);
        while bounded.items.len() + bounded.repeated.len() < MAX_ITEMS {
            let Some((name, value)) = map.next_entry::<String, &RawValue>()? else {
                return Ok(bounded);
            };
            match bounded.items.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => bounded.repeated.push((place.key().clone(), value)),
            }
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            bounded.is_truncated = true;
        }
        Ok(bounded)
    }
}

impl<'t, T: FillBounded<'t>> Deserialize<'t> for Bounded<'t, T> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BoundedVisitor(PhantomData))
    }
}

struct BoundedVisitor<T>(PhantomData<T>);

impl<'t, T: FillBounded<'t>> Visitor<'t> for BoundedVisitor<T> {
    type Value = Bounded<'t, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Bounded::new(T::default(), false))
    }
    fn visit_seq<A: SeqAccess<'t>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::fill_list(list)
    }
    fn visit_map<A: MapAccess<'t>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::fill_map(map)
    }
}
