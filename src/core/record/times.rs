//! The times of the plies, one string in the record.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The time used for each ply in milliseconds; `None` if unknown.
///
/// In RON it is one string with a word per ply, `-` for an unknown time.
///
/// ```
/// use kifu_core::record::PlyTimes;
///
/// let times = PlyTimes::try_from("120 - 340".to_owned())?;
/// assert_eq!(times.get_ms(1), Some(120));
/// assert_eq!(times.get_ms(2), None);
/// assert_eq!(String::from(times), "120 - 340");
/// # Ok::<(), kifu_core::record::ParseTimesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    description = "The time of each ply in milliseconds, or `-` if unknown, separated by blanks."
)]
#[serde(try_from = "String", into = "String")]
pub struct PlyTimes(pub Vec<Option<u32>>);

impl PlyTimes {
    /// Sets the time of a ply, counted from 1, in milliseconds.
    pub fn set_ms(&mut self, ply: u32, ms: u32) {
        let at = ply as usize;
        if self.0.len() < at {
            self.0.resize(at, None);
        }
        if let Some(time) = at.checked_sub(1).and_then(|at| self.0.get_mut(at)) {
            *time = Some(ms);
        }
    }

    /// Returns the time of a ply, counted from 1, in milliseconds; `None` if unknown.
    pub fn get_ms(&self, ply: u32) -> Option<u32> {
        self.0
            .get((ply as usize).checked_sub(1)?)
            .copied()
            .flatten()
    }
}

/// The error of a word that is not the time of a ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected milliseconds or `-`, found `{found}`")]
pub struct ParseTimesError {
    /// The start of the word.
    pub found: String,
}

impl TryFrom<String> for PlyTimes {
    type Error = ParseTimesError;

    fn try_from(text: String) -> Result<Self, ParseTimesError> {
        let word = |word: &str| match word {
            "-" => Ok(None),
            number => number.parse().map(Some).map_err(|_| ParseTimesError {
                found: number.chars().take(24).collect(),
            }),
        };
        let times = text.split_ascii_whitespace().map(word);
        times.collect::<Result<_, _>>().map(Self)
    }
}

impl From<PlyTimes> for String {
    fn from(times: PlyTimes) -> Self {
        let words: Vec<String> = times
            .0
            .iter()
            .map(|time| time.map_or("-".to_owned(), |ms| ms.to_string()))
            .collect();
        words.join(" ")
    }
}
