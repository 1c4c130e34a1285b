//! The session with the built-in bot, on the referee's own thread.

use super::super::builtin::{BuiltinBot, BuiltinConfig};
use super::super::process::{PausableTimer, Process, thread_cpu_time};
use super::dialogue::BotDialogue;
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext};
use kifu_core::contract::{DialogueEnd, Fault, Player, Setup};
use kifu_core::games::{DynEngine, DynGame};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A session with the built-in bot, which receives the lines that a program would and so knows no
/// more than a program.
pub(in crate::arena) struct BuiltinSession {
    dialogue: BotDialogue,
    bot: BuiltinBot,
}

impl BuiltinSession {
    pub fn new(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        config: &BuiltinConfig,
    ) -> Self {
        Self {
            dialogue: BotDialogue::new(game, setup, seat),
            bot: BuiltinBot::new(game, config),
        }
    }

    /// Starts a session whose bot plays with the given engine instead of that of the settings.
    pub fn with_engine(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        config: &BuiltinConfig,
        engine: Box<dyn DynEngine>,
    ) -> Self {
        Self {
            dialogue: BotDialogue::new(game, setup, seat),
            bot: BuiltinBot::with_engine(game, config, engine),
        }
    }

    fn answer(&mut self, turn: &TurnContext<'_>) -> Result<MoveAnswer, BotFault> {
        let crashed = |reason: String| BotFault::new(Fault::Crash, reason);
        let lines = self.dialogue.new_lines(turn);
        let lines = lines.map_err(|bad| crashed(bad.to_string()))?;
        let last_own = lines.iter().rposition(|line| !line.to_bot);
        let first_new = last_own.map_or(0, |index| index + 1);
        let mut answer = None;
        for (index, line) in lines.iter().enumerate() {
            if index < first_new {
                let replayed = self.bot.replay_line(line);
                replayed.map_err(|error| crashed(error.to_string()))?;
            } else {
                let response = self.bot.on_jury_line(&line.text);
                answer = response.map_err(|error| crashed(error.to_string()))?;
            }
            let parsed = if line.to_bot {
                self.dialogue.protocol.on_jury_line(&line.text)
            } else {
                self.dialogue.protocol.on_bot_line(&line.text)
            };
            parsed.map_err(|bad| crashed(bad.to_string()))?;
        }
        self.bot.on_answer_sent();
        match answer {
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
        let (timer, cpu_before) = (PausableTimer::start(), thread_cpu_time());
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(turn)));
        let (wall_time, paused) = (timer.elapsed(), timer.paused());
        let cpu_after = thread_cpu_time();
        let mut answer = answer.unwrap_or_else(|_| {
            let reason = "the engine failed: a bug in kifu";
            Err(BotFault::new(Fault::Crash, reason))
        });
        if let Some(limit) = limit.filter(|limit| wall_time > *limit) {
            let (limit, wall_time) = (limit.as_millis(), wall_time.as_millis());
            let reason = format!("answered after {wall_time} ms, limit {limit} ms");
            answer = Err(BotFault::new(Fault::Timeout, reason));
        }
        MoveReply {
            answer,
            wall_time,
            paused,
            cpu_time: cpu_after
                .zip(cpu_before)
                .map(|(after, before)| after.saturating_sub(before)),
            stderr: String::new(),
            answered_early: false,
        }
    }

    fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.bot.stop_on(stop);
    }

    fn finish(&mut self, _: &TurnContext<'_>, _: DialogueEnd) -> Option<ExitReport> {
        None
    }
}
