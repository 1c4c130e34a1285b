//! A row of a table of games: one game.

use super::Table;
use super::columns::Columns;
use super::rows::Row;
use crate::contract::Player;
use crate::findings::{Code, Finding};
use crate::formats::draft::{Draft, parted};
use crate::formats::{Reading, moves, statuses};
use crate::games::{DynGame, by_id};
use crate::record::{Record, ReportedResult};
use std::ops::Range;

/// The game of a row.
pub(super) fn read(table: &mut Table<'_>, row: &Row<'_>) -> Reading {
    if table.is_shifted(row) {
        let mut reading = table.blank();
        table.shared(row, &mut reading.record);
        table.odd_shape(row, &mut reading);
        return reading;
    }
    let words = row.text(table.columns.moves);
    let book = table.book(words);
    let mut reading = match book {
        Some(book) => with_moves(table, row, book),
        None => without_book(table, row, words),
    };
    reading.places.whole = row.span.clone();
    reading.places.result = Some(result_place(&table.columns, row));
    particulars(table, row, &mut reading);
    unknown_columns(table, row, &mut reading);
    table.odd_shape(row, &mut reading);
    reading
}

/// The moves by the game's spelling, and its setup.
fn with_moves(table: &Table<'_>, row: &Row<'_>, book: &'static dyn DynGame) -> Reading {
    let mut draft = Draft::new(book, super::ID, table.context);
    take_extras(table, row, &mut draft);
    let span = row.place(table.columns.moves);
    let text = table.source.text();
    let words = &text[span.clone()];
    let is_plain = words.starts_with(|c: char| c.is_ascii_alphabetic())
        && memchr::memchr2(b',', b';', words.as_bytes()).is_none();
    if is_plain {
        return draft.finish_run(text, &span);
    }
    let parted: Vec<Range<usize>> = parted(words, span.start).collect();
    moves::push_words(&mut draft, text, &parted);
    if parted.is_empty() {
        draft.findings.push(table.no_moves(row));
    }
    draft.finish()
}

/// Nobody knows the game: what the row says is kept.
fn without_book(table: &Table<'_>, row: &Row<'_>, words: &str) -> Reading {
    let mut reading = table.blank();
    words.clone_into(&mut reading.record.moves);
    let is_whole = row.fields.len() >= table.columns.names.len();
    if words.trim().is_empty() {
        if is_whole {
            reading.findings.push(table.no_moves(row));
        }
        return reading;
    }
    let message = "expected moves of a known game, found none that fit one";
    let place = table.source.location(row.place(table.columns.moves));
    reading
        .findings
        .push(Finding::new(Code::UnknownGame, message).at(place));
    reading
}

/// What the table gives beside the players is the game's setup.
fn take_extras(table: &Table<'_>, row: &Row<'_>, draft: &mut Draft) {
    let Some(first) = table.extras.first() else {
        return;
    };
    let values: Vec<&str> = table.extras.iter().map(|at| row.text(Some(*at))).collect();
    let place = row.place(Some(*first));
    match draft.book().setup_from_extras(&values) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let at = table.source.location(place.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string()).at(at);
            draft.findings.push(finding);
            for at in &table.extras {
                keep(&table.columns, row, *at, &mut draft.record);
            }
        }
    }
    draft.places.setup = Some(place);
}

/// A value for which the record has no field.
fn keep(columns: &Columns, row: &Row<'_>, at: usize, record: &mut Record) {
    let value = row.text(Some(at));
    if !value.is_empty() {
        let key = match columns.names[at].as_str() {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        };
        record.ext.insert(key, value.to_owned());
    }
}

/// Ids, names, points and status words.
fn particulars(table: &Table<'_>, row: &Row<'_>, reading: &mut Reading) {
    let columns = &table.columns;
    table.shared(row, &mut reading.record);
    let mut points = [None; 2];
    for player in Player::ALL {
        let own = columns.players[player.index()];
        row.text(own.user)
            .clone_into(&mut reading.record.player_mut(player).name);
        points[player.index()] = table.points(row, own.score, reading);
    }
    let words = [0, 1].map(|player: usize| row.text(columns.players[player].status));
    let (reported, found) = statuses::report(points, words);
    let has_failed = !reported.faults.is_empty();
    let is_empty = reported == ReportedResult::default();
    reading.record.reported = (!is_empty).then_some(reported);
    for (player, finding) in found {
        let place = row.place(columns.players[player.index()].status);
        let finding = finding.at(table.source.location(place));
        reading.findings.push(finding);
    }
    if has_failed {
        faults(table, row, words, reading);
    }
}

/// What only games in which somebody failed need.
fn faults(table: &Table<'_>, row: &Row<'_>, words: [&str; 2], reading: &mut Reading) {
    let record = &reading.record;
    let Some(book) = by_id(table.context.catalogue, &record.game) else {
        return;
    };
    if let Some((player, finding)) = statuses::against_the_rules(record, book, words) {
        let place = row.place(table.columns.players[player.index()].status);
        let finding = finding.at(table.source.location(place));
        reading.findings.push(finding);
    }
    if book.jury_plays_on() && !record.moves.is_empty() {
        let message =
            "the jury played on for the player who failed; which moves it made is not told";
        let place = table.source.location(result_place(&table.columns, row));
        let finding = Finding::new(Code::UnmarkedJuryMoves, message).at(place);
        reading.findings.push(finding);
    }
}

/// From the first to the last field that tells of the result.
fn result_place(columns: &Columns, row: &Row<'_>) -> Range<usize> {
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

fn unknown_columns(table: &mut Table<'_>, row: &Row<'_>, reading: &mut Reading) {
    for at in &table.unknown {
        keep(&table.columns, row, *at, &mut reading.record);
    }
    table.warn_of_unknown(reading);
}
