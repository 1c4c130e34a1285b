//! The results of an analysis as text and as JSON.

use super::Analysis;
use crate::common::text;
use crate::common::text::{
    format_count, one_line, per_second, proven_word, round_to, truncate_text,
};
use crate::terminal::bold;
use kifu_core::contract::{Player, Proven, Turn};
use kifu_core::games::DynGame;
use kifu_core::search::{Certainty, Coverage, SearchLine, Value};
use kifu_study::arena::BotLine;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// The maximum width of a principal variation, in characters.
const PV_WIDTH: usize = 48;

/// A formatter of analyses as text.
pub(super) struct AnalysisFormatter<'a> {
    game: &'a dyn DynGame,
    ply_count: Option<u32>,
    /// Whether each position takes one line.
    is_one_line: bool,
}

impl<'a> AnalysisFormatter<'a> {
    pub fn new(game: &'a dyn DynGame, plies: Option<u32>, brief: bool) -> Self {
        Self {
            game,
            ply_count: plies,
            is_one_line: brief,
        }
    }

    /// Returns the heading: the game and the engine.
    pub fn heading(&self, engine: &str) -> String {
        let (name, contest) = (self.game.name(), self.game.info().contest);
        let mut text = format!("{name} ({contest}), engine {engine}\n");
        if self.is_one_line {
            let head = format!(
                "\n{:>5}  {:<7}{:>11}  {:<14}{:<14}{:>11}\n",
                "ply", "to move", "value", "best", "played", "value"
            );
            text.push_str(&bold(&head));
        }
        text
    }

    /// Returns the analysis of a position as text.
    pub fn format(&self, found: &Analysis<'_>) -> String {
        if self.is_one_line {
            self.row(found)
        } else {
            self.details(found)
        }
    }

    /// Returns the line of one position among many.
    fn row(&self, found: &Analysis<'_>) -> String {
        let report = &found.result;
        let best = report.lines.first();
        let played = found.position.played.as_deref();
        let line = report.lines.iter().find(|line| Some(&*line.mv) == played);
        let same = best.is_some_and(|best| Some(&*best.mv) == played);
        let cell = |text: &str| -> String { truncate_text(text, 13, "..") };
        let row = format!(
            "{:>5}  {:<7}{:>11}  {:<14}{:<14}{:>11}",
            found.position.ply.unwrap_or(0),
            self.game.sides()[found.to_act().index()],
            value_text(&report.value),
            best.map_or_else(|| "-".to_owned(), |best| cell(&best.mv)),
            match played {
                _ if same => "same".to_owned(),
                Some(played) => cell(played),
                None => "-".to_owned(),
            },
            line.filter(|_| !same)
                .map_or_else(String::new, |line| value_text(&line.value)),
        );
        let bot = found.bot.as_ref();
        let bot = bot.map_or_else(String::new, |bot| format!("  {}", one_line(&bot.text())));
        format!("{}\n", (row + &bot).trim_end())
    }

    /// Returns the full table of one position.
    fn details(&self, found: &Analysis<'_>) -> String {
        let report = &found.result;
        let mut text = String::from("\n");
        if let (Some(ply), Some(plies)) = (found.position.ply, self.ply_count) {
            let _ = write!(text, "after ply {ply} of {plies}: ");
        }
        let side = self.game.sides()[found.to_act().index()];
        text.push_str(&match found.position.state.turn() {
            Turn::Over => "the game is over".to_owned(),
            Turn::Chance => format!("a random deal comes next, then {side} moves"),
            Turn::Player(_) => format!("{side} to move"),
        });
        text.push('\n');
        let words = format!("{side} {}", value_sentence(&report.value));
        let _ = writeln!(text, "{}", bold(&words));
        let rate = per_second(report.nodes, found.elapsed);
        let _ = writeln!(
            text,
            "{} nodes in {}, {} per second\n",
            format_count(report.nodes),
            text::format_duration(found.elapsed),
            format_count(rate)
        );
        if !report.lines.is_empty() {
            text.push_str(&line_table(found));
        }
        if report.coverage == Coverage::Subset && !report.lines.is_empty() {
            text.push_str("\nOnly some of the moves were searched; these are the best of them.\n");
        }
        if let Some(bot) = &found.bot {
            let _ = writeln!(text, "{}", one_line(&bot.text()));
        }
        text
    }
}

/// Returns a value as text: `wins`, `57.3 %`.
fn value_text(value: &Value) -> String {
    match value.proven() {
        Some(proven) => proven_word(proven).to_owned(),
        None => format!("{:.1} %", 100.0 * value.win),
    }
}

/// Returns a value as a sentence.
fn value_sentence(value: &Value) -> String {
    let percent = 100.0 * value.win;
    let mut text = match (value.certainty(), value.proven()) {
        (_, Some(proven)) => format!("{} (proven)", proven_word(proven)),
        (Certainty::Exact, _) => format!("wins {percent:.1} % of games (exact)"),
        (Certainty::Bounded, _) if value.bounds.lower >= Proven::Draw => {
            format!("at least draws (proven); wins {percent:.1} % of games (estimate)")
        }
        (Certainty::Bounded, _) => {
            format!("at most draws (proven); scores {percent:.1} % (estimate)")
        }
        _ => format!("wins {percent:.1} % of games (estimate)"),
    };
    if let Some(points) = value.points {
        let _ = write!(text, ", {points:.1} points");
    }
    text
}

/// Returns the table of the best moves.
fn line_table(found: &Analysis<'_>) -> String {
    let lines = &found.result.lines;
    let widest = lines.iter().map(|line| line.mv.len()).max().unwrap_or(0);
    let width = widest.clamp(4, 40);
    let points = lines.iter().any(|line| line.value.points.is_some());
    let head = format!(
        "    {:<width$}{:>11}{}{:>10}{:>7}  {}\n",
        "move",
        "value",
        if points { "  points" } else { "" },
        "visits",
        "depth",
        "continuation"
    );
    let mut text = bold(&head);
    for (index, line) in lines.iter().enumerate() {
        let played = found.position.played.as_ref() == Some(&line.mv);
        let mark = if played { '*' } else { ' ' };
        let value = match line.value.points {
            _ if !points => String::new(),
            Some(points) => format!("{points:>8.1}"),
            None => format!("{:>8}", "-"),
        };
        let row = format!(
            "{:>2}{mark} {:<width$}{:>11}{value}{:>10}{:>7}  {}",
            index + 1,
            line.mv,
            value_text(&line.value),
            format_count(line.visits),
            line.depth,
            continuation(line)
        );
        let _ = writeln!(text, "{}", row.trim_end());
    }
    if found.position.played.is_some() {
        text.push_str(" * played move\n");
    }
    text
}

/// Returns the moves that follow, as many as fit into the width.
fn continuation(line: &SearchLine<String>) -> String {
    let mut text = String::new();
    for mv in line.pv.iter().skip(1) {
        if text.len() + mv.len() + 5 > PV_WIDTH {
            text.push_str(if text.is_empty() { "..." } else { " ..." });
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(mv);
    }
    text
}

// The JSON line of an analyzed position, an interface for scripts.

/// An analyzed position; its values are those of the player to act.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalysisJson<'a> {
    /// The number of plies before the position; 0 for a position given as text.
    ply: Option<u32>,
    /// The player to act.
    #[schemars(extend("enum" = ["first", "second"]))]
    to_act: &'static str,
    /// The value of the position.
    value: ValueJson,
    /// The lines searched, the best one first.
    lines: Vec<SearchLineJson<'a>>,
    /// The number of nodes searched.
    #[schemars(extend("x-unit" = "nodes"))]
    nodes: u64,
    /// The time of the search in milliseconds.
    #[schemars(extend("x-unit" = "ms"))]
    ms: u64,
    /// The answer of the bot of `--engine-cmd`; null without one.
    bot: Option<&'a BotLine>,
}

/// The value of a position.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Value")]
struct ValueJson {
    /// The result, if it is proven.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    proven: Option<&'static str>,
    /// The win probability, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win: f64,
    /// The expected contest points, if the engine estimates them.
    #[schemars(extend("x-unit" = "contest points"))]
    points: Option<f64>,
}

/// A line of the search.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SearchLine")]
struct SearchLineJson<'a> {
    /// The token of the move.
    #[serde(rename = "move")]
    mv: &'a str,
    /// The win probability, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win: f64,
    /// The result, if it is proven.
    #[schemars(extend("enum" = ["win", "draw", "loss", null]))]
    proven: Option<&'static str>,
    /// The number of nodes or visits spent on the move.
    #[schemars(extend("x-unit" = "nodes"))]
    visits: u64,
    /// The depth of the search in plies.
    #[schemars(extend("x-unit" = "plies"))]
    depth: u32,
    /// The expected continuation, tokens from the move on.
    pv: &'a [String],
}

/// Returns the JSON line of a position, with its line feed.
pub(super) fn to_line(found: &Analysis<'_>) -> String {
    let report = &found.result;
    let position = AnalysisJson {
        // A position given as text counts as the start of a game.
        ply: Some(found.position.ply.unwrap_or(0)),
        to_act: match found.to_act() {
            Player::First => "first",
            Player::Second => "second",
        },
        value: ValueJson {
            proven: proven(&report.value),
            win: round_to(report.value.win, 6),
            points: report.value.points.map(|points| round_to(points, 6)),
        },
        lines: report.lines.iter().map(search_line).collect(),
        nodes: report.nodes,
        ms: u64::try_from(found.elapsed.as_millis()).unwrap_or(u64::MAX),
        bot: found.bot.as_ref(),
    };
    // JSON can represent every field, so that the default is never used.
    let mut text = kifu_logs::formats::to_json(&position);
    text.push('\n');
    text
}

/// Converts a line of the search.
fn search_line(line: &SearchLine<String>) -> SearchLineJson<'_> {
    SearchLineJson {
        mv: &line.mv,
        win: round_to(line.value.win, 6),
        proven: proven(&line.value),
        visits: line.visits,
        depth: line.depth,
        pv: &line.pv,
    }
}

/// Returns the keyword of a proven result; `None` for an estimate.
fn proven(value: &Value) -> Option<&'static str> {
    value.proven().map(|proven| match proven {
        Proven::Win => "win",
        Proven::Loss => "loss",
        Proven::Draw => "draw",
    })
}
