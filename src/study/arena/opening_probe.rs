//! A game by which it is seen whether a program understands a line with the moves so far.

use super::contestant::Contestant;
use super::game_spec::{RandomStream, draw_setup, stream_rng};
use super::legal_step::{LegalStep, PlyStart};
use super::rejudge::{RejudgeError, RejudgeOutcome, Rejudger};
use kifu_core::contract::{Player, Setup, Turn};
use kifu_core::games::DynGame;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The random seed of the game in which a program is asked.
const SEED: u64 = 1;
/// The numbers of plies after which a program is asked, for both sides. A random move without
/// knowledge of the late positions is illegal there.
pub(super) const PLY_COUNTS: [usize; 9] = [1, 2, 3, 6, 9, 16, 17, 24, 25];
/// The numbers of plies after which the move of the program itself is played.
const OWN_PLIES: [usize; 3] = [0, 2, 4];

/// A program that is asked in a game.
pub(super) struct ProbedBot<'a> {
    pub game: &'static dyn DynGame,
    pub contestant: &'a Contestant,
    pub grace_period: Duration,
    /// Set to end all waiting for the program.
    pub stop: Option<&'a Arc<AtomicBool>>,
}

/// Reports whether a program gives legal moves in all positions of such a game to which it is led
/// by a line with the moves so far, in a game without a board in the contest's requests.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn understands_opening(bot: &ProbedBot<'_>) -> Result<bool, RejudgeError> {
    let game = bot.game;
    let (setup, tokens) = sample_game(bot)?;
    let lead_in = game.info().lead_in;
    for count in PLY_COUNTS.map(|count| lead_in + count) {
        let Some(next) = tokens.get(count) else {
            break;
        };
        let before: Vec<&str> = tokens[..count].iter().map(String::as_str).collect();
        let chance = game.chance_of(next);
        let is_asked = side_to_move(game, &setup, &before).is_some();
        let place = (&setup, &*before, chance.as_deref());
        if is_asked && own_move(bot, place)?.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A place in a game: the setup, the tokens before it, and the chance outcome that is dealt.
type ProbedPlace<'a> = (&'a Setup, &'a [&'a str], Option<&'a str>);

/// Returns the legal move of a program at a place, to which it is led by a line with the moves so
/// far unless that is the start; `None` if it has none.
fn own_move(
    bot: &ProbedBot<'_>,
    (setup, tokens, chance): ProbedPlace<'_>,
) -> Result<Option<String>, RejudgeError> {
    let game = bot.game;
    let Some(side) = side_to_move(game, setup, tokens) else {
        return Ok(None);
    };
    let mut asked = Rejudger::new(game, bot.contestant, setup, side, bot.grace_period)?;
    asked.stop = bot.stop.cloned();
    asked.understands_opening = Some(true);
    let answer = if tokens.len() <= game.info().lead_in {
        asked.ask_after(tokens, chance)?
    } else {
        asked.ask_led_after(tokens, chance)?
    };
    Ok(match answer.map(|answer| answer.outcome) {
        Some(RejudgeOutcome::Differs(mv)) => Some(mv),
        _ => None,
    })
}

/// Returns the player whose turn it is after these tokens, if the player has a choice.
pub(super) fn side_to_move(game: &dyn DynGame, setup: &Setup, tokens: &[&str]) -> Option<Player> {
    let mut state = game.start(setup).ok()?;
    for token in tokens {
        state.play(token).ok()?;
    }
    state.mover().filter(|_| state.automatic_move().is_none())
}

/// Returns the setup and the tokens of the beginning of a game, in which some moves of the first
/// player are those that the program itself plays there and all others random.
///
/// A program that always gives the same move, or its first one, is soon illegal in such a game.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn sample_game(bot: &ProbedBot<'_>) -> Result<(Setup, Vec<String>), RejudgeError> {
    let game = bot.game;
    let setup = draw_setup(game, &Setup::default(), SEED);
    let mut state = game.start(&setup)?;
    let mut rng = stream_rng(SEED, RandomStream::Opening);
    let mut tokens = Vec::new();
    let last = PLY_COUNTS.into_iter().max().unwrap_or_default();
    while tokens.len() <= last + game.info().lead_in {
        let outcomes = state.chance_outcomes().len();
        let start = match state.turn() {
            Turn::Over => break,
            Turn::Chance if state.mover().is_none() || tokens.len() < game.info().lead_in => {
                let step = LegalStep::lead_in(game, state.as_ref(), rng.index(outcomes));
                let Some((token, _, after)) = step.map(LegalStep::into_parts) else {
                    break;
                };
                tokens.push(token);
                state = after;
                continue;
            }
            Turn::Chance => PlyStart::dealt(game, state.as_ref(), rng.index(outcomes)),
            Turn::Player(_) => Some(PlyStart::new(game, state.as_ref())),
        };
        let Some(start) = start else {
            break;
        };
        let moves = start.legal_moves();
        let random = moves.get(rng.index(moves.len().max(1))).cloned();
        let mut own = None;
        if OWN_PLIES.contains(&(tokens.len() - game.info().lead_in)) {
            let before: Vec<&str> = tokens.iter().map(String::as_str).collect();
            own = own_move(bot, (&setup, &before, start.chance()))?;
        }
        let step = own.and_then(|mv| start.step(&mv).ok());
        let step = step.or_else(|| start.step(&random?).ok());
        let Some((token, _, after)) = step.map(LegalStep::into_parts) else {
            break;
        };
        tokens.push(token);
        state = after;
    }
    Ok((setup, tokens))
}
