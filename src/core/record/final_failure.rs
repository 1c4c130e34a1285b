//! The failure that ended a game, and its place after the last ply.

use super::{AttemptRule, MovedBy, Record};
use crate::contract::{Fault, Player};

/// A failure that ended a game: a move that failed, or a player who made none because their program
/// crashed, exited or ran out of time.
///
/// Its place is the ply after the last one of the main line. The record's note and time of that ply
/// are those of the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FinalFailure {
    /// The player who failed; `None` if the log does not say, or if chance had to act.
    pub player: Option<Player>,
    /// The kind of failure; `None` if only the move is missing in the log.
    pub fault: Option<Fault>,
}

impl Record {
    /// Returns the failure that ended the game; `None` if it ended in another way.
    ///
    /// `mover` is the player to move after the legal moves, `None` if the game is over there. A
    /// fault without a failed move ended the game only if a move was due, and if the jury did not
    /// move on for the player. Of two players who failed it is the one to move.
    ///
    /// ```
    /// use kifu_core::contract::{Fault, Player};
    /// use kifu_core::record::{GameResult, Record};
    ///
    /// let result = GameResult {
    ///     faults: [(Player::Second, Fault::Crash)].into(),
    ///     ..GameResult::default()
    /// };
    /// let record = Record {
    ///     result: Some(result),
    ///     ..Record::default()
    /// };
    /// let failure = record.final_failure(Some(Player::Second)).unwrap();
    /// assert_eq!(failure.player, Some(Player::Second));
    /// assert_eq!(failure.fault, Some(Fault::Crash));
    /// assert_eq!(record.final_failure(None), None);
    /// ```
    pub fn final_failure(&self, mover: Option<Player>) -> Option<FinalFailure> {
        let faults = self.result.iter().flat_map(|result| &result.faults);
        let faults = || faults.clone().map(|(player, fault)| (*player, *fault));
        if let Some(attempt) = &self.attempt {
            let known = faults().find(|(player, _)| attempt.player == Some(*player));
            let judged = (attempt.rule != AttemptRule::NotLogged).then_some(Fault::Illegal);
            return Some(FinalFailure {
                player: attempt.player,
                fault: known.map(|(_, fault)| fault).or(judged),
            });
        }
        let has_jury_plies = || {
            let mut notes = self.notes.values();
            notes.any(|note| note.by == Some(MovedBy::Jury))
        };
        let mover = mover.filter(|_| !has_jury_plies())?;
        let own = faults().find(|(player, _)| *player == mover);
        let (player, fault) = own.or_else(|| faults().next())?;
        Some(FinalFailure {
            player: Some(player),
            fault: Some(fault),
        })
    }
}
