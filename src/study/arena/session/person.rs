//! The session with a person, who makes moves in another thread.

use super::super::live::{LiveControl, PersonInput};
use super::super::process::{PausableTimer, Process};
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext, token_answer};
use kifu_core::contract::{DialogueEnd, Fault, Player};
use kifu_core::games::DynGame;
use std::time::Duration;

/// The interval at which the output of the opponent's program is read meanwhile.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A session with a person.
pub(in crate::arena) struct PersonSession {
    game: &'static dyn DynGame,
    seat: Player,
    control: LiveControl,
}

impl PersonSession {
    pub const fn new(game: &'static dyn DynGame, seat: Player, control: LiveControl) -> Self {
        Self {
            game,
            seat,
            control,
        }
    }

    /// Returns the answer of a token, with or without the chance outcome of the ply; `None` for a
    /// token that is no move or belongs to another outcome, and so not to this turn.
    fn answer(&self, token: &str, chance: Option<&str>) -> Option<MoveAnswer> {
        token_answer(self.game, token, chance, token)
    }

    fn wait_for_answer(
        &self,
        chance: Option<&str>,
        timer: PausableTimer,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<MoveAnswer, BotFault> {
        while !self.control.is_stopped() {
            match self.control.next_input(POLL_INTERVAL) {
                Some(PersonInput::Move(token)) => {
                    if let Some(answer) = self.answer(&token, chance) {
                        return Ok(answer);
                    }
                }
                Some(PersonInput::Resign(player)) if player == self.seat => {
                    return Err(BotFault::new(Fault::Resignation, "resigned"));
                }
                _ => {}
            }
            if let Some(limit) = limit.filter(|limit| timer.elapsed() >= *limit) {
                let reason = format!("no move within {} ms", limit.as_millis());
                return Err(BotFault::new(Fault::Timeout, reason));
            }
            if let Some(other) = other.as_deref_mut() {
                other.has_unread_line();
            }
        }
        Err(BotFault::new(Fault::Exit, "the game was stopped"))
    }
}

impl BotSession for PersonSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let timer = PausableTimer::start();
        let answer = self.wait_for_answer(turn.chance, timer, limit, other);
        MoveReply {
            answer,
            wall_time: timer.elapsed(),
            paused: timer.paused(),
            cpu_time: None,
            stderr: String::new(),
            answered_early: false,
        }
    }

    fn finish(&mut self, _: &TurnContext<'_>, _: DialogueEnd) -> Option<ExitReport> {
        None
    }
}
