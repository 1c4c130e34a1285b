//! The parameters of a game.

use super::ParseError;
use schemars::JsonSchema;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// The parameters with which a game starts, as text by key: `size: "9"`, `colors: "4 1"`.
///
/// [`GameInfo::setup_keys`](super::GameInfo::setup_keys) lists the keys of a game with their
/// defaults. The values are text, so that records need not change when games are added.
///
/// ```
/// use kifu_core::contract::Setup;
///
/// let mut setup = Setup::default();
/// assert_eq!(setup.number("size", 9, 5..=19)?, 9);
/// setup.set("size", "21");
/// let error = setup.number("size", 9, 5..=19).unwrap_err();
/// assert_eq!(error.to_string(), "setup `size`: expected a number from 5 to 19, found `21`");
/// # Ok::<(), kifu_core::contract::SetupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Setup(
    #[serde(deserialize_with = "deserialize_unique_map")] pub BTreeMap<String, String>,
);

/// The error of a setup that a game cannot start from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("setup `{key}`: expected {expected}, found `{found}`")]
pub struct SetupError {
    /// The key of the wrong parameter.
    pub key: String,
    /// A description of the values that are accepted.
    pub expected: String,
    /// The value of the parameter.
    pub found: String,
}

impl Setup {
    /// Returns the text of a parameter, if it is set.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Sets a parameter.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// Returns a parameter as a whole number within `range`; `default` if the key is missing.
    ///
    /// # Errors
    /// Returns an error if the text is not a number, or a number outside the range.
    pub fn number(
        &self,
        key: &str,
        default: u32,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, SetupError> {
        let Some(found) = self.get(key) else {
            return Ok(default);
        };
        match found.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(SetupError {
                key: key.to_owned(),
                expected: format!("a number from {} to {}", range.start(), range.end()),
                found: found.to_owned(),
            }),
        }
    }

    /// Returns the parameter `position`, parsed by `parse`; `None` if it is not set.
    pub fn position<P>(
        &self,
        parse: impl FnOnce(&str) -> Result<P, ParseError>,
    ) -> Option<Result<P, SetupError>> {
        let text = self.get("position")?;
        Some(parse(text).map_err(|error| SetupError {
            key: "position".to_owned(),
            expected: error.expected.into_owned(),
            found: error.found,
        }))
    }

    /// Returns the keys that are not among the given ones of a game
    /// ([`GameInfo::setup_keys`](super::GameInfo::setup_keys)).
    pub fn unknown(&self, known: &[(&str, &str)]) -> impl Iterator<Item = &str> {
        let is_known = move |key: &str| known.iter().any(|(name, _)| *name == key);
        let keys = self.0.keys().map(String::as_str);
        keys.filter(move |key| !is_known(key))
    }
}

// Reading maps in which a key may occur only once.

/// The message of the error for a key that occurs twice.
pub const DUPLICATE_KEY: &str = "a key stands twice";

/// Reads a map, and fails where a key occurs twice: serde would keep the last value silently.
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
