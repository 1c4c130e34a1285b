//! Standings without luck: the luck of each game as it is read, and the table.

use super::GameStandings;
use crate::common::text::{pluralize, table_name};
use kifu_core::games::{CATALOGUE, DynEngine, by_id};
use kifu_core::search::Resources;
use kifu_logs::formats::CheckedGame;
use kifu_study::arena::{
    AdjustedGame, AdjustedRow, AdjustedStandings, Estimate, GameLuck, GameScore, LUCK_PARTS,
    chance_fingerprint, game_luck, has_chance_events,
};
use kifu_study::pages::LuckSheet;
use kifu_study::review::rounded;
use schemars::JsonSchema;
use serde::Serialize;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The memory of an engine in megabytes; it looks at few positions at once.
const MEMORY_MB: usize = 1;
/// The factor from a standard error to the 95 % error.
const Z95: f64 = 1.96;

thread_local! {
    /// The engines of this thread, by game: making one takes longer than a chance event.
    static ENGINES: RefCell<BTreeMap<&'static str, Box<dyn DynEngine>>> = RefCell::default();
}

/// The luck of a game, and the number that games with the same draws share.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MeasuredLuck {
    pub luck: Option<GameLuck>,
    pub draws: Option<u64>,
}

impl MeasuredLuck {
    /// Returns a game with this luck.
    pub fn of(self, score: GameScore) -> AdjustedGame {
        AdjustedGame {
            score,
            luck: self.luck,
            draws: self.draws,
        }
    }
}

/// Measures the luck of a game; none if its moves or the values of its draws are not known.
pub(super) fn measure(checked: &CheckedGame, nodes: u64) -> MeasuredLuck {
    let record = &checked.record;
    let Some(game) = by_id(CATALOGUE, &record.game) else {
        return MeasuredLuck::default();
    };
    if !has_chance_events(game, record) {
        return MeasuredLuck::default();
    }
    let luck = ENGINES.with_borrow_mut(|engines| {
        let engine = engines
            .entry(game.id())
            .or_insert_with(|| game.engine(Resources::new(MEMORY_MB)));
        game_luck(game, record, checked.ply_count, engine.as_mut(), nodes).ok()
    });
    MeasuredLuck {
        luck: luck.filter(|luck| luck.events > 0),
        draws: chance_fingerprint(game, record),
    }
}

/// A table without luck, with how it was measured.
pub(super) struct LuckTable {
    pub standings: AdjustedStandings,
    pub nodes: u64,
    /// The name of the engine.
    engine: String,
}

impl LuckTable {
    /// Creates the table; `None` if no game of this kind has luck.
    pub fn new(id: &str, standings: AdjustedStandings, nodes: u64) -> Option<Self> {
        let game = by_id(CATALOGUE, id)?;
        (standings.games_with_luck > 0).then(|| Self {
            standings,
            nodes,
            engine: game.engine(Resources::new(MEMORY_MB)).name(),
        })
    }

    /// Returns the heading of the table.
    pub fn heading(&self) -> String {
        format!("Without luck: {}", self.measurement())
    }

    /// Returns what was measured, and how: `90 of 100 games, ENGINE with 200 nodes a draw`.
    fn measurement(&self) -> String {
        format!(
            "{} of {}, {} with {} a draw",
            self.standings.games_with_luck,
            pluralize(self.standings.games, "game"),
            self.engine,
            pluralize(usize::try_from(self.nodes).unwrap_or(usize::MAX), "node"),
        )
    }

    /// Returns the sentence on how much narrower the errors are; empty if it is not known.
    pub fn narrowing(&self) -> String {
        let Some([points, score]) = self.standings.error_ratios() else {
            return String::new();
        };
        let text = |ratio: f64| {
            let change = if ratio <= 1.0 { "narrower" } else { "wider" };
            let percent = 100.0 * (1.0 - ratio).abs();
            let games = (1.0 / ratio).powi(2);
            format!("{percent:.0} % {change}, as after {games:.2} times as many games")
        };
        format!(
            "Errors of the points: {}. Errors of the score: {}. {}",
            text(points),
            text(score),
            self.coefficients()
        )
    }

    /// Returns the sentence on how much of the luck counts at the end.
    fn coefficients(&self) -> String {
        let parts = self.standings.points_coefficients.iter();
        let parts: Vec<String> = parts.map(|part| format!("{part:.2}")).collect();
        format!(
            "What is left at the end of a point of luck, by quarter of the game: {}.",
            parts.join(", ")
        )
    }

    /// Returns how the table was made, for a note.
    fn method(&self) -> String {
        format!(
            "Each result less what the draws were worth. {}. {}",
            self.measurement(),
            self.narrowing().replace('-', "−")
        )
    }

    /// Returns the titles of the columns, and a row of cells for each bot; `plain` are the rows of
    /// the plain table, for their ranks.
    fn cells(&self, plain: &GameStandings) -> (Vec<String>, Vec<Vec<String>>) {
        let head = [
            "",
            "bot",
            "before",
            "points/game",
            "without luck",
            "score",
            "without luck",
            "luck/game",
        ];
        let rows = self.standings.rows.iter().map(|row| {
            let before = plain.rank_of(&row.name);
            vec![
                row.rank.to_string(),
                row.name.clone(),
                before.map_or(String::new(), |rank| rank.to_string()),
                points_text(row.points),
                points_text(row.adjusted_points),
                score_text(row.score),
                score_text(row.adjusted_score),
                format!("{:+.1}", luck_points(row)),
            ]
        });
        (head.map(str::to_owned).to_vec(), rows.collect())
    }

    /// Returns the table as text.
    pub fn text(&self, plain: &GameStandings) -> String {
        let (head, mut rows) = self.cells(plain);
        for row in &mut rows {
            row[1] = table_name(&row[1]);
        }
        rows.insert(0, head);
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..rows[0].len())
            .map(|column| width(column).unwrap_or(0))
            .collect();
        let mut text = format!("\n{}\n", self.heading());
        for row in &rows {
            let mut line = String::new();
            for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let _ = if column == 1 {
                    write!(line, "{cell:<width$}  ")
                } else {
                    write!(line, "{cell:>width$}  ")
                };
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        let narrowing = self.narrowing();
        if !narrowing.is_empty() {
            let _ = writeln!(text, "{narrowing}");
        }
        text
    }

    /// Returns the table for a page.
    pub fn sheet(&self, plain: &GameStandings) -> LuckSheet {
        let (head, rows) = self.cells(plain);
        LuckSheet {
            method: self.method(),
            head,
            rows,
        }
    }

    /// Converts the table for JSON.
    pub fn json(&self) -> LuckJson<'_> {
        let ratios = self.standings.error_ratios();
        LuckJson {
            engine: &self.engine,
            nodes: self.nodes,
            games: self.standings.games_with_luck,
            points_coefficients: self.standings.points_coefficients.map(rounded),
            score_coefficients: self.standings.win_coefficients.map(rounded),
            points_error_ratio: ratios.map(|[points, _]| rounded(points)),
            score_error_ratio: ratios.map(|[_, score]| rounded(score)),
            rows: self.standings.rows.iter().map(row_json).collect(),
        }
    }
}

/// Returns the mean luck of a game in points.
fn luck_points(row: &AdjustedRow) -> f64 {
    row.points.mean - row.adjusted_points.mean
}

fn points_text(estimate: Estimate) -> String {
    format!("{:.1} ± {:>4.1}", estimate.mean, Z95 * estimate.error)
}

fn score_text(estimate: Estimate) -> String {
    let [mean, error] = [estimate.mean, Z95 * estimate.error].map(|share| 100.0 * share);
    format!("{mean:.1} ± {error:>4.1} %")
}

/// The standings of one game without luck.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LuckAdjusted")]
pub(super) struct LuckJson<'a> {
    /// The name and version of the engine that values the draws.
    engine: &'a str,
    /// The number of nodes for each draw.
    #[schemars(extend("x-unit" = "nodes"))]
    nodes: u64,
    /// The number of games whose luck is known.
    games: usize,
    /// The share of luck in points that counts at the end, by quarter of the game.
    points_coefficients: [f64; LUCK_PARTS],
    /// The share of luck in win probability that counts at the end, by quarter of the game.
    score_coefficients: [f64; LUCK_PARTS],
    /// The mean ratio of the bots' errors of the points without luck to those with it; null if
    /// there are too few games.
    #[schemars(range(min = 0))]
    points_error_ratio: Option<f64>,
    /// The mean ratio of the bots' errors of the score without luck to those with it; null if there
    /// are too few games.
    #[schemars(range(min = 0))]
    score_error_ratio: Option<f64>,
    /// The bots, the best one without luck first.
    rows: Vec<LuckRowJson<'a>>,
}

/// The row of a bot without luck.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "LuckAdjustedRow")]
struct LuckRowJson<'a> {
    /// The rank without luck, from 1.
    rank: usize,
    /// The name of the bot.
    name: &'a str,
    /// The number of games played.
    games: u32,
    /// The number of these games whose luck is known.
    games_with_luck: u32,
    /// The mean contest points of a game.
    points: EstimateJson,
    /// The mean contest points of a game without luck.
    adjusted_points: EstimateJson,
    /// The share of games won, a draw counting half.
    score: EstimateJson,
    /// The share of games won without luck; it may lie outside of 0 to 1.
    adjusted_score: EstimateJson,
}

/// A mean over games.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Estimate")]
struct EstimateJson {
    /// The mean.
    mean: f64,
    /// The 95 % error of the mean; 0 if there are too few games to tell.
    #[schemars(range(min = 0))]
    error: f64,
}

impl From<Estimate> for EstimateJson {
    fn from(estimate: Estimate) -> Self {
        Self {
            mean: rounded(estimate.mean),
            error: rounded(Z95 * estimate.error),
        }
    }
}

fn row_json(row: &AdjustedRow) -> LuckRowJson<'_> {
    LuckRowJson {
        rank: row.rank,
        name: &row.name,
        games: row.games,
        games_with_luck: row.games_with_luck,
        points: row.points.into(),
        adjusted_points: row.adjusted_points.into(),
        score: row.score.into(),
        adjusted_score: row.adjusted_score.into(),
    }
}
