//! The failed move of a game: a token that the rules reject, or a move that the log reports as
//! refused.

use super::{Adjudicator, RecordPart, shorten};
use crate::contract::{Fault, MoveError, Player, Replay, ReplayFailure, Turn};
use crate::findings::{Code, Finding};
use crate::record::{Attempt, AttemptRule};

impl Adjudicator<'_> {
    /// Records a failure in the main line: the legal moves stay, and the failed token becomes the
    /// attempt.
    pub(super) fn record_failure(&mut self, failure: ReplayFailure, replay: &Replay) {
        let ReplayFailure {
            index,
            span,
            player,
            kind,
        } = failure;
        let ply = self.ply(index);
        let moves = std::mem::take(&mut self.record.moves);
        let token = moves[span.clone()].to_owned();
        let mut rest = moves[span.end..].trim().to_owned();
        if let Some(later) = self.record.attempt.take() {
            // The log has a failed move after this one: it is not judged either, but kept.
            for text in [later.raw, later.rest] {
                append_words(&mut rest, &text);
            }
        }
        moves[..replay.end].clone_into(&mut self.record.moves);
        let declared = player.and_then(|player| self.declared_faults.get(&player));
        let refused = matches!(declared, Some(Fault::Illegal | Fault::Jury));
        let is_declared = refused && rest.is_empty() && !replay.is_over;
        let whose = match player {
            Some(player) => format!(", {}", self.game.sides()[player.index()]),
            None if replay.is_over => String::new(),
            None => ", chance".to_owned(),
        };
        let (code, rule, reason, hint) = move_error_details(kind, replay.is_over);
        if !is_declared {
            let message = format!("ply {ply}{whose}: `{}`: {reason}", shorten(&token));
            let finding = Finding::new(code, message).ply(ply).hint(hint);
            self.report(RecordPart::Token(index), finding);
            self.report_unjudged(index, &rest);
        }
        let spelling = self.spelling_of(ply, &token);
        self.record.attempt = Some(Attempt {
            raw: token,
            player,
            rule,
            reason,
            rest,
            ..Attempt::default()
        });
        if let Some(spelling) = spelling {
            self.respell_attempt(spelling, replay);
        }
    }

    /// Gives the attempt the log's spelling if that breaks the same rule here: some texts mean
    /// another act at another ply, such as a tile alone.
    fn respell_attempt(&mut self, spelling: String, replay: &Replay) {
        let Some(attempt) = &mut self.record.attempt else {
            return;
        };
        let token = std::mem::replace(&mut attempt.raw, spelling);
        let error = self.attempt_error(replay);
        if let Some(attempt) = &mut self.record.attempt
            && !error.is_some_and(|(_, rule, reason, _)| {
                rule == attempt.rule && reason == attempt.reason
            })
        {
            attempt.raw = token;
        }
    }

    /// Returns the log's spelling of a ply, if it is read as this token or gives the same error: the
    /// record must be judged the same when it is read again.
    fn spelling_of(&self, ply: u32, token: &str) -> Option<String> {
        let raw = self.record.notes.get(&ply)?.raw.as_ref()?;
        let respelled = self.game.respell(&self.record.setup, raw);
        let reading = |text: &str| match self.game.parse(text) {
            Ok(parsed) => Ok(parsed.text),
            Err(error) => Err(error.to_string()),
        };
        let spelled = reading(respelled.as_ref().unwrap_or(raw));
        (spelled == reading(token)).then(|| raw.clone())
    }

    /// Reports the moves that follow the failed one, at the token after `index`.
    fn report_unjudged(&mut self, index: usize, rest: &str) {
        let count = rest.split_ascii_whitespace().count();
        if count > 0 {
            let message = match count {
                1 => "1 move follows the one that failed; it was kept but not judged".to_owned(),
                _ => format!(
                    "{count} moves follow the one that failed; they were kept but not judged"
                ),
            };
            self.report(
                RecordPart::Token(index + 1),
                Finding::new(Code::NotJudged, message),
            );
        }
    }

    /// Reports that the log says a player's move was illegal although all its moves are legal.
    ///
    /// A log may leave the illegal move out; then it is that player's turn, and nothing is wrong.
    pub(super) fn report_unseen_fault(&mut self, replay: &Replay) {
        if self.game.info().jury_plays_on {
            return;
        }
        let unseen = |(player, fault): (&Player, &Fault)| {
            let due = !replay.is_over && replay.next == Some(*player);
            (*fault == Fault::Illegal && !due).then_some(*player)
        };
        let Some(player) = self.declared_faults.iter().find_map(unseen) else {
            return;
        };
        let side = self.game.sides()[player.index()];
        let turn = match replay.next.filter(|_| !replay.is_over) {
            Some(next) => format!("it is {}'s turn", self.game.sides()[next.index()]),
            None => "the game is over".to_owned(),
        };
        let message = format!(
            "expected an illegal move by {side}, as the log reports one; found only legal moves, \
             after which {turn}"
        );
        let last = replay.tokens.saturating_sub(1);
        let finding = Finding::new(Code::RefusedMoveLegal, message).ply(self.ply(last));
        self.report(RecordPart::Token(last), finding);
    }

    /// Judges the failed move that the log reports, or an act whose text cannot be a token. Returns
    /// the player who made it if it is a failure.
    ///
    /// Every such act, of a player or of chance, ends in a finding, unless the log itself declares
    /// the fault.
    pub(super) fn judge_attempt(&mut self, replay: &Replay) -> Option<Player> {
        let attempt = self.record.attempt.as_mut()?;
        // After the end no player is to move; only the log can say whose move this was.
        attempt.player = attempt.player.or(replay.next.filter(|_| !replay.is_over));
        let (player, rest) = (attempt.player, attempt.rest.clone());
        let findings_before = self.findings.len();
        let is_not_logged = attempt.rule == AttemptRule::NotLogged;
        let failed = if is_not_logged {
            self.report_not_logged(replay);
            None
        } else {
            self.judge_attempted_move(replay)
        };
        if self.findings.len() > findings_before || rest.is_empty() || is_not_logged {
            self.report_unjudged(replay.tokens, &rest);
        } else {
            self.report_moves_after_fault(replay, player, &rest);
        }
        failed
    }

    /// Returns the start of a message on the next act: its ply, and whose act it is.
    fn act_label(&self, replay: &Replay, player: Option<Player>) -> String {
        let ply = self.ply(replay.tokens);
        match player {
            Some(player) => format!("ply {ply}, {}", self.game.sides()[player.index()]),
            None if replay.is_over => format!("ply {ply}"),
            None => format!("ply {ply}, chance"),
        }
    }

    fn report_not_logged(&mut self, replay: &Replay) {
        let Some(attempt) = &self.record.attempt else {
            return;
        };
        let (label, raw) = (
            self.act_label(replay, attempt.player),
            shorten(&attempt.raw),
        );
        let is_referees = |word: &&str| attempt.raw.starts_with(word);
        let message = if self.game.info().referees_choice.iter().any(is_referees) {
            format!(
                "{label}: expected the move that the referee made for `{raw}`, found none in the log"
            )
        } else {
            match attempt.raw.as_str() {
                "" => format!("{label}: expected the move of this ply, found a gap in the log"),
                _ => {
                    format!(
                        "{label}: expected the move of this ply, found a gap in the log at `{raw}`"
                    )
                }
            }
        };
        let finding = Finding::new(Code::MoveNotLogged, message);
        let finding = finding.ply(self.ply(replay.tokens));
        self.report(RecordPart::Attempt, finding);
    }

    /// Judges the text of the attempt as the next act. Returns the player who made it if it is a
    /// failure.
    fn judge_attempted_move(&mut self, replay: &Replay) -> Option<Player> {
        let ply = self.ply(replay.tokens);
        let error = self.attempt_error(replay);
        let attempt = self.record.attempt.as_mut()?;
        let player = attempt.player;
        let declared = player.and_then(|player| self.declared_faults.get(&player).copied());
        let raw = shorten(&attempt.raw);
        let Some((code, rule, reason, hint)) = error else {
            if declared.is_some_and(|fault| fault != Fault::Illegal) {
                return player;
            }
            let message = format!(
                "{}: expected a move that breaks a rule, for the log says that `{raw}` was \
                 refused; found a legal one",
                self.act_label(replay, player)
            );
            let finding = Finding::new(Code::RefusedMoveLegal, message).ply(ply);
            self.report(RecordPart::Attempt, finding);
            return player;
        };
        attempt.rule = rule;
        if attempt.reason.is_empty() || player.is_none() {
            attempt.reason.clone_from(&reason);
        }
        if declared.is_none() {
            let message = format!("{}: `{raw}`: {reason}", self.act_label(replay, player));
            let finding = Finding::new(code, message).ply(ply).hint(hint);
            self.report(RecordPart::Attempt, finding);
        }
        // A player who moves after the end breaks no rule of the game.
        player.filter(|_| !replay.is_over || declared.is_some())
    }

    /// Returns the error of the attempt as the next act; `None` if the rules allow it.
    fn attempt_error(&self, replay: &Replay) -> Option<MoveErrorDetails> {
        let attempt = self.record.attempt.as_ref()?;
        let game = self.game;
        // The log has the spelling of the contest.
        let token = game.respell(&self.record.setup, &attempt.raw);
        let token = token.unwrap_or_else(|| attempt.raw.clone());
        let error = self.final_state().and_then(|mut state| {
            // Whether a placement is legal cannot depend on a chance outcome that is not logged. A
            // placement among the moves was judged as a token that lacks this outcome.
            let is_bare = state.turn() == Turn::Chance
                && game.chance_of(&token).is_none()
                && attempt.rule != AttemptRule::WrongKind;
            let outcome = state.chance_outcomes().into_iter().next();
            let whole = outcome
                .filter(|_| is_bare && attempt.player.is_some())
                .and_then(|outcome| game.with_chance(&token, &outcome));
            state.play(whole.as_ref().unwrap_or(&token)).err()
        });
        // A text that is not a move in the contest's dialogue may be one in a record (`E5`).
        let unreadable = attempt.rule == AttemptRule::Unreadable && !attempt.reason.is_empty();
        match error {
            Some(kind @ MoveError::Unreadable(_)) => Some(move_error_details(kind, replay.is_over)),
            Some(kind) if replay.is_over => Some(move_error_details(kind, true)),
            _ if unreadable => {
                let reason = attempt.reason.clone();
                Some((Code::UnreadableMove, AttemptRule::Unreadable, reason, None))
            }
            error => error.map(|kind| move_error_details(kind, replay.is_over)),
        }
    }

    /// Reports moves after one with which, as the log itself says, a player failed.
    fn report_moves_after_fault(&mut self, replay: &Replay, player: Option<Player>, rest: &str) {
        let count = rest.split_ascii_whitespace().count();
        let moves = if count == 1 { "move" } else { "moves" };
        let message = format!(
            "{}: expected no moves after the fault that the log reports, found {count} {moves}, \
             kept but not judged",
            self.act_label(replay, player)
        );
        let finding = Finding::new(Code::MovesAfterFault, message);
        self.report(RecordPart::Token(replay.tokens + 1), finding);
    }
}

/// The code, the rule, the message and the hint for a move error.
pub(super) type MoveErrorDetails = (Code, AttemptRule, String, Option<String>);

/// Appends words to a text, separated by a blank.
fn append_words(text: &mut String, words: &str) {
    let words = words.trim();
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

/// Returns the code, the rule, the message and the hint for a move error.
pub(super) fn move_error_details(kind: MoveError, over: bool) -> MoveErrorDetails {
    match kind {
        MoveError::Unreadable(bad) if !over => (
            Code::UnreadableMove,
            AttemptRule::Unreadable,
            bad.to_string(),
            bad.hint,
        ),
        MoveError::Unreadable(bad) => after_end_details(AttemptRule::Unreadable, bad.to_string()),
        MoveError::Illegal {
            rule,
            message,
            hint,
        } if !over => (Code::IllegalMove, rule.into(), message, hint),
        MoveError::Illegal { rule, message, .. } => after_end_details(rule.into(), message),
        MoveError::WrongKind { expected } if over => {
            after_end_details(AttemptRule::WrongKind, format!("expected {expected}"))
        }
        MoveError::WrongKind { expected } => (
            Code::UnreadableMove,
            AttemptRule::WrongKind,
            format!("expected {expected}"),
            None,
        ),
    }
}

/// Returns the details for a move after the end of the game, which is an error for any move.
fn after_end_details(rule: AttemptRule, message: String) -> MoveErrorDetails {
    let message = if message.contains("the game is over") {
        message
    } else {
        "the game was over before this move".to_owned()
    };
    (Code::MoveAfterEnd, rule, message, None)
}
