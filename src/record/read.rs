//! Reading RON.

use super::ron_error::{RonError, syntax_error};
use super::version_1::RecordV1;
use super::{Evaluation, Record, RecordPart, VERSION};
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Maximum depth of nested brackets; a record needs eleven.
const MAX_DEPTH: usize = 32;

/// What RON calls options are written without `Some`.
pub(super) fn ron_options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MAX_DEPTH)
}

/// Reads one record from RON, of this version or an older one, which becomes one of this version.
/// The moves' white space is normalised, nothing else is changed or checked.
///
/// # Errors
/// See [`RonError`].
pub fn read_ron(text: &str) -> Result<Record, RonError> {
    let record = read_any_version(&RonSyntax, text).map_err(|error| match error {
        VersionedError::Version(0) => RonError::InvalidValue {
            message: "expected a version of the format from 1, found 0".to_owned(),
            part: RecordPart::Version,
        },
        VersionedError::Version(version) => RonError::NewerVersion { version },
        VersionedError::Syntax(error) => syntax_error(&error, text),
    })?;
    check_finite(&record)?;
    Ok(record)
}

/// A syntax in which a record is written.
pub(crate) trait TextSyntax {
    /// Why a text is not of the expected type.
    type Error;

    /// Parses a value from the whole text.
    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, Self::Error>;
}

struct RonSyntax;

impl TextSyntax for RonSyntax {
    type Error = SpannedError;

    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, SpannedError> {
        ron_options().from_str(text)
    }
}

/// Why a text is no record of a version that can be read.
pub(crate) enum VersionedError<E> {
    /// There is no such version, or it is a newer one.
    Version(u32),
    /// The text does not follow the syntax, or it holds other fields or values than the version.
    Syntax(E),
}

#[derive(Deserialize)]
struct VersionField {
    kifu: u32,
}

/// Reads a record of this version or an older one and normalises the white space of its moves.
pub(crate) fn read_any_version<S: TextSyntax>(
    syntax: &S,
    text: &str,
) -> Result<Record, VersionedError<S::Error>> {
    let mut record = match syntax.parse::<Record>(text) {
        Ok(record) if record.kifu == VERSION => record,
        // Without evaluations the versions have the same fields.
        Ok(mut record) if record.kifu == 1 && evaluations(&record).next().is_none() => {
            record.kifu = VERSION;
            record
        }
        Ok(record) if record.kifu == 1 => read_version_1(syntax, text)?,
        Ok(record) => return Err(VersionedError::Version(record.kifu)),
        // The other fields of a newer version are unknown, and so no reason to complain.
        Err(error) => match syntax.parse(text) {
            Ok(VersionField { kifu: 1 }) => read_version_1(syntax, text)?,
            Ok(VersionField { kifu }) if kifu > VERSION => {
                return Err(VersionedError::Version(kifu));
            }
            _ => return Err(VersionedError::Syntax(error)),
        },
    };
    normalize_whitespace(&mut record.moves);
    Ok(record)
}

fn read_version_1<S: TextSyntax>(
    syntax: &S,
    text: &str,
) -> Result<Record, VersionedError<S::Error>> {
    let record: RecordV1 = syntax.parse(text).map_err(VersionedError::Syntax)?;
    Ok(record.into())
}

/// All evaluations of a record, each with the ply of its note.
fn evaluations(record: &Record) -> impl Iterator<Item = (u32, &Evaluation)> {
    record.notes.iter().flat_map(|(ply, note)| {
        let variations = note.variations.iter();
        let inner = variations.flat_map(|variation| variation.notes.values());
        let inner = inner.flat_map(|note| &note.evals);
        note.evals.iter().chain(inner).map(|eval| (*ply, eval))
    })
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
    let odd_number = |(ply, eval): (u32, &Evaluation)| {
        let numbers = eval.values().flat_map(|value| [value.win, value.points]);
        let odd = numbers.flatten().find(|number| !number.is_finite());
        odd.map(|number| (ply, number))
    };
    match evaluations(record).find_map(odd_number) {
        None => Ok(()),
        Some((ply, number)) => Err(RonError::InvalidValue {
            message: format!(
                "expected a finite number in an evaluation of ply {ply}, found {number}"
            ),
            part: RecordPart::Note(ply, 0),
        }),
    }
}
