//! Parsed games and their judgement.

use super::field_spans::RecordSyntax;
use super::har::is_har;
use kifu_core::findings::{
    Code, Finding, FindingCounts, Findings, Severity, SourceText, TextLocation,
};
use kifu_core::games::{Catalogue, by_id};
use kifu_core::record::{
    Adjudication, Ending, Record, RecordPart, ReportedResult, adjudicate, normalize_whitespace,
};
use std::ops::Range;

/// A game as the log has it, not yet judged.
#[derive(Debug, Default)]
pub struct ParsedGame {
    /// The record as the log has it.
    ///
    /// `moves` may be spelled as in the log, illegal ones included. A token that contains blanks or
    /// is empty is the `attempt` instead.
    pub record: Record,
    /// The findings about the text.
    pub findings: Findings,
    /// The locations of the game's parts in the text.
    pub game_spans: GameSpans,
    /// Whether the log is in one of kifu's own formats.
    pub is_native: bool,
}

/// The spans of a game's parts in the text, in bytes.
#[derive(Clone, Debug, Default)]
pub struct GameSpans {
    /// The span of the game as a whole.
    pub whole: Range<usize>,
    /// The spans of the tokens.
    pub tokens: TokenSpans,
    /// The span of the attempt at which the game failed, if that is not a token.
    pub attempt: Option<Range<usize>>,
    /// The span of the result.
    pub result: Option<Range<usize>>,
    /// The span of the setup.
    pub setup: Option<Range<usize>>,
    /// The spans of single parameters of the setup.
    pub setup_keys: Vec<(String, Range<usize>)>,
    /// The first token that is no move, if the format spells moves in its own way.
    pub unreadable: Option<UnreadableToken>,
    /// The syntax of a kifu record, whose fields are located on demand; `None` for other formats.
    pub(in crate::formats) record_syntax: Option<RecordSyntax>,
}

/// A token for a text that is not a move, in a format with its own notation.
#[derive(Clone, Debug)]
pub struct UnreadableToken {
    /// The token in the record's moves, which no game can read.
    pub token: String,
    /// The text in the log.
    pub raw: String,
    /// The reason why it is no move, in the words of the format.
    pub reason: String,
}

/// The spans of a game's tokens.
#[derive(Clone, Debug, Default)]
pub enum TokenSpans {
    /// The spans are not known.
    #[default]
    Unknown,
    /// The tokens fill this span, separated by white space.
    Contiguous(Range<usize>),
    /// Each token has its own span.
    Separate(Vec<Range<usize>>),
}

impl GameSpans {
    fn locate(&self, text: &str, part: &RecordPart) -> Range<usize> {
        if let Some(syntax) = self.record_syntax {
            let span = syntax.locate(text.get(self.whole.clone()).unwrap_or_default(), part);
            return self.whole.start + span.start..self.whole.start + span.end;
        }
        let token = |index: usize| match &self.tokens {
            TokenSpans::Unknown => None,
            TokenSpans::Contiguous(run) => {
                let words = kifu_core::contract::tokens(text.get(run.clone())?.as_bytes());
                let span = words.into_iter().nth(index)?;
                Some(run.start + span.start..run.start + span.end)
            }
            // The moves after a failed one may have no spans.
            TokenSpans::Separate(spans) => spans.get(index).or(self.attempt.as_ref()).cloned(),
        };
        match part {
            RecordPart::Token(index) | RecordPart::Note(_, index) => token(*index),
            RecordPart::Attempt => self.attempt.clone(),
            RecordPart::ReportedResult | RecordPart::StoredResult => self.result.clone(),
            RecordPart::Setup(key) => {
                let key_span = self.setup_keys.iter().find(|(name, _)| name == key);
                key_span
                    .map(|(_, span)| span)
                    .or(self.setup.as_ref())
                    .cloned()
            }
            RecordPart::Times
            | RecordPart::Game
            | RecordPart::Version
            | RecordPart::Rules
            | RecordPart::Date
            | RecordPart::Whole => None,
        }
        .unwrap_or(self.whole.start..self.whole.start)
    }
}

/// A game that was judged by the rules.
#[derive(Clone, Debug)]
pub struct CheckedGame {
    /// The canonical record, with the result by the rules.
    pub record: Record,
    /// The number of legal plies of the players.
    pub ply_count: u32,
    /// The way in which the game ended.
    pub ending: Ending,
    /// The findings, in the order of the text.
    pub findings: Vec<Finding>,
    /// Whether the log is in one of kifu's own formats.
    pub is_native: bool,
}

impl CheckedGame {
    /// Reports whether no finding is an error.
    pub fn is_valid(&self) -> bool {
        self.worst_severity() < Some(Severity::Error)
    }

    /// Returns the highest severity of the findings.
    pub fn worst_severity(&self) -> Option<Severity> {
        self.findings.iter().map(Finding::severity).max()
    }
}

/// Reports whether a game with this finding was only read in part.
fn is_partial_read(code: Code) -> bool {
    use Code::{MissingField, Syntax, TooDeep, TooLarge, Truncated};
    matches!(code, Syntax | Truncated | TooLarge | TooDeep | MissingField)
}

/// Returns the ending of a game by the log's own result.
fn reported_ending(reported: &ReportedResult) -> Ending {
    match reported.faults.values().next() {
        Some(fault) => (*fault).into(),
        None if reported.winner.is_some() => Ending::Finished,
        None => Ending::Unterminated,
    }
}

impl ParsedGame {
    /// Creates the result for a text in which no game can be read.
    pub fn unreadable(finding: Finding) -> Self {
        Self {
            findings: vec![finding].into(),
            ..Self::default()
        }
    }

    /// Creates the result for a text of unknown format.
    pub fn unknown_format(text: &str) -> Self {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let shown = kifu_core::contract::printable(line, 40);
        let finding = if shown.is_empty() {
            Finding::new(Code::NoGame, "expected a game log, found an empty text")
        } else {
            let kind = text_kind(text);
            let message = format!("expected a game log, found {kind} that starts `{shown}`");
            Finding::new(Code::UnknownFormat, message).hint(
                "give the format or the game (on the command line: --from, --game)".to_owned(),
            )
        };
        let source = SourceText::new(text);
        Self::unreadable(finding.at(source.location(first_line_span(text))))
    }

    /// Judges the game by the rules; `source` is the text that it was parsed from.
    pub fn check(mut self, source: &SourceText<'_>, catalogue: Catalogue) -> CheckedGame {
        let game = by_id(catalogue, &self.record.game);
        let adjudication = match game {
            Some(game) if !self.is_results_only() => adjudicate(&mut self.record, game),
            _ => {
                // As a record of it is read.
                normalize_whitespace(&mut self.record.moves);
                self.unjudged(catalogue)
            }
        };
        let Adjudication {
            ply_count: plies,
            ending,
            mut findings,
            counts,
        } = adjudication;
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            let reported = findings.iter().filter(|(_, f)| f.severity() == severity);
            let left_out = counts.count(severity).saturating_sub(reported.count());
            self.findings.count_left_out(severity, left_out);
        }
        if self
            .findings
            .iter()
            .any(|found| is_partial_read(found.code))
        {
            // A game that was read in part is obviously not over.
            findings.retain(|(_, finding)| finding.code != Code::Unterminated);
        }
        self.explain_unreadable(&mut findings);
        // Only kifu's own formats promise canonical tokens.
        findings.retain(|(_, finding)| self.is_native || finding.code != Code::NotCanonical);
        self.locate_by_ply(source, game.map_or(0, |game| game.info().lead_in));
        if !findings.is_empty() || self.record.attempt.is_some() {
            self.locate(findings, source);
        }
        CheckedGame {
            record: self.record,
            ply_count: plies,
            ending,
            findings: self.findings.into_vec(),
            is_native: self.is_native,
        }
    }

    /// Puts the words of the format for those of the game's notation.
    fn explain_unreadable(&mut self, findings: &mut [(RecordPart, Finding)]) {
        let (Some(unreadable), Some(attempt)) =
            (&self.game_spans.unreadable, &mut self.record.attempt)
        else {
            return;
        };
        let UnreadableToken { token, raw, reason } = unreadable;
        let shown = |text: &str| format!("`{}`", kifu_core::contract::printable(text, 60));
        for (_, finding) in findings {
            if !finding.message.contains(&shown(token)) {
                continue;
            }
            let message = finding.message.replacen(&shown(token), &shown(raw), 1);
            finding.message = message;
            if finding.code == Code::UnreadableMove {
                finding.message = finding.message.replacen(&attempt.reason, reason, 1);
                finding.hint = None;
                reason.clone_into(&mut attempt.reason);
            }
        }
    }

    /// Returns the judgement of a record of an unknown game, or of a result without moves.
    fn unjudged(&self, catalogue: Catalogue) -> Adjudication {
        let Record {
            game,
            moves,
            reported,
            ..
        } = &self.record;
        let only_notes = self.findings.iter().all(|f| f.severity() == Severity::Note);
        let finding = if by_id(catalogue, game).is_some() {
            None
        } else if !game.is_empty() {
            let message = format!("expected a game that kifu knows, found `{game}`");
            Some(Finding::new(Code::UnknownGame, message))
        } else if !only_notes
            || self.is_results_only()
            || self.has_neither()
            || self.is_other_game()
        {
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
            counts: FindingCounts::default(),
        }
    }

    /// Reports whether the reader found neither moves nor a result.
    fn has_neither(&self) -> bool {
        self.findings.iter().any(|f| f.code == Code::Unterminated)
    }

    fn is_results_only(&self) -> bool {
        self.findings.iter().any(|f| f.code == Code::ResultsOnly)
    }

    /// Reports whether the text is of a game that was named and left alone.
    fn is_other_game(&self) -> bool {
        self.findings.iter().any(|f| f.code == Code::OtherGame)
    }

    /// Locates the findings for which the reader gave only a ply.
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
        // The parts of a record are looked for in its text: once each, and only for what is shown.
        let mut last: Option<(RecordPart, TextLocation)> = None;
        for (part, finding) in findings {
            let is_failed_move = matches!(part, RecordPart::Token(_) | RecordPart::Attempt)
                && finding.severity() == Severity::Error;
            let is_left_out = self.findings.is_full(finding.severity());
            // The record keeps where a move failed, whether the finding is kept or not.
            if is_left_out && !is_failed_move {
                self.findings.count_left_out(finding.severity(), 1);
                continue;
            }
            let repeated = last.take().filter(|(last_part, _)| *last_part == part);
            let location = repeated.map_or_else(
                || source.location(self.game_spans.locate(source.text(), &part)),
                |(_, location)| location,
            );
            last = Some((part.clone(), location.clone()));
            if is_failed_move {
                self.locate_attempt(&location);
            }
            // Findings above the maximum are only counted.
            self.findings.push(finding.at(location));
        }
    }

    fn locate_attempt(&mut self, location: &TextLocation) {
        // A kifu record keeps the location in the log that it was converted from.
        if let Some(attempt) = &mut self.record.attempt
            && !(self.is_native && attempt.line > 0)
        {
            attempt.line = location.line;
            attempt.column = location.column;
        }
    }
}

/// The first characters of texts that are no logs, and what the texts are.
const TEXT_KINDS: [(&str, &str); 11] = [
    ("<svg", "an SVG picture"),
    ("<?xml", "a text of XML"),
    ("<", "a page or another text of markup"),
    ("[Event ", "a chess game in PGN"),
    ("{", "a text of JSON"),
    ("[", "a list or a file of settings"),
    ("#!", "a program"),
    ("#include", "a program"),
    ("import ", "a program"),
    ("//", "a program"),
    ("# ", "a text with headings"),
];

/// Returns what a text that is no log looks like, with its article.
fn text_kind(text: &str) -> &'static str {
    let text = text.trim_start();
    let lines = || text.lines().filter(|line| !line.trim().is_empty()).take(20);
    let has = |is_wanted: fn(char) -> bool| lines().any(|line| line.contains(is_wanted));
    if has(char::is_numeric) && !has(char::is_alphabetic) {
        return "a table of numbers";
    }
    if is_har(text.as_bytes()) {
        return "a recording of a browser (HAR) without games, or one that is cut off or above 64 MiB";
    }
    let known = TEXT_KINDS.iter();
    let mut known = known.filter(|(start, _)| text.starts_with(start));
    known.next().map_or("a text", |(_, name)| name)
}

/// Returns the span of the first line that is not blank, for findings about the whole text.
pub(in crate::formats) fn first_line_span(text: &str) -> Range<usize> {
    let rest = text.trim_start();
    let line = rest.lines().next().unwrap_or_default().trim_end();
    match rest.len() {
        0 => 0..0,
        length => text.len() - length..text.len() - length + line.len(),
    }
}

/// The last game that was read, which waits because what follows it in the text may belong to it.
///
/// A finding between games belongs to the one below it or, at the end of the text, to the one above
/// it.
pub(in crate::formats) struct HeldGame<'a> {
    game: Option<ParsedGame>,
    /// The findings after the game.
    findings: Vec<Finding>,
    out: &'a mut dyn FnMut(ParsedGame),
}

impl<'a> HeldGame<'a> {
    pub fn new(out: &'a mut dyn FnMut(ParsedGame)) -> Self {
        Self {
            game: None,
            findings: Vec::new(),
            out,
        }
    }

    /// Holds this game, and passes on the one before it.
    pub fn add(&mut self, mut parsed: ParsedGame) {
        parsed.findings.extend(self.findings.drain(..));
        if let Some(before) = self.game.replace(parsed) {
            (self.out)(before);
        }
    }

    /// Adds a finding between the game and the next one.
    pub fn add_finding(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Returns the game; `None` if none was read yet.
    pub fn last_mut(&mut self) -> Option<&mut ParsedGame> {
        self.game.as_mut()
    }

    /// Passes on the last game; findings of a text without games become one without content.
    pub fn finish_with_findings(mut self) {
        if self.game.is_none() && !self.findings.is_empty() {
            let first = self.findings.remove(0);
            self.game = Some(ParsedGame::unreadable(first));
        }
        self.finish();
    }

    /// Passes on the last game.
    pub fn finish(self) {
        if let Some(mut last) = self.game {
            last.findings.extend(self.findings);
            (self.out)(last);
        }
    }
}
