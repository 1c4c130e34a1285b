//! What a reader hands out, and its judgement.

use super::field_spans::RecordSyntax;
use crate::findings::{Code, Finding, Severity, SourceText, TextLocation};
use crate::games::{Catalogue, by_id};
use crate::record::{Adjudication, Ending, Record, RecordPart, ReportedResult, adjudicate};
use std::ops::Range;

/// So many findings of one game are told; a hostile log could have millions.
const MAX_FINDINGS: usize = 100;

/// One game as a log has it.
#[derive(Debug, Default)]
pub struct ParsedGame {
    /// What the log says. `moves` may be spelled as the log spells them, illegal ones included;
    /// a token that holds blanks or cannot be named at all is the `attempt` instead.
    pub record: Record,
    /// What was odd about the text.
    pub findings: Vec<Finding>,
    /// Where things stand in the text.
    pub game_spans: GameSpans,
    /// The log is in kifu's own format.
    pub is_native: bool,
}

/// Where the parts of a game stand in the text, as spans of bytes.
#[derive(Clone, Debug, Default)]
pub struct GameSpans {
    /// The game as a whole.
    pub whole: Range<usize>,
    /// The tokens.
    pub tokens: TokenSpans,
    /// The failing act, where it is no token.
    pub attempt: Option<Range<usize>>,
    /// The result.
    pub result: Option<Range<usize>>,
    /// The setup.
    pub setup: Option<Range<usize>>,
    /// Single parameters of it.
    pub setup_keys: Vec<(String, Range<usize>)>,
    /// The text is a record of our own, in whose fields the places are looked up.
    pub(in crate::formats) record_syntax: Option<RecordSyntax>,
}

/// Where the tokens stand.
#[derive(Clone, Debug, Default)]
pub enum TokenSpans {
    /// Not known.
    #[default]
    Unknown,
    /// They fill this span, separated by white space.
    Contiguous(Range<usize>),
    /// Each for itself.
    Separate(Vec<Range<usize>>),
}

impl GameSpans {
    fn locate(&self, text: &str, place: &RecordPart) -> Range<usize> {
        if let Some(keys) = self.record_syntax {
            let span = keys.locate(text.get(self.whole.clone()).unwrap_or_default(), place);
            return self.whole.start + span.start..self.whole.start + span.end;
        }
        let token = |index: usize| match &self.tokens {
            TokenSpans::Unknown => None,
            TokenSpans::Contiguous(run) => {
                let words = crate::contract::tokens(text.get(run.clone())?.as_bytes());
                let span = words.into_iter().nth(index)?;
                Some(run.start + span.start..run.start + span.end)
            }
            TokenSpans::Separate(spans) => spans.get(index).cloned(),
        };
        match place {
            RecordPart::Token(index) | RecordPart::Note(_, index) => token(*index),
            RecordPart::Attempt => self.attempt.clone(),
            RecordPart::ReportedResult | RecordPart::StoredResult => self.result.clone(),
            RecordPart::Setup(key) => {
                let known = self.setup_keys.iter().find(|(name, _)| name == key);
                known.map(|(_, span)| span).or(self.setup.as_ref()).cloned()
            }
            RecordPart::Times | RecordPart::Game | RecordPart::Version | RecordPart::Whole => None,
        }
        .unwrap_or(self.whole.start..self.whole.start)
    }
}

/// A game that the rules have judged.
#[derive(Debug)]
pub struct CheckedGame {
    /// The record, canonical, with the rules' result.
    pub record: Record,
    /// Legal plies of players.
    pub ply_count: u32,
    /// How the game ended.
    pub ending: Ending,
    /// What is wrong, in the order of the text.
    pub findings: Vec<Finding>,
    /// The log is in kifu's own format.
    pub is_native: bool,
}

impl CheckedGame {
    /// No finding is an error.
    pub fn is_valid(&self) -> bool {
        self.worst_severity() < Some(Severity::Error)
    }

    /// The worst severity.
    pub fn worst_severity(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).max()
    }
}

/// After these findings a game is read in part.
fn is_partial_read(code: Code) -> bool {
    use Code::{MissingField, Syntax, TooDeep, TooLarge, Truncated};
    matches!(code, Syntax | Truncated | TooLarge | TooDeep | MissingField)
}

/// How a game ended, by what the log says alone.
fn reported_ending(reported: &ReportedResult) -> Ending {
    match reported.faults.values().next() {
        Some(fault) => (*fault).into(),
        None if reported.winner.is_some() => Ending::Finished,
        None => Ending::Unterminated,
    }
}

impl ParsedGame {
    /// A text in which no game can be read, because of this.
    pub fn unreadable(finding: Finding) -> Self {
        Self {
            findings: vec![finding],
            ..Self::default()
        }
    }

    /// A text whose format nobody knows.
    pub fn unknown_format(text: &str) -> Self {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let shown = crate::contract::printable(line, 40);
        let finding = if shown.is_empty() {
            Finding::new(Code::NoGame, "expected a game log, found an empty text")
        } else {
            let message = format!("expected a game log, found a text that starts `{shown}`");
            Finding::new(Code::UnknownFormat, message).hint(
                "give the format or the game (on the command line: --from, --game)".to_owned(),
            )
        };
        let source = SourceText::new(text);
        Self::unreadable(finding.at(source.location(first_line_span(text))))
    }

    /// Lets the rules judge the game; `source` is the text it was read from.
    pub fn check(mut self, source: &SourceText<'_>, catalogue: Catalogue) -> CheckedGame {
        let book = by_id(catalogue, &self.record.game);
        let settled = match book {
            Some(book) if !self.is_results_only() => adjudicate(&mut self.record, book),
            _ => self.unjudged(catalogue),
        };
        let Adjudication {
            ply_count: plies,
            ending,
            mut findings,
        } = settled;
        if self
            .findings
            .iter()
            .any(|found| is_partial_read(found.code))
        {
            // That such a game is not over goes without saying.
            findings.retain(|(_, finding)| finding.code != Code::Unterminated);
        }
        // Only our own format promises canonical tokens.
        findings.retain(|(_, finding)| self.is_native || finding.code != Code::NotCanonical);
        self.locate_by_ply(source, book.map_or(0, |game| game.info().lead_in));
        if !findings.is_empty() || self.record.attempt.is_some() {
            self.locate(findings, source);
        }
        self.findings.truncate(MAX_FINDINGS);
        CheckedGame {
            record: self.record,
            ply_count: plies,
            ending,
            findings: self.findings,
            is_native: self.is_native,
        }
    }

    /// A record of no known game, or a result without moves, can only be looked at.
    fn unjudged(&self, catalogue: Catalogue) -> Adjudication {
        let Record {
            game,
            moves,
            reported,
            ..
        } = &self.record;
        let notes_alone = self.findings.iter().all(|f| f.severity() == Severity::Note);
        let finding = if by_id(catalogue, game).is_some() {
            None
        } else if !game.is_empty() {
            let message = format!("expected a game that kifu knows, found `{game}`");
            Some(Finding::new(Code::UnknownGame, message))
        } else if !notes_alone || self.is_results_only() {
            None
        } else if moves.is_empty() && reported.is_some() {
            Some(Finding::new(Code::ResultsOnly, "result only, no moves"))
        } else {
            let message = "could not recognise the game from its moves";
            Some(Finding::new(Code::UnknownGame, message))
        };
        Adjudication {
            ply_count: 0,
            ending: reported
                .as_ref()
                .map_or(Ending::Unterminated, reported_ending),
            findings: finding
                .map(|finding| (RecordPart::Game, finding))
                .into_iter()
                .collect(),
        }
    }

    fn is_results_only(&self) -> bool {
        self.findings.iter().any(|f| f.code == Code::ResultsOnly)
    }

    /// A reader may tell of a ply without its place.
    fn locate_by_ply(&mut self, source: &SourceText<'_>, lead_in: usize) {
        for finding in &mut self.findings {
            if let (None, Some(ply)) = (&finding.location, finding.ply) {
                let token = RecordPart::Token((ply as usize + lead_in).saturating_sub(1));
                finding.location =
                    Some(source.location(self.game_spans.locate(source.text(), &token)));
            }
        }
    }

    fn locate(&mut self, findings: Vec<(RecordPart, Finding)>, source: &SourceText<'_>) {
        if let (Some(span), false) = (self.game_spans.attempt.clone(), self.is_native) {
            self.locate_attempt(&source.location(span));
        }
        for (about, finding) in findings {
            let place = source.location(self.game_spans.locate(source.text(), &about));
            if matches!(about, RecordPart::Token(_) | RecordPart::Attempt)
                && finding.severity() == Severity::Error
            {
                self.locate_attempt(&place);
            }
            self.findings.push(finding.at(place));
        }
    }

    fn locate_attempt(&mut self, place: &TextLocation) {
        // A record of our own tells the place in the log that it came from.
        if let Some(attempt) = &mut self.record.attempt
            && !(self.is_native && attempt.line > 0)
        {
            attempt.line = place.line;
            attempt.column = place.column;
        }
    }
}

/// The first line of a text that is not blank: the place of what is wrong with all of it.
pub(in crate::formats) fn first_line_span(text: &str) -> Range<usize> {
    let rest = text.trim_start();
    let line = rest.lines().next().unwrap_or_default().trim_end();
    match rest.len() {
        0 => 0..0,
        length => text.len() - length..text.len() - length + line.len(),
    }
}
