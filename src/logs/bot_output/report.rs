//! The reports of bots on their plies, and their place in the record.

use super::pattern::{BotPatterns, BotWords};
use super::{MAX_MARKS, MAX_NUMBERS};
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, Mark, Note, Record};
use std::collections::{BTreeMap, BTreeSet};

/// The report of a bot on one ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BotReport {
    /// The numbers by name, those with a meaning among them: `win` (0 to 1), `points`, `value`,
    /// `nodes`, `depth`, `time_ms`. The values are those of the player who moved.
    pub numbers: BTreeMap<String, f64>,
    /// The best move; empty if unknown.
    pub best: String,
    /// The expected moves, separated by single blanks; empty if unknown.
    pub line: String,
    /// The drawings.
    pub marks: Vec<Mark>,
}

impl BotReport {
    /// Returns the win probability of the player who moved, 0 to 1.
    pub fn win(&self) -> Option<f64> {
        self.numbers.get("win").copied()
    }

    /// Returns the number that says how good the position is for the player who moved: the win
    /// probability, or else the value in the bot's own unit, or the points.
    pub fn value(&self) -> Option<f64> {
        let value = |name: &str| self.numbers.get(name).copied();
        value("win")
            .or_else(|| value("value"))
            .or_else(|| value("points"))
    }

    /// Reports whether nothing was found.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    pub(super) fn add_number(&mut self, name: &str, number: f64) {
        if let Some(known) = self.numbers.get_mut(name) {
            *known = number;
        } else if self.numbers.len() < MAX_NUMBERS {
            self.numbers.insert(name.to_owned(), number);
        }
    }

    pub(super) fn add_mark(&mut self, mark: Mark) {
        if self.marks.len() < MAX_MARKS {
            self.marks.push(mark);
        }
    }

    /// Returns the evaluation that a record keeps of the report; `None` without win probability,
    /// points, nodes and moves.
    fn evaluation(&self, engine: &str) -> Option<Evaluation> {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a cast saturates"
        )]
        let line = EvalLine {
            win: self.win(),
            points: self.numbers.get("points").copied(),
            nodes: self.numbers.get("nodes").map_or(0, |nodes| *nodes as u64),
            pv: match self.line.as_str() {
                "" => self.best.clone(),
                line => line.to_owned(),
            },
            ..EvalLine::default()
        };
        (line != EvalLine::default()).then(|| Evaluation {
            engine: engine.to_owned(),
            budget: Some(EvalBudget::Other(Evaluation::BOT_OUTPUT.to_owned())),
            lines: vec![line],
            ..Evaluation::default()
        })
    }

    /// Adds the report to the note of its ply: the evaluation in place of an earlier one from the
    /// bot's output, and the marks that are not there yet.
    pub fn add_to(&self, note: &mut Note, engine: &str) {
        if let Some(evaluation) = self.evaluation(engine) {
            note.evals.retain(|eval| !eval.is_bot_output());
            note.evals.insert(0, evaluation);
        }
        for mark in &self.marks {
            if !note.marks.contains(mark) {
                note.marks.push(mark.clone());
            }
        }
    }
}

/// The report of a bot on a ply of a game, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyReport {
    /// The ply, from 1; the one after the last move if the bot failed there.
    pub ply: u32,
    /// The player whose bot it is.
    pub player: Player,
    /// The number of legal moves that it had.
    pub move_count: usize,
    /// The report. Its moves are legal, in the spelling of the record.
    pub report: BotReport,
}

/// Returns what the bots of a game reported, by ply; plies without anything are left out.
///
/// The game is replayed up to its first illegal move.
pub fn bot_reports(record: &Record, patterns: &BotPatterns) -> Vec<PlyReport> {
    let has_words = |note: &Note| !BotWords::of_note(note).is_empty();
    if !record.notes.values().any(has_words) {
        return Vec::new();
    }
    let Some(game) = by_id(CATALOGUE, &record.game) else {
        return Vec::new();
    };
    let Some((mut state, mut tokens)) = record.start(game) else {
        return Vec::new();
    };
    let mut reports = Vec::new();
    for ply in 1.. {
        let token = tokens.next();
        let words = record.notes.get(&ply).map(BotWords::of_note);
        if let (Some(words), Some(player)) =
            (words.filter(|words| !words.is_empty()), state.mover())
        {
            let mut report = patterns.read_for(words, player);
            let mut here = state.fork();
            if let Some(token) = token {
                // An illegal token leaves the position as it is.
                let _ = here.apply_chance(token);
            }
            if !report.best.is_empty() {
                keep_legal_moves(&mut report, game, record, here.as_ref());
            }
            if !report.is_empty() {
                reports.push(PlyReport {
                    ply,
                    player,
                    move_count: here.count_moves(),
                    report,
                });
            }
        }
        if token.is_none_or(|token| state.play(token).is_err()) {
            break;
        }
    }
    reports
}

/// Replaces the moves of a report by those of the record's notation; illegal ones are dropped.
fn keep_legal_moves(
    report: &mut BotReport,
    game: &dyn DynGame,
    record: &Record,
    here: &dyn DynState,
) {
    let best = legal_move(&report.best, game, record, here);
    let mut line = Vec::new();
    let mut state = here.fork();
    for text in report.line.split(' ').filter(|text| !text.is_empty()) {
        let Some(token) = legal_move(text, game, record, state.as_ref()) else {
            break;
        };
        let is_legal = state.play(&token).is_ok();
        line.extend(is_legal.then_some(token));
        if !is_legal {
            break;
        }
    }
    report.best = best.unwrap_or_default();
    report.line = line.join(" ");
}

/// Returns the token of a legal move that a bot spelled in some way.
fn legal_move(
    text: &str,
    game: &dyn DynGame,
    record: &Record,
    state: &dyn DynState,
) -> Option<String> {
    let legal = state.legal_moves();
    let spellings = [
        Some(text.to_owned()),
        game.respell(&record.setup, text),
        game.parse_bare_move(text).ok(),
        game.parse(text).ok().map(|parsed| parsed.text),
    ];
    let mut spellings = spellings.into_iter().flatten();
    spellings.find(|token| legal.contains(token))
}

/// Returns the values of a number that the bot of a player reported, by ply.
pub fn number_series(reports: &[PlyReport], player: Player, name: &str) -> Vec<(u32, f64)> {
    let own = reports.iter().filter(|report| report.player == player);
    own.filter_map(|it| Some((it.ply, *it.report.numbers.get(name)?)))
        .collect()
}

/// Adds what the bots of a game reported to its record: evaluations before those of engines, and
/// marks. What they printed stays as it is, so that the same patterns change nothing again.
pub fn annotate(record: &mut Record, patterns: &BotPatterns) {
    for PlyReport {
        ply,
        player,
        report,
        ..
    } in bot_reports(record, patterns)
    {
        let engine = record.player(player).name.clone();
        report.add_to(record.note_mut(ply), &engine);
    }
}

/// Returns the names of all numbers in some reports, those with a meaning first.
pub fn common_numbers<'a>(reports: impl IntoIterator<Item = &'a PlyReport>) -> Vec<String> {
    const FIRST: [&str; 6] = ["win", "value", "points", "depth", "nodes", "time_ms"];
    let reports = reports.into_iter();
    let mut names: BTreeSet<&String> = BTreeSet::new();
    for report in reports {
        names.extend(report.report.numbers.keys());
    }
    let rank = |name: &str| {
        FIRST
            .iter()
            .position(|first| *first == name)
            .unwrap_or(FIRST.len())
    };
    let mut names: Vec<String> = names.into_iter().cloned().collect();
    names.sort_by_key(|name| rank(name));
    names
}
