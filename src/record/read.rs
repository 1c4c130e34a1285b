//! Reading RON.

use super::ron_error::{RonError, syntax_error};
use super::{Note, Record, RecordPart, VERSION, VariationNote};
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;

/// Brackets within brackets; a record needs nine.
const MAX_DEPTH: usize = 32;

/// What RON calls options are written without `Some`.
pub(super) fn ron_options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MAX_DEPTH)
}

/// Reads one record from RON, of this version or an older one. The moves' white space is
/// normalised, nothing else is changed or checked.
///
/// # Errors
/// See [`RonError`].
pub fn read_ron(text: &str) -> Result<Record, RonError> {
    let mut record: Record = ron_options()
        .from_str(text)
        .map_err(|error| newer_version_or_syntax_error(text, &error))?;
    if record.kifu != VERSION {
        return Err(match record.kifu {
            version @ 0 => RonError::InvalidValue {
                message: format!("expected a version of the format from 1, found {version}"),
                part: RecordPart::Version,
            },
            version => RonError::NewerVersion { version },
        });
    }
    normalize_whitespace(&mut record.moves);
    check_finite(&record)?;
    Ok(record)
}

#[derive(Deserialize)]
struct VersionField {
    kifu: u32,
}

/// A record that cannot be read may be one of a newer version: its other fields are not ours to
/// complain about.
fn newer_version_or_syntax_error(text: &str, error: &SpannedError) -> RonError {
    match ron_options().from_str::<VersionField>(text) {
        Ok(VersionField { kifu }) if kifu > VERSION => RonError::NewerVersion { version: kifu },
        _ => syntax_error(error, text),
    }
}

/// White space between tokens becomes one blank.
pub(crate) fn normalize_whitespace(moves: &mut String) {
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
fn check_finite(record: &Record) -> Result<(), RonError> {
    let evals = |note: &Note| {
        let inner = note.variations.iter().flat_map(|line| line.notes.values());
        let inner = inner.flat_map(|VariationNote { evals, .. }| evals);
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
        Some((ply, number)) => Err(RonError::InvalidValue {
            message: format!(
                "expected a finite number in an evaluation of ply {ply}, found {number}"
            ),
            part: RecordPart::Note(*ply, 0),
        }),
    }
}
