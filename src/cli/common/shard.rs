//! The argument `--shard I/N`: one of N parts of the games, chosen by what a game is.

use kifu_study::review::RecordHash;
use std::str::FromStr;

/// One of several parts into which games are divided by their hash.
///
/// A game is in the same part on every machine, whatever its place among the others, whatever the
/// spelling of its record, and whether it was reviewed before or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The index of the part, from 0.
    index: u32,
    /// The number of parts, at least 1.
    count: u32,
}

/// The error of a text that is not a part.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected I/N with I from 1 to N, such as 3/16")]
pub(crate) struct ParseShardError;

impl FromStr for Shard {
    type Err = ParseShardError;

    fn from_str(text: &str) -> Result<Self, ParseShardError> {
        let (index, count) = text.split_once('/').ok_or(ParseShardError)?;
        let number = |text: &str| text.parse::<u32>().map_err(|_| ParseShardError);
        let (index, count) = (number(index)?, number(count)?);
        if index == 0 || index > count {
            return Err(ParseShardError);
        }
        Ok(Self {
            index: index - 1,
            count,
        })
    }
}

impl Shard {
    /// Reports whether what has this hash is in the part.
    pub fn contains(self, hash: RecordHash) -> bool {
        hash.remainder(self.count) == self.index
    }
}
