//! A list of findings of bounded length.
//!
//! A hostile text of a few megabytes could have millions of findings, each larger than the bytes it
//! is about.

use super::{Code, Finding, Severity};
use std::ops::{Deref, DerefMut};

/// The maximum number of findings of each severity that are kept for a game.
///
/// The limit holds for each severity, so that a thousand notes do not hide an error.
pub const MAX_FINDINGS: usize = 100;

/// The numbers of findings, by severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FindingCounts {
    /// The number of notes.
    pub notes: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of errors.
    pub errors: usize,
}

impl FindingCounts {
    /// Returns the count of a severity for modification.
    pub const fn of_mut(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Note => &mut self.notes,
            Severity::Warning => &mut self.warnings,
            Severity::Error => &mut self.errors,
        }
    }

    /// Returns the count of a severity.
    pub const fn count(mut self, severity: Severity) -> usize {
        *self.of_mut(severity)
    }

    /// Counts one more, and reports whether it is within [`MAX_FINDINGS`].
    pub const fn admit(&mut self, severity: Severity) -> bool {
        let count = self.of_mut(severity);
        *count += 1;
        *count <= MAX_FINDINGS
    }

    /// Returns the finding with the number of findings left out; `None` if none was.
    fn left_out_finding(self) -> Option<Finding> {
        let counts = [
            (self.errors, "error"),
            (self.warnings, "warning"),
            (self.notes, "note"),
        ];
        let words: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}{}", if count == 1 { "" } else { "s" }))
            .collect();
        if words.is_empty() {
            return None;
        }
        let message = format!(
            "expected at most {MAX_FINDINGS} findings of each severity for a game, found {} more",
            words.join(", ")
        );
        Some(Finding::new(Code::FindingsLeftOut, message))
    }
}

/// The findings of a game: of each severity the first [`MAX_FINDINGS`], and the numbers of the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings {
    kept: Vec<Finding>,
    /// The numbers of findings in `kept`.
    counts: FindingCounts,
    left_out: FindingCounts,
}

impl Findings {
    /// Creates an empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a finding; it is only counted if there are enough of its severity.
    pub fn push(&mut self, finding: Finding) {
        let severity = finding.severity();
        if self.is_full(severity) {
            self.count_left_out(severity, 1);
        } else {
            self.counts.admit(severity);
            self.kept.push(finding);
        }
    }

    /// Reports whether another finding of this severity would only be counted.
    pub const fn is_full(&self, severity: Severity) -> bool {
        self.counts.count(severity) >= MAX_FINDINGS
    }

    /// Counts findings that were not made because there are enough.
    pub const fn count_left_out(&mut self, severity: Severity, count: usize) {
        *self.left_out.of_mut(severity) += count;
    }

    /// Inserts a finding at a position; it is kept in any case.
    pub fn insert(&mut self, index: usize, finding: Finding) {
        self.counts.admit(finding.severity());
        self.kept.insert(index, finding);
    }

    /// Puts findings in front of the others; they are kept in any case.
    pub fn prepend(&mut self, findings: impl IntoIterator<Item = Finding>) {
        let before = self.kept.len();
        for finding in findings {
            self.counts.admit(finding.severity());
            self.kept.push(finding);
        }
        self.kept.rotate_left(before);
    }

    /// Moves all findings of another list to the end of this one.
    pub fn append(&mut self, other: &mut Self) {
        let other = std::mem::take(other);
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            self.count_left_out(severity, other.left_out.count(severity));
        }
        self.extend(other.kept);
    }

    /// Keeps only the findings for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&Finding) -> bool) {
        let counts = &mut self.counts;
        self.kept.retain(|finding| {
            let is_kept = keep(finding);
            if !is_kept {
                *counts.of_mut(finding.severity()) -= 1;
            }
            is_kept
        });
    }

    /// Returns the findings, with one more if some were left out.
    pub fn into_vec(self) -> Vec<Finding> {
        let mut all = self.kept;
        all.extend(self.left_out.left_out_finding());
        all
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.kept
    }
}

impl DerefMut for Findings {
    fn deref_mut(&mut self) -> &mut [Finding] {
        &mut self.kept
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        findings.into_iter().for_each(|finding| self.push(finding));
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        let mut all = Self::new();
        all.extend(findings);
        all
    }
}

impl From<Vec<Finding>> for Findings {
    fn from(findings: Vec<Finding>) -> Self {
        findings.into_iter().collect()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.iter()
    }
}

impl<'a> IntoIterator for &'a mut Findings {
    type Item = &'a mut Finding;
    type IntoIter = std::slice::IterMut<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.iter_mut()
    }
}
