//! The bot of `--engine-cmd`: a program that is asked in the positions that kifu's engine searches.

use super::shared_args::parse_clock;
use crate::arena::bot_spec::BotSpec;
use crate::terminal::print_message;
use annotate_snippets::Level;
use clap::Args as ArgsOf;
use kifu_core::contract::Setup;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::search::Clock;
use kifu_study::arena::{
    AskedPosition, BotAnswer, BotLine, Contestant, PositionAsker, RejudgeError,
};
use kifu_study::failure::Failure;
use std::time::Duration;

/// The number of failures in a row after which a bot is not asked any more.
const MAX_FAILURES: u32 = 3;
/// The time for a bot's program to exit after its answer.
const GRACE_PERIOD: Duration = Duration::from_millis(500);

/// The options of a bot that is asked next to kifu's engine.
#[derive(ArgsOf, Clone, Debug, Default)]
#[expect(clippy::struct_field_names, reason = "fields are options")]
pub struct EngineBotArgs {
    /// Bot to ask in the same positions, whose moves are printed next to kifu's: a program with its
    /// arguments; one with `{moves}` or `{position}` in them is run for each position
    #[arg(long, value_name = "COMMAND")]
    pub engine_cmd: Option<String>,
    /// Protocol that the bot speaks: `contest`, `gtp` or `ugi` [default: contest]
    #[arg(long, value_name = "PROTOCOL", requires = "engine_cmd")]
    pub engine_proto: Option<String>,
    /// Clock of the bot [default: the contest's]; a clock for the whole game applies to each answer
    #[arg(long, value_name = "TIME", requires = "engine_cmd", value_parser = parse_clock)]
    pub engine_clock: Option<Clock>,
}

impl EngineBotArgs {
    /// Returns the bot; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Fails with the part of the command or protocol that is wrong.
    pub fn bot(&self) -> Result<Option<EngineBot>, Failure> {
        let Some(command) = &self.engine_cmd else {
            return Ok(None);
        };
        let mut contestant =
            BotSpec::asked(command, self.engine_proto.as_deref(), self.engine_clock)?;
        if let Some(program) = contestant.kind.command() {
            contestant.name = program.program_name();
        }
        Ok(Some(EngineBot {
            contestant,
            failures: 0,
            is_left_out: false,
        }))
    }
}

/// A bot that is asked next to kifu's engine, until it fails too often.
pub struct EngineBot {
    contestant: Contestant,
    /// The number of failures in a row.
    failures: u32,
    is_left_out: bool,
}

/// A place in a game at which a bot is asked; the default is the start of the usual game.
#[derive(Default)]
pub struct EngineBotPlace {
    /// The setup of the game.
    pub setup: Setup,
    /// The tokens before, the lead-in among them.
    pub tokens: Vec<String>,
    /// The chance outcome that is dealt to the player to move.
    pub chance: Option<String>,
}

impl EngineBotPlace {
    /// Returns the place in a record after this number of plies.
    pub fn in_record(game: &dyn DynGame, record: &Record, plies: u32) -> Self {
        let count = usize::try_from(plies).unwrap_or(usize::MAX);
        let count = count.saturating_add(game.info().lead_in);
        let mut tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
        let next = tokens.get(count);
        let chance = next.and_then(|token| game.chance_of(token));
        tokens.truncate(count);
        Self {
            setup: record.setup.clone(),
            tokens,
            chance,
        }
    }
}

impl EngineBot {
    /// Returns the bot for positions of one game.
    pub fn asker(&mut self, game: &'static dyn DynGame) -> EngineBotAsker<'_> {
        EngineBotAsker {
            asker: PositionAsker::new(game, &self.contestant, GRACE_PERIOD),
            name: &self.contestant.name,
            failures: &mut self.failures,
            is_left_out: &mut self.is_left_out,
        }
    }
}

/// A bot that is asked in positions of one game.
pub struct EngineBotAsker<'a> {
    asker: PositionAsker<'a>,
    name: &'a str,
    failures: &'a mut u32,
    is_left_out: &'a mut bool,
}

impl EngineBotAsker<'_> {
    /// Asks the bot at one place; `None` if it is not asked any more, or no player is to move.
    pub fn ask(&mut self, place: &EngineBotPlace) -> Option<BotLine> {
        if *self.is_left_out {
            return None;
        }
        let tokens: Vec<&str> = place.tokens.iter().map(String::as_str).collect();
        let asked = self
            .asker
            .ask(&place.setup, &tokens, place.chance.as_deref());
        match &asked {
            Err(RejudgeError::Start(error)) => self.leave_out(&error.to_string()),
            Ok(AskedPosition {
                answer: BotAnswer::Fails(reason),
                ..
            }) => {
                *self.failures += 1;
                if *self.failures == MAX_FAILURES {
                    self.leave_out(&format!(
                        "it failed {MAX_FAILURES} times in a row: {reason}"
                    ));
                }
            }
            Ok(_) => *self.failures = 0,
            Err(_) => {}
        }
        let name = self.name;
        match asked {
            Err(RejudgeError::NoTurn { .. }) => None,
            Err(error) => Some(BotLine::without_move(name, error.to_string())),
            Ok(asked) => Some(BotLine::new(name, asked)),
        }
    }

    /// Asks the bot no more, which a warning says.
    fn leave_out(&mut self, reason: &str) {
        *self.is_left_out = true;
        let message = format!("{}: {reason}", self.name);
        let hint = "the rest goes on without this bot; `kifu check-bot` tests it";
        print_message(Level::WARNING, &message, Some(hint));
    }
}
