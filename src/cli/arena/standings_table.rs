//! The standings as a text table.

use crate::common::text::{pluralize, table_name};
use kifu_study::arena::{Standings, points_of_games};
use std::fmt::Write as _;

/// The maximum number of bots whose cross table fits on a terminal.
const MAX_CROSS_TABLE_BOTS: usize = 12;

/// Returns the cells of the table by row, with the column titles in the first row.
fn columns(standings: &Standings) -> Vec<Vec<String>> {
    let head = [
        "",
        "bot",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "points",
        "game points",
        "Elo",
        "",
        "better than next",
        "as first",
        "as second",
        "ms/game",
        "faults",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (at, row) in standings.rows.iter().enumerate() {
        let rating = standings.ratings.rating(at);
        let [won, drawn, lost] = row.wdl;
        let superior = if at + 1 < standings.rows.len() {
            format!(
                "{:.0} %",
                100.0 * standings.ratings.likelihood_of_superiority(at, at + 1)
            )
        } else {
            String::new()
        };
        let side = |[won, drawn, lost]: [u32; 3]| format!("{won}-{drawn}-{lost}");
        let second = [0, 1, 2].map(|at| row.wdl[at] - row.wdl_as_first[at]);
        let (time, games) = row.time_ms;
        rows.push(vec![
            row.rank.to_string(),
            table_name(&row.name),
            row.games_played().to_string(),
            won.to_string(),
            drawn.to_string(),
            lost.to_string(),
            format!(
                "{:.1} %",
                50.0 * f64::from(row.half_points()) / f64::from(row.games_played().max(1))
            ),
            row.points.to_string(),
            row.game_points.to_string(),
            format!("{:+.0}", rating.elo),
            format!("± {:.0}", rating.error_95),
            superior,
            side(row.wdl_as_first),
            side(second),
            if games > 0 {
                (time / u64::from(games)).to_string()
            } else {
                String::new()
            },
            row.faults_text(),
        ]);
    }
    rows
}

/// Returns the standings as a table with a line per bot, at most `max_rows` lines.
pub(super) fn standings_text(standings: &Standings, max_rows: usize) -> String {
    let mut rows = columns(standings);
    rows.truncate(max_rows.saturating_add(1));
    let hidden = |column: usize| {
        let empty = rows
            .iter()
            .skip(1)
            .all(|row| row[column].is_empty() || column == 4 && row[4] == "0");
        empty || column == 8 && !standings.has_game_points
    };
    let shown: Vec<usize> = (0..rows[0].len())
        .filter(|column| !hidden(*column))
        .collect();
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = shown.iter().map(|column| width(*column)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, width) in shown.iter().zip(&widths) {
            let cell = &row[*column];
            let left = matches!(*column, 1 | 15);
            let _ = if left {
                write!(line, "{cell:<width$}  ")
            } else {
                write!(line, "{cell:>width$}  ")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if standings.rows.len() > max_rows {
        let _ = writeln!(text, "... and {} more", standings.rows.len() - max_rows);
    }
    text.push_str(&difference_text(standings));
    if standings.unknown_games > 0 {
        let _ = writeln!(
            text,
            "{} without a known winner {} left out",
            pluralize(standings.unknown_games as usize, "game"),
            if standings.unknown_games == 1 {
                "was"
            } else {
                "were"
            }
        );
    }
    text
}

/// Returns how much stronger the better one of two bots is; empty for more bots.
///
/// The ratings of the table are relative to the mean of both, so that each is half of it.
fn difference_text(standings: &Standings) -> String {
    let [one, two] = standings.rows.as_slice() else {
        return String::new();
    };
    let mut difference = standings.ratings.difference(0, 1);
    let (mut better, mut worse) = (one, two);
    if difference.elo < 0.0 {
        difference.elo = -difference.elo;
        (better, worse) = (two, one);
    }
    format!(
        "{} is {:.0} ± {:.0} Elo stronger than {} (95 % interval)\n",
        table_name(&better.name),
        difference.elo,
        difference.error_95,
        table_name(&worse.name)
    )
}

/// Returns the cross table: the points of each bot against each other one.
pub(super) fn cross_table_text(standings: &Standings) -> String {
    let count = standings.rows.len();
    if !(3..=MAX_CROSS_TABLE_BOTS).contains(&count) {
        return String::new();
    }
    let name = standings
        .rows
        .iter()
        .map(|row| table_name(&row.name).chars().count())
        .max()
        .unwrap_or(0);
    let cell = |games| points_of_games(games).unwrap_or_else(|| "-".to_owned());
    let cells: Vec<Vec<String>> = standings
        .crosstable
        .iter()
        .map(|row| row.iter().map(|games| cell(*games)).collect())
        .collect();
    let width = cells
        .iter()
        .flatten()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(1)
        .max(2);
    let mut text = format!("\n{:name$}", "");
    for at in 0..count {
        let _ = write!(text, "  {:>width$}", at + 1);
    }
    text.push('\n');
    for (row, cells) in standings.rows.iter().zip(&cells) {
        let _ = write!(text, "{:<name$}", table_name(&row.name));
        for cell in cells {
            let _ = write!(text, "  {cell:>width$}");
        }
        text.push('\n');
    }
    text
}

/// Returns a text on the pairs of games with the same luck between two bots; empty without such
/// pairs.
pub(super) fn pairs_text(standings: &Standings) -> String {
    let ([one, _], Some(pairs)) = (standings.rows.as_slice(), standings.pairs.get(&(0, 1))) else {
        return String::new();
    };
    let [won, drawn, lost] = one.wdl.map(f64::from);
    let games = (won + drawn + lost).max(1.0);
    let mean = (won + drawn / 2.0) / games;
    let variance =
        (won * (1.0 - mean).powi(2) + drawn * (0.5 - mean).powi(2) + lost * mean.powi(2)) / games;
    let [zero, half, whole, more, both] = pairs.0;
    let mut text = format!(
        "\n{} of games with the same luck, points of {} per pair: {zero} x 0, {half} x ½, {whole} x 1, {more} x 1½, {both} x 2",
        pluralize(pairs.pair_count() as usize, "pair"),
        table_name(&one.name)
    );
    if let Some(gain) = pairs.variance_ratio(variance) {
        let _ = write!(text, "; variance {gain:.2} times that of single games");
    }
    text.push('\n');
    text
}
