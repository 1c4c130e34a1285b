//! The parts of a record that a foreign format cannot hold, or not with every value: a table for
//! each format that kifu writes.
//!
//! The text of an entry is empty if the format has no place for the part at all; otherwise it says
//! which values the format does hold.

use super::field::{FieldLimit, RecordField as Field};

const ONE_LINE: &str = "texts of one line without blanks at the ends";
const PRINTABLE: &str = "texts without control characters";
const ONE_RESULT: &str = "points or a winner, and the faults";

/// Reports whether a limit is one of unusual texts only: words on one line are held.
pub fn is_text_limit(holds: &str) -> bool {
    [ONE_LINE, PRINTABLE].contains(&holds)
}

/// Floating-point numbers in JSON are finite.
pub(in crate::formats) const JSON: &[FieldLimit] = &[
    (Field::Evaluations, "finite numbers"),
    (Field::VariationNotes, "finite numbers"),
];

/// A move list has headers and moves.
pub(in crate::formats) const MOVES: &[FieldLimit] = &[
    (
        Field::Moves,
        "moves without the marks of its comments and headers",
    ),
    (Field::Attempt, "one move on one line"),
    (Field::Rules, ""),
    (
        Field::Setup,
        "parameters of known games, as words on one line",
    ),
    (Field::Names, ONE_LINE),
    (Field::Authors, ""),
    (Field::Versions, ""),
    (Field::TotalTimes, ""),
    (Field::Event, ONE_LINE),
    (Field::Round, ONE_LINE),
    (Field::Table, ONE_LINE),
    (Field::Date, ONE_LINE),
    (Field::Id, ONE_LINE),
    (Field::Source, ""),
    (Field::Result, ONE_RESULT),
    (Field::Reported, ONE_RESULT),
    (Field::StatusWords, ""),
    (Field::ResultText, ""),
    (Field::Times, ""),
    (Field::MovedBy, "plies that the rules make"),
    (Field::Spellings, ""),
    (Field::Messages, ""),
    (Field::Stderr, ""),
    (Field::Comments, ""),
    (Field::Glyphs, ""),
    (Field::Marks, ""),
    (Field::Evaluations, ""),
    (Field::Variations, ""),
    (Field::VariationNotes, ""),
    (Field::Ext, ""),
];

/// The diagrams of `txt` are comments in a move list.
pub(in crate::formats) const TXT: &[FieldLimit] = MOVES;

/// A row has the fields of a contest's table.
pub(in crate::formats) const CSV: &[FieldLimit] = &[
    (
        Field::Moves,
        "moves that make a game known, which the table does not name",
    ),
    (Field::Attempt, "one illegal word, without a reason"),
    (Field::Rules, ""),
    (Field::Setup, "parameters with a column"),
    (Field::Names, ONE_LINE),
    (Field::Authors, ""),
    (Field::Versions, ""),
    (Field::TotalTimes, ""),
    (Field::Event, ""),
    (Field::Round, ONE_LINE),
    (Field::Table, ONE_LINE),
    (Field::Date, ""),
    (Field::Id, ONE_LINE),
    (Field::Source, ""),
    (Field::Result, "points and status words"),
    (Field::Reported, "points and status words"),
    (Field::StatusWords, ONE_LINE),
    (Field::ResultText, ""),
    (Field::Times, ""),
    (Field::MovedBy, "plies that the rules make"),
    (Field::Spellings, "spellings that are one word"),
    (Field::Messages, ""),
    (Field::Stderr, ""),
    (Field::Comments, ""),
    (Field::Glyphs, ""),
    (Field::Marks, ""),
    (Field::Evaluations, ""),
    (Field::Variations, ""),
    (Field::VariationNotes, ""),
    (Field::Ext, ""),
];

/// A dialogue has lines and comments, of one line each.
pub(in crate::formats) const DIALOGUE: &[FieldLimit] = &[
    (Field::Attempt, "one move on one line"),
    (Field::Rules, ""),
    (
        Field::Setup,
        "parameters of known games, as words on one line",
    ),
    (Field::Names, ONE_LINE),
    (Field::Authors, ""),
    (Field::Versions, ""),
    (Field::TotalTimes, "the time of one player"),
    (Field::Event, ONE_LINE),
    (Field::Round, ONE_LINE),
    (Field::Table, ONE_LINE),
    (Field::Date, ONE_LINE),
    (Field::Id, ONE_LINE),
    (Field::Source, ""),
    (Field::Result, ONE_RESULT),
    (Field::Reported, ONE_RESULT),
    (Field::StatusWords, ""),
    (Field::ResultText, "the jury's last line"),
    (Field::Times, "times of plies"),
    (Field::MovedBy, "plies of players and of the rules"),
    (Field::Spellings, "spellings of moves on one line"),
    (Field::Messages, "messages with moves, on one line"),
    (Field::Stderr, "the output of one program, in whole lines"),
    (Field::Comments, ""),
    (Field::Glyphs, ""),
    (Field::Marks, ""),
    (Field::Evaluations, ""),
    (Field::Variations, ""),
    (Field::VariationNotes, ""),
    (Field::Ext, ""),
];

/// SGF has properties of its own for much, and kifu's property `KF` for the rest.
pub(in crate::formats) const SGF: &[FieldLimit] = &[
    (Field::Attempt, PRINTABLE),
    (Field::Setup, "parameters whose keys SGF can hold"),
    (Field::Names, ONE_LINE),
    (Field::Authors, PRINTABLE),
    (Field::Versions, PRINTABLE),
    (Field::Event, ONE_LINE),
    (Field::Round, ONE_LINE),
    (Field::Table, PRINTABLE),
    (Field::Date, ONE_LINE),
    (Field::Id, PRINTABLE),
    (Field::Source, ""),
    (Field::Result, "winner, scores, points and faults"),
    (Field::Reported, PRINTABLE),
    (Field::StatusWords, PRINTABLE),
    (Field::ResultText, PRINTABLE),
    (Field::Spellings, PRINTABLE),
    (Field::Messages, PRINTABLE),
    (Field::Stderr, PRINTABLE),
    (Field::Comments, PRINTABLE),
    (
        Field::Marks,
        "marks on points, in one colour, with texts of one line",
    ),
    (Field::Evaluations, ""),
    (Field::Variations, "moves that SGF can write"),
    (
        Field::VariationNotes,
        "comments, glyphs and marks of moves that SGF can write",
    ),
    (Field::Ext, "keys and texts without control characters"),
];
