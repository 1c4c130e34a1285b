//! Asks a bot in the positions of a suite.

use kifu_core::contract::Setup;
use kifu_core::games::DynGame;
use kifu_study::arena::{BotAnswer, Contestant, PositionAsker, RejudgeError};
use kifu_study::suite::SuitePosition;
use std::collections::BTreeMap;
use std::time::Duration;

/// Asks one bot in positions of any games.
pub(super) struct SuiteAsker<'a> {
    contestant: &'a Contestant,
    grace_period: Duration,
    askers: BTreeMap<&'static str, PositionAsker<'a>>,
}

impl<'a> SuiteAsker<'a> {
    /// Creates an asker; after each answer a program has `grace_period` to end by itself.
    pub const fn new(contestant: &'a Contestant, grace_period: Duration) -> Self {
        Self {
            contestant,
            grace_period,
            askers: BTreeMap::new(),
        }
    }

    /// Asks the bot in a position.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the moves cannot be replayed.
    pub fn ask(
        &mut self,
        game: &'static dyn DynGame,
        position: &SuitePosition,
    ) -> Result<BotAnswer, RejudgeError> {
        let tokens: Vec<&str> = position.moves.split_whitespace().collect();
        let new = || PositionAsker::new(game, self.contestant, self.grace_period);
        let asker = self.askers.entry(game.id()).or_insert_with(new);
        let asked = asker.ask(&position.setup, &tokens, position.chance.as_deref())?;
        Ok(asked.answer)
    }

    /// Reports whether the bot makes a move at the start of the game of a position, or in the first
    /// turn of the player to move, so that a failure elsewhere is its answer.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started or the moves cannot be replayed.
    pub fn answers_at_start(
        &self,
        game: &'static dyn DynGame,
        position: &SuitePosition,
    ) -> Result<bool, RejudgeError> {
        let tokens: Vec<&str> = position.moves.split_whitespace().collect();
        let lead_in = game.info().lead_in.min(tokens.len());
        // The record may not hold what the player who begins is sent.
        for count in [lead_in, first_turn(game, &position.setup, &tokens)] {
            let next = tokens.get(count);
            let chance = next.map_or(position.chance.clone(), |token| game.chance_of(token));
            let mut asker = PositionAsker::new(game, self.contestant, self.grace_period);
            let asked = asker.ask(&position.setup, &tokens[..count], chance.as_deref())?;
            if matches!(asked.answer, BotAnswer::Move(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the number of tokens before the first turn of the player to move after these tokens.
fn first_turn(game: &dyn DynGame, setup: &Setup, tokens: &[&str]) -> usize {
    let Ok(mut state) = game.start(setup) else {
        return tokens.len();
    };
    let mut movers = Vec::new();
    for token in tokens {
        movers.push(state.mover().filter(|_| state.automatic_move().is_none()));
        if state.play(token).is_err() {
            break;
        }
    }
    let seat = state.mover();
    let own = movers
        .iter()
        .position(|mover| seat.is_some() && *mover == seat);
    own.unwrap_or(tokens.len())
}
