//! Judging a player's answer by the rules of the game, for the referee, `rejudge` and `check-bot`
//! alike.

use super::legal_step::{LegalStep, PlyStart};
use super::session::{BotFault, MoveAnswer};
use kifu_core::contract::{Answer, AnswerChoice, Fault, MoveError, Setup};
use kifu_core::games::DynGame;
use kifu_core::record::AttemptRule;

/// A legal move of a player.
pub(super) struct JudgedMove {
    /// The step of the move, with the chance outcome that was dealt for it.
    pub step: LegalStep,
    /// The player's spelling, if it is not the usual one.
    pub spelling: Option<String>,
    /// The message that accompanies the move.
    pub message: String,
}

/// Judges an answer at the start of a ply. `choose` selects one of the legal moves if the player
/// leaves the choice to the referee.
///
/// # Errors
/// Returns the fault of a player whose answer is not a legal move.
pub(super) fn judge_answer(
    game: &dyn DynGame,
    setup: &Setup,
    ply: &PlyStart,
    answer: MoveAnswer,
    choose: impl FnOnce(usize) -> usize,
) -> Result<JudgedMove, BotFault> {
    let MoveAnswer { answer, line } = answer;
    let Answer {
        choice,
        spelling,
        message,
    } = answer;
    let illegal = |rule: AttemptRule, reason: String| BotFault {
        fault: Fault::Illegal,
        raw: line.clone(),
        rule,
        reason,
    };
    let (mv, is_players_choice) = match choice {
        AnswerChoice::Move(mv) => (mv, true),
        AnswerChoice::Referee => {
            let moves = ply.legal_moves();
            let chosen = moves.get(choose(moves.len())).cloned();
            let no_move = || {
                let reason = "there is no legal move to choose".to_owned();
                illegal(AttemptRule::Unspecified, reason)
            };
            (chosen.ok_or_else(no_move)?, false)
        }
    };
    let step = ply.step(&mv).map_err(|kind| match kind {
        MoveError::Unreadable(bad) => illegal(AttemptRule::Unreadable, bad.to_string()),
        MoveError::Illegal { rule, message, .. } => illegal(rule.into(), message),
        MoveError::WrongKind { expected } => {
            illegal(AttemptRule::Unreadable, format!("expected {expected}"))
        }
    })?;
    let is_usual = is_players_choice
        && (spelling == step.token()
            || spelling == mv
            || spelling == game.protocol(setup).move_line(step.token()));
    Ok(JudgedMove {
        step,
        spelling: (!is_usual).then_some(spelling),
        message,
    })
}
