//! Lists and objects of values that stay slices of the text, no longer than any replay's: a
//! hostile text of a few megabytes could else fill the memory with empty frames.

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// More frames, agents or fields than any replay has.
pub(super) const MAX_ITEMS: usize = 20_000;

/// The fields of an object.
pub(super) type JsonFields<'t> = BTreeMap<String, &'t RawValue>;

/// What was read, and whether there was more.
pub(super) struct Bounded<T> {
    pub items: T,
    pub is_truncated: bool,
}

/// A collection that a JSON value can fill.
pub(super) trait FillBounded<'t>: Default {
    fn fill_list<A: SeqAccess<'t>>(_: A) -> Result<Bounded<Self>, A::Error> {
        Err(serde::de::Error::custom("a list"))
    }
    fn fill_map<A: MapAccess<'t>>(_: A) -> Result<Bounded<Self>, A::Error> {
        Err(serde::de::Error::custom("an object"))
    }
}

impl<'t> FillBounded<'t> for Vec<&'t RawValue> {
    fn fill_list<A: SeqAccess<'t>>(mut list: A) -> Result<Bounded<Self>, A::Error> {
        let mut items = Self::new();
        while items.len() < MAX_ITEMS {
            match list.next_element()? {
                Some(item) => items.push(item),
                None => {
                    return Ok(Bounded {
                        items,
                        is_truncated: false,
                    });
                }
            }
        }
        let mut more = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            more = true;
        }
        Ok(Bounded {
            items,
            is_truncated: more,
        })
    }
}

impl<'t> FillBounded<'t> for JsonFields<'t> {
    fn fill_map<A: MapAccess<'t>>(mut map: A) -> Result<Bounded<Self>, A::Error> {
        let mut items = Self::new();
        while items.len() < MAX_ITEMS {
            match map.next_entry()? {
                Some((name, value)) => items.insert(name, value),
                None => {
                    return Ok(Bounded {
                        items,
                        is_truncated: false,
                    });
                }
            };
        }
        let mut more = false;
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            more = true;
        }
        Ok(Bounded {
            items,
            is_truncated: more,
        })
    }
}

impl<'t, T: FillBounded<'t>> Deserialize<'t> for Bounded<T> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BoundedVisitor(PhantomData))
    }
}

struct BoundedVisitor<T>(PhantomData<T>);

impl<'t, T: FillBounded<'t>> Visitor<'t> for BoundedVisitor<T> {
    type Value = Bounded<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Bounded {
            items: T::default(),
            is_truncated: false,
        })
    }
    fn visit_seq<A: SeqAccess<'t>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::fill_list(list)
    }
    fn visit_map<A: MapAccess<'t>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::fill_map(map)
    }
}
