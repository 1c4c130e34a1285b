//! The reader of records in RON, of all versions of the format.

use super::ron_error::{RonError, syntax_error};
use super::version_1::RecordV1;
use super::{Evaluation, Record, RecordPart, VERSION};
use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Parses a record from RON, of this version of the format or an older one; the result is a record
/// of this version.
///
/// White space between the moves is normalised; nothing else is changed or checked.
///
/// # Errors
/// Returns a [`RonError`] if the text is not a record, or a record of a newer version.
///
/// ```
/// use kifu_core::record::{RonError, read_ron};
///
/// let text = "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \" b1a1  c2c1 \")";
/// let record = read_ron(text)?;
/// assert_eq!(record.moves, "b1a1 c2c1");
/// assert!(matches!(
///     read_ron("(kifu: 99)"),
///     Err(RonError::NewerVersion { version: 99 })
/// ));
/// # Ok::<(), RonError>(())
/// ```
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

/// A text syntax for records, such as RON.
pub trait TextSyntax {
    /// The error of a text that is not of the expected type.
    type Error;

    /// Parses a value from the whole text.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not of the expected type.
    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, Self::Error>;
}

/// The RON syntax of records.
struct RonSyntax;

impl TextSyntax for RonSyntax {
    type Error = SpannedError;

    fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T, SpannedError> {
        ron_options().from_str(text)
    }
}

/// An error in reading a record of any version.
pub enum VersionedError<E> {
    /// The version does not exist, or it is newer than this program.
    Version(u32),
    /// The text does not follow the syntax, or its fields or values are not those of its version.
    Syntax(E),
}

/// The version of a record whose other fields are ignored.
#[derive(Deserialize)]
struct VersionField {
    kifu: u32,
}

/// Parses a record of this version or an older one and normalises the white space of its moves.
///
/// # Errors
///
/// Returns an error if the version is unknown or the text does not follow its syntax.
pub fn read_any_version<S: TextSyntax>(
    syntax: &S,
    text: &str,
) -> Result<Record, VersionedError<S::Error>> {
    let mut record = match syntax.parse::<Record>(text) {
        Ok(record) if record.kifu == VERSION => record,
        // Records without evaluations have the same fields in both versions.
        Ok(mut record) if record.kifu == 1 && evaluations(&record).next().is_none() => {
            record.kifu = VERSION;
            record
        }
        Ok(record) if record.kifu == 1 => read_version_1(syntax, text)?,
        Ok(record) => return Err(VersionedError::Version(record.kifu)),
        // A newer version may have fields that this one does not know: its version is the error.
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

/// Parses a record of version 1 and converts it to this version.
fn read_version_1<S: TextSyntax>(
    syntax: &S,
    text: &str,
) -> Result<Record, VersionedError<S::Error>> {
    let record: RecordV1 = syntax.parse(text).map_err(VersionedError::Syntax)?;
    Ok(record.into())
}

/// Returns all evaluations of a record, each with the ply of its note.
fn evaluations(record: &Record) -> impl Iterator<Item = (u32, &Evaluation)> {
    record.notes.iter().flat_map(|(ply, note)| {
        let variations = note.variations.iter();
        let inner = variations.flat_map(|variation| variation.notes.values());
        let inner = inner.flat_map(|note| &note.evals);
        note.evals.iter().chain(inner).map(|eval| (*ply, eval))
    })
}

/// Replaces the white space between tokens by single blanks and removes it at both ends.
pub fn normalize_whitespace(moves: &mut String) {
    let bytes = moves.as_bytes();
    let is_double = |pair: &[u8]| pair[0] <= b' ' && pair[1] <= b' ';
    let is_normal = bytes.first().is_none_or(|byte| *byte > b' ')
        && bytes.last().is_none_or(|byte| *byte > b' ')
        && !bytes.iter().any(|byte| *byte < b' ')
        && !bytes.windows(2).any(is_double);
    if !is_normal {
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

/// Reports an error if an evaluation has a value that is not finite: RON allows `inf` and `NaN`.
fn check_finite(record: &Record) -> Result<(), RonError> {
    let not_finite = |(ply, eval): (u32, &Evaluation)| {
        let numbers = eval.values().flat_map(|value| [value.win, value.points]);
        numbers
            .flatten()
            .find(|number| !number.is_finite())
            .map(|number| (ply, number))
    };
    match evaluations(record).find_map(not_finite) {
        None => Ok(()),
        Some((ply, number)) => Err(RonError::InvalidValue {
            message: format!(
                "expected a finite number in an evaluation of ply {ply}, found {number}"
            ),
            part: RecordPart::Note(ply, 0),
        }),
    }
}

// The RON dialect of records.

/// The maximum depth of nested brackets; a record needs eleven.
const MAX_DEPTH: usize = 32;

/// Returns the RON dialect of records: optional values are written without `Some`.
pub(super) fn ron_options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MAX_DEPTH)
}
