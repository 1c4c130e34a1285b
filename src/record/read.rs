//! Reading RON.

use super::broken::{BadRon, syntax};
use super::{Note, Record, Remark, VERSION, Where};
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;

/// Brackets within brackets; a record needs nine.
const DEEPEST: usize = 32;

/// Why a text is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RonError {
    /// The record is of a newer version of the format.
    #[error("expected a record of version {VERSION} or older, found version {version}")]
    Newer {
        /// Its version.
        version: u32,
    },
    /// The text is not the RON of a record.
    #[error("{message}")]
    Syntax {
        /// What was expected and found.
        message: String,
        /// What could stand there.
        hint: Option<String>,
        /// Line, from 1.
        line: u32,
        /// Column in characters, from 1.
        column: u32,
        /// What is wrong.
        kind: BadRon,
    },
    /// A value that no record can hold.
    #[error("{message}")]
    Value {
        /// What was expected and found.
        message: String,
        /// Where.
        about: Where,
    },
}

/// What RON calls options are written without `Some`.
pub(super) fn options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(DEEPEST)
}

/// Reads one record from RON, of this version or an older one. The moves' white space is
/// normalised, nothing else is changed or checked.
///
/// # Errors
/// See [`RonError`].
pub fn read_ron(text: &str) -> Result<Record, RonError> {
    let mut record: Record = options()
        .from_str(text)
        .map_err(|error| version_or(text, &error))?;
    if record.kifu != VERSION {
        return Err(match record.kifu {
            version @ 0 => RonError::Value {
                message: format!("expected a version of the format from 1, found {version}"),
                about: Where::Version,
            },
            version => RonError::Newer { version },
        });
    }
    collapse(&mut record.moves);
    finite(&record)?;
    Ok(record)
}

#[derive(Deserialize)]
struct Peek {
    kifu: u32,
}

/// A record that cannot be read may be one of a newer version: its other fields are not ours to
/// complain about.
fn version_or(text: &str, error: &SpannedError) -> RonError {
    match options().from_str::<Peek>(text) {
        Ok(Peek { kifu }) if kifu > VERSION => RonError::Newer { version: kifu },
        _ => syntax(error, text),
    }
}

/// White space between tokens becomes one blank.
pub(crate) fn collapse(moves: &mut String) {
    let bytes = moves.as_bytes();
    let odd = |pair: &[u8]| pair[0] <= b' ' && pair[1] <= b' ';
    let neat = bytes.first().is_none_or(|byte| *byte > b' ')
        && bytes.last().is_none_or(|byte| *byte > b' ')
        && !bytes.iter().any(|byte| *byte < b' ')
        && !bytes.windows(2).any(odd);
    if !neat {
        let mut words = String::with_capacity(moves.len());
        for word in moves
            .split(|c: char| c <= ' ')
            .filter(|word| !word.is_empty())
        {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(word);
        }
        *moves = words;
    }
}

/// RON knows `inf` and `NaN`; a probability does not.
fn finite(record: &Record) -> Result<(), RonError> {
    let evals = |note: &Note| {
        let inner = note.variations.iter().flat_map(|line| line.notes.values());
        let inner = inner.flat_map(|Remark { evals, .. }| evals);
        note.evals
            .iter()
            .chain(inner)
            .flat_map(|eval| [eval.win, eval.points])
            .flatten()
            .find(|number| !number.is_finite())
    };
    match record
        .notes
        .iter()
        .find_map(|(ply, note)| Some((ply, evals(note)?)))
    {
        None => Ok(()),
        Some((ply, number)) => Err(RonError::Value {
            message: format!(
                "expected a finite number in an evaluation of ply {ply}, found {number}"
            ),
            about: Where::Note(*ply, 0),
        }),
    }
}
