//! An explored position as text and as JSON.

use super::ExploredPosition;
use crate::common::text::{one_line, pluralize, printable, round_to, table_name};
use kifu_core::contract::{Player, Turn};
use kifu_study::explore::{ExploredMove, ExplorerAnswer, Tally};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// The maximum number of players named for a move.
const MAX_PLAYERS: usize = 3;

/// Returns the answer as text: a heading, the table of moves, and the features of moves.
pub(super) fn answer_text(position: &ExploredPosition, answer: &ExplorerAnswer) -> String {
    let mut text = heading(position, &answer.tally);
    let moves = answer.moves.iter().map(|explored| {
        let players = players_text(explored);
        (one_line(&explored.token), &explored.tally, players)
    });
    let sides = position.game.sides();
    text.push_str(&table(
        "move",
        sides,
        answer.tally.games,
        &moves.collect::<Vec<_>>(),
    ));
    let features = answer.features.iter();
    let features: Vec<_> = features
        .map(|feature| (feature.name.to_owned(), &feature.tally, String::new()))
        .collect();
    if !features.is_empty() {
        let ply = position.ply.map_or(0, |ply| ply + 1);
        let _ = writeln!(text, "\nAll games at ply {ply}, in any position:");
        let games = features.iter().map(|(_, tally, _)| tally.games).sum();
        text.push_str(&table("move", sides, games, &features));
    }
    printable(&text)
}

/// Returns the first line: the game, whose turn it is, the number of games and their results.
fn heading(position: &ExploredPosition, tally: &Tally) -> String {
    let (game, state) = (position.game, &position.state);
    let sides = game.sides();
    let turn = match (state.turn(), state.mover()) {
        (Turn::Over, _) => "the game is over".to_owned(),
        (_, mover) => {
            let mover = mover.unwrap_or(Player::First);
            format!("{} to move", sides[mover.index()])
        }
    };
    let mut text = format!("{}, {turn}: ", game.name());
    if tally.games == 0 {
        text.push_str("no game came to this position\n");
        return text;
    }
    text.push_str(&pluralize(tally.games as usize, "game"));
    let [first, second] = tally.wins;
    let results = [
        (sides[0], first),
        ("drawn", tally.draws),
        (sides[1], second),
    ];
    let results = results.iter().filter(|(_, count)| *count > 0);
    let results: Vec<String> = results
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    if !results.is_empty() {
        let _ = write!(text, " ({})", results.join(", "));
    }
    text.push('\n');
    text
}

/// Returns the players of a move with their numbers of games, the most frequent first.
fn players_text(explored: &ExploredMove) -> String {
    let named = explored.players.iter().filter(|(name, _)| !name.is_empty());
    let mut texts: Vec<String> = named
        .clone()
        .take(MAX_PLAYERS)
        .map(|(name, games)| format!("{} {games}", table_name(name)))
        .collect();
    match named.count().saturating_sub(MAX_PLAYERS) {
        0 => {}
        more => texts.push(format!("{more} more")),
    }
    texts.join(", ")
}

/// Returns a table of counts, without the columns in which nothing is known.
fn table(
    title: &str,
    sides: [&str; 2],
    total: u32,
    entries: &[(String, &Tally, String)],
) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let percent = |value: f64| format!("{:.1} %", 100.0 * value);
    let mut rows = vec![
        [
            title, "games", "share", sides[0], "drawn", sides[1], "points", "eval", "loss",
            "players",
        ]
        .map(str::to_owned),
    ];
    rows.extend(entries.iter().map(|(name, tally, players)| {
        let drawn = if tally.draws > 0 {
            tally.draws.to_string()
        } else {
            String::new()
        };
        [
            name.clone(),
            tally.games.to_string(),
            percent(f64::from(tally.games) / f64::from(total.max(1))),
            tally.wins[0].to_string(),
            drawn,
            tally.wins[1].to_string(),
            tally
                .points()
                .map_or_else(String::new, |points| format!("{points:.1}")),
            tally.win().map_or_else(String::new, percent),
            tally.loss().map_or_else(String::new, percent),
            players.clone(),
        ]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let is_empty = |column: &usize| rows.iter().skip(1).all(|row| row[*column].is_empty());
    let shown: Vec<usize> = (0..rows[0].len())
        .filter(|column| !is_empty(column))
        .collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for column in &shown {
            let (cell, width) = (&row[*column], width(*column).unwrap_or(0));
            let _ = if matches!(column, 0 | 9) {
                write!(line, "{cell:<width$}  ")
            } else {
                write!(line, "{cell:>width$}  ")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

// The JSON line of an explored position, an interface for scripts.

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
        points: tally.points().map(|value| round_to(value, 6)),
        eval: tally.win().map(|value| round_to(value, 6)),
        loss: tally.loss().map(|value| round_to(value, 6)),
    }
}
