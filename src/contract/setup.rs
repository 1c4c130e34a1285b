use super::ParseError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The parameters with which a game starts, as text by key: `size: "9"`, `colors: "4 1"`.
///
/// Which keys a game knows, and what stands without them, its rule book says
/// ([`Game::SETUP`](super::Game::SETUP)). Text, so that the record outlives a sixth game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Setup(pub BTreeMap<String, String>);

/// A setup that a game cannot start from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("setup `{key}`: expected {expected}, found `{found}`")]
pub struct SetupError {
    /// The parameter at fault.
    pub key: String,
    /// What could stand there.
    pub expected: String,
    /// What stands there.
    pub found: String,
}

impl Setup {
    /// The text of a parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    /// Sets a parameter.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        self.0.insert(key.to_owned(), value.into());
    }

    /// A whole number within `range`; `default` if the key is missing.
    ///
    /// # Errors
    /// The text is no number, or one outside the range.
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

    /// The position that the key `position` gives as a text, read by `read`; `None` without it.
    pub fn position<P>(
        &self,
        read: impl FnOnce(&str) -> Result<P, ParseError>,
    ) -> Option<Result<P, SetupError>> {
        let text = self.get("position")?;
        Some(read(text).map_err(|bad| SetupError {
            key: "position".to_owned(),
            expected: bad.expected.into_owned(),
            found: bad.found,
        }))
    }

    /// The keys that are not among those of a game ([`Game::SETUP`](super::Game::SETUP)).
    pub fn unknown(&self, known: &[(&str, &str)]) -> impl Iterator<Item = &str> {
        let is_known = move |key: &str| known.iter().any(|(name, _)| *name == key);
        let keys = self.0.keys().map(String::as_str);
        keys.filter(move |key| !is_known(key))
    }
}
