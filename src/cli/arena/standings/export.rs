//! The standings as JSON and CSV, interfaces for scripts: new keys and columns are added at the end,
//! existing ones never change.

use super::GameStandings;
use super::left_out::LeftOutJson;
use crate::arena::{Pentanomial, StandingsRow};
use crate::formats::{push_cell, to_json};
use crate::record::Ending;
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON object of one game.
#[derive(Serialize)]
struct StandingsJson<'a> {
    game: &'a str,
    games: usize,
    unknown: u32,
    rows: Vec<StandingsRowJson<'a>>,
    /// The games won, drawn and lost by each row against each other row.
    cross: &'a [Vec<[u32; 3]>],
    pairs: Vec<PairJson<'a>>,
    /// The games that are not among `games`.
    left_out: &'a [LeftOutJson],
}

/// The row of a bot.
#[derive(Serialize)]
struct StandingsRowJson<'a> {
    rank: usize,
    name: &'a str,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    points: i64,
    game_points: Option<i64>,
    scores: i64,
    elo: f64,
    elo_error: f64,
    better_than_next: Option<f64>,
    as_first: [u32; 3],
    as_second: [u32; 3],
    faults: BTreeMap<&'static str, u32>,
    time_ms: Option<u64>,
}

/// The pairs of games with the same luck, by the points of one bot: 0, 0.5, 1, 1.5, 2.
#[derive(Serialize)]
struct PairJson<'a> {
    one: &'a str,
    two: &'a str,
    counts: [u32; 5],
    mean: f64,
    variance: f64,
}

fn games_as_second(row: &StandingsRow) -> [u32; 3] {
    std::array::from_fn(|at| row.wdl[at] - row.wdl_as_first[at])
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
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
fn pairs_json(sheet: &GameStandings) -> Vec<PairJson<'_>> {
    let rows = &sheet.standings.rows;
    if sheet.scores.iter().all(|score| score.pair.is_none()) {
        return Vec::new();
    }
    let twos = (0..rows.len()).flat_map(|one| (one + 1..rows.len()).map(move |two| (one, two)));
    let all = twos.filter_map(|(one, two)| {
        let (one, two) = (rows[one].name.as_str(), rows[two].name.as_str());
        let pairs = Pentanomial::from_scores(&sheet.scores, one, two);
        (pairs.pair_count() > 0).then(|| PairJson {
            one,
            two,
            counts: pairs.0,
            mean: rounded(pairs.mean()),
            variance: rounded(pairs.variance()),
        })
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
            games: sheet.scores.len(),
            unknown: sheet.standings.unknown_games,
            rows: rows.map(|(at, row)| row_json(sheet, at, row)).collect(),
            cross: &sheet.standings.crosstable,
            pairs: pairs_json(sheet),
            left_out: &sheet.left_out,
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
                quoted(&sheet.id),
                line.rank.to_string(),
                quoted(&row.name),
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

/// Returns a cell, quoted where needed (RFC 4180), and guarded if it begins like a formula.
fn quoted(text: &str) -> String {
    let mut cell = String::new();
    push_cell(&mut cell, text, |c| matches!(c, ',' | '"' | '\n' | '\r'));
    cell
}
