//! The JSON line of an analyzed position, an interface for scripts.

use super::Analysis;
use crate::common::text::rounded;
use kifu_core::contract::{Player, Proven};
use kifu_core::search::{SearchLine, Value};
use schemars::JsonSchema;
use serde::Serialize;

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
            win: rounded(report.value.win),
            points: report.value.points.map(rounded),
        },
        lines: report.lines.iter().map(search_line).collect(),
        nodes: report.nodes,
        ms: u64::try_from(found.elapsed.as_millis()).unwrap_or(u64::MAX),
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
        win: rounded(line.value.win),
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
