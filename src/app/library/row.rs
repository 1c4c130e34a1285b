//! What the list of games tells of one game.

use crate::contract::Winner;
use crate::files::GameLocation;
use crate::findings::Severity;
use crate::formats::CheckedGame;
use crate::games::{CATALOGUE, by_id};
use crate::record::Ending;

/// One game of the list, as it comes from a scan.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// The game's id; empty where no game could be read.
    pub game: String,
    /// The names of the players.
    pub players: [String; 2],
    /// The result as text: `96 - 0`, `White wins`, `draw`; empty while the game is open.
    pub result: String,
    /// Who won.
    pub winner: Option<Winner>,
    /// How the game ended.
    pub ending: Ending,
    /// Legal plies.
    pub plies: u32,
    /// The competition.
    pub event: String,
    /// The round.
    pub round: String,
    /// The date.
    pub date: String,
    /// How bad the worst finding is.
    pub worst_severity: Option<Severity>,
    /// The first of the worst findings, in words.
    pub worst_finding: String,
    /// Where in its file it stands.
    pub location: GameLocation,
    /// Which game of the file it is, from 0.
    pub index_in_file: u32,
}

impl GameRow {
    /// The row of a game that was read and judged.
    pub fn new(checked: CheckedGame, spot: GameLocation, index: u32) -> Self {
        let worst = checked.worst_severity();
        let result = RowResult::from_checked(&checked);
        let first = checked
            .findings
            .into_iter()
            .find(|finding| Some(finding.severity()) == worst);
        let record = checked.record;
        let (one, two) = record.players;
        Self {
            result: result.describe(&record.game),
            winner: result.winner,
            game: record.game,
            players: [one.name, two.name],
            ending: checked.ending,
            plies: checked.ply_count,
            event: record.event.name,
            round: record.event.round,
            date: record.event.date,
            worst_severity: worst,
            worst_finding: first.map_or_else(String::new, |finding| finding.message),
            location: spot,
            index_in_file: index,
        }
    }
}

/// Who won, and what both get.
struct RowResult {
    winner: Option<Winner>,
    points: Option<(i32, i32)>,
}

impl RowResult {
    /// By the rules; where there are no moves, by the log.
    fn from_checked(checked: &CheckedGame) -> Self {
        let (record, reported) = (&checked.record, &checked.record.reported);
        if let Some(result) = &record.result {
            return Self {
                winner: result.winner,
                points: result.points.or(result.scores).or(result.game_points),
            };
        }
        match reported {
            Some(said) => Self {
                winner: said.winner,
                points: said.points.or(said.scores).or(said.game_points),
            },
            None => Self {
                winner: None,
                points: None,
            },
        }
    }

    fn describe(&self, game: &str) -> String {
        match (self.points, self.winner) {
            (_, None) => String::new(),
            (Some((first, second)), _) => format!("{first} - {second}"),
            (None, Some(winner)) => match (winner.player(), by_id(CATALOGUE, game)) {
                (None, _) => "draw".to_owned(),
                (Some(player), Some(book)) => format!("{} wins", book.sides()[player.index()]),
                (Some(player), None) => format!("player {} wins", player.index() + 1),
            },
        }
    }
}
