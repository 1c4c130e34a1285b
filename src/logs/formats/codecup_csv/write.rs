//! Writing tables.

use super::checks::is_no_game;
use super::table::{CsvColumns, CsvRows};
use super::{CodeCupCsvFormat, ID};
use crate::formats::game_builder::is_word_separator;
use crate::formats::moves::is_illegal_after_moves;
use crate::formats::{FormatWriter, WriteError, push_cell, statuses};
use kifu_core::contract::{Fault, Player};
use kifu_core::games::{Catalogue, DynGame, by_id};
use kifu_core::record::Record;

const GAMES_HEADER: &str = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2";
const PLAYERS_HEADER: &str = "Game,Round,IsSwiss,Player,User,Score,Status\n";

impl FormatWriter for CodeCupCsvFormat {
    fn limits(&self) -> &'static [crate::formats::FieldLimit] {
        crate::formats::losses::CSV
    }

    /// Writes the rows of a record.
    ///
    /// The first record determines the columns: a game has its extras, and results without moves of
    /// an unknown game make a table of players.
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        index: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let game = by_id(catalogue, &record.game);
        let header = header(record, game);
        if index == 0 {
            check_setup_fits(record, game)?;
            out.push_str(&header);
        } else {
            // When a text is written in chunks, only the first one shows its header.
            let is_headed = out.starts_with(GAMES_HEADER) || out.starts_with(PLAYERS_HEADER);
            if is_headed && !out.starts_with(&header) {
                return Err(unrepresentable(
                    record,
                    "its columns are not those of the games before it",
                ));
            }
            check_setup_fits(record, game)?;
        }
        if is_results_only(record) {
            write_player_rows(record, out);
        } else {
            write_game_row(record, game, out)?;
        }
        Ok(())
    }
}

fn is_results_only(record: &Record) -> bool {
    record.game.is_empty() && record.moves.is_empty() && record.attempt.is_none()
}

fn header(record: &Record, game: Option<&dyn DynGame>) -> String {
    if is_results_only(record) {
        return PLAYERS_HEADER.to_owned();
    }
    let mut header = GAMES_HEADER.to_owned();
    for name in game.map_or(&[][..], |game| game.info().extra_columns) {
        header.push(',');
        header.push_str(name);
    }
    header.push_str(",Moves\n");
    header
}

fn unrepresentable(record: &Record, why: &str) -> WriteError {
    WriteError::unrepresentable(ID, record, why)
}

/// Checks that the setup consists of the game's extras, as a table has no columns for the rest.
fn check_setup_fits(record: &Record, game: Option<&dyn DynGame>) -> Result<(), WriteError> {
    let extras = extras(record, game);
    let values: Vec<&str> = extras.iter().map(String::as_str).collect();
    let stored = match game {
        Some(game) => game.setup_from_extras(&values).unwrap_or_default(),
        None => kifu_core::contract::Setup::default(),
    };
    let lost = record
        .setup
        .0
        .iter()
        .find(|(key, value)| stored.get(key) != Some(value));
    match lost {
        Some((key, _)) => Err(unrepresentable(
            record,
            &format!("a table has no column for its `{key}`"),
        )),
        None => Ok(()),
    }
}

/// Returns the values of the extra columns.
fn extras(record: &Record, game: Option<&dyn DynGame>) -> Vec<String> {
    let Some(game) = game else {
        return Vec::new();
    };
    let mut extras = game.extras(&record.setup);
    extras.resize(game.info().extra_columns.len(), String::new());
    extras
}

fn write_game_row(
    record: &Record,
    game: Option<&dyn DynGame>,
    out: &mut String,
) -> Result<(), WriteError> {
    let statuses = statuses::status_words(record, game);
    let mut fields: Vec<String> = vec![
        record.source.id.clone(),
        record.event.round.clone(),
        record.event.table.clone(),
    ];
    for player in Player::ALL {
        fields.push(record.player(player).name.clone());
        fields.push(points_text(record, player));
        fields.push(statuses[player.index()].clone());
    }
    fields.extend(extras(record, game));
    fields.push(moves_text(record, game));
    if fields.iter().all(|field| field.trim().is_empty()) {
        return Err(unrepresentable(record, "a row without content is no game"));
    }
    if would_be_no_game(&fields) {
        let why = "a row without players, status and moves is no game";
        return Err(unrepresentable(record, why));
    }
    for (at, field) in fields.iter().enumerate() {
        let needs_quotes = |c: char| matches!(c, ',' | '"' | '\n' | '\r');
        write_field(field, at, needs_quotes, out);
    }
    out.push('\n');
    Ok(())
}

/// Reports whether a reader would take a row for one of sums.
fn would_be_no_game(fields: &[String]) -> bool {
    let mut result = [5, 8, fields.len() - 1].into_iter();
    if result.any(|at| !fields[at].trim().is_empty()) {
        return false;
    }
    let header = format!("{GAMES_HEADER},Moves");
    let mut row = String::new();
    let known = fields.iter().take(9).chain(fields.last());
    for (at, field) in known.enumerate() {
        write_field(field, at, |_| true, &mut row);
    }
    let columns = CsvRows::new(&header).next();
    let columns = columns.as_ref().and_then(CsvColumns::from_header);
    let row = CsvRows::new(&row).next();
    let is_no_game = |(columns, row): (CsvColumns, _)| is_no_game(&columns, &row, false);
    columns.zip(row).is_some_and(is_no_game)
}

/// Writes a row for each player, quoted as on the contest's site.
fn write_player_rows(record: &Record, out: &mut String) {
    let statuses = statuses::status_words(record, None);
    for player in Player::ALL {
        let fields = [
            &record.source.id,
            &record.event.round,
            &record.event.table,
            &format!("Player {}", player.index() + 1),
            &record.player(player).name,
            &points_text(record, player),
            &statuses[player.index()],
        ];
        for (at, field) in fields.into_iter().enumerate() {
            let needs_quotes = |c: char| matches!(c, ',' | '"' | '\n' | '\r' | '\t' | ' ' | '\\');
            write_field(field, at, needs_quotes, out);
        }
        out.push('\n');
    }
}

/// Writes a field; one that begins with a blank needs quotes, or readers drop it.
fn write_field(field: &str, at: usize, needs_quotes: impl Fn(char) -> bool, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
    let has_first_blank = field.starts_with(char::is_whitespace);
    push_cell(out, field, |c| has_first_blank || needs_quotes(c));
}

fn points_text(record: &Record, player: Player) -> String {
    let points = statuses::points(record).map(|(first, second)| [first, second]);
    points.map_or(String::new(), |points| points[player.index()].to_string())
}

/// Returns the moves; those of a record from a table in their original spelling.
///
/// An illegal move that ended the game comes last, if a table can hold it.
fn moves_text(record: &Record, game: Option<&dyn DynGame>) -> String {
    let mut moves = if record.source.format == ID {
        original_spelling(record, game)
    } else {
        record.moves.clone()
    };
    let Some(attempt) = record.failed_attempt() else {
        return moves;
    };
    let faults = record.result.as_ref().map(|result| &result.faults);
    let fault = attempt.player.and_then(|player| faults?.get(&player));
    let respelled = game.and_then(|game| game.respell(&record.setup, &attempt.raw));
    let token = respelled.as_deref().unwrap_or(&attempt.raw);
    let is_word =
        is_one_word(token) || moves.is_empty() && token.split_once(' ').is_some_and(is_number_pair);
    let is_illegal = fault.is_none_or(|fault| *fault == Fault::Illegal);
    let is_refused =
        || game.is_none_or(|game| is_illegal_after_moves(record, game, attempt.raw.trim(), true));
    if is_word && is_illegal && is_refused() {
        for word in [token, &attempt.rest] {
            if !word.is_empty() {
                if !moves.is_empty() {
                    moves.push(' ');
                }
                moves.push_str(word);
            }
        }
    }
    moves
}

fn is_one_word(token: &str) -> bool {
    let is_separator = |c: char| c <= ' ' || is_word_separator(c);
    !token.is_empty() && !token.contains(is_separator)
}

/// Reports whether a reader takes two words at the start of the moves for one move.
fn is_number_pair(words: (&str, &str)) -> bool {
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    is_number(words.0) && is_number(words.1)
}

fn original_spelling(record: &Record, game: Option<&dyn DynGame>) -> String {
    let lead_in = game.map_or(0, |game| game.info().lead_in);
    let spelled = record.tokens().enumerate().map(|(index, token)| {
        let ply = u32::try_from((index + 1).saturating_sub(lead_in)).unwrap_or(u32::MAX);
        let raw = record.notes.get(&ply).and_then(|note| note.raw.as_deref());
        raw.filter(|raw| !raw.is_empty() && !raw.contains(char::is_whitespace))
            .unwrap_or(token)
    });
    spelled.collect::<Vec<_>>().join(" ")
}
