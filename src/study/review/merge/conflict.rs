//! Contradictions between records of one game.

use kifu_core::record::{EvalBudget, Evaluation, Record};
use std::fmt;

/// A contradiction between two records of the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeConflict {
    /// The records differ in more than their reviews; both were kept.
    DifferentDetails {
        /// The location of the first record.
        first: String,
        /// The location of the other one.
        second: String,
        /// The fields that differ.
        fields: Vec<&'static str>,
    },
    /// The same search, with the same node budget and seed, has different results; that of the first
    /// record was kept.
    DifferentResults {
        /// The location of the record that was kept.
        first: String,
        /// The location of the other one.
        second: String,
        /// The first ply at which they differ, from 1.
        ply: u32,
        /// The engine with its budget.
        search: String,
    },
}

impl fmt::Display for MergeConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DifferentDetails {
                first,
                second,
                fields,
            } => write!(
                f,
                "`{first}` and `{second}` hold the same game with different details ({}); both \
                 are kept",
                fields.join(", ")
            ),
            Self::DifferentResults {
                first,
                second,
                ply,
                search,
            } => write!(
                f,
                "`{first}` and `{second}` have different results of the same search ({search}) at \
                 ply {ply}; the first one is kept"
            ),
        }
    }
}

/// Returns the names of the fields, beyond those that identify a game, in which two records without
/// reviews differ.
pub(super) fn differing_fields(a: &Record, b: &Record) -> Vec<&'static str> {
    let fields = [
        ("players", a.players != b.players),
        ("times_ms", a.times_ms != b.times_ms),
        ("notes", a.notes != b.notes),
        ("attempt", a.attempt != b.attempt),
        ("result", a.result != b.result),
        ("reported", a.reported != b.reported),
    ];
    let differing = fields
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name));
    differing.collect()
}

/// Returns the first ply at which two records have different results of a search that should give
/// the same one, with the search.
pub(super) fn differing_search(a: &Record, b: &Record) -> Option<(u32, String)> {
    for (ply, note) in &a.notes {
        let Some(other) = b.notes.get(ply) else {
            continue;
        };
        for eval in note.evals.iter().filter(|eval| is_reproducible(eval)) {
            let mut same_search = other
                .evals
                .iter()
                .filter(|found| is_same_search(eval, found));
            if same_search.any(|found| found != eval) {
                return Some((*ply, format!("{}, {}", eval.engine, eval.budget_text())));
            }
        }
    }
    None
}

/// Reports whether a search has the same result every time.
fn is_reproducible(eval: &Evaluation) -> bool {
    matches!(eval.budget, Some(EvalBudget::Nodes(_))) && eval.seed.is_some()
}

fn is_same_search(a: &Evaluation, b: &Evaluation) -> bool {
    (&a.engine, &a.budget, a.seed, a.pass) == (&b.engine, &b.budget, b.seed, b.pass)
}
