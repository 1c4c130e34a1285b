//! Checks in which ways a program can be led to a position of a game in progress.

use super::super::contestant::{Contestant, ContestantKind};
use super::super::game_spec::supports_openings;
use super::super::opening_probe::{
    LeadingSupport, OWN_PLIES, PLY_COUNTS, ProbedBot, opening_support, sample_game, side_to_move,
};
use super::super::process::BotScope;
use super::super::rejudge::{
    AskMethod, BotKnowledge, NotAskedReason, RejudgeError, RejudgeOutcome, RejudgedPosition,
    Rejudger,
};
use kifu_core::games::DynGame;
use std::time::Duration;

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
    let probed = ProbedBot::new(game, contestant, grace_period);
    let (setup, tokens) = sample_game(&probed, &OWN_PLIES)?;
    let shows_board = supports_openings(game);
    let methods = match contestant.kind {
        ContestantKind::Contest(_) if shows_board => {
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
        // Legal answers in the late positions need the moves, but a board shows most of them.
        let opening = if method == AskMethod::OpeningLine && shows_board {
            opening_support(&probed, true)?
        } else {
            LeadingSupport::Follows
        };
        let known = BotKnowledge {
            opening: Some(opening),
            board: Some(LeadingSupport::Follows),
        };
        // Late positions show most.
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
            asked.known = known.clone();
            let answer = if method == AskMethod::OpeningLine {
                asked.ask_led_after(&before, chance.as_deref())?
            } else {
                asked.ask_after(&before, chance.as_deref())?
            };
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
        RejudgeOutcome::NotAsked(reason) => Some(reason.to_string()),
    }
}
