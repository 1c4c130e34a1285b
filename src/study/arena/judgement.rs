//! Judging a player's answer by the rules of the game, for the referee, `rejudge` and `check-bot`
//! alike.

use super::session::{BotFault, MoveAnswer};
use kifu_core::contract::{Fault, MoveError, Setup, Spelling};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::AttemptRule;

/// A legal move of a player.
pub(super) struct JudgedMove {
    /// The canonical token.
    pub token: String,
    /// The player's spelling, if it is not the usual one.
    pub spelling: Option<String>,
    /// The message that accompanies the move.
    pub message: String,
}

/// Judges an answer in the position of `state`, in which the chance event of the ply is still to
/// come. `choose` selects one of the legal moves if the player leaves the choice to the referee.
///
/// # Errors
/// Returns the fault of a player whose answer is not a legal move.
pub(super) fn judge_answer(
    game: &dyn DynGame,
    setup: &Setup,
    state: &dyn DynState,
    answer: MoveAnswer,
    choose: impl FnOnce(usize) -> usize,
) -> Result<JudgedMove, BotFault> {
    let illegal = |rule: AttemptRule, reason: String| BotFault {
        fault: Fault::Illegal,
        raw: answer.line.clone(),
        rule,
        reason,
    };
    let unreadable = |reason| illegal(AttemptRule::Unreadable, reason);
    if game.info().referees_choice.contains(&answer.token.as_str()) {
        let moves = state.legal_moves();
        let chosen = moves.get(choose(moves.len())).cloned();
        let no_move = || {
            let reason = "there is no legal move to choose".to_owned();
            illegal(AttemptRule::Unspecified, reason)
        };
        return Ok(JudgedMove {
            token: chosen.ok_or_else(no_move)?,
            spelling: Some(answer.token),
            message: answer.message,
        });
    }
    let parsed = game.parse(&answer.token).map_err(|error| {
        // The unchanged text, although the dialogue removes its blanks.
        let as_written = game.parse(&answer.spelling).err();
        let has_blanks = answer.spelling.split_whitespace().count() > 1;
        let error = as_written.filter(|_| has_blanks).unwrap_or(error);
        unreadable(error.to_string())
    })?;
    if let Spelling::Forgiven(correction) = &parsed.spelling {
        return Err(unreadable(format!(
            "not in the contest's spelling: {correction}"
        )));
    }
    let tried = state.fork().play(&answer.token);
    tried.map_err(|kind| match kind {
        MoveError::Unreadable(bad) => unreadable(bad.to_string()),
        MoveError::Illegal { rule, message, .. } => illegal(rule.into(), message),
        MoveError::WrongKind { expected } => unreadable(format!("expected {expected}")),
    })?;
    let usual = game.protocol(setup).move_line(&parsed.text);
    let is_usual = answer.spelling == parsed.text || answer.spelling == usual;
    Ok(JudgedMove {
        token: parsed.text,
        spelling: (!is_usual).then_some(answer.spelling),
        message: answer.message,
    })
}
