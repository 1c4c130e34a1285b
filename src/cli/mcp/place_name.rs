//! The names of games and places: `FILE#GAME` and `FILE#GAME@PLY`.

use std::str::FromStr;

/// A game of a file, and perhaps a ply of it.
///
/// A position has no other name, so that no one can ask about one that no game came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceName {
    /// The file.
    pub file: String,
    /// The index of the game in the file, from 0.
    pub index: u32,
    /// The number of plies before the place, counted from the end if negative; `None` if not given.
    pub ply: Option<i64>,
}

/// The error of a text that is not such a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected FILE#GAME or FILE#GAME@PLY, such as `games/box.ron#0@31`, found `{0}`")]
pub(super) struct ParsePlaceNameError(String);

impl FromStr for PlaceName {
    type Err = ParsePlaceNameError;

    fn from_str(text: &str) -> Result<Self, ParsePlaceNameError> {
        let parse = || {
            let (file, place) = text.rsplit_once('#')?;
            let (index, ply) = match place.split_once('@') {
                Some((index, ply)) => (index, Some(ply.parse().ok()?)),
                None => (place, None),
            };
            // A sign is no digit.
            let is_number = index.bytes().all(|byte| byte.is_ascii_digit());
            let index = index
                .parse()
                .ok()
                .filter(|_| is_number && !file.is_empty())?;
            Some(Self {
                file: file.to_owned(),
                index,
                ply,
            })
        };
        parse().ok_or_else(|| {
            let shown: String = text.chars().take(80).collect();
            ParsePlaceNameError(crate::common::text::one_line(&shown))
        })
    }
}
