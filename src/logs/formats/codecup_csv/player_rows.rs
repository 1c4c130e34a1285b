//! The two rows of a game in a table of players.

use super::checks::{check_field_count, check_repeated};
use super::table::CsvRow;
use super::{TableReader, insert_ext};
use crate::formats::{ParsedGame, statuses};
use kifu_core::contract::{Player, printable};
use kifu_core::findings::{Code, Finding};

/// The rows of one game in a table of players, one per player.
#[derive(Default)]
pub(super) struct PlayerRows<'a> {
    rows: [Option<CsvRow<'a>>; 2],
}

impl<'a> PlayerRows<'a> {
    /// Adds the next row, and returns a game that is complete with it or ended before it.
    pub fn add_row(&mut self, table: &mut TableReader<'_>, row: CsvRow<'a>) -> Option<ParsedGame> {
        let id = |row: &CsvRow<'_>| row.field_text(table.columns.game).to_owned();
        let is_same = self.rows.iter().flatten().all(|held| id(held) == id(&row));
        let player = table.player_of_row(&row).unwrap_or(match self.rows[0] {
            None => Player::First,
            Some(_) => Player::Second,
        });
        let index = player.index();
        let is_free = self.rows[index].is_none();
        let before = if is_same && is_free {
            None
        } else {
            self.finish(table)
        };
        self.rows[index] = Some(row);
        let is_complete = before.is_none() && self.rows.iter().all(Option::is_some);
        if is_complete {
            self.finish(table)
        } else {
            before
        }
    }

    /// Returns the game of the rows held; `None` if there are none.
    pub fn finish(&mut self, table: &mut TableReader<'_>) -> Option<ParsedGame> {
        let rows = std::mem::take(&mut self.rows);
        let first = rows.iter().flatten().min_by_key(|row| row.span.start)?;
        let mut parsed = table.empty_game();
        parsed.findings.push(table.results_only_finding(first));
        if let Some(game) = table.context.game {
            game.id().clone_into(&mut parsed.record.game);
            parsed.record.rules = game.info().rules_version;
        }
        parsed.game_spans.whole = first.span.clone();
        table.read_shared_columns(first, &mut parsed.record);
        read_both_players_and_result(table, &rows, &mut parsed);
        check_rows_agree(table, &rows, &mut parsed);
        let held: Vec<&CsvRow<'_>> = rows.iter().flatten().collect();
        check_repeated(table, &held, &mut parsed);
        for row in rows.iter().flatten() {
            check_field_count(table, row, &mut parsed);
            check_player_number(table, row, &mut parsed);
            for at in &table.unknown_columns {
                let value = row.field_text(Some(*at));
                if !value.is_empty() {
                    let player = row.field_text(table.columns.player_number);
                    let key = format!("{} {player}", table.columns.names[*at]);
                    insert_ext(&mut parsed.record, key.trim(), value);
                }
            }
        }
        table.warn_of_unknown_columns(&mut parsed);
        Some(parsed)
    }
}

/// Reports a row that does not say which player it is about.
fn check_player_number(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    let number = row.field_text(table.columns.player_number);
    if !number.trim().is_empty() && table.player_of_row(row).is_none() {
        let shown = printable(number, 24);
        let message = format!("expected `Player 1` or `Player 2`, found `{shown}`");
        let location = row.field_span(table.columns.player_number);
        let finding = Finding::new(Code::BadValue, message);
        let finding = finding.at(table.source.location(location));
        parsed.findings.push(finding);
        insert_ext(&mut parsed.record, "Player", number);
    }
}

/// Reads the names, points and status words of both players.
fn read_both_players_and_result(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    parsed: &mut ParsedGame,
) {
    let player_columns = table.columns.players[0];
    let mut points = [None; 2];
    let mut words = [""; 2];
    for player in Player::ALL {
        if let Some(row) = &rows[player.index()] {
            row.field_text(player_columns.user)
                .clone_into(&mut parsed.record.player_mut(player).name);
            points[player.index()] = table.read_points(row, player_columns.score, parsed);
            words[player.index()] = row.field_text(player_columns.status);
        }
    }
    let (reported, found) = statuses::reported_result(points, words);
    parsed.record.reported = Some(reported);
    for (player, mut finding) in found {
        if let Some(row) = &rows[player.index()] {
            // The disagreement is between the words of two rows.
            if finding.code == Code::StatusDisagrees && points.iter().any(Option::is_none) {
                finding.code = Code::RowsDisagree;
            }
            let location = table.source.location(row.field_span(player_columns.status));
            parsed.findings.push(finding.at(location));
        }
    }
}

/// Reports rows of one game that do not fit together.
fn check_rows_agree(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    parsed: &mut ParsedGame,
) {
    let columns = &table.columns;
    let (one, other) = match rows {
        [Some(one), Some(other)] => (one, other),
        [Some(row), None] | [None, Some(row)] => {
            let message = format!(
                "expected two rows of game `{}` one after the other, found one",
                row.field_text(columns.game)
            );
            let location = table.source.location(row.field_span(columns.game));
            parsed
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(location));
            return;
        }
        [None, None] => return,
    };
    let later = if one.span.start < other.span.start {
        other
    } else {
        one
    };
    for at in [columns.round, columns.stage].into_iter().flatten() {
        let (one, other) = (one.field_text(Some(at)), other.field_text(Some(at)));
        if one != other {
            let name = &columns.names[at];
            let message =
                format!("expected the same {name} in both rows, found `{one}` and `{other}`");
            let location = table.source.location(later.field_span(Some(at)));
            parsed
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(location));
        }
    }
}
