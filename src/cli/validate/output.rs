//! The output of a validation: a summary, or a JSON line for each game.

use super::same_game::DuplicateSummary;
use super::{FindingPolicy, GameVerdict};
use crate::common::text::{one_line, pluralize};
use kifu_core::contract::Winner;
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Ending;
use kifu_logs::formats::to_json;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The maximum number of skipped files that are named.
const MAX_SKIPPED_NAMES: usize = 3;

/// The counts of games, files and findings.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ValidateSummary {
    /// The number of files.
    pub files: usize,
    /// The number of games.
    pub records: usize,
    /// The number of games without an error.
    pub valid: usize,
    /// The number of games with an error.
    pub invalid: usize,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of notes.
    pub notes: usize,
    /// The number of games by the way in which they ended.
    #[schemars(extend("propertyNames" = {"enum": Ending::KEYWORDS}))]
    pub endings: BTreeMap<&'static str, usize>,
    /// The games that repeat the moves of an earlier one.
    pub duplicates: DuplicateSummary,
    /// The number of files in folders that are not logs.
    pub skipped: usize,
    /// The number of files that could not be read.
    pub unreadable: usize,
    #[serde(skip)]
    skipped_names: Vec<String>,
}

impl ValidateSummary {
    /// Counts a game.
    pub fn add(&mut self, verdict: &GameVerdict, rules: &FindingPolicy) {
        self.records += 1;
        if verdict.is_valid(rules) {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
        for finding in &verdict.findings {
            match rules.severity(finding) {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
        }
        *self.endings.entry(verdict.ending.as_str()).or_default() += 1;
    }

    /// Counts a skipped file.
    pub fn add_skipped(&mut self, name: &str) {
        self.skipped += 1;
        if self.skipped_names.len() < MAX_SKIPPED_NAMES {
            self.skipped_names.push(one_line(name));
        }
    }

    /// Returns the summary for people, in a few lines.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{} in {}: {} valid, {} with errors\n",
            pluralize(self.records, "game"),
            pluralize(self.files, "file"),
            self.valid,
            self.invalid
        );
        let _ = writeln!(
            text,
            "  findings: {}, {}, {}",
            pluralize(self.errors, "error"),
            pluralize(self.warnings, "warning"),
            pluralize(self.notes, "note")
        );
        if self.records > 0 {
            let endings = self.endings.iter();
            let endings: Vec<String> = endings
                .map(|(word, count)| format!("{count} {word}"))
                .collect();
            let _ = writeln!(text, "  endings: {}", endings.join(", "));
        }
        text.push_str(&self.duplicates.text());
        if self.skipped > 0 {
            let more = if self.skipped > self.skipped_names.len() {
                ", ..."
            } else {
                ""
            };
            let _ = writeln!(
                text,
                "  skipped: {} of unknown format ({}{more})",
                pluralize(self.skipped, "file"),
                self.skipped_names.join(", ")
            );
        }
        if self.unreadable > 0 {
            let _ = writeln!(text, "  could not be read: {}", self.unreadable);
        }
        text
    }
}

// The JSON line of a validated game, an interface for scripts: new keys are added at the end,
// existing ones never change.

/// A validated game. Pairs are `[first, second]`.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ValidateJson<'a> {
    /// The file.
    source: &'a str,
    /// The index of the game in the file, from 0.
    index: usize,
    /// The id of the game; null if it is not known.
    game: Option<&'a str>,
    /// The number of legal plies.
    plies: u32,
    /// Whether no finding is an error.
    valid: bool,
    /// The way in which the game ended.
    #[schemars(extend("enum" = Ending::KEYWORDS))]
    ending: &'static str,
    /// The winner by the rules; null while the game is not decided.
    #[schemars(extend("enum" = ["first", "second", "draw", null]))]
    winner: Option<&'static str>,
    /// The scores of the game itself.
    scores: Option<(i32, i32)>,
    /// The contest points.
    #[schemars(extend("x-unit" = "contest points"))]
    points: Option<(i32, i32)>,
    /// The game points, in contests that have them in addition to contest points.
    game_points: Option<(i32, i32)>,
    /// The result that the log reports; null if it reports none.
    reported: Option<ReportedJson<'a>>,
    /// The problems of the log.
    findings: Vec<FindingJson<'a>>,
}

/// The result that the log reports. Pairs are `[first, second]`.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Reported")]
struct ReportedJson<'a> {
    /// The winner; null if the log does not name one.
    #[schemars(extend("enum" = ["first", "second", "draw", null]))]
    winner: Option<&'static str>,
    /// The contest points.
    #[schemars(extend("x-unit" = "contest points"))]
    points: Option<(i32, i32)>,
    /// The status words of the log.
    status: Option<(&'a str, &'a str)>,
}

/// A problem of a log.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
struct FindingJson<'a> {
    /// The code; `kifu explain CODE` explains it.
    #[schemars(regex(pattern = "^K[0-9]{3}$"))]
    code: String,
    /// The severity.
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: String,
    /// The line in the file, from 1.
    line: Option<u32>,
    /// The column in the line, in characters from 1.
    column: Option<u32>,
    /// The number of the ply, from 1.
    ply: Option<u32>,
    /// A sentence on what was expected and what was found.
    message: &'a str,
    /// Advice on how to fix it.
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
