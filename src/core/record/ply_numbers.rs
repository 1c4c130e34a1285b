//! Named numbers by ply, such as the tokens that a language model used.
//!
//! They are kept in [`Record::ext`]: a key for each name, with one word a ply.

use super::Record;

/// The start of the keys of [`Record::ext`] that hold numbers by ply; the name follows.
const PREFIX: &str = "numbers.";

/// The key of [`Record::ext`] with the reason why the contest did not score the game.
pub const UNSCORED_KEY: &str = "kifu.unscored";

/// Reports whether a key of [`Record::ext`] is that of numbers by ply.
pub fn is_ply_number_key(key: &str) -> bool {
    key.starts_with(PREFIX)
}

/// Numbers by ply; `None` where unknown.
///
/// As text it is a word a ply, `-` for an unknown number. A word that is no finite number counts as
/// unknown.
///
/// ```
/// use kifu_core::record::{PlyNumbers, Record};
///
/// let mut calls = PlyNumbers::default();
/// calls.set(1, 1.0);
/// calls.set(3, 2.0);
/// let mut record = Record::default();
/// record.set_ply_numbers("calls", &calls);
/// assert_eq!(record.ext["numbers.calls"], "1 - 2");
/// assert_eq!(record.ply_numbers("calls").get(3), Some(2.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlyNumbers(Vec<Option<f64>>);

impl PlyNumbers {
    /// Parses the words of a text.
    pub fn parse(text: &str) -> Self {
        let number = |word: &str| word.parse().ok().filter(|number: &f64| number.is_finite());
        Self(text.split_ascii_whitespace().map(number).collect())
    }

    /// Returns the number of a ply, counted from 1; `None` if unknown.
    pub fn get(&self, ply: u32) -> Option<f64> {
        let index = (ply as usize).checked_sub(1)?;
        self.0.get(index).copied().flatten()
    }

    /// Sets the number of a ply, counted from 1; a number that is not finite is left unknown.
    pub fn set(&mut self, ply: u32, number: f64) {
        let Some(index) = (ply as usize).checked_sub(1).filter(|_| number.is_finite()) else {
            return;
        };
        if self.0.len() <= index {
            self.0.resize(index + 1, None);
        }
        self.0[index] = Some(number);
    }

    /// Reports whether no number is known.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

impl std::fmt::Display for PlyNumbers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (index, number) in self.0.iter().enumerate() {
            let blank = if index > 0 { " " } else { "" };
            match number {
                Some(number) => write!(f, "{blank}{number}")?,
                None => write!(f, "{blank}-")?,
            }
        }
        Ok(())
    }
}

impl Record {
    /// Returns the names of its numbers by ply, in order.
    pub fn ply_number_names(&self) -> impl Iterator<Item = &str> {
        let keys = self.ext.keys();
        keys.filter_map(|key| key.strip_prefix(PREFIX))
    }

    /// Returns the numbers by ply of a name; empty if there are none.
    pub fn ply_numbers(&self, name: &str) -> PlyNumbers {
        let text = self.ext.get(&format!("{PREFIX}{name}"));
        text.map_or_else(PlyNumbers::default, |text| PlyNumbers::parse(text))
    }

    /// Sets the numbers by ply of a name, or removes them if none is known.
    pub fn set_ply_numbers(&mut self, name: &str, numbers: &PlyNumbers) {
        let key = format!("{PREFIX}{name}");
        if numbers.is_empty() {
            self.ext.remove(&key);
        } else {
            self.ext.insert(key, numbers.to_string());
        }
    }

    /// Returns the reason why the contest did not score the game; `None` if it may have.
    pub fn unscored_reason(&self) -> Option<&str> {
        self.ext.get(UNSCORED_KEY).map(String::as_str)
    }
}
