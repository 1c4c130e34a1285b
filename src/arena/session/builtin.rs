//! The built-in player, in the referee's own thread.

use super::super::builtin::{BuiltinBot, BuiltinConfig};
use super::super::process::{Process, thread_cpu_time};
use super::dialogue::BotDialogue;
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext};
use crate::contract::{DialogueEnd, Fault, Player, Setup};
use crate::games::DynGame;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The built-in player. It hears what a program would hear, and so knows what one would know.
pub(in crate::arena) struct BuiltinSession {
    dialogue: BotDialogue,
    bot: BuiltinBot,
}

impl BuiltinSession {
    pub fn new(
        book: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        skill: &BuiltinConfig,
    ) -> Self {
        Self {
            dialogue: BotDialogue::new(book, setup, seat),
            bot: BuiltinBot::new(book, skill),
        }
    }

    fn answer(&mut self, turn: &TurnContext<'_>) -> Result<MoveAnswer, BotFault> {
        let crashed = |reason: String| BotFault::new(Fault::Crash, reason);
        let lines = self.dialogue.new_lines(turn);
        let lines = lines.map_err(|bad| crashed(bad.to_string()))?;
        let last_own = lines.iter().rposition(|line| !line.to_bot);
        let from = last_own.map_or(0, |at| at + 1);
        let mut said = None;
        for (at, line) in lines.iter().enumerate() {
            if at < from {
                let taken = self.bot.replay_line(line);
                taken.map_err(|error| crashed(error.to_string()))?;
            } else {
                let heard = self.bot.on_jury_line(&line.text);
                said = heard.map_err(|error| crashed(error.to_string()))?;
            }
            let spoken = if line.to_bot {
                self.dialogue.protocol.on_jury_line(&line.text)
            } else {
                self.dialogue.protocol.on_bot_line(&line.text)
            };
            spoken.map_err(|bad| crashed(bad.to_string()))?;
        }
        self.bot.on_answer_sent();
        match said {
            Some(line) => self.dialogue.parse_answer(&line),
            None => Err(BotFault::new(Fault::Exit, "no answer")),
        }
    }
}

impl BotSession for BuiltinSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        _: Option<&mut Process>,
    ) -> MoveReply {
        let (began, cpu) = (Instant::now(), thread_cpu_time());
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(turn)));
        let (wall, now) = (began.elapsed(), thread_cpu_time());
        let mut answer = answer.unwrap_or_else(|_| {
            let reason = "the engine failed: a bug in kifu";
            Err(BotFault::new(Fault::Crash, reason))
        });
        if let Some(limit) = limit.filter(|limit| wall > *limit) {
            let (limit, wall) = (limit.as_millis(), wall.as_millis());
            let reason = format!("answered after {wall} ms, limit {limit} ms");
            answer = Err(BotFault::new(Fault::Timeout, reason));
        }
        MoveReply {
            answer,
            wall_time: wall,
            cpu_time: now.zip(cpu).map(|(now, then)| now.saturating_sub(then)),
            stderr: String::new(),
            answered_early: false,
        }
    }

    fn finish(&mut self, _: &TurnContext<'_>, _: DialogueEnd) -> Option<ExitReport> {
        None
    }
}
