//! The failures of players in a game: their place, and what the record says of them.

use super::OpenGame;
use kifu_core::contract::{Fault, Player, Turn};
use kifu_core::record::{FinalFailure, Record};
use kifu_study::arena::referee_fact;

impl OpenGame {
    /// Returns the failure that ended the game. Its place is the ply after the last one.
    pub fn failure(&self) -> Option<FinalFailure> {
        self.failure
    }

    /// Returns the last ply at which the cursor may be: that of the failure if there is one.
    pub fn last_stop(&self) -> u32 {
        self.last_ply() + u32::from(self.failure.is_some())
    }

    /// Returns the milliseconds that the player used before the failure.
    pub fn failure_time_ms(&self) -> Option<u32> {
        self.failure?;
        self.record.times_ms.get_ms(self.last_stop())
    }

    /// Returns the reason of a player's fault in words, as the log or the referee gives it; empty if
    /// neither does.
    pub fn fault_reason(&self, player: Option<Player>) -> &str {
        let attempt = self.record.attempt.as_ref();
        if let Some(attempt) = attempt.filter(|attempt| attempt.player == player) {
            return match &*attempt.reason {
                "" => attempt.rule.as_str(),
                reason => reason,
            };
        }
        let fact = player.and_then(|player| referee_fact(&self.record, "fault", player));
        // The referee puts the ply and the kind of the fault before the reason.
        let reason = fact.and_then(|fact| fact.splitn(3, ": ").nth(2));
        reason.unwrap_or_default()
    }

    /// Returns what a player's program wrote to its standard error after its last ply.
    pub fn last_stderr(&self, player: Option<Player>) -> &str {
        let fact = player.and_then(|player| referee_fact(&self.record, "stderr", player));
        fact.unwrap_or_default()
    }

    /// Yields the faults of players for whom the log has no move: neither a failed one nor those of
    /// the jury.
    pub fn faults_without_move(&self) -> impl Iterator<Item = (Player, Fault)> {
        let faults = self.record.result.iter().flat_map(|result| &result.faults);
        let has_ply = |player| {
            let mut plies = self.plies.iter();
            plies.any(|ply| ply.player == Some(player) && ply.fault.is_some())
        };
        faults
            .map(|(player, fault)| (*player, *fault))
            .filter(move |(player, _)| !has_ply(*player))
    }

    /// Gives the failure that ended the game its place after the end of the main line, with the notes
    /// that a log of the game in play has beyond its plies.
    pub(super) fn place_failure(&mut self, log: Option<&Record>) {
        let end = self.state_at(self.tree.main_line_end());
        let mover = end.filter(|state| state.turn() != Turn::Over);
        let mover = mover.and_then(|state| state.mover());
        let failure = self.record.final_failure(mover);
        self.failure = failure.filter(|_| self.was_played);
        if self.failure.is_some() {
            if let Some(log) = log {
                self.tree.add_later_log_notes(log);
            }
            let attempt = self.record.attempt.as_ref();
            let raw = attempt.map_or("", |attempt| &attempt.raw);
            self.tree.add_failure(raw);
        }
    }
}
