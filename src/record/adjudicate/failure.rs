//! The failed move of a game: a token that the rules reject, or a move that the log reports as
//! refused.

use super::{Adjudicator, RecordPart, shorten};
use crate::contract::{Fault, MoveError, Player, Replay, ReplayFailure};
use crate::findings::{Code, Finding};
use crate::games::DynState;
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
        let rest = moves[span.end..].trim().to_owned();
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
        let raw = self
            .record
            .notes
            .get(&ply)
            .and_then(|note| note.raw.clone());
        self.record.attempt = Some(Attempt {
            raw: raw.unwrap_or(token),
            player,
            rule,
            reason,
            rest,
            ..Attempt::default()
        });
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

    /// Judges the failed move that the log reports. Returns the player who made it if it is a
    /// failure.
    pub(super) fn judge_attempt(&mut self, replay: &Replay) -> Option<Player> {
        let ply = self.ply(replay.tokens);
        let next = replay.next;
        let state = self.final_state();
        let attempt = self.record.attempt.as_mut()?;
        // After the end it is nobody's turn; only the log can say whose move this was.
        attempt.player = attempt.player.or(next.filter(|_| !replay.is_over));
        let Some(player) = attempt.player else {
            if replay.is_over {
                self.judge_attempt_after_end(ply, state);
            }
            return None;
        };
        if attempt.rule == AttemptRule::NotLogged {
            let message = format!(
                "ply {ply}, {}: expected the move that the referee made for `{}`, found none in \
                 the log",
                self.game.sides()[player.index()],
                shorten(&attempt.raw)
            );
            let finding = Finding::new(Code::RefereeChoiceUnknown, message).ply(ply);
            self.report(RecordPart::Attempt, finding);
            return None;
        }
        // The log has the spelling of the contest.
        let token = self.game.respell(&self.record.setup, &attempt.raw);
        let token = token.as_ref().unwrap_or(&attempt.raw);
        let failure = state.and_then(|mut state| state.play(token).err());
        // A text that is not a move in the contest's dialogue may be one in a record (`E5`).
        let unreadable = attempt.rule == AttemptRule::Unreadable && !attempt.reason.is_empty();
        let failure = match failure {
            Some(kind @ MoveError::Unreadable(_)) => Some(move_error_details(kind, replay.is_over)),
            _ if unreadable => {
                let reason = attempt.reason.clone();
                Some((Code::UnreadableMove, AttemptRule::Unreadable, reason, None))
            }
            failure => failure.map(|kind| move_error_details(kind, replay.is_over)),
        };
        let illegal = self
            .declared_faults
            .get(&player)
            .is_none_or(|fault| *fault == Fault::Illegal);
        match failure {
            Some((code, rule, reason, hint)) => {
                attempt.rule = rule;
                if attempt.reason.is_empty() {
                    attempt.reason.clone_from(&reason);
                }
                let raw = shorten(&attempt.raw);
                if !self.declared_faults.contains_key(&player) {
                    let side = self.game.sides()[player.index()];
                    let message = format!("ply {ply}, {side}: `{raw}`: {reason}");
                    let finding = Finding::new(code, message).ply(ply).hint(hint);
                    self.report(RecordPart::Attempt, finding);
                }
                // A player who moves after the end breaks no rule of the game.
                Some(player)
                    .filter(|player| !replay.is_over || self.declared_faults.contains_key(player))
            }
            None if illegal => {
                let message = format!(
                    "ply {ply}, {}: expected a move that breaks a rule, for the log says that \
                     `{}` was refused; found a legal one",
                    self.game.sides()[player.index()],
                    shorten(&attempt.raw)
                );
                self.report(
                    RecordPart::Attempt,
                    Finding::new(Code::RefusedMoveLegal, message).ply(ply),
                );
                Some(player)
            }
            None => Some(player),
        }
    }
}

impl Adjudicator<'_> {
    /// Judges a move after the end of the game, which does not change the result.
    fn judge_attempt_after_end(&mut self, ply: u32, state: Option<Box<dyn DynState>>) {
        let Some(attempt) = self.record.attempt.as_mut() else {
            return;
        };
        let token = self.game.respell(&self.record.setup, &attempt.raw);
        let token = token.as_ref().unwrap_or(&attempt.raw);
        let Some(kind) = state.and_then(|mut state| state.play(token).err()) else {
            return;
        };
        let (code, rule, reason, hint) = move_error_details(kind, true);
        attempt.rule = rule;
        let message = format!("ply {ply}: `{}`: {reason}", shorten(&attempt.raw));
        attempt.reason = reason;
        self.report(
            RecordPart::Attempt,
            Finding::new(code, message).ply(ply).hint(hint),
        );
    }
}

/// Returns the code, the rule, the message and the hint for a move error.
pub(super) fn move_error_details(
    kind: MoveError,
    over: bool,
) -> (Code, AttemptRule, String, Option<String>) {
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

/// Returns the details for a move after the end of the game, which is an error whatever the move.
fn after_end_details(
    rule: AttemptRule,
    message: String,
) -> (Code, AttemptRule, String, Option<String>) {
    let message = if message.contains("the game is over") {
        message
    } else {
        "the game was over before this move".to_owned()
    };
    (Code::MoveAfterEnd, rule, message, None)
}
