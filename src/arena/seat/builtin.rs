//! The built-in player, in the referee's own thread.

use super::super::builtin::{Bot, Skill};
use super::super::process::{Process, of_this_thread};
use super::talk::Talk;
use super::{Answer, Farewell, Reply, Seat, Trouble, Turn};
use crate::contract::{DialogueEnd, Fault, Player, Setup};
use crate::games::DynGame;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// The built-in player. It hears what a program would hear, and so knows what one would know.
pub(in crate::arena) struct Builtin {
    talk: Talk,
    bot: Bot,
}

impl Builtin {
    pub fn new(book: &'static dyn DynGame, setup: &Setup, seat: Player, skill: &Skill) -> Self {
        Self {
            talk: Talk::new(book, setup, seat),
            bot: Bot::new(book, skill),
        }
    }

    fn answer(&mut self, turn: &Turn<'_>) -> Result<Answer, Trouble> {
        let crashed = |reason: String| Trouble::new(Fault::Crash, reason);
        let lines = self.talk.question(turn).map_err(crashed)?;
        let last_own = lines.iter().rposition(|line| !line.to_bot);
        let from = last_own.map_or(0, |at| at + 1);
        let mut said = None;
        for (at, line) in lines.iter().enumerate() {
            if at < from {
                let taken = self.bot.take_over(line);
                taken.map_err(|failure| crashed(failure.message))?;
            } else {
                let heard = self.bot.hear(&line.text);
                said = heard.map_err(|failure| crashed(failure.message))?;
            }
            let spoken = if line.to_bot {
                self.talk.protocol.on_jury_line(&line.text)
            } else {
                self.talk.protocol.on_bot_line(&line.text)
            };
            spoken.map_err(|bad| crashed(bad.to_string()))?;
        }
        self.bot.said();
        match said {
            Some(line) => self.talk.understand(&line),
            None => Err(Trouble::new(Fault::Exit, "it said nothing")),
        }
    }
}

impl Seat for Builtin {
    fn ask(&mut self, turn: &Turn<'_>, limit: Option<Duration>, _: Option<&mut Process>) -> Reply {
        let (began, cpu) = (Instant::now(), of_this_thread());
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(turn)));
        let (wall, now) = (began.elapsed(), of_this_thread());
        let mut answer = answer.unwrap_or_else(|_| {
            let reason = "the engine failed: a fault of kifu's own";
            Err(Trouble::new(Fault::Crash, reason))
        });
        if let Some(limit) = limit.filter(|limit| wall > *limit) {
            let (limit, wall) = (limit.as_millis(), wall.as_millis());
            let reason = format!("an answer after {wall} ms, later than {limit} ms");
            answer = Err(Trouble::new(Fault::Timeout, reason));
        }
        Reply {
            answer,
            wall,
            cpu: now.zip(cpu).map(|(now, then)| now.saturating_sub(then)),
            words: String::new(),
            ahead: false,
        }
    }

    fn dismiss(&mut self, _: &Turn<'_>, _: DialogueEnd) -> Option<Farewell> {
        None
    }
}
