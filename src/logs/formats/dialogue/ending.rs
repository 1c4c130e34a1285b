//! The end of a dialogue, and the fault that it implies.

use super::super::ParsedGame;
use super::super::result_text::shorten;
use kifu_core::contract::{Fault, Faults, Player};
use kifu_core::games::DynGame;
use kifu_core::record::ReportedResult;
use std::ops::Range;

/// The jury's line that ended the dialogue.
pub(super) struct JuryEnding<'a> {
    /// Whether the opponent failed; otherwise the game is just over.
    pub is_opponent_failure: bool,
    pub text: &'a str,
    pub span: Range<usize>,
}

/// Infers a fault from the jury's last line, as described in the module documentation.
///
/// Returns a message if nothing else than the early end shows the fault.
pub(super) fn infer_fault(
    parsed: &mut ParsedGame,
    game: &dyn DynGame,
    seat: Player,
    own_attempt: bool,
    end: &JuryEnding<'_>,
) -> Option<String> {
    let record = &mut parsed.record;
    let reported = record.reported.as_ref();
    if reported.is_some_and(|reported| !reported.faults.is_empty()) {
        return None;
    }
    let replay = game
        .replay(&record.setup, &record.moves, Faults::NONE)
        .ok()?;
    let last = record.tokens().count();
    let refused = replay.failure.as_ref().is_some_and(|failure| {
        failure.player == Some(seat) && failure.index + 1 == last && record.attempt.is_none()
    });
    let mut inferred = None;
    let (player, fault) = if own_attempt || refused {
        (seat, Fault::Illegal)
    } else if replay.failure.is_some() || replay.is_over || record.attempt.is_some() {
        return None;
    } else if end.is_opponent_failure {
        (seat.opponent(), Fault::Jury)
    } else if game.info().jury_plays_on {
        inferred = Some(format!(
            "ply {}: expected the end of the game by its rules before `{}`, found it open; taken \
             for a fault of {}, which the log does not report",
            replay.plies + 1,
            shorten(end.text),
            game.sides()[seat.index()]
        ));
        (seat, Fault::Jury)
    } else {
        return None;
    };
    let reported = record.reported.get_or_insert_with(ReportedResult::default);
    reported.faults.insert(player, fault);
    if reported.text.is_empty() {
        end.text.clone_into(&mut reported.text);
    }
    parsed.game_spans.result.get_or_insert(end.span.clone());
    inferred
}
