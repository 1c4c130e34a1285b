//! Asks a bot in the positions of a suite.

use kifu_core::contract::Setup;
use kifu_core::games::DynGame;
use kifu_study::arena::{
    AskMethod, BotAnswer, Contestant, NotAskedReason, PositionAsker, RejudgeError,
};
use kifu_study::suite::SuitePosition;
use std::collections::BTreeMap;
use std::time::Duration;

/// The number of earlier positions of a game in which a bot is asked to see whether it can be led at
/// all.
const MAX_CONTROLS: usize = 4;
/// The number of positions of a game after which a bot that could not be led is not tested again.
const MAX_ATTEMPTS: u32 = 3;

/// Asks one bot in positions of any games.
pub(super) struct SuiteAsker<'a> {
    contestant: &'a Contestant,
    grace_period: Duration,
    /// The positions of the suite.
    suite: Vec<SuitePosition>,
    games: BTreeMap<&'static str, GameAsker<'a>>,
}

/// A position in which a bot is asked to see whether it can be led.
struct LeadingControl<'a> {
    setup: &'a Setup,
    tokens: Vec<&'a str>,
    chance: Option<String>,
}

impl<'a> LeadingControl<'a> {
    fn of_position(position: &'a SuitePosition) -> Self {
        Self {
            setup: &position.setup,
            tokens: position.moves.split_whitespace().collect(),
            chance: position.chance.clone(),
        }
    }
}

/// The bot in the positions of one game.
struct GameAsker<'a> {
    asker: PositionAsker<'a>,
    /// The number of positions in which it was tested whether the bot can be led.
    attempts: u32,
}

impl<'a> SuiteAsker<'a> {
    /// Creates an asker in the positions of a suite; after each answer a program has `grace_period` to end by itself.
    pub fn new(
        contestant: &'a Contestant,
        grace_period: Duration,
        suite: Vec<SuitePosition>,
    ) -> Self {
        Self {
            contestant,
            grace_period,
            suite,
            games: BTreeMap::new(),
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
        let (setup, chance) = (&position.setup, position.chance.as_deref());
        let known = self.games.entry(game.id()).or_insert_with(|| GameAsker {
            asker: PositionAsker::new(game, self.contestant, self.grace_period),
            attempts: 0,
        });
        let answer = known.asker.ask(setup, &tokens, chance)?.answer;
        let is_left_out = answer == BotAnswer::NotAsked(NotAskedReason::OtherMoveBefore);
        if !is_left_out || known.attempts >= MAX_ATTEMPTS {
            return Ok(answer);
        }
        // A failure in this position alone, or the same move as at the start, does not show that the
        // bot cannot be led. Earlier positions of the game and others of the suite serve as controls.
        known.attempts += 1;
        let mut asker = PositionAsker::new(game, self.contestant, self.grace_period);
        let turns = earlier_turns(game, setup, &tokens).into_iter();
        let mut controls: Vec<LeadingControl<'_>> = turns
            .take(MAX_CONTROLS)
            .map(|at| LeadingControl {
                setup,
                tokens: tokens[..at].to_vec(),
                chance: game.chance_of(tokens[at]),
            })
            .collect();
        let others = self.suite.iter().filter(|other| {
            (other.game == position.game && other.id != position.id) && other.suite > 1
        });
        let mut others: Vec<LeadingControl<'_>> = others.map(LeadingControl::of_position).collect();
        others.sort_by_key(|control| std::cmp::Reverse(control.tokens.len()));
        controls.extend(others.into_iter().take(MAX_CONTROLS));
        for control in controls {
            let chance_there = control.chance.as_deref();
            let led = asker.ask(control.setup, &control.tokens, chance_there)?;
            let is_by_board = led.method == Some(AskMethod::Board);
            let is_led = is_by_board || led.method == Some(AskMethod::OpeningLine);
            if !is_led || !matches!(led.answer, BotAnswer::Move(_)) {
                continue;
            }
            let again = asker.ask(setup, &tokens, chance)?.answer;
            if again != BotAnswer::NotAsked(NotAskedReason::OtherMoveBefore) {
                known.attempts = 0;
                known.asker = asker;
                return Ok(again);
            }
            if is_by_board {
                known.attempts = 0;
                let reason = "no move here, though it has one in another position";
                return Ok(BotAnswer::Fails(reason.to_owned()));
            }
            asker = PositionAsker::new(game, self.contestant, self.grace_period);
        }
        Ok(answer)
    }

    /// Reports whether the bot makes a move at the start of the game of a position, so that a failure
    /// elsewhere is its answer.
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
        let next = tokens.get(lead_in);
        let chance = next.map_or(position.chance.clone(), |token| game.chance_of(token));
        let mut asker = PositionAsker::new(game, self.contestant, self.grace_period);
        let asked = asker.ask(&position.setup, &tokens[..lead_in], chance.as_deref())?;
        Ok(matches!(asked.answer, BotAnswer::Move(_)))
    }
}

/// Returns the numbers of tokens before the earlier turns of the player to move that come after their
/// first, the last one first.
fn earlier_turns(game: &dyn DynGame, setup: &Setup, tokens: &[&str]) -> Vec<usize> {
    let Ok(mut state) = game.start(setup) else {
        return Vec::new();
    };
    let mut movers = Vec::new();
    for token in tokens {
        movers.push(state.mover().filter(|_| state.automatic_move().is_none()));
        if state.play(token).is_err() {
            return Vec::new();
        }
    }
    let Some(seat) = state.mover() else {
        return Vec::new();
    };
    let turns = (0..tokens.len()).filter(|at| movers[*at] == Some(seat));
    let mut turns: Vec<usize> = turns.skip(1).collect();
    turns.reverse();
    turns
}
