//! The times of the plies: one string in the record.

use serde::{Deserialize, Serialize};

/// Milliseconds used, ply by ply; `None` where unknown. In RON one string of as many words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlyTimes(pub Vec<Option<u32>>);

impl PlyTimes {
    /// Sets the time of a ply, counted from 1.
    pub fn set_ms(&mut self, ply: u32, ms: u32) {
        let at = ply as usize;
        if self.0.len() < at {
            self.0.resize(at, None);
        }
        if let Some(time) = at.checked_sub(1).and_then(|at| self.0.get_mut(at)) {
            *time = Some(ms);
        }
    }

    /// The time of a ply, counted from 1.
    pub fn get_ms(&self, ply: u32) -> Option<u32> {
        self.0
            .get((ply as usize).checked_sub(1)?)
            .copied()
            .flatten()
    }
}

/// A word that is no time of a ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected milliseconds or `-`, found `{found}`")]
pub struct ParseTimesError {
    /// The word, cut short.
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
