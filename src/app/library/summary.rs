//! Summaries of the listed games: problems, standings, and the moves of a result.

use super::Library;
use super::column_store::TextColumn;
use super::interner::StringId;
use kifu_core::contract::Player;
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Record;
use kifu_study::arena::{GameScore, Standings, StandingsBuilder};
use std::collections::{BTreeMap, BTreeSet, HashSet};

impl Library {
    /// Returns the number of shown rows that have a warning or an error.
    pub fn problem_count(&self) -> usize {
        let shown = self.shown.iter();
        shown.filter(|row| self.has_problem(**row)).count()
    }

    /// Returns the next shown row with a warning or an error after another row, or else the first
    /// one.
    pub fn next_problem(&self, after: Option<u32>) -> Option<u32> {
        let place = after.and_then(|row| self.shown.iter().position(|shown| *shown == row));
        let start = place.map_or(0, |place| place + 1);
        let (before, later) = self.shown.split_at(start.min(self.shown.len()));
        let mut rows = later.iter().chain(before).copied();
        rows.find(|row| self.has_problem(*row))
    }

    fn has_problem(&self, row: u32) -> bool {
        self.columns.worst_severity[row as usize] >= Some(Severity::Warning)
    }

    /// Returns the standings of the shown games, each counted once: of each kind of game with its ID,
    /// since points and ratings of different games do not add up.
    ///
    /// A table of results need not name the game. It counts for the only one that others name.
    pub fn standings_of_shown(&self) -> Vec<(String, Standings)> {
        let mut builders: BTreeMap<&str, StandingsBuilder> = BTreeMap::new();
        let ids = self.shown.iter();
        let ids = ids.map(|row| self.columns.text(TextColumn::Game, *row as usize));
        let named: BTreeSet<&str> = ids.filter(|id| !id.is_empty()).collect();
        let only = named.first().filter(|_| named.len() == 1);
        let (mut originals, mut counted) = (HashSet::new(), HashSet::new());
        for row in &self.shown {
            let index = *row as usize;
            let original = self.repeated_games.original(index).unwrap_or(*row);
            if !originals.insert(original) || self.is_counted_before(index, &mut counted) {
                continue;
            }
            let id = match self.columns.text(TextColumn::Game, index) {
                "" => only.copied().unwrap_or_default(),
                id => id,
            };
            builders.entry(id).or_default().add(&self.score(index));
        }
        let tables = builders.into_iter().map(|(id, builder)| {
            let known = by_id(CATALOGUE, id);
            let ranked_by = known.map_or(&[][..], |game| game.info().ranked_by);
            (id.to_owned(), builder.finish(ranked_by))
        });
        tables.filter(|(_, table)| !table.rows.is_empty()).collect()
    }

    /// Reports whether a game with the contest's number and the players was counted before, as one of
    /// a table of results and one with its moves are.
    fn is_counted_before(&self, row: usize, counted: &mut HashSet<[StringId; 3]>) -> bool {
        let columns = [TextColumn::ContestId, TextColumn::First, TextColumn::Second];
        let key = columns.map(|column| self.columns.text_column(column)[row]);
        let has_id = !self.columns.text(TextColumn::ContestId, row).is_empty();
        has_id && !counted.insert(key)
    }

    fn score(&self, row: usize) -> GameScore {
        let columns = &self.columns;
        let winner = columns.winner[row];
        let fault = columns.ending[row].fault();
        // The player who failed loses.
        let failed = winner.and_then(|winner| Some(winner.player()?.opponent()));
        let names = [TextColumn::First, TextColumn::Second];
        GameScore {
            game: columns.text(TextColumn::Game, row).to_owned(),
            names: names.map(|name| columns.text(name, row).to_owned()),
            winner,
            points: columns.points[row],
            faults: Player::ALL.map(|player| fault.filter(|_| failed == Some(player))),
            ..GameScore::default()
        }
    }

    /// Returns a row with the moves of a game of which a record has only the result: the one with
    /// the contest's number, or else with the players and the result.
    pub fn row_with_moves(&self, record: &Record) -> Option<u32> {
        let reported = record.reported.as_ref()?;
        let points = reported.points.or(reported.scores);
        let points = points.map(|(first, second)| [first, second]);
        let has_text = |row: usize, column, text: &str| self.columns.text(column, row) == text;
        let mut rows = (0..self.columns.len()).filter(|row| !self.file(*row).is_closed);
        rows.find(|row| {
            let row = *row;
            self.columns.plies[row] > 0
                && has_text(row, TextColumn::First, &record.players.0.name)
                && has_text(row, TextColumn::Second, &record.players.1.name)
                && if record.source.id.is_empty() {
                    points.is_some()
                        && self.columns.points[row] == points
                        && has_text(row, TextColumn::Round, &record.event.round)
                } else {
                    has_text(row, TextColumn::ContestId, &record.source.id)
                }
        })
        .and_then(|row| u32::try_from(row).ok())
    }
}
