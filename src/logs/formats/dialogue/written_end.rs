//! The last lines of a dialogue that is written from a record: a turn in which the program failed,
//! and the closing lines of the jury.

use kifu_core::contract::{DialogueEnd, DialogueLine, Faults, Player};
use kifu_core::games::DynGame;
use kifu_core::record::{Ending, Record};

/// Returns the ply that the token with this index begins.
pub(super) fn ply_of(index: usize, game: &dyn DynGame) -> u32 {
    u32::try_from((index + 1).saturating_sub(game.info().lead_in)).unwrap_or(u32::MAX)
}

/// Returns the dialogue up to the turn in which the program in `seat` failed, with all that it read
/// before its answer; `None` if the game did not end in such a turn.
pub(super) fn prompt_of_failed_turn(
    record: &Record,
    game: &dyn DynGame,
    seat: Player,
    tokens: &[&str],
) -> Option<Vec<DialogueLine>> {
    let attempted = record.failed_attempt().is_some_and(|attempt| {
        // Who made an attempt that is not ascribed to anybody is the player to move.
        attempt.player.is_none_or(|player| player == seat)
    });
    let result = record.result.as_ref();
    let has_fault = result.is_some_and(|result| result.faults.contains_key(&seat));
    let replay = game
        .replay(&record.setup, &record.moves, Faults::NONE)
        .ok()?;
    let is_asked = !replay.is_over && replay.failure.is_none() && replay.next == Some(seat);
    if !is_asked || !attempted && !has_fault {
        return None;
    }
    let protocol = game.protocol(&record.setup);
    protocol
        .script_until_turn(&record.setup, tokens, seat, None)
        .ok()
}

/// Returns the jury's way of ending the dialogue.
pub(super) fn jury_ending(record: &Record, game: &dyn DynGame, seat: Player) -> DialogueEnd {
    let Some(result) = &record.result else {
        return DialogueEnd::Open;
    };
    let opponent_failed = result.faults.contains_key(&seat.opponent());
    let own_failed = result.faults.contains_key(&seat);
    match result.how {
        Ending::Unterminated => DialogueEnd::Open,
        _ if opponent_failed && !own_failed && !game.info().jury_plays_on => {
            DialogueEnd::OpponentFailed
        }
        _ => DialogueEnd::Over,
    }
}

/// Reports whether a move failed at the ply that the contest plays without asking: in a dialogue it
/// would stand after that ply.
pub(super) fn fails_at_automatic_ply(record: &Record, game: &dyn DynGame) -> bool {
    let next = ply_of(record.tokens().count(), game);
    record.failed_attempt().is_some() && game.info().automatic_ply == Some(next)
}
