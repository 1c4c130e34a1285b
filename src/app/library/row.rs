//! The row of one game in the list of games.

use super::Library;
use super::column_store::TextColumn;
use super::identity::identity_key_of;
use kifu_core::contract::{Winner, pair_text};
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Ending, GameKey};
use kifu_logs::files::GameLocation;
use kifu_logs::formats::CheckedGame;
use kifu_study::explore::UntracedGame;
use std::sync::Arc;

/// A row of the list of games, as it comes from a scan.
#[derive(Clone, Debug)]
pub struct LibraryRow {
    /// The id of the game; empty if no game could be read.
    pub game: String,
    /// The names of the players.
    pub players: [String; 2],
    /// The result as text: `96 - 0`, `White wins`, `draw`; empty while the game is open.
    pub result: String,
    /// The winner.
    pub winner: Option<Winner>,
    /// The points of both players: contest points, or else the scores of the game.
    pub points: Option<[i32; 2]>,
    /// The contest's number of the game; empty if unknown.
    pub contest_id: String,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The number of legal plies.
    pub plies: u32,
    /// The competition.
    pub event: String,
    /// The round.
    pub round: String,
    /// The date.
    pub date: String,
    /// The severity of the worst finding.
    pub worst_severity: Option<Severity>,
    /// The message of the first of the worst findings.
    pub worst_finding: String,
    /// Whether an engine has evaluated its positions.
    pub is_reviewed: bool,
    /// The key of the game, equal in rows that hold the same game; `None` without moves.
    pub key: Option<GameKey>,
    /// The key by which the game is known when its file changes; `None` without moves.
    pub identity_key: Option<u64>,
    /// The moves of the game for the explorer, if it counts there.
    pub untraced: Option<Box<UntracedGame>>,
    /// The location of the game in its file.
    pub location: GameLocation,
    /// The index of the game in its file, from 0.
    pub index_in_file: u32,
}

impl LibraryRow {
    /// Creates the row of a game that was read and judged.
    pub fn new(mut checked: CheckedGame, location: GameLocation, index_in_file: u32) -> Self {
        let worst = checked.worst_severity();
        let result = RowResult::from_checked(&checked);
        let key = GameKey::of(&checked.record);
        let identity_key = key.map(|key| identity_key_of(&key, &checked.record));
        let untraced = UntracedGame::take_from(&mut checked).map(Box::new);
        let finding = checked
            .findings
            .into_iter()
            .find(|finding| Some(finding.severity()) == worst);
        let record = checked.record;
        let is_reviewed = record.is_reviewed();
        let (first, second) = record.players;
        Self {
            result: result.describe(&record.game),
            winner: result.winner,
            points: result.points.map(|(first, second)| [first, second]),
            contest_id: record.source.id,
            game: record.game,
            players: [first.name, second.name],
            ending: checked.ending,
            plies: checked.ply_count,
            event: record.event.name,
            round: record.event.round,
            date: record.event.date,
            worst_severity: worst,
            worst_finding: finding.map_or_else(String::new, |finding| finding.message),
            is_reviewed,
            key,
            identity_key,
            untraced,
            location,
            index_in_file,
        }
    }
}

/// The winner and the points of both players.
struct RowResult {
    winner: Option<Winner>,
    points: Option<(i32, i32)>,
}

impl RowResult {
    /// Takes the result by the rules, or that of the log if the record has no moves.
    fn from_checked(checked: &CheckedGame) -> Self {
        let (record, reported) = (&checked.record, &checked.record.reported);
        if let Some(result) = &record.result {
            return Self {
                winner: result.winner,
                points: result.points.or(result.scores).or(result.game_points),
            };
        }
        match reported {
            Some(reported) => Self {
                winner: reported.winner,
                points: reported.points.or(reported.scores).or(reported.game_points),
            },
            None => Self {
                winner: None,
                points: None,
            },
        }
    }

    fn describe(&self, game_id: &str) -> String {
        match (self.points, self.winner) {
            (_, None) => String::new(),
            (Some((first, second)), _) => pair_text((first, second)),
            (None, Some(winner)) => match (winner.player(), by_id(CATALOGUE, game_id)) {
                (None, _) => "draw".to_owned(),
                (Some(player), Some(game)) => format!("{} wins", game.sides()[player.index()]),
                (Some(player), None) => format!("player {} wins", player.index() + 1),
            },
        }
    }
}

// A reference to a row of the library.

/// A reference to a row of the library.
#[derive(Clone, Copy, Debug)]
pub struct GameRowRef<'a> {
    pub(super) library: &'a Library,
    pub(super) index: usize,
}

impl<'a> GameRowRef<'a> {
    fn text(self, column: TextColumn) -> &'a str {
        self.library.columns.text(column, self.index)
    }
    /// Returns the id of the game; empty if no game could be read.
    pub fn game(self) -> &'a str {
        self.text(TextColumn::Game)
    }
    /// Returns the names of the players.
    pub fn players(self) -> [&'a str; 2] {
        [self.text(TextColumn::First), self.text(TextColumn::Second)]
    }
    /// Returns the result as text.
    pub fn result(self) -> &'a str {
        self.text(TextColumn::Result)
    }
    /// Returns the winner.
    pub fn winner(self) -> Option<Winner> {
        self.library.columns.winner[self.index]
    }
    /// Returns the way in which the game ended.
    pub fn ending(self) -> Ending {
        self.library.columns.ending[self.index]
    }
    /// Returns the number of legal plies.
    pub fn plies(self) -> u32 {
        self.library.columns.plies[self.index]
    }
    /// Returns the competition.
    pub fn event(self) -> &'a str {
        self.text(TextColumn::Event)
    }
    /// Returns the round.
    pub fn round(self) -> &'a str {
        self.text(TextColumn::Round)
    }
    /// Returns the date.
    pub fn date(self) -> &'a str {
        self.text(TextColumn::Date)
    }
    /// Returns the severity of the worst finding.
    pub fn worst_severity(self) -> Option<Severity> {
        self.library.columns.worst_severity[self.index]
    }
    /// Reports whether an engine has evaluated its positions.
    pub fn is_reviewed(self) -> bool {
        self.library.columns.is_reviewed[self.index]
    }
    /// Returns the path of the file; of a bundled one, its name.
    pub fn path(self) -> &'a std::path::Path {
        self.library.file(self.index).path()
    }
    /// Returns the message of the first of the worst findings.
    pub fn worst_finding(self) -> &'a str {
        self.text(TextColumn::Finding)
    }
    /// Returns the name of the file, with its folders as the user named them.
    pub fn file(self) -> &'a str {
        let file = self.library.file(self.index);
        &file.origin.display_name
    }
    /// Returns the index of the game in its file, from 0.
    pub fn index_in_file(self) -> u32 {
        self.library.columns.index_in_file[self.index]
    }
}

// Rows of the library that were selected one by one.

/// A named selection of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowSelection {
    name: String,
    /// The numbers of the rows, in ascending order.
    rows: Arc<[u32]>,
}

impl RowSelection {
    /// Creates a selection with a name that a user can read.
    pub fn new(name: String, mut rows: Vec<u32>) -> Self {
        rows.sort_unstable();
        Self {
            name,
            rows: rows.into(),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reports whether a row is selected.
    pub(super) fn contains(&self, row: usize) -> bool {
        u32::try_from(row).is_ok_and(|row| self.rows.binary_search(&row).is_ok())
    }
}
