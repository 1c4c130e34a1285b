//! Tables of a game that kifu does not know.
//!
//! Words of another game may look like moves of a known one. A row alone does not show it, but where
//! nearly all rows of a table fail at their first moves, or nearly all of many rows at any move, the
//! table is of another game.

use super::heading::TableHeading;
use super::table::{CsvRow, CsvRows, TableLayout};
use super::{TableReader, insert_ext, is_no_game, with_moves};
use crate::formats::game_builder::{guess_game, split_words};
use crate::formats::{CheckedGame, ParsedGame};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::by_id;

/// The key in a record's `ext` of moves that are of no known game.
pub(super) const MOVES_KEY: &str = "Moves";
/// The number of rows from which the game of a table is decided.
const MAX_SAMPLED: usize = 16;
/// The number of rows from which a chunk decides without the start of the table.
const MIN_SAMPLED_IN_CHUNK: usize = 8;
/// The number of legal plies up to which a row fails at its first moves, if it has no more than four
/// times as many.
const MAX_FIRST_PLIES: usize = 3;
/// The number of rows from which it suffices that nearly all fail anywhere.
const MIN_SAMPLED_FOR_ANY_FAILURE: usize = 5;
/// The number of words of a row that are looked at.
const MAX_WORDS: usize = 12;

/// Whether the rows of a table are of a known game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The moves are those of known games, faulty or not.
    Known,
    /// They are not, which is still to be reported.
    Unknown {
        /// The number of rows that were looked at, and of those that fail.
        sampled: usize,
        failed: usize,
    },
    /// They are not, which was reported.
    Reported,
}

/// Decides whether the rows up to the next names of columns are of a known game.
///
/// A later chunk with few rows has the verdict of the start of the table.
pub(super) fn verdict<'a>(table: &TableReader<'a>, rows: &CsvRows<'a>) -> Verdict {
    if table.context.game.is_some() || table.columns.layout == TableLayout::Players {
        return Verdict::Known;
    }
    let own = sample(table, rows.clone());
    let Some(header) = table.context.header else {
        return own.verdict();
    };
    let Some(heading) = TableHeading::find(header) else {
        return own.verdict();
    };
    let source = SourceText::new(header);
    let start_table = TableReader::new(&heading, &source, table.context);
    let at_start = sample(&start_table, heading.rows.clone());
    let (of_start, of_own) = (at_start.verdict(), own.verdict());
    let is_enough = own.sampled >= MIN_SAMPLED_IN_CHUNK;
    match (of_start, of_own) {
        (Verdict::Known, Verdict::Unknown { .. }) | (Verdict::Unknown { .. }, Verdict::Known)
            if is_enough =>
        {
            of_own
        }
        (Verdict::Known, _) => Verdict::Known,
        (Verdict::Unknown { .. } | Verdict::Reported, _) => Verdict::Reported,
    }
}

/// The rows that were looked at.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    sampled: usize,
    /// The rows that fail at their first moves.
    failed: usize,
    /// The rows that fail at any move.
    failed_anywhere: usize,
    /// The rows of which most words are no moves of the game that fits best.
    unreadable: usize,
}

impl Sample {
    fn verdict(self) -> Verdict {
        let sampled = self.sampled;
        let failed = if sampled < MIN_SAMPLED_FOR_ANY_FAILURE {
            self.failed
        } else {
            self.failed_anywhere
        };
        let is_unknown = match sampled {
            0 => false,
            // Of a row whose words are moves of no game nothing is guessed.
            1 => self.unreadable == 1,
            _ => 10 * failed >= 9 * sampled,
        };
        if is_unknown {
            Verdict::Unknown { sampled, failed }
        } else {
            Verdict::Known
        }
    }
}

/// Looks at the first rows with moves.
fn sample<'a>(table: &TableReader<'a>, rows: CsvRows<'a>) -> Sample {
    let is_own = |row: &CsvRow<'_>| table.other_heading(row).is_none();
    let has_moves = |row: &CsvRow<'_>| {
        !row.field_text(table.columns.moves).trim().is_empty()
            && !table.is_misaligned(row)
            && !is_no_game(&table.columns, row, false)
    };
    let mut sample = Sample::default();
    let rows = rows.take_while(is_own).filter(has_moves);
    for row in rows.take(MAX_SAMPLED) {
        let fit = fit_of_row(table, &row);
        sample.sampled += 1;
        sample.failed += usize::from(!matches!(fit, RowFit::Fits | RowFit::FailsLater));
        sample.failed_anywhere += usize::from(fit != RowFit::Fits);
        sample.unreadable += usize::from(fit == RowFit::Unreadable);
    }
    sample
}

/// The degree to which the moves of a row are those of a known game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowFit {
    Fits,
    /// A rule forbids one of the first moves, or it is none.
    Fails,
    /// The same of a later move.
    FailsLater,
    /// Most of the first words are no moves.
    Unreadable,
    /// No word is a move of any game.
    NoGame,
}

fn fit_of_row(table: &TableReader<'_>, row: &CsvRow<'_>) -> RowFit {
    let moves = row.field_text(table.columns.moves);
    let words = || {
        split_words(moves, 0)
            .map(|span| &moves[span])
            .take(MAX_WORDS)
    };
    let Some(game) = guess_game(table.context.catalogue, words()) else {
        return RowFit::NoGame;
    };
    let (extras, unknown) = table.columns.split_extras(Some(game));
    let mut scratch = table.without_state();
    (scratch.extra_columns, scratch.unknown_columns) = (extras, unknown);
    let mut parsed = with_moves(&scratch, row, game);
    super::read_players_and_result(&scratch, row, &mut parsed);
    let checked = parsed.check(table.source, table.context.catalogue);
    let readable = words().filter(|word| is_readable(&checked, word, table));
    if 2 * readable.count() < words().count() {
        RowFit::Unreadable
    } else {
        fit_of_moves(&checked)
    }
}

/// Reports whether a word is a move of the game, or half of one that is two numbers.
fn is_readable(checked: &CheckedGame, word: &str, table: &TableReader<'_>) -> bool {
    let game = by_id(table.context.catalogue, &checked.record.game);
    word.parse::<i64>().is_ok() || game.is_some_and(|game| game.parse(word).is_ok())
}

/// Returns how far the rules allow the moves; a fault that the log reports is no failure.
fn fit_of_moves(checked: &CheckedGame) -> RowFit {
    let codes = [
        Code::UnreadableMove,
        Code::IllegalMove,
        Code::WrongTurn,
        Code::MoveAfterEnd,
    ];
    let mut findings = checked.findings.iter();
    if !findings.any(|found| codes.contains(&found.code)) {
        return RowFit::Fits;
    }
    let attempt = checked.record.attempt.as_ref();
    let rest = attempt.map_or(0, |attempt| attempt.rest.split_whitespace().count());
    let plies = checked.ply_count as usize;
    if plies <= MAX_FIRST_PLIES.max((plies + rest) / 4) {
        RowFit::Fails
    } else {
        RowFit::FailsLater
    }
}

/// Reads a row of a game that is not known: its result, with the moves as text.
pub(super) fn result_of_row(table: &mut TableReader<'_>, row: &CsvRow<'_>) -> ParsedGame {
    let mut parsed = table.empty_game();
    let span = row.field_span(table.columns.moves);
    if let Verdict::Unknown { sampled, failed } = table.unknown_game {
        let message = format!(
            "the moves of this table are of no game that kifu knows: of {sampled} games that were \
             looked at, {failed} fail; the results are kept without moves"
        );
        let hint = "if kifu knows the game, name it (on the command line: --game)".to_owned();
        let finding = Finding::new(Code::UnknownGame, message).hint(hint);
        let location = table.source.location(span);
        parsed.findings.push(finding.at(location));
        table.unknown_game = Verdict::Reported;
    }
    let words = row.field_text(table.columns.moves);
    if !words.trim().is_empty() {
        insert_ext(&mut parsed.record, MOVES_KEY, words);
    }
    if row.fields.len() >= table.columns.names.len() {
        parsed.findings.push(table.no_moves_finding(row));
    }
    parsed
}
