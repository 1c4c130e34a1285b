//! A game of a list while it is read: its moves, and what the list says of them twice.

use super::super::game_builder::{GameBuilder, MAX_TOKENS};
use super::super::statuses::{shorten, single_line};
use super::super::{ParsedGame, ReadContext, append_line};
use super::blocks::ListComment;
use super::diagrams::{Diagram, DiagramLines};
use super::numbering::{Misnumbered, NumberPlace, Numbering};
use super::read::{next_builder, store_attempt};
use super::words::{ListResult, MoveNumber};
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{Attempt, AttemptRule, ReportedResult};
use std::ops::Range;

/// The number of plies up to which a game is followed to find its end; no game is longer.
///
/// The limit bounds the cost of finding the end of the game.
const MAX_PLIES: usize = 1100;

/// The beginning of the comment in which `txt` gives the reason why a move is refused.
const REFUSED: &str = " refused:";

/// A game of a list while it is read.
pub(in crate::formats) struct ListGame<'t> {
    pub draft: GameBuilder,
    source: &'t SourceText<'t>,
    /// The position after the moves; `None` once one is illegal or there are too many.
    state: Option<Box<dyn DynState>>,
    /// The number of tokens before the reader stopped.
    token_count: usize,
    is_stopped: bool,
    numbering: Numbering,
    /// The result word, and its place.
    result: Option<(ListResult, Range<usize>)>,
    /// The last number, if its move is not there yet.
    announced: Option<Range<usize>>,
    /// The number of paragraphs, if each of them is one move.
    pub single_moves: Option<usize>,
    diagram: DiagramLines,
    /// A comment that gives the reason why the next move is refused, as `txt` writes it.
    refused: Option<Range<usize>>,
    /// The moves with which the game failed, as headers give them.
    pub attempts: Vec<(String, Range<usize>)>,
}

impl<'t> ListGame<'t> {
    /// Creates a game without moves from the start of its record.
    pub fn new(draft: GameBuilder, source: &'t SourceText<'t>) -> Self {
        let state = draft.game().start(&draft.record.setup).ok();
        let info = draft.game().info();
        let is_part = is_part(&draft.record.setup);
        let numbering = Numbering::new(info.lead_in, info.automatic_ply, is_part);
        Self {
            draft,
            source,
            state,
            token_count: 0,
            is_stopped: false,
            numbering,
            result: None,
            announced: None,
            single_moves: None,
            diagram: DiagramLines::default(),
            refused: None,
            attempts: Vec::new(),
        }
    }

    /// Creates the next game of the same block, without moves.
    pub fn next_in_block(&self, context: &ReadContext<'_>) -> Self {
        Self::new(next_builder(&self.draft, context), self.source)
    }

    pub fn game(&self) -> &'static dyn DynGame {
        self.draft.game()
    }

    /// Returns the number of tokens that were read.
    pub const fn token_count(&self) -> usize {
        self.token_count
    }

    /// Reports whether the game is over by its rules.
    pub fn is_over(&self) -> bool {
        let state = self.state.as_ref();
        !self.is_stopped && state.is_some_and(|state| state.turn() == Turn::Over)
    }

    /// Returns the player to move, if the moves so far are legal.
    pub fn mover(&self) -> Option<Player> {
        self.state.as_ref()?.mover()
    }

    /// Returns the position text, if the moves so far are legal.
    pub fn position(&self) -> Option<String> {
        Some(self.state.as_ref()?.position())
    }

    /// Ends the game with a move that the log says was refused.
    pub fn fail(&mut self, attempt: Attempt, span: Range<usize>) {
        self.draft.set_attempt(attempt, span);
        self.is_stopped = true;
        self.state = None;
    }

    /// Reports whether a result word ended the game.
    pub const fn has_ended(&self) -> bool {
        self.result.is_some()
    }

    /// Reports whether the game can go on with this move, which is one or two words.
    pub fn can_go_on_with(&self, word: &str) -> bool {
        let setup = &self.draft.record.setup;
        let token = self.game().respell(setup, word);
        let state = self
            .state
            .as_ref()
            .filter(|_| !self.is_stopped && self.result.is_none());
        let state = state.filter(|state| state.turn() != Turn::Over);
        state.is_some_and(|state| {
            let mut state = state.fork();
            state.play(token.as_deref().unwrap_or(word)).is_ok()
        })
    }

    /// Prepares for the numbers of the moves from here on, each with the number of moves after
    /// which it is.
    pub fn expect_numbers(&mut self, numbers: &[NumberPlace]) {
        self.numbering.expect(numbers);
    }

    /// Reports whether a number would be that of the next move.
    pub fn is_due(&self, number: &MoveNumber) -> bool {
        let place = NumberPlace::new(number, self.token_count);
        !self.is_stopped && self.numbering.continues(place)
    }

    /// Appends a move, one word or two numbers.
    pub fn push_move(&mut self, word: &str, span: Range<usize>) {
        if self.result.is_some() && !self.is_stopped {
            let message = format!(
                "expected the end of the game behind its result, found `{}`",
                shorten(word)
            );
            self.stop(Code::Syntax, message, span.clone());
        }
        if self.draft.token_count() == 0 {
            self.draft.game_spans.whole = span.clone();
        }
        self.settle_refused(Some(word));
        self.announced = None;
        let start = self.draft.record.moves.len();
        self.draft.push_token(word, span);
        if self.is_stopped {
            return;
        }
        self.token_count += 1;
        let token = self.draft.record.moves[start..].trim_start();
        if let Some(state) = &mut self.state
            && (token.is_empty() || !play(state.as_mut(), token) || self.token_count > MAX_PLIES)
        {
            self.state = None;
        }
    }

    /// Compares a number with the count of moves, and stops where a move is missing or doubled.
    pub fn push_number(&mut self, number: &MoveNumber) {
        if self.is_stopped || self.token_count > MAX_TOKENS {
            return;
        }
        self.announced = Some(number.span.clone());
        let place = NumberPlace::new(number, self.token_count);
        let Err(Misnumbered { due }) = self.numbering.check(place) else {
            return;
        };
        let found = shorten(&self.source.text()[number.span.clone()]);
        let message = match due {
            Some(due) => format!("expected the move with the number {due}, found `{found}`"),
            None if self.token_count == 0 => {
                format!("expected a game from its first move, found `{found}`")
            }
            None => {
                let count = self.token_count;
                format!("expected the number of the move after the first {count}, found `{found}`")
            }
        };
        self.stop(Code::NumbersDisagree, message, number.span.clone());
    }

    /// Ends the game with a result word.
    pub fn push_result(&mut self, result: ListResult, span: Range<usize>) {
        if let Some((first, _)) = &self.result {
            if *first != result {
                self.report_other_result(span);
            }
            return;
        }
        self.result = Some((result, span));
    }

    /// Stops reading at a place where the log contradicts itself: what follows is kept and not
    /// judged.
    pub fn stop(&mut self, code: Code, message: String, span: Range<usize>) {
        if self.is_stopped {
            return;
        }
        let mut finding =
            Finding::new(code, message.clone()).at(self.source.location(span.clone()));
        if code == Code::NumbersDisagree && self.token_count == 0 {
            let hint = "give the position from which the part of a game starts, as `position: ...`";
            finding = finding.hint(hint.to_owned());
        }
        self.draft.findings.push(finding);
        let attempt = Attempt {
            rule: AttemptRule::NotLogged,
            reason: message,
            ..Attempt::default()
        };
        self.draft.set_attempt(attempt, span);
        self.is_stopped = true;
        self.state = None;
    }

    /// Adds a comment to the ply before it, unless it is a line of the board that `txt` writes
    /// there.
    pub fn push_comment(&mut self, comment: &ListComment) {
        let text = self.source.text();
        self.settle_refused(None);
        if let (Some(raw), Some(state)) = (&comment.whole_line, &self.state) {
            if text[raw.clone()].starts_with(REFUSED) {
                self.refused = Some(comment.span.clone());
                return;
            }
            let plies = self.plies();
            let game = self.draft.game();
            let read = self
                .diagram
                .read(&text[raw.clone()], plies, game, state.as_ref());
            match read {
                Diagram::Line => return,
                Diagram::No => {}
                Diagram::OtherPly(due) => {
                    let found = shorten(&text[comment.span.clone()]);
                    let message = format!("expected ply {due} below this line, found `{found}`");
                    self.stop(Code::NumbersDisagree, message, comment.span.clone());
                }
                Diagram::OtherBoard => {
                    let message = format!(
                        "expected the board after ply {plies} by the moves so far, found another one"
                    );
                    self.stop(Code::BoardDiffers, message, comment.span.clone());
                }
            }
        }
        self.keep_comment(comment.span.clone());
    }

    /// Adds the comment of a span to the ply before it.
    fn keep_comment(&mut self, span: Range<usize>) {
        self.add_comment(&self.source.text()[span]);
    }

    /// Adds a comment to the ply before it.
    pub fn add_comment(&mut self, text: &str) {
        let ply = self.plies();
        append_line(&mut self.draft.record.note_mut(ply).comment, text);
    }

    /// Keeps the comment `refused: REASON` before a move, unless the rules refuse the move for this
    /// reason.
    pub fn settle_refused(&mut self, refused: Option<&str>) {
        let Some(span) = self.refused.take() else {
            return;
        };
        let text = &self.source.text()[span.clone()];
        let reason = text.trim_start_matches(REFUSED.trim_start()).trim();
        let is_reason = refused.is_some_and(|word| {
            let token = self.game().respell(&self.draft.record.setup, word);
            let state = self.state.as_ref();
            let error = state.and_then(|state| {
                let mut state = state.fork();
                state.play(token.as_deref().unwrap_or(word)).err()
            });
            error.is_some_and(|error| is_reason(reason, &error.to_string(), self.is_over()))
        });
        if !is_reason {
            self.keep_comment(span);
        }
    }

    /// Returns the number of plies that were read.
    pub fn plies(&self) -> u32 {
        let lead_in = self.game().info().lead_in;
        u32::try_from(self.token_count.saturating_sub(lead_in)).unwrap_or(u32::MAX)
    }

    /// Returns the game as it was read.
    pub fn finish(mut self) -> ParsedGame {
        self.settle_refused(None);
        if let Some(span) = self.announced.take().filter(|_| self.attempts.is_empty()) {
            let found = shorten(&self.source.text()[span.clone()]);
            let message = format!("expected a move behind its number `{found}`, found none");
            self.stop(Code::NumbersDisagree, message, span);
        }
        if let Some((result, span)) = self.result.take() {
            self.apply_result(result, span);
        }
        let attempts = std::mem::take(&mut self.attempts);
        let mut parsed = self.draft.finish();
        for (raw, span) in attempts {
            store_attempt(&mut parsed, &raw, span);
        }
        parsed
    }

    /// Compares the result word with the header, or takes its place.
    fn apply_result(&mut self, result: ListResult, span: Range<usize>) {
        let reported = self.draft.record.reported.as_mut();
        match (result, reported.as_ref().map(|reported| reported.winner)) {
            (ListResult::Ended(winner), None) => {
                self.draft.game_spans.result = Some(span);
                self.draft.record.reported = Some(ReportedResult {
                    winner: Some(winner),
                    ..ReportedResult::default()
                });
            }
            (ListResult::Ended(winner), Some(None)) => {
                if let Some(reported) = reported {
                    reported.winner = Some(winner);
                }
            }
            (ListResult::Ended(winner), Some(Some(known))) if winner == known => {}
            (ListResult::Open, None) => {}
            (_, Some(_)) => self.report_other_result(span),
        }
    }

    fn report_other_result(&mut self, span: Range<usize>) {
        let found = &self.source.text()[span.clone()];
        let message = format!("expected one result of a game, found another, `{found}`");
        let location = self.source.location(span);
        let finding = Finding::new(Code::StatusDisagrees, message).at(location);
        self.draft.findings.push(finding);
    }
}

/// Plays a token, after the ply that the contest plays without asking if the list omits that.
fn play(state: &mut dyn DynState, token: &str) -> bool {
    if state.play(token).is_ok() {
        return true;
    }
    let automatic = state.automatic_move();
    automatic.is_some_and(|automatic| state.play(&automatic).is_ok() && state.play(token).is_ok())
}

/// Reports whether a reason is the one that a record has for an error of the rules.
fn is_reason(reason: &str, error: &str, is_over: bool) -> bool {
    let after_end = "the game was over before this move";
    reason == single_line(error) || is_over && reason == after_end || reason.is_empty()
}

/// Reports whether a setup names a position in the middle of a game.
fn is_part(setup: &Setup) -> bool {
    setup.0.iter().any(|(key, _)| key == "position")
}
