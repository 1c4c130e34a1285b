//! A row of a table of games: one game.

use super::TableReader;
use super::columns::CsvColumns;
use super::rows::CsvRow;
use crate::contract::Player;
use crate::findings::{Code, Finding};
use crate::formats::game_builder::{GameBuilder, split_words};
use crate::formats::{ParsedGame, moves, statuses};
use crate::games::{DynGame, by_id};
use crate::record::{Record, ReportedResult};
use std::ops::Range;

/// The game of a row.
pub(super) fn read_row(table: &mut TableReader<'_>, row: &CsvRow<'_>) -> ParsedGame {
    if table.is_misaligned(row) {
        let mut reading = table.empty_game();
        table.read_shared_columns(row, &mut reading.record);
        table.check_field_count(row, &mut reading);
        return reading;
    }
    let words = row.field_text(table.columns.moves);
    let book = table.game_of_moves(words);
    let mut reading = match book {
        Some(book) => with_moves(table, row, book),
        None => without_game(table, row, words),
    };
    reading.game_spans.whole = row.span.clone();
    reading.game_spans.result = Some(result_span(&table.columns, row));
    read_players_and_result(table, row, &mut reading);
    keep_unknown_columns(table, row, &mut reading);
    table.check_field_count(row, &mut reading);
    reading
}

/// The moves by the game's spelling, and its setup.
fn with_moves(table: &TableReader<'_>, row: &CsvRow<'_>, book: &'static dyn DynGame) -> ParsedGame {
    let mut draft = GameBuilder::new(book, super::ID, table.context);
    read_setup(table, row, &mut draft);
    let span = row.field_span(table.columns.moves);
    let text = table.source.text();
    let words = &text[span.clone()];
    let is_plain = words.starts_with(|c: char| c.is_ascii_alphabetic())
        && memchr::memchr2(b',', b';', words.as_bytes()).is_none();
    if is_plain {
        return draft.finish_contiguous(text, &span);
    }
    let parted: Vec<Range<usize>> = split_words(words, span.start).collect();
    moves::push_words(&mut draft, text, &parted);
    if parted.is_empty() {
        draft.findings.push(table.results_only_finding(row));
    }
    draft.finish()
}

/// Nobody knows the game: what the row says is kept.
fn without_game(table: &TableReader<'_>, row: &CsvRow<'_>, words: &str) -> ParsedGame {
    let mut reading = table.empty_game();
    words.clone_into(&mut reading.record.moves);
    let is_whole = row.fields.len() >= table.columns.names.len();
    if words.trim().is_empty() {
        if is_whole {
            reading.findings.push(table.results_only_finding(row));
        }
        return reading;
    }
    let message = "could not recognise the game from its moves";
    let place = table.source.location(row.field_span(table.columns.moves));
    reading
        .findings
        .push(Finding::new(Code::UnknownGame, message).at(place));
    reading
}

/// What the table gives beside the players is the game's setup.
fn read_setup(table: &TableReader<'_>, row: &CsvRow<'_>, draft: &mut GameBuilder) {
    let Some(first) = table.extra_columns.first() else {
        return;
    };
    let values: Vec<&str> = table
        .extra_columns
        .iter()
        .map(|at| row.field_text(Some(*at)))
        .collect();
    let place = row.field_span(Some(*first));
    match draft.game().setup_from_extras(&values) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let at = table.source.location(place.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string()).at(at);
            draft.findings.push(finding);
            for at in &table.extra_columns {
                keep_in_ext(&table.columns, row, *at, &mut draft.record);
            }
        }
    }
    draft.game_spans.setup = Some(place);
}

/// A value for which the record has no field.
fn keep_in_ext(columns: &CsvColumns, row: &CsvRow<'_>, at: usize, record: &mut Record) {
    let value = row.field_text(Some(at));
    if !value.is_empty() {
        let key = match columns.names[at].as_str() {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        };
        record.ext.insert(key, value.to_owned());
    }
}

/// Ids, names, points and status words.
fn read_players_and_result(table: &TableReader<'_>, row: &CsvRow<'_>, reading: &mut ParsedGame) {
    let columns = &table.columns;
    table.read_shared_columns(row, &mut reading.record);
    let mut points = [None; 2];
    for player in Player::ALL {
        let own = columns.players[player.index()];
        row.field_text(own.user)
            .clone_into(&mut reading.record.player_mut(player).name);
        points[player.index()] = table.read_points(row, own.score, reading);
    }
    let words = [0, 1].map(|player: usize| row.field_text(columns.players[player].status));
    let (reported, found) = statuses::reported_result(points, words);
    let has_failed = !reported.faults.is_empty();
    let is_empty = reported == ReportedResult::default();
    reading.record.reported = (!is_empty).then_some(reported);
    for (player, finding) in found {
        let place = row.field_span(columns.players[player.index()].status);
        let finding = finding.at(table.source.location(place));
        reading.findings.push(finding);
    }
    if has_failed {
        check_faults(table, row, words, reading);
    }
}

/// What only games in which somebody failed need.
fn check_faults(
    table: &TableReader<'_>,
    row: &CsvRow<'_>,
    words: [&str; 2],
    reading: &mut ParsedGame,
) {
    let record = &reading.record;
    let Some(book) = by_id(table.context.catalogue, &record.game) else {
        return;
    };
    if let Some((player, finding)) = statuses::check_other_status(record, book, words) {
        let place = row.field_span(table.columns.players[player.index()].status);
        let finding = finding.at(table.source.location(place));
        reading.findings.push(finding);
    }
    if book.info().jury_plays_on && !record.moves.is_empty() {
        let message = "the jury played on for the player who failed; the log does not say which moves it made";
        let place = table.source.location(result_span(&table.columns, row));
        let finding = Finding::new(Code::UnmarkedJuryMoves, message).at(place);
        reading.findings.push(finding);
    }
}

/// From the first to the last field that tells of the result.
fn result_span(columns: &CsvColumns, row: &CsvRow<'_>) -> Range<usize> {
    let told = columns
        .players
        .iter()
        .flat_map(|own| [own.score, own.status]);
    let mut spans = told
        .flatten()
        .filter_map(|at| row.fields.get(at))
        .map(|field| &field.span);
    let Some(first) = spans.next() else {
        return row.span.end..row.span.end;
    };
    spans.fold(first.clone(), |all, span| {
        all.start.min(span.start)..all.end.max(span.end)
    })
}

fn keep_unknown_columns(table: &mut TableReader<'_>, row: &CsvRow<'_>, reading: &mut ParsedGame) {
    for at in &table.unknown_columns {
        keep_in_ext(&table.columns, row, *at, &mut reading.record);
    }
    table.warn_of_unknown_columns(reading);
}
