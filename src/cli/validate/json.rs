//! The JSON line of a validated game, an interface for scripts: new keys are added at the end,
//! existing ones never change.

use super::{FindingPolicy, GameVerdict};
use crate::contract::Winner;
use crate::formats::to_json;
use crate::games::{CATALOGUE, DynGame, by_id};
use serde::Serialize;

/// The JSON line of a game.
#[derive(Serialize)]
struct ValidateJson<'a> {
    source: &'a str,
    index: usize,
    game: Option<&'a str>,
    plies: u32,
    valid: bool,
    ending: &'static str,
    winner: Option<&'static str>,
    scores: Option<(i32, i32)>,
    points: Option<(i32, i32)>,
    game_points: Option<(i32, i32)>,
    reported: Option<ReportedJson<'a>>,
    findings: Vec<FindingJson<'a>>,
}

/// The result that the log reports.
#[derive(Serialize)]
struct ReportedJson<'a> {
    winner: Option<&'static str>,
    points: Option<(i32, i32)>,
    status: Option<(&'a str, &'a str)>,
}

/// A finding.
#[derive(Serialize)]
struct FindingJson<'a> {
    code: String,
    severity: String,
    line: Option<u32>,
    column: Option<u32>,
    ply: Option<u32>,
    message: &'a str,
    hint: Option<&'a str>,
}

/// Returns the JSON line of a game, with its line feed.
pub(super) fn to_line(
    source: &str,
    index: usize,
    verdict: &GameVerdict,
    rules: &FindingPolicy,
) -> String {
    let result = verdict.result.as_ref();
    let line = ValidateJson {
        source,
        index,
        game: by_id(CATALOGUE, &verdict.game).map(<dyn DynGame>::id),
        plies: verdict.plies,
        valid: verdict.is_valid(rules),
        ending: verdict.ending.as_str(),
        winner: result.and_then(|result| result.winner).map(winner_id),
        scores: result.and_then(|result| result.scores),
        points: result.and_then(|result| result.points),
        game_points: result.and_then(|result| result.game_points),
        reported: verdict.reported.as_ref().map(|reported| ReportedJson {
            winner: reported.winner.map(winner_id),
            points: reported.points,
            status: reported
                .status
                .as_ref()
                .map(|(first, second)| (first.as_str(), second.as_str())),
        }),
        findings: verdict
            .findings
            .iter()
            .map(|finding| FindingJson {
                code: finding.code.to_string(),
                severity: rules.severity(finding).to_string(),
                line: finding.location.as_ref().map(|place| place.line),
                column: finding.location.as_ref().map(|place| place.column),
                ply: finding.ply,
                message: &finding.message,
                hint: finding.hint.as_deref(),
            })
            .collect(),
    };
    to_json(&line) + "\n"
}

/// Returns the keyword of a winner.
const fn winner_id(winner: Winner) -> &'static str {
    match winner {
        Winner::First => "first",
        Winner::Second => "second",
        Winner::Draw => "draw",
    }
}
