//! The reader of version 1 of the format, which differs from version 2 only in the evaluations of a
//! ply: a flat list with one entry per line of a search.
//!
//! The lines of one search are adjacent entries with the same `engine` and `budget`; an entry
//! without `pv` after them is the value before the chance event.

use super::{
    Attempt, EvalBudget, EvalLine, Evaluation, EventInfo, GameResult, Glyph, Mark, MovedBy, Note,
    PlayerInfo, PlyTimes, Proven, Record, ReportedResult, SearchPass, SourceInfo, VERSION,
    Variation, VariationNote,
};
use crate::contract::{Setup, deserialize_unique_map};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A record of version 1.
#[derive(Deserialize)]
#[serde(rename = "Record", deny_unknown_fields)]
pub(super) struct RecordV1 {
    #[serde(rename = "kifu")]
    _kifu: u32,
    game: String,
    #[serde(default = "super::types::one")]
    rules: u32,
    #[serde(default)]
    setup: Setup,
    #[serde(default)]
    event: EventInfo,
    #[serde(default)]
    source: SourceInfo,
    players: (PlayerInfo, PlayerInfo),
    #[serde(default)]
    moves: String,
    #[serde(default)]
    times_ms: PlyTimes,
    #[serde(default, deserialize_with = "deserialize_unique_map")]
    notes: BTreeMap<u32, NoteV1>,
    #[serde(default)]
    attempt: Option<Attempt>,
    #[serde(default)]
    result: Option<GameResult>,
    #[serde(default)]
    reported: Option<ReportedResult>,
    #[serde(default, deserialize_with = "deserialize_unique_map")]
    ext: BTreeMap<String, String>,
}

/// A note on a ply in version 1.
#[derive(Default, Deserialize)]
#[serde(rename = "Note", deny_unknown_fields, default)]
struct NoteV1 {
    by: Option<MovedBy>,
    raw: Option<String>,
    message: String,
    stderr: String,
    comment: String,
    glyph: Option<Glyph>,
    marks: Vec<Mark>,
    evals: Vec<EvaluationV1>,
    variations: Vec<VariationV1>,
}

/// A variation in version 1.
#[derive(Default, Deserialize)]
#[serde(rename = "Variation", deny_unknown_fields, default)]
struct VariationV1 {
    moves: String,
    #[serde(deserialize_with = "deserialize_unique_map")]
    notes: BTreeMap<u32, VariationNoteV1>,
}

/// A note on a ply of a variation in version 1.
#[derive(Default, Deserialize)]
#[serde(rename = "VariationNote", deny_unknown_fields, default)]
struct VariationNoteV1 {
    comment: String,
    glyph: Option<Glyph>,
    marks: Vec<Mark>,
    evals: Vec<EvaluationV1>,
}

/// An evaluation in version 1: one line of a search, with the engine and budget of the search.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename = "Evaluation", deny_unknown_fields, default)]
struct EvaluationV1 {
    engine: String,
    budget: String,
    proven: Option<Proven>,
    win: Option<f64>,
    points: Option<f64>,
    nodes: u64,
    pv: String,
}

impl From<RecordV1> for Record {
    fn from(old: RecordV1) -> Self {
        let notes = old.notes.into_iter();
        Self {
            kifu: VERSION,
            game: old.game,
            rules: old.rules,
            setup: old.setup,
            event: old.event,
            source: old.source,
            players: old.players,
            moves: old.moves,
            times_ms: old.times_ms,
            notes: notes.map(|(ply, note)| (ply, note.into())).collect(),
            attempt: old.attempt,
            result: old.result,
            reported: old.reported,
            ext: old.ext,
        }
    }
}

impl From<NoteV1> for Note {
    fn from(old: NoteV1) -> Self {
        Self {
            by: old.by,
            raw: old.raw,
            message: old.message,
            stderr: old.stderr,
            comment: old.comment,
            glyph: old.glyph,
            marks: old.marks,
            evals: group_by_search(&old.evals),
            variations: old.variations.into_iter().map(Variation::from).collect(),
        }
    }
}

impl From<VariationV1> for Variation {
    fn from(old: VariationV1) -> Self {
        let notes = old.notes.into_iter();
        Self {
            moves: old.moves,
            notes: notes.map(|(ply, note)| (ply, note.into())).collect(),
        }
    }
}

impl From<VariationNoteV1> for VariationNote {
    fn from(old: VariationNoteV1) -> Self {
        Self {
            comment: old.comment,
            glyph: old.glyph,
            marks: old.marks,
            evals: group_by_search(&old.evals),
        }
    }
}

/// Joins adjacent entries with the same engine and budget into evaluations.
fn group_by_search(entries: &[EvaluationV1]) -> Vec<Evaluation> {
    let same_search =
        |a: &EvaluationV1, b: &EvaluationV1| a.engine == b.engine && a.budget == b.budget;
    entries.chunk_by(same_search).map(evaluation).collect()
}

/// Converts a group of entries with the same engine and budget to one evaluation.
fn evaluation(group: &[EvaluationV1]) -> Evaluation {
    let mut eval = group.first().map_or_else(Evaluation::default, |first| {
        let (budget, seed, pass) = parse_budget(&first.budget);
        Evaluation {
            engine: first.engine.clone(),
            budget,
            seed,
            pass,
            ..Evaluation::default()
        }
    });
    let mut is_behind_line = false;
    for entry in group {
        let line = EvalLine {
            proven: entry.proven,
            win: entry.win,
            points: entry.points,
            nodes: entry.nodes,
            pv: entry.pv.clone(),
        };
        let has_moves = !line.pv.is_empty();
        if !has_moves && is_behind_line && eval.before_chance.is_none() {
            eval.before_chance = Some(line);
        } else {
            eval.lines.push(line);
        }
        is_behind_line |= has_moves;
    }
    eval
}

/// Parses the text of a budget: `nodes 20000 seed 1`, `time 100ms seed 1 closer`. Any other text is
/// kept unchanged.
fn parse_budget(text: &str) -> (Option<EvalBudget>, Option<u64>, SearchPass) {
    let other = || (!text.is_empty()).then(|| EvalBudget::Other(text.to_owned()));
    let words: Vec<&str> = text.split(' ').collect();
    let (pass, words) = match words[..] {
        [ref rest @ .., "deeper"] => (SearchPass::Deeper, rest),
        [ref rest @ .., "closer"] => (SearchPass::Closer, rest),
        ref all => (SearchPass::First, all),
    };
    let budget = match words {
        ["nodes", amount, "seed", _] => parse_number(amount).map(EvalBudget::Nodes),
        ["time", amount, "seed", _] => {
            let ms = amount.strip_suffix("ms").and_then(parse_number);
            ms.map(EvalBudget::TimeMs)
        }
        _ => None,
    };
    let seed = words.last().copied().and_then(parse_number);
    match (budget, seed) {
        (Some(budget), Some(seed)) => (Some(budget), Some(seed), pass),
        _ => (other(), None, SearchPass::First),
    }
}

/// Parses a number in its shortest spelling, so that writing it gives the same text.
fn parse_number(text: &str) -> Option<u64> {
    let number: u64 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
