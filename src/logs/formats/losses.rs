//! Losses of a conversion: what a record has and a format does not hold.
//!
//! Every writer declares in a table what its format cannot hold ([`FormatWriter::limits`]). What is
//! lost in fact is measured: the text of a record is read back and compared with the record, so
//! that nothing is lost silently, even if a table is wrong. Tests keep both consistent: no writer
//! loses what its table does not declare.

use super::{Format, FormatWriter, ReadContext, WriteError, check_text, write_all};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::{Catalogue, DynGame};
use kifu_core::record::{
    Attempt, GameResult, Note, Record, ReportedResult, VariationNote, is_ply_number_key,
};
use std::cell::{LazyCell, OnceCell};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

/// The parts of a record that were lost, with their numbers and first plies.
pub type Losses = BTreeMap<RecordField, FieldLoss>;

/// The loss of one part of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FieldLoss {
    /// The number of values lost, such as comments.
    pub count: usize,
    /// The first ply that lost one, if the part belongs to plies.
    pub ply: Option<u32>,
}

/// Returns what a canonical record loses when it is written in a format: the record is written,
/// read back and compared.
///
/// ```
/// use kifu_logs::formats::{RecordField, by_id, losses};
/// use kifu_core::games::CATALOGUE;
/// use kifu_core::record::Record;
///
/// let mut record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1 b2a2".to_owned(),
///     ..Record::default()
/// };
/// record.note_mut(2).comment = "a blunder".to_owned();
/// let lost = losses(&record, by_id("moves").unwrap(), CATALOGUE)?;
/// assert_eq!(lost[&RecordField::Comments].ply, Some(2));
/// assert!(losses(&record, by_id("json").unwrap(), CATALOGUE)?.is_empty());
/// # Ok::<(), kifu_logs::formats::WriteError>(())
/// ```
///
/// # Errors
/// Returns an error if the format cannot hold the record at all.
///
/// # Panics
/// Panics if kifu does not write the format.
pub fn losses(
    record: &Record,
    format: &'static dyn Format,
    catalogue: Catalogue,
) -> Result<Losses, WriteError> {
    let writer = format.writer();
    if writer.is_some_and(FormatWriter::is_lossless) {
        return Ok(Losses::new());
    }
    let text = write_all(format, std::slice::from_ref(record), catalogue)?;
    let context = ReadContext {
        catalogue,
        ..ReadContext::default()
    };
    let games = check_text(&text, Some(format), &context);
    let game = kifu_core::games::by_id(catalogue, &record.game);
    let nothing = Record::default();
    // A text that gives no game, or several, does not hold this one.
    let back = match games.as_slice() {
        [checked] => &checked.record,
        _ => &nothing,
    };
    Ok(compare_records(record, back, game))
}

// The parts of a record that a conversion can lose.

macro_rules! fields {
    ($($name:ident $text:literal $doc:literal)+) => {
        /// A part of a record that a format may not hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RecordField {
            $(#[doc = $doc] $name,)+
        }

        impl RecordField {
            /// All parts, in the order in which they are listed.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// Returns the name of the part in the plural, for a message.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)+
                }
            }
        }
    };
}

fields! {
    Moves "moves" "The moves of the main line."
    Attempt "failed moves" "The move at which the game failed, with its reason and what follows it."
    Rules "versions of the rules" "The version of the game's rules."
    Setup "setup" "The parameters of the starting position."
    Names "players' names" "The names of the players."
    Authors "authors" "The authors of the programs."
    Versions "program versions" "The versions of the programs."
    TotalTimes "total times" "The total times of the players."
    Event "event names" "The name of the competition."
    Round "rounds" "The round of the competition."
    Table "tables" "The table or stage of the competition."
    Date "dates" "The date of the game."
    Id "game numbers" "The contest's number of the game."
    Source "sources" "The file that the record was read from, with its hash."
    Result "results" "The result by the rules, with the faults that decided the game."
    Reported "reported results" "The result as the log reports it."
    StatusWords "status words" "The status words of the log."
    ResultText "wording of results" "The wording of the result in the log."
    Times "times of moves" "The times of the plies."
    MovedBy "makers of moves" "The makers of plies that were not made by their players."
    Spellings "original spellings" "The spellings of moves in the log."
    Messages "messages" "The messages that bots sent with their moves."
    Stderr "standard error" "The texts that bots wrote to their standard error."
    Comments "comments" "The comments on moves."
    Glyphs "glyphs" "The judgements of moves."
    Marks "marks" "The marks on the board."
    Evaluations "evaluations" "The engines' searches."
    Variations "variations" "The lines that could have been played."
    VariationNotes "notes in variations" "The comments, glyphs, marks and evaluations in variations."
    Numbers "numbers of moves" "The named numbers by ply, such as the calls of a language model."
    Ext "other data" "The data without a field of its own."
}

/// A part of a record that a format does not hold, with the values that it does hold, in words;
/// empty if it holds none.
pub type FieldLimit = (RecordField, &'static str);

impl fmt::Display for RecordField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

// The parts of a record that a foreign format cannot hold, or not with every value: a table for
// each format that kifu writes.
//
// The text of an entry is empty if the format cannot hold the part at all; otherwise it says
// which values the format does hold.

const ONE_LINE: &str = "texts of one line without blanks at the ends";
const PRINTABLE: &str = "texts without control characters";
const ONE_RESULT: &str = "points or a winner, and the faults";

/// Reports whether a limit is one of unusual texts only: words on one line are held.
pub fn is_text_limit(holds: &str) -> bool {
    [ONE_LINE, PRINTABLE].contains(&holds)
}

/// Floating-point numbers in JSON are finite.
pub(in crate::formats) const JSON: &[FieldLimit] = &[
    (RecordField::Evaluations, "finite numbers"),
    (RecordField::VariationNotes, "finite numbers"),
];

/// A move list has headers and moves.
pub(in crate::formats) const MOVES: &[FieldLimit] = &[
    (
        RecordField::Moves,
        "moves without the marks of its comments and headers",
    ),
    (RecordField::Attempt, "one move on one line"),
    (RecordField::Rules, ""),
    (
        RecordField::Setup,
        "parameters of known games, as words on one line",
    ),
    (RecordField::Names, ONE_LINE),
    (RecordField::Authors, ""),
    (RecordField::Versions, ""),
    (RecordField::TotalTimes, ""),
    (RecordField::Event, ONE_LINE),
    (RecordField::Round, ONE_LINE),
    (RecordField::Table, ONE_LINE),
    (RecordField::Date, ONE_LINE),
    (RecordField::Id, ONE_LINE),
    (RecordField::Source, ""),
    (RecordField::Result, ONE_RESULT),
    (RecordField::Reported, ONE_RESULT),
    (RecordField::StatusWords, ""),
    (RecordField::ResultText, ""),
    (RecordField::Times, ""),
    (RecordField::MovedBy, "plies that the rules make"),
    (RecordField::Spellings, ""),
    (RecordField::Messages, ""),
    (RecordField::Stderr, ""),
    (RecordField::Comments, ""),
    (RecordField::Glyphs, ""),
    (RecordField::Marks, ""),
    (RecordField::Evaluations, ""),
    (RecordField::Variations, ""),
    (RecordField::VariationNotes, ""),
    (RecordField::Numbers, ""),
    (RecordField::Ext, ""),
];

/// The diagrams of `txt` are comments in a move list.
pub(in crate::formats) const TXT: &[FieldLimit] = MOVES;

/// `OpenSpiel` has the start and the numbers of the actions.
pub(in crate::formats) const OPENSPIEL: &[FieldLimit] = &[
    (RecordField::Attempt, ""),
    (RecordField::Rules, ""),
    (RecordField::Setup, "parameters of known games"),
    (RecordField::Names, ""),
    (RecordField::Authors, ""),
    (RecordField::Versions, ""),
    (RecordField::TotalTimes, ""),
    (RecordField::Event, ""),
    (RecordField::Round, ""),
    (RecordField::Table, ""),
    (RecordField::Date, ""),
    (RecordField::Id, ""),
    (RecordField::Source, ""),
    (RecordField::Result, "results by the rules alone"),
    (RecordField::Reported, "results by the rules alone"),
    (RecordField::StatusWords, ""),
    (RecordField::ResultText, ""),
    (RecordField::Times, ""),
    (RecordField::MovedBy, "plies that the rules make"),
    (RecordField::Spellings, ""),
    (RecordField::Messages, ""),
    (RecordField::Stderr, ""),
    (RecordField::Comments, ""),
    (RecordField::Glyphs, ""),
    (RecordField::Marks, ""),
    (RecordField::Evaluations, ""),
    (RecordField::Variations, ""),
    (RecordField::VariationNotes, ""),
    (RecordField::Numbers, ""),
    (RecordField::Ext, ""),
];

/// A row has the fields of a contest's table.
pub(in crate::formats) const CSV: &[FieldLimit] = &[
    (
        RecordField::Moves,
        "moves that make a game known, which the table does not name",
    ),
    (RecordField::Attempt, "one illegal word, without a reason"),
    (RecordField::Rules, ""),
    (RecordField::Setup, "parameters with a column"),
    (RecordField::Names, ONE_LINE),
    (RecordField::Authors, ""),
    (RecordField::Versions, ""),
    (RecordField::TotalTimes, ""),
    (RecordField::Event, ""),
    (RecordField::Round, ONE_LINE),
    (RecordField::Table, ONE_LINE),
    (RecordField::Date, ""),
    (RecordField::Id, ONE_LINE),
    (RecordField::Source, ""),
    (RecordField::Result, "points and status words"),
    (RecordField::Reported, "points and status words"),
    (RecordField::StatusWords, ONE_LINE),
    (RecordField::ResultText, ""),
    (RecordField::Times, ""),
    (RecordField::MovedBy, "plies that the rules make"),
    (RecordField::Spellings, "spellings that are one word"),
    (RecordField::Messages, ""),
    (RecordField::Stderr, ""),
    (RecordField::Comments, ""),
    (RecordField::Glyphs, ""),
    (RecordField::Marks, ""),
    (RecordField::Evaluations, ""),
    (RecordField::Variations, ""),
    (RecordField::VariationNotes, ""),
    (RecordField::Numbers, ""),
    (RecordField::Ext, ""),
];

/// A dialogue has lines and comments, of one line each.
pub(in crate::formats) const DIALOGUE: &[FieldLimit] = &[
    (RecordField::Attempt, "one move on one line"),
    (RecordField::Rules, ""),
    (
        RecordField::Setup,
        "parameters of known games, as words on one line",
    ),
    (RecordField::Names, ONE_LINE),
    (RecordField::Authors, ""),
    (RecordField::Versions, ""),
    (RecordField::TotalTimes, "the time of one player"),
    (RecordField::Event, ONE_LINE),
    (RecordField::Round, ONE_LINE),
    (RecordField::Table, ONE_LINE),
    (RecordField::Date, ONE_LINE),
    (RecordField::Id, ONE_LINE),
    (RecordField::Source, ""),
    (RecordField::Result, ONE_RESULT),
    (RecordField::Reported, ONE_RESULT),
    (RecordField::StatusWords, ""),
    (RecordField::ResultText, "the jury's last line"),
    (RecordField::Times, "times of plies"),
    (RecordField::MovedBy, "plies of players and of the rules"),
    (RecordField::Spellings, "spellings of moves on one line"),
    (RecordField::Messages, "messages with moves, on one line"),
    (
        RecordField::Stderr,
        "the output of one program, in whole lines",
    ),
    (RecordField::Comments, ""),
    (RecordField::Glyphs, ""),
    (RecordField::Marks, ""),
    (RecordField::Evaluations, ""),
    (RecordField::Variations, ""),
    (RecordField::VariationNotes, ""),
    (RecordField::Numbers, ""),
    (RecordField::Ext, ""),
];

/// SGF has its own properties for much, and kifu's property `KF` for the rest.
pub(in crate::formats) const SGF: &[FieldLimit] = &[
    (RecordField::Attempt, PRINTABLE),
    (RecordField::Setup, "parameters whose keys SGF can hold"),
    (RecordField::Names, ONE_LINE),
    (RecordField::Authors, PRINTABLE),
    (RecordField::Versions, PRINTABLE),
    (RecordField::Event, ONE_LINE),
    (RecordField::Round, ONE_LINE),
    (RecordField::Table, PRINTABLE),
    (RecordField::Date, ONE_LINE),
    (RecordField::Id, PRINTABLE),
    (RecordField::Source, ""),
    (RecordField::Result, "winner, scores, points and faults"),
    (RecordField::Reported, PRINTABLE),
    (RecordField::StatusWords, PRINTABLE),
    (RecordField::ResultText, PRINTABLE),
    (RecordField::Spellings, PRINTABLE),
    (RecordField::Messages, PRINTABLE),
    (RecordField::Stderr, PRINTABLE),
    (RecordField::Comments, PRINTABLE),
    (
        RecordField::Marks,
        "marks on points, in one colour, with texts of one line",
    ),
    (RecordField::Evaluations, ""),
    (RecordField::Variations, "moves that SGF can write"),
    (
        RecordField::VariationNotes,
        "comments, glyphs and marks of moves that SGF can write",
    ),
    (
        RecordField::Numbers,
        "keys and texts without control characters",
    ),
    (
        RecordField::Ext,
        "keys and texts without control characters",
    ),
];

// The comparison of a record with the one read back from its text.

/// Returns the parts that `record` has and `back` lacks or has with another value.
///
/// Parts that only `back` has do not count, nor do values that follow from others: an automatic
/// ply, a parameter that does not change the start, a reported value that is the one by the rules.
/// The place of the attempt in a file is not compared either.
pub fn compare_records(record: &Record, back: &Record, game: Option<&dyn DynGame>) -> Losses {
    let mut comparison = Comparison {
        losses: Losses::new(),
    };
    comparison.compare_game(record, back, game);
    comparison.compare_heads(record, back);
    comparison.compare_results(record, back);
    comparison.compare_plies(record, back);
    comparison.losses
}

struct Comparison {
    losses: Losses,
}

impl Comparison {
    fn add(&mut self, field: RecordField, ply: Option<u32>) {
        let loss: &mut FieldLoss = self.losses.entry(field).or_default();
        loss.count += 1;
        loss.ply = loss.ply.or(ply);
    }

    /// Compares a value that belongs to the game as a whole.
    fn compare<T: PartialEq + Default>(&mut self, field: RecordField, value: &T, back: &T) {
        if *value != T::default() && value != back {
            self.add(field, None);
        }
    }

    /// Compares a value that belongs to a ply.
    fn compare_at<T: PartialEq + Default>(
        &mut self,
        field: RecordField,
        ply: u32,
        value: &T,
        back: &T,
    ) {
        if *value != T::default() && value != back {
            self.add(field, Some(ply));
        }
    }

    fn compare_game(&mut self, record: &Record, back: &Record, game: Option<&dyn DynGame>) {
        if record.game != back.game || !same_moves(record, back, game) {
            self.add(RecordField::Moves, None);
        }
        if let Some(attempt) = &record.attempt
            && !back
                .attempt
                .as_ref()
                .is_some_and(|back| same_attempt(attempt, back))
        {
            self.add(RecordField::Attempt, None);
        }
        if record.rules != back.rules {
            self.add(RecordField::Rules, None);
        }
        let setup_keys = game.map_or(&[][..], |game| game.info().setup_keys);
        let same_start = || game.is_some_and(|game| starts_alike(game, &record.setup, &back.setup));
        for (key, value) in &record.setup.0 {
            let is_known = setup_keys.iter().any(|(known, _)| known == key);
            if back.setup.get(key) != Some(value) && !(is_known && same_start()) {
                self.add(RecordField::Setup, None);
            }
        }
        for (key, value) in &record.ext {
            if back.ext.get(key) != Some(value) {
                let field = if is_ply_number_key(key) {
                    RecordField::Numbers
                } else {
                    RecordField::Ext
                };
                self.add(field, None);
            }
        }
    }

    fn compare_heads(&mut self, record: &Record, back: &Record) {
        for player in Player::ALL {
            let (one, other) = (record.player(player), back.player(player));
            self.compare(RecordField::Names, &one.name, &other.name);
            self.compare(RecordField::Authors, &one.author, &other.author);
            self.compare(RecordField::Versions, &one.version, &other.version);
            self.compare(RecordField::TotalTimes, &one.time_ms, &other.time_ms);
        }
        self.compare(RecordField::Event, &record.event.name, &back.event.name);
        self.compare(RecordField::Round, &record.event.round, &back.event.round);
        self.compare(RecordField::Table, &record.event.table, &back.event.table);
        self.compare(RecordField::Date, &record.event.date, &back.event.date);
        self.compare(RecordField::Id, &record.source.id, &back.source.id);
        let sources = [&record.source, &back.source].map(|source| (&source.file, &source.sha256));
        if sources[0] != sources[1] && *sources[0].0 != *""
            || sources[0].1 != sources[1].1 && *sources[0].1 != *""
        {
            self.add(RecordField::Source, None);
        }
    }

    fn compare_results(&mut self, record: &Record, back: &Record) {
        if let Some(result) = &record.result
            && back.result.as_ref() != Some(result)
        {
            self.add(RecordField::Result, None);
        }
        let Some(reported) = &record.reported else {
            return;
        };
        let nothing = ReportedResult::default();
        let reread = back.reported.as_ref().unwrap_or(&nothing);
        if !holds_reported(reported, reread, back.result.as_ref()) {
            self.add(RecordField::Reported, None);
        }
        self.compare(RecordField::StatusWords, &reported.status, &reread.status);
        self.compare(RecordField::ResultText, &reported.text, &reread.text);
    }

    fn compare_plies(&mut self, record: &Record, back: &Record) {
        for ply in (1..).take(record.times_ms.0.len()) {
            let (time, other) = (record.times_ms.get_ms(ply), back.times_ms.get_ms(ply));
            self.compare_at(RecordField::Times, ply, &time, &other);
        }
        let nothing = Note::default();
        for (ply, note) in &record.notes {
            let (ply, found) = (*ply, back.notes.get(ply).unwrap_or(&nothing));
            self.compare_at(RecordField::MovedBy, ply, &note.by, &found.by);
            self.compare_at(RecordField::Spellings, ply, &note.raw, &found.raw);
            self.compare_at(RecordField::Messages, ply, &note.message, &found.message);
            self.compare_at(RecordField::Stderr, ply, &note.stderr, &found.stderr);
            self.compare_at(RecordField::Comments, ply, &note.comment, &found.comment);
            self.compare_at(RecordField::Glyphs, ply, &note.glyph, &found.glyph);
            self.compare_at(RecordField::Evaluations, ply, &note.evals, &found.evals);
            let marks = ItemSet::new(&found.marks);
            for (index, mark) in note.marks.iter().enumerate() {
                // A format may group the marks of a kind.
                if !marks.contains(index, mark) {
                    self.add(RecordField::Marks, Some(ply));
                }
            }
            self.compare_variations(ply, note, found);
        }
    }

    fn compare_variations(&mut self, ply: u32, note: &Note, found: &Note) {
        let no_note = VariationNote::default();
        let lines = ItemSet::new(&found.variations);
        let by_moves = LazyCell::new(|| {
            // The first of the lines with the same moves.
            let all = found.variations.iter().rev();
            all.map(|line| (line.moves.as_str(), line))
                .collect::<HashMap<_, _>>()
        });
        for (index, line) in note.variations.iter().enumerate() {
            // There may be several lines of the same moves with different notes.
            let same = if lines.contains(index, line) {
                Some(line)
            } else {
                by_moves.get(line.moves.as_str()).copied()
            };
            if same.is_none() {
                self.add(RecordField::Variations, Some(ply));
            }
            for (at, note) in &line.notes {
                let other = same.and_then(|same| same.notes.get(at)).unwrap_or(&no_note);
                let known = ItemSet::new(&other.marks);
                let mut marks = note.marks.iter().enumerate();
                let marks = marks.all(|(index, mark)| known.contains(index, mark));
                let same = (&note.comment, note.glyph, &note.evals)
                    == (&other.comment, other.glyph, &other.evals);
                if !(marks && same) {
                    self.add(RecordField::VariationNotes, Some(ply));
                }
            }
        }
    }
}

/// A list in which each item of another one is looked for, in a time that does not grow with the
/// length of the list.
struct ItemSet<'a, T> {
    items: &'a [T],
    /// The items as text, which can be hashed.
    texts: OnceCell<HashSet<String>>,
}

impl<'a, T: PartialEq + fmt::Debug> ItemSet<'a, T> {
    fn new(items: &'a [T]) -> Self {
        let texts = OnceCell::new();
        Self { items, texts }
    }

    /// Reports whether an item is in the list; `index` is its most likely place.
    fn contains(&self, index: usize, item: &T) -> bool {
        let text = |item: &T| format!("{item:?}");
        let texts = || self.items.iter().map(text).collect();
        self.items.get(index) == Some(item)
            || !self.items.is_empty() && self.texts.get_or_init(texts).contains(&text(item))
    }
}

/// Reports whether the moves are the same, but for a ply at the end that the contest plays without
/// asking and that a reader may add.
fn same_moves(record: &Record, back: &Record, game: Option<&dyn DynGame>) -> bool {
    let (mut own, mut found) = (record.tokens(), back.tokens());
    let mut count = 0_usize;
    loop {
        match (own.next(), found.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => count += 1,
            (None, Some(_)) => {
                let is_automatic = |game: &dyn DynGame| {
                    let ply = count + 1 - game.info().lead_in.min(count);
                    let automatic = game.info().automatic_ply;
                    automatic.is_some_and(|automatic| automatic as usize == ply)
                };
                return game.is_some_and(is_automatic) && found.next().is_none();
            }
            _ => return false,
        }
    }
}

fn same_attempt(one: &Attempt, other: &Attempt) -> bool {
    let without_place = |attempt: &Attempt| Attempt {
        line: 0,
        column: 0,
        ..attempt.clone()
    };
    without_place(one) == without_place(other)
}

/// Reports whether two setups start from the same position.
fn starts_alike(game: &dyn DynGame, one: &Setup, other: &Setup) -> bool {
    let start = |setup: &Setup| game.start(setup).map(|state| state.position());
    let one = start(one);
    one.is_ok() && one == start(other)
}

/// Reports whether a reported result was read back, or follows from the result by the rules.
fn holds_reported(
    reported: &ReportedResult,
    back: &ReportedResult,
    rules: Option<&GameResult>,
) -> bool {
    let nothing = GameResult::default();
    let rules = rules.unwrap_or(&nothing);
    let is_held = |value: Option<(i32, i32)>, back, by_rules| {
        value.is_none() || value == back || value == by_rules
    };
    let fault = |player: &Player| back.faults.get(player).or_else(|| rules.faults.get(player));
    let is_winner_held =
        reported.winner.is_none() || [back.winner, rules.winner].contains(&reported.winner);
    is_winner_held
        && is_held(reported.scores, back.scores, rules.scores)
        && is_held(reported.points, back.points, rules.points)
        && is_held(reported.game_points, back.game_points, rules.game_points)
        && reported
            .faults
            .iter()
            .all(|(player, kind)| fault(player) == Some(kind))
}
