//! The JSON line of an explored position, an interface for scripts.

use super::position::ExploredPosition;
use crate::common::text::rounded;
use kifu_study::explore::{ExploredMove, ExplorerAnswer};
use schemars::JsonSchema;
use serde::Serialize;

/// A position with the moves that were played in it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExplorerJson<'a> {
    /// The id of the game.
    game: &'a str,
    /// The position text.
    position: String,
    /// The number of games that came to the position, or to one that is equal up to symmetry.
    games: u32,
    /// The moves that were played, the most frequent first. Moves that are images of each other
    /// under a symmetry of the position are one.
    moves: Vec<ExplorerMoveJson<'a>>,
}

/// A move that was played in the position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ExploredMove")]
struct ExplorerMoveJson<'a> {
    /// The token of the move, without a chance outcome.
    #[serde(rename = "move")]
    mv: &'a str,
    /// The number of games in which it was played.
    games: u32,
    /// The number of these games that the first player won.
    first: u32,
    /// The number of these games that were drawn.
    draws: u32,
    /// The number of these games that the second player won.
    second: u32,
    /// The mean contest points of the player who made the move, of the games that have points.
    #[schemars(extend("x-unit" = "contest points"))]
    points: Option<f64>,
    /// The mean win probability, 0 to 1, of the player who made the move, of the games in which it
    /// was reviewed.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    eval: Option<f64>,
    /// The mean win probability, 0 to 1, that the move gave away, of the games in which it was
    /// reviewed.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    loss: Option<f64>,
}

/// Returns the JSON line of a position, with its line feed.
pub(super) fn to_line(position: &ExploredPosition, answer: &ExplorerAnswer) -> String {
    let line = ExplorerJson {
        game: position.game.id(),
        position: position.state.position(),
        games: answer.tally.games,
        moves: answer.moves.iter().map(move_json).collect(),
    };
    let mut text = kifu_logs::formats::to_json(&line);
    text.push('\n');
    text
}

/// Converts a move.
fn move_json(explored: &ExploredMove) -> ExplorerMoveJson<'_> {
    let tally = &explored.tally;
    ExplorerMoveJson {
        mv: &explored.token,
        games: tally.games,
        first: tally.wins[0],
        draws: tally.draws,
        second: tally.wins[1],
        points: tally.points().map(rounded),
        eval: tally.win().map(rounded),
        loss: tally.loss().map(rounded),
    }
}
