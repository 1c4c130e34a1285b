//! The summary of a validation: counts of games, files and findings.

use super::duplicates::DuplicateSummary;
use super::{FindingPolicy, GameVerdict};
use crate::common::text::{one_line, pluralize};
use kifu_core::findings::Severity;
use kifu_core::record::Ending;
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
    /// The games whose moves stand in an earlier one as well.
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
