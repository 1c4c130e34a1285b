//! Checks in which ways a program can be led to a position of a game in progress.

use super::super::contestant::{Contestant, ContestantKind};
use super::super::game_spec::{RandomStream, draw_setup, stream_rng, supports_openings};
use super::super::legal_step::{LegalStep, PlyStart};
use super::super::process::BotScope;
use super::super::rejudge::{
    AskMethod, NotAskedReason, RejudgeError, RejudgeOutcome, RejudgedPosition, Rejudger,
};
use kifu_core::contract::{Setup, Turn};
use kifu_core::games::DynGame;
use std::time::Duration;

/// The random seed of the game in which a program is asked.
const SEED: u64 = 1;
/// The numbers of plies after which a program is asked, for both sides. A random move without
/// knowledge of the late positions is illegal there.
const PLY_COUNTS: [usize; 9] = [1, 2, 3, 6, 9, 16, 17, 24, 25];

/// The result of leading a program in one way to a few positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadingResult {
    /// The way.
    pub method: AskMethod,
    /// The number of positions to which the program was led.
    pub positions: u32,
    /// The number of positions in which it answered with a legal move that shows that it knows the
    /// position.
    pub answered: u32,
    /// The first problem, with its place; `None` if there was none.
    pub problem: Option<String>,
}

impl LeadingResult {
    /// Reports whether the program can be led in this way.
    pub const fn can_be_led(&self) -> bool {
        self.positions > 0 && self.answered == self.positions
    }
}

/// Leads a program to a few positions of a random game, in each way that its kind permits, and
/// returns the results in the order in which the ways are preferred.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub fn check_leading(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    grace_period: Duration,
) -> Result<Vec<LeadingResult>, RejudgeError> {
    let _scope = BotScope::open();
    let (setup, tokens) = sample_game(game)?;
    let methods = match contestant.kind {
        ContestantKind::Contest(_) if supports_openings(game) => {
            vec![AskMethod::Board, AskMethod::OpeningLine]
        }
        ContestantKind::Contest(_) => vec![AskMethod::OpeningLine],
        ContestantKind::Gtp(_) => vec![AskMethod::Gtp],
        ContestantKind::Ugi(_) => vec![AskMethod::Ugi],
        ContestantKind::Template(_) => vec![AskMethod::Template],
        ContestantKind::Builtin { .. } | ContestantKind::Engine(_) | ContestantKind::Person(_) => {
            vec![AskMethod::Internal]
        }
    };
    let lead_in = game.info().lead_in;
    let mut results = Vec::new();
    for method in methods {
        let mut result = LeadingResult {
            method,
            positions: 0,
            answered: 0,
            problem: None,
        };
        let mut understands_opening = None;
        // Late positions show most, which is then known in the early ones.
        for count in PLY_COUNTS.map(|count| lead_in + count).into_iter().rev() {
            let Some(next) = tokens.get(count) else {
                continue;
            };
            let before: Vec<&str> = tokens[..count].iter().map(String::as_str).collect();
            let chance = game.chance_of(next);
            let Some(side) = side_to_move(game, &setup, &before) else {
                continue;
            };
            let mut asked = Rejudger::new(game, contestant, &setup, side, grace_period)?;
            asked.understands_opening = understands_opening;
            let answer = if method == AskMethod::OpeningLine {
                asked.ask_led_after(&before, chance.as_deref())?
            } else {
                asked.ask_after(&before, chance.as_deref())?
            };
            understands_opening = asked.understands_opening;
            result.positions += 1;
            match answer.and_then(|answer| problem(&answer)) {
                None => result.answered += 1,
                Some(why) if result.problem.is_none() => {
                    let moves = before.join(" ");
                    result.problem = Some(format!("after {moves}: {why}"));
                }
                Some(_) => {}
            }
        }
        results.push(result);
    }
    Ok(results)
}

/// Returns the problem with an answer in words; `None` if it is a legal move.
fn problem(answer: &RejudgedPosition) -> Option<String> {
    match &answer.outcome {
        RejudgeOutcome::Same | RejudgeOutcome::Differs(_) => None,
        RejudgeOutcome::Fails(why) => Some(why.clone()),
        RejudgeOutcome::NotAsked(NotAskedReason::OtherMoveBefore) => {
            let why = "expected an answer that depends on the moves before, found none";
            Some(why.to_owned())
        }
        RejudgeOutcome::NotAsked(NotAskedReason::UnknownView(expected)) => {
            Some(format!("expected {expected}"))
        }
    }
}

/// Returns the player whose turn it is after these tokens, if the player has a choice.
fn side_to_move(
    game: &dyn DynGame,
    setup: &Setup,
    tokens: &[&str],
) -> Option<kifu_core::contract::Player> {
    let mut state = game.start(setup).ok()?;
    for token in tokens {
        state.play(token).ok()?;
    }
    state.mover().filter(|_| state.automatic_move().is_none())
}

/// Returns the setup and the tokens of the beginning of a random game.
fn sample_game(game: &'static dyn DynGame) -> Result<(Setup, Vec<String>), RejudgeError> {
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
        let step = moves.get(rng.index(moves.len().max(1)));
        let step = step.and_then(|mv| start.step(mv).ok());
        let Some((token, _, after)) = step.map(LegalStep::into_parts) else {
            break;
        };
        tokens.push(token);
        state = after;
    }
    Ok((setup, tokens))
}
