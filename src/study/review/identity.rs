//! The identity of a game, independent of the reviews in its record.

use super::judged_plies::remove_glyphs;
use kifu_core::record::{Note, Record, VERSION, write_ronl};
use sha2::{Digest, Sha256};

/// A hash of what a record means: the first half of the SHA-256 of a canonical text.
///
/// It is the same on every machine, for every spelling of the record, and in every later version of
/// the program that writes the same canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecordHash([u8; 16]);

impl RecordHash {
    /// Returns the hash of some bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        let mut half = [0; 16];
        half.copy_from_slice(&digest[..16]);
        Self(half)
    }

    /// Returns the hash of a game: of its record without its reviews.
    ///
    /// So a game keeps its hash when it is reviewed.
    pub fn of_game(record: &Record) -> Self {
        let text = if record.notes.is_empty() && record.kifu == VERSION {
            write_ronl(record)
        } else {
            write_ronl(&without_reviews(record))
        };
        Self::of_bytes(text.as_bytes())
    }

    /// Returns the remainder of the hash, taken as a number, divided by `count`.
    ///
    /// # Panics
    /// Panics if `count` is 0.
    pub fn remainder(self, count: u32) -> u32 {
        let number = u128::from_be_bytes(self.0) % u128::from(count);
        u32::try_from(number).unwrap_or(0)
    }
}

/// Returns a record without the evaluations of its main line and the glyphs that a review gave.
///
/// Everything else stays, a person's glyphs, comments and variations among it.
///
/// ```
/// use kifu_core::record::{Evaluation, Record};
/// use kifu_study::review::without_reviews;
///
/// let game = Record { moves: "b1a1".to_owned(), ..Record::default() };
/// let mut reviewed = game.clone();
/// reviewed.note_mut(1).evals.push(Evaluation::default());
/// assert_eq!(without_reviews(&reviewed), game);
/// ```
pub fn without_reviews(record: &Record) -> Record {
    let mut game = record.clone();
    game.kifu = VERSION;
    remove_glyphs(&mut game);
    for note in game.notes.values_mut() {
        note.evals.clear();
    }
    game.notes.retain(|_, note| *note != Note::default());
    game
}
