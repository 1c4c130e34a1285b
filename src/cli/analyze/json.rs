//! The JSON line of an analyzed position, an interface for scripts.

use super::Analysis;
use crate::contract::{Player, Proven};
use crate::search::{SearchLine, Value};
use serde::Serialize;

/// The JSON line of a position.
#[derive(Serialize)]
struct AnalysisJson<'a> {
    ply: Option<u32>,
    to_act: &'static str,
    value: ValueJson,
    lines: Vec<SearchLineJson<'a>>,
    nodes: u64,
    ms: u64,
}

/// The value of a position or a line.
#[derive(Serialize)]
struct ValueJson {
    proven: Option<&'static str>,
    win: f64,
    points: Option<f64>,
}

/// A line of the search.
#[derive(Serialize)]
struct SearchLineJson<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    win: f64,
    proven: Option<&'static str>,
    visits: u64,
    depth: u32,
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
    let mut text = crate::formats::to_json(&position);
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

/// Rounds a value to six decimals: more would be noise.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
