//! A table of players: the rows of one game stand together, one a player.

use super::Table;
use super::rows::Row;
use crate::contract::Player;
use crate::findings::{Code, Finding};
use crate::formats::{Reading, statuses};

/// The rows of one game.
#[derive(Default)]
pub(super) struct Pair<'a> {
    rows: [Option<Row<'a>>; 2],
}

impl<'a> Pair<'a> {
    /// Takes the next row. Gives back the game that is complete by it or before it.
    pub fn take(&mut self, table: &mut Table<'_>, row: Row<'a>) -> Option<Reading> {
        let id = |row: &Row<'_>| row.text(table.columns.game).to_owned();
        let is_same = self.rows.iter().flatten().all(|held| id(held) == id(&row));
        let seat = table.seat(&row).unwrap_or(match self.rows[0] {
            None => Player::First,
            Some(_) => Player::Second,
        });
        let place = seat.index();
        let is_free = self.rows[place].is_none();
        let before = if is_same && is_free {
            None
        } else {
            self.end(table)
        };
        self.rows[place] = Some(row);
        let is_complete = before.is_none() && self.rows.iter().all(Option::is_some);
        if is_complete { self.end(table) } else { before }
    }

    /// The game of the rows held; `None` if there are none.
    pub fn end(&mut self, table: &mut Table<'_>) -> Option<Reading> {
        let rows = std::mem::take(&mut self.rows);
        let first = rows.iter().flatten().min_by_key(|row| row.span.start)?;
        let mut reading = table.blank();
        reading.findings.push(table.no_moves(first));
        if let Some(book) = table.context.game {
            book.id().clone_into(&mut reading.record.game);
            reading.record.rules = book.rules_version();
        }
        reading.places.whole = first.span.clone();
        table.shared(first, &mut reading.record);
        report(table, &rows, &mut reading);
        agree(table, &rows, &mut reading);
        for row in rows.iter().flatten() {
            table.odd_shape(row, &mut reading);
            for at in &table.unknown {
                let value = row.text(Some(*at));
                if !value.is_empty() {
                    let player = row.text(table.columns.seat);
                    let key = format!("{} {player}", table.columns.names[*at]);
                    let record = &mut reading.record;
                    record.ext.insert(key.trim().to_owned(), value.to_owned());
                }
            }
        }
        table.warn_of_unknown(&mut reading);
        Some(reading)
    }
}

/// Names, points and status words of both players.
fn report(table: &Table<'_>, rows: &[Option<Row<'_>>; 2], reading: &mut Reading) {
    let own = table.columns.players[0];
    let mut points = [None; 2];
    let mut words = [""; 2];
    for player in Player::ALL {
        if let Some(row) = &rows[player.index()] {
            row.text(own.user)
                .clone_into(&mut reading.record.player_mut(player).name);
            points[player.index()] = table.points(row, own.score, reading);
            words[player.index()] = row.text(own.status);
        }
    }
    let (reported, found) = statuses::report(points, words);
    reading.record.reported = Some(reported);
    for (player, mut finding) in found {
        if let Some(row) = &rows[player.index()] {
            // The words of two rows against each other.
            if finding.code == Code::StatusDisagrees && points.iter().any(Option::is_none) {
                finding.code = Code::RowsDisagree;
            }
            let place = table.source.location(row.place(own.status));
            reading.findings.push(finding.at(place));
        }
    }
}

/// Whether the rows fit together.
fn agree(table: &Table<'_>, rows: &[Option<Row<'_>>; 2], reading: &mut Reading) {
    let columns = &table.columns;
    let (one, other) = match rows {
        [Some(one), Some(other)] => (one, other),
        [Some(row), None] | [None, Some(row)] => {
            let message = format!(
                "expected two rows of game `{}` one after the other, found one",
                row.text(columns.game)
            );
            let place = table.source.location(row.place(columns.game));
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
        let (one, other) = (one.text(Some(at)), other.text(Some(at)));
        if one != other {
            let name = &columns.names[at];
            let message =
                format!("expected the same {name} in both rows, found `{one}` and `{other}`");
            let place = table.source.location(later.place(Some(at)));
            reading
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(place));
        }
    }
}
