//! Writing tables.

use super::{CodeCupCsvFormat, ID};
use crate::contract::{Fault, Player};
use crate::formats::moves::is_illegal_after_moves;
use crate::formats::{FormatWriter, WriteError, statuses};
use crate::games::{Catalogue, DynGame, by_id};
use crate::record::Record;

const GAMES_HEADER: &str = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2";
const PLAYERS_HEADER: &str = "Game,Round,IsSwiss,Player,User,Score,Status\n";

impl FormatWriter for CodeCupCsvFormat {
    /// The first record decides about the columns: a game has its extras, results without moves
    /// of an unknown game make a table of players.
    fn write_record(
        &self,
        record: &Record,
        catalogue: Catalogue,
        nth: usize,
        out: &mut String,
    ) -> Result<(), WriteError> {
        let book = by_id(catalogue, &record.game);
        let header = header(record, book);
        if nth == 0 {
            check_setup_fits(record, book)?;
            out.push_str(&header);
        } else {
            // A text that is written in pieces shows its header to the first alone.
            let is_headed = out.starts_with(GAMES_HEADER) || out.starts_with(PLAYERS_HEADER);
            if is_headed && !out.starts_with(&header) {
                return Err(unrepresentable(
                    record,
                    "its columns are not those of the games before it",
                ));
            }
            check_setup_fits(record, book)?;
        }
        if is_results_only(record) {
            write_player_rows(record, out);
        } else {
            write_game_row(record, book, out);
        }
        Ok(())
    }
}

fn is_results_only(record: &Record) -> bool {
    record.game.is_empty() && record.moves.is_empty() && record.attempt.is_none()
}

fn header(record: &Record, book: Option<&dyn DynGame>) -> String {
    if is_results_only(record) {
        return PLAYERS_HEADER.to_owned();
    }
    let mut header = GAMES_HEADER.to_owned();
    for name in book.map_or(&[][..], |book| book.info().extra_columns) {
        header.push(',');
        header.push_str(name);
    }
    header.push_str(",Moves\n");
    header
}

fn unrepresentable(record: &Record, why: &str) -> WriteError {
    WriteError::unrepresentable(ID, record, why)
}

/// A table has no place for a setup beyond the game's extras.
fn check_setup_fits(record: &Record, book: Option<&dyn DynGame>) -> Result<(), WriteError> {
    let extras = extras(record, book);
    let values: Vec<&str> = extras.iter().map(String::as_str).collect();
    let told = match book {
        Some(book) => book.setup_from_extras(&values).unwrap_or_default(),
        None => crate::contract::Setup::default(),
    };
    let lost = record
        .setup
        .0
        .iter()
        .find(|(key, value)| told.get(key) != Some(value));
    match lost {
        Some((key, _)) => Err(unrepresentable(
            record,
            &format!("a table has no column for its `{key}`"),
        )),
        None => Ok(()),
    }
}

/// The values of the extra columns.
fn extras(record: &Record, book: Option<&dyn DynGame>) -> Vec<String> {
    let Some(book) = book else {
        return Vec::new();
    };
    let mut extras = book.extras(&record.setup);
    extras.resize(book.info().extra_columns.len(), String::new());
    extras
}

fn write_game_row(record: &Record, book: Option<&dyn DynGame>, out: &mut String) {
    let statuses = statuses::status_words(record, book);
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
    fields.extend(extras(record, book));
    fields.push(moves_text(record, book));
    for (at, field) in fields.iter().enumerate() {
        let is_odd = |c: char| matches!(c, ',' | '"' | '\n' | '\r');
        write_field(field, at, is_odd, out);
    }
    out.push('\n');
}

/// Two rows, quoted as the contest's site quotes them.
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
            let is_odd = |c: char| matches!(c, ',' | '"' | '\n' | '\r' | '\t' | ' ' | '\\');
            write_field(field, at, is_odd, out);
        }
        out.push('\n');
    }
}

fn write_field(field: &str, at: usize, is_odd: impl Fn(char) -> bool, out: &mut String) {
    if at > 0 {
        out.push(',');
    }
    if field.contains(is_odd) {
        out.push('"');
        out.push_str(&field.replace('"', "\"\""));
        out.push('"');
    } else {
        out.push_str(field);
    }
}

fn points_text(record: &Record, player: Player) -> String {
    let points = statuses::points(record).map(|(first, second)| [first, second]);
    points.map_or(String::new(), |points| points[player.index()].to_string())
}

/// The tokens; those of a table in its own spelling. The illegal move with which a game ended is
/// the last one, where a table can hold it.
fn moves_text(record: &Record, book: Option<&dyn DynGame>) -> String {
    let mut moves = if record.source.format == ID {
        original_spelling(record, book)
    } else {
        record.moves.clone()
    };
    let Some(attempt) = record.failed_attempt() else {
        return moves;
    };
    let faults = record.result.as_ref().map(|result| &result.faults);
    let fault = attempt.player.and_then(|player| faults?.get(&player));
    let respelled = book.and_then(|book| book.respell(&record.setup, &attempt.raw));
    let token = respelled.as_deref().unwrap_or(&attempt.raw);
    let is_word = !token.is_empty() && !token.contains(|c: char| c <= ' ' || c == ',' || c == ';');
    let told = fault.is_none_or(|fault| *fault == Fault::Illegal);
    let refused =
        || book.is_none_or(|book| is_illegal_after_moves(record, book, attempt.raw.trim(), true));
    if is_word && told && refused() {
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

fn original_spelling(record: &Record, book: Option<&dyn DynGame>) -> String {
    let lead_in = book.map_or(0, |game| game.info().lead_in);
    let spelled = record.tokens().enumerate().map(|(index, token)| {
        let ply = u32::try_from((index + 1).saturating_sub(lead_in)).unwrap_or(u32::MAX);
        let raw = record.notes.get(&ply).and_then(|note| note.raw.as_deref());
        raw.filter(|raw| !raw.is_empty() && !raw.contains(char::is_whitespace))
            .unwrap_or(token)
    });
    spelled.collect::<Vec<_>>().join(" ")
}
