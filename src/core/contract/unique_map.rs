//! Reading maps in which a key may stand only once.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// The message of the error for a key that stands twice.
pub const DUPLICATE_KEY: &str = "a key stands twice";

/// Reads a map, and fails where a key stands twice: serde would keep the last value silently.
///
/// # Errors
/// Returns the errors of the text, and [`DUPLICATE_KEY`].
pub fn deserialize_unique_map<'de, D, K, V>(source: D) -> Result<BTreeMap<K, V>, D::Error>
where
    D: Deserializer<'de>,
    K: Deserialize<'de> + Ord,
    V: Deserialize<'de>,
{
    struct UniqueMap<K, V>(PhantomData<(K, V)>);

    impl<'de, K, V> Visitor<'de> for UniqueMap<K, V>
    where
        K: Deserialize<'de> + Ord,
        V: Deserialize<'de>,
    {
        type Value = BTreeMap<K, V>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a map")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
            let mut map = BTreeMap::new();
            while let Some((key, value)) = entries.next_entry()? {
                if map.insert(key, value).is_some() {
                    return Err(A::Error::custom(DUPLICATE_KEY));
                }
            }
            Ok(map)
        }
    }

    source.deserialize_map(UniqueMap(PhantomData))
}
