//! Reading a row of a table of games.

use super::TableReader;
use super::columns::CsvColumns;
use super::rows::CsvRow;
use crate::formats::game_builder::{GameBuilder, split_words};
use crate::formats::{ParsedGame, moves, statuses};
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding};
use kifu_core::games::{DynGame, by_id};
use kifu_core::record::{Record, ReportedResult};
use std::ops::Range;

/// Reads the game in a row.
pub(super) fn read_row(table: &mut TableReader<'_>, row: &CsvRow<'_>) -> ParsedGame {
    if table.is_misaligned(row) {
        let mut parsed = table.empty_game();
        table.read_shared_columns(row, &mut parsed.record);
        table.check_field_count(row, &mut parsed);
        return parsed;
    }
    let words = row.field_text(table.columns.moves);
    let game = table.game_of_moves(words);
    let mut parsed = match game {
        Some(game) => with_moves(table, row, game),
        None => without_game(table, row, words),
    };
    parsed.game_spans.whole = row.span.clone();
    parsed.game_spans.result = Some(result_span(&table.columns, row));
    read_players_and_result(table, row, &mut parsed);
    table.check_repeated(&[row], &mut parsed);
    keep_unknown_columns(table, row, &mut parsed);
    table.check_field_count(row, &mut parsed);
    parsed
}

/// Reads the moves and the setup of a row whose game is known.
fn with_moves(table: &TableReader<'_>, row: &CsvRow<'_>, game: &'static dyn DynGame) -> ParsedGame {
    let mut draft = GameBuilder::new(game, super::ID, table.context);
    read_setup(table, row, &mut draft);
    let span = row.field_span(table.columns.moves);
    let text = table.source.text();
    let words = &text[span.clone()];
    let is_plain = words.starts_with(|c: char| c.is_ascii_alphabetic())
        && memchr::memchr2(b',', b';', words.as_bytes()).is_none();
    if is_plain {
        return draft.finish_contiguous(text, &span);
    }
    let spans: Vec<Range<usize>> = split_words(words, span.start).collect();
    moves::push_words(&mut draft, text, &spans);
    if spans.is_empty() && table.has_result(row) {
        draft.findings.push(table.results_only_finding(row));
    }
    draft.finish()
}

/// Keeps the text of a row whose game is unknown.
fn without_game(table: &TableReader<'_>, row: &CsvRow<'_>, words: &str) -> ParsedGame {
    let mut parsed = table.empty_game();
    words.clone_into(&mut parsed.record.moves);
    let is_whole = row.fields.len() >= table.columns.names.len();
    if words.trim().is_empty() {
        if is_whole {
            parsed.findings.push(table.no_moves_finding(row));
        }
        return parsed;
    }
    let message = "could not recognise the game from its moves";
    let location = table.source.location(row.field_span(table.columns.moves));
    parsed
        .findings
        .push(Finding::new(Code::UnknownGame, message).at(location));
    parsed
}

/// Reads the game's setup from the extra columns.
fn read_setup(table: &TableReader<'_>, row: &CsvRow<'_>, draft: &mut GameBuilder) {
    let Some(first) = table.extra_columns.first() else {
        return;
    };
    let values: Vec<&str> = table
        .extra_columns
        .iter()
        .map(|at| row.field_text(Some(*at)))
        .collect();
    let span = row.field_span(Some(*first));
    match draft.game().setup_from_extras(&values) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let at = table.source.location(span.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string()).at(at);
            draft.findings.push(finding);
            for at in &table.extra_columns {
                keep_in_ext(&table.columns, row, *at, &mut draft.record);
            }
        }
    }
    draft.game_spans.setup = Some(span);
}

/// Keeps a value for which the record has no field.
fn keep_in_ext(columns: &CsvColumns, row: &CsvRow<'_>, at: usize, record: &mut Record) {
    let value = row.field_text(Some(at));
    if !value.is_empty() {
        let key = match columns.names[at].as_str() {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        };
        insert_ext(record, &key, value);
    }
}

/// Keeps a text under a key, or under the key with a number where that is taken: nothing is
/// overwritten.
pub(super) fn insert_ext(record: &mut Record, key: &str, value: &str) {
    let free = (2..).map(|number| format!("{key} {number}"));
    let mut keys = std::iter::once(key.to_owned()).chain(free);
    if let Some(key) = keys.find(|key| !record.ext.contains_key(key)) {
        record.ext.insert(key, value.to_owned());
    }
}

/// Reads ids, names, points and status words.
fn read_players_and_result(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    let columns = &table.columns;
    table.read_shared_columns(row, &mut parsed.record);
    let mut points = [None; 2];
    for player in Player::ALL {
        let own = columns.players[player.index()];
        row.field_text(own.user)
            .clone_into(&mut parsed.record.player_mut(player).name);
        points[player.index()] = table.read_points(row, own.score, parsed);
    }
    let words = [0, 1].map(|player: usize| row.field_text(columns.players[player].status));
    let (reported, found) = statuses::reported_result(points, words);
    let has_failed = !reported.faults.is_empty();
    let is_empty = reported == ReportedResult::default();
    parsed.record.reported = (!is_empty).then_some(reported);
    for (player, finding) in found {
        let span = row.field_span(columns.players[player.index()].status);
        let finding = finding.at(table.source.location(span));
        parsed.findings.push(finding);
    }
    if has_failed {
        check_faults(table, row, words, parsed);
    }
}

/// Makes the checks that only games with a fault need.
fn check_faults(
    table: &TableReader<'_>,
    row: &CsvRow<'_>,
    words: [&str; 2],
    parsed: &mut ParsedGame,
) {
    let record = &parsed.record;
    let Some(game) = by_id(table.context.catalogue, &record.game) else {
        return;
    };
    if let Some((player, finding)) = statuses::check_other_status(record, game, words) {
        let span = row.field_span(table.columns.players[player.index()].status);
        let finding = finding.at(table.source.location(span));
        parsed.findings.push(finding);
    }
    if game.info().jury_plays_on && !record.moves.is_empty() {
        let message = "the jury played on for the player who failed; the log does not say which moves it made";
        let location = table.source.location(result_span(&table.columns, row));
        let finding = Finding::new(Code::UnmarkedJuryMoves, message).at(location);
        parsed.findings.push(finding);
    }
}

/// Returns the span from the first to the last field that belongs to the result.
fn result_span(columns: &CsvColumns, row: &CsvRow<'_>) -> Range<usize> {
    let fields = columns
        .players
        .iter()
        .flat_map(|own| [own.score, own.status]);
    let mut spans = fields
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

fn keep_unknown_columns(table: &mut TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    for at in &table.unknown_columns {
        keep_in_ext(&table.columns, row, *at, &mut parsed.record);
    }
    table.warn_of_unknown_columns(parsed);
}
