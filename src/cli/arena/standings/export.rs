//! The standings as JSON and CSV, interfaces for scripts: new keys and columns are added at the end,
//! existing ones never change.

use super::GameStandings;
use super::left_out::LeftOutJson;
use super::luck::{LuckJson, LuckTable};
use crate::common::text::round_to;
use kifu_core::record::Ending;
use kifu_logs::formats::{push_cell, to_json};
use kifu_study::arena::{Standings, StandingsRow};
use kifu_study::pages::{StandingsSheet, standings_page};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The standings of one game.
#[derive(Serialize, JsonSchema)]
pub(crate) struct StandingsJson<'a> {
    /// The id of the game; empty if it is not known.
    game: &'a str,
    /// The number of games that count.
    games: usize,
    /// The number of games whose winner is not known.
    unknown: u32,
    /// The bots, the best one first.
    rows: Vec<StandingsRowJson<'a>>,
    /// The games won, drawn and lost by each row against each other row, of at most 1000 rows.
    cross: &'a [Vec<[u32; 3]>],
    /// The pairs of games with the same luck, by pair of bots.
    pairs: Vec<PairJson<'a>>,
    /// The games that are not among `games`.
    left_out: &'a [LeftOutJson],
    /// The standings without luck; null without `--luck-adjusted` and for games without luck.
    luck_adjusted: Option<LuckJson<'a>>,
}

/// The row of a bot.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "StandingsRow")]
struct StandingsRowJson<'a> {
    /// The rank, from 1; equal bots share one.
    rank: usize,
    /// The name of the bot.
    name: &'a str,
    /// The number of games played.
    games: u32,
    /// The number of games won.
    won: u32,
    /// The number of games drawn.
    drawn: u32,
    /// The number of games lost.
    lost: u32,
    /// The sum of the contest points.
    #[schemars(extend("x-unit" = "contest points"))]
    points: i64,
    /// The sum of the game points; null if the contest has none.
    game_points: Option<i64>,
    /// The sum of the game's own scores.
    scores: i64,
    /// The rating in Elo points; the mean of all bots is 0.
    #[schemars(extend("x-unit" = "Elo"))]
    elo: f64,
    /// The 95 % error of the rating in Elo points.
    #[schemars(extend("x-unit" = "Elo"))]
    elo_error: f64,
    /// The probability that the bot is stronger than the next one; null for the last one.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    better_than_next: Option<f64>,
    /// The games won, drawn and lost as the first player.
    as_first: [u32; 3],
    /// The games won, drawn and lost as the second player.
    as_second: [u32; 3],
    /// The number of the bot's faults by kind.
    #[schemars(extend("propertyNames" = {"enum": Ending::KEYWORDS}))]
    faults: BTreeMap<&'static str, u32>,
    /// The time used in all games in milliseconds; null if unknown.
    #[schemars(extend("x-unit" = "ms"))]
    time_ms: Option<u64>,
}

/// The pairs of games of two bots with the same luck.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Pair")]
struct PairJson<'a> {
    /// The name of the one bot.
    one: &'a str,
    /// The name of the other bot.
    two: &'a str,
    /// The number of pairs by the points of the one bot: 0, 0.5, 1, 1.5, 2.
    counts: [u32; 5],
    /// The mean score of the one bot as a share of the two games, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    mean: f64,
    /// The variance of that share.
    #[schemars(range(min = 0))]
    variance: f64,
}

fn games_as_second(row: &StandingsRow) -> [u32; 3] {
    std::array::from_fn(|at| row.wdl[at] - row.wdl_as_first[at])
}

fn rounded(number: f64) -> f64 {
    round_to(number, 3)
}

/// Converts the row of a bot.
fn row_json<'a>(sheet: &GameStandings, at: usize, row: &'a StandingsRow) -> StandingsRowJson<'a> {
    let standings = &sheet.standings;
    let rating = standings.ratings.rating(at);
    let next = (at + 1 < standings.rows.len())
        .then(|| standings.ratings.likelihood_of_superiority(at, at + 1));
    StandingsRowJson {
        rank: row.rank,
        name: &row.name,
        games: row.games_played(),
        won: row.wdl[0],
        drawn: row.wdl[1],
        lost: row.wdl[2],
        points: row.points,
        game_points: standings.has_game_points.then_some(row.game_points),
        scores: row.scores,
        elo: rounded(rating.elo),
        elo_error: rounded(rating.error_95),
        better_than_next: next.map(rounded),
        as_first: row.wdl_as_first,
        as_second: games_as_second(row),
        faults: row
            .faults
            .iter()
            .map(|(kind, count)| (Ending::from(*kind).as_str(), *count))
            .collect(),
        time_ms: (row.time_ms.1 > 0).then_some(row.time_ms.0),
    }
}

/// Converts the pairs of games with the same luck.
fn pairs_json(standings: &Standings) -> Vec<PairJson<'_>> {
    let name = |place: usize| standings.rows[place].name.as_str();
    let all = standings.pairs.iter().map(|((one, two), pairs)| PairJson {
        one: name(*one),
        two: name(*two),
        counts: pairs.0,
        mean: rounded(pairs.mean()),
        variance: rounded(pairs.variance()),
    });
    all.collect()
}

/// Returns the standings as JSON, with one object per game, one per line.
pub(super) fn json(sheets: &[GameStandings]) -> String {
    let mut text = String::new();
    for sheet in sheets {
        let rows = sheet.standings.rows.iter().enumerate();
        let table = StandingsJson {
            game: &sheet.id,
            games: sheet.standings.game_count,
            unknown: sheet.standings.unknown_games,
            rows: rows.map(|(at, row)| row_json(sheet, at, row)).collect(),
            cross: &sheet.standings.crosstable,
            pairs: pairs_json(&sheet.standings),
            left_out: &sheet.left_out,
            luck_adjusted: sheet.luck.as_ref().map(LuckTable::json),
        };
        text.push_str(&to_json(&table));
        text.push('\n');
    }
    text
}

/// Returns the standings as CSV with a header; the tables of several games follow one another.
pub(super) fn csv(sheets: &[GameStandings]) -> String {
    let mut text = String::from(
        "game,rank,bot,games,won,drawn,lost,points,game_points,scores,elo,elo_error,\
         won_as_first,drawn_as_first,lost_as_first,faults\n",
    );
    for sheet in sheets {
        for (at, row) in sheet.standings.rows.iter().enumerate() {
            let line = row_json(sheet, at, row);
            let game_points = line
                .game_points
                .map_or(String::new(), |points| points.to_string());
            let faults: u32 = row.faults.values().sum();
            let cells = [
                csv_cell(&sheet.id),
                line.rank.to_string(),
                csv_cell(&row.name),
                line.games.to_string(),
                line.won.to_string(),
                line.drawn.to_string(),
                line.lost.to_string(),
                line.points.to_string(),
                game_points,
                line.scores.to_string(),
                format!("{:.1}", line.elo),
                format!("{:.1}", line.elo_error),
                line.as_first[0].to_string(),
                line.as_first[1].to_string(),
                line.as_first[2].to_string(),
                faults.to_string(),
            ];
            text.push_str(&cells.join(","));
            text.push('\n');
        }
    }
    text
}

/// Returns a cell, csv_cell where needed (RFC 4180), and guarded if it begins like a formula.
fn csv_cell(text: &str) -> String {
    let mut cell = String::new();
    push_cell(&mut cell, text, |c| matches!(c, ',' | '"' | '\n' | '\r'));
    cell
}

// The standings as an HTML page.

/// Returns the page.
pub(super) fn html_page(sheets: &[GameStandings]) -> String {
    let sheets: Vec<StandingsSheet<'_>> = sheets.iter().map(GameStandings::sheet).collect();
    standings_page(&sheets)
}
