//! A table of players: the rows of one game stand together, one a player.

use super::TableReader;
use super::rows::CsvRow;
use crate::contract::Player;
use crate::findings::{Code, Finding};
use crate::formats::{ParsedGame, statuses};

/// The rows of one game.
#[derive(Default)]
pub(super) struct PlayerRows<'a> {
    rows: [Option<CsvRow<'a>>; 2],
}

impl<'a> PlayerRows<'a> {
    /// Takes the next row. Gives back the game that is complete by it or before it.
    pub fn add_row(&mut self, table: &mut TableReader<'_>, row: CsvRow<'a>) -> Option<ParsedGame> {
        let id = |row: &CsvRow<'_>| row.field_text(table.columns.game).to_owned();
        let is_same = self.rows.iter().flatten().all(|held| id(held) == id(&row));
        let seat = table.player_of_row(&row).unwrap_or(match self.rows[0] {
            None => Player::First,
            Some(_) => Player::Second,
        });
        let place = seat.index();
        let is_free = self.rows[place].is_none();
        let before = if is_same && is_free {
            None
        } else {
            self.finish(table)
        };
        self.rows[place] = Some(row);
        let is_complete = before.is_none() && self.rows.iter().all(Option::is_some);
        if is_complete {
            self.finish(table)
        } else {
            before
        }
    }

    /// The game of the rows held; `None` if there are none.
    pub fn finish(&mut self, table: &mut TableReader<'_>) -> Option<ParsedGame> {
        let rows = std::mem::take(&mut self.rows);
        let first = rows.iter().flatten().min_by_key(|row| row.span.start)?;
        let mut reading = table.empty_game();
        reading.findings.push(table.results_only_finding(first));
        if let Some(book) = table.context.game {
            book.id().clone_into(&mut reading.record.game);
            reading.record.rules = book.info().rules_version;
        }
        reading.game_spans.whole = first.span.clone();
        table.read_shared_columns(first, &mut reading.record);
        read_players_and_result(table, &rows, &mut reading);
        check_rows_agree(table, &rows, &mut reading);
        for row in rows.iter().flatten() {
            table.check_field_count(row, &mut reading);
            for at in &table.unknown_columns {
                let value = row.field_text(Some(*at));
                if !value.is_empty() {
                    let player = row.field_text(table.columns.player_number);
                    let key = format!("{} {player}", table.columns.names[*at]);
                    let record = &mut reading.record;
                    record.ext.insert(key.trim().to_owned(), value.to_owned());
                }
            }
        }
        table.warn_of_unknown_columns(&mut reading);
        Some(reading)
    }
}

/// Names, points and status words of both players.
fn read_players_and_result(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    reading: &mut ParsedGame,
) {
    let own = table.columns.players[0];
    let mut points = [None; 2];
    let mut words = [""; 2];
    for player in Player::ALL {
        if let Some(row) = &rows[player.index()] {
            row.field_text(own.user)
                .clone_into(&mut reading.record.player_mut(player).name);
            points[player.index()] = table.read_points(row, own.score, reading);
            words[player.index()] = row.field_text(own.status);
        }
    }
    let (reported, found) = statuses::reported_result(points, words);
    reading.record.reported = Some(reported);
    for (player, mut finding) in found {
        if let Some(row) = &rows[player.index()] {
            // The words of two rows against each other.
            if finding.code == Code::StatusDisagrees && points.iter().any(Option::is_none) {
                finding.code = Code::RowsDisagree;
            }
            let place = table.source.location(row.field_span(own.status));
            reading.findings.push(finding.at(place));
        }
    }
}

/// Whether the rows fit together.
fn check_rows_agree(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    reading: &mut ParsedGame,
) {
    let columns = &table.columns;
    let (one, other) = match rows {
        [Some(one), Some(other)] => (one, other),
        [Some(row), None] | [None, Some(row)] => {
            let message = format!(
                "expected two rows of game `{}` one after the other, found one",
                row.field_text(columns.game)
            );
            let place = table.source.location(row.field_span(columns.game));
            reading
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(place));
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
            let place = table.source.location(later.field_span(Some(at)));
            reading
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(place));
        }
    }
}
