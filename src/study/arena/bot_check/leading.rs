//! Checks in which ways a program can be led to a position of a game in progress.

use super::super::contestant::{Contestant, ContestantKind};
use super::super::game_spec::supports_openings;
use super::super::opening_probe::{
    LeadingSupport, OWN_PLIES, PLY_COUNTS, ProbedBot, ProbedPlace, opening_support, sample_game,
    side_to_move,
};
use super::super::process::BotScope;
use super::super::rejudge::{
    AskMethod, BotKnowledge, NotAskedReason, RejudgeError, RejudgeOutcome, RejudgedPosition,
    Rejudger,
};
use super::test_games::{built_in_opponent, play_test_game};
use kifu_core::contract::Player;
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
    /// The first position of a game of its own in which the program moves otherwise than it did
    /// there, in words, where it is led by a line with the moves so far; `None` if there is none.
    ///
    /// A program whose moves depend on chance or time may do so; of any other it shows that it plays
    /// the moves of the line wrongly.
    pub difference: Option<String>,
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
            difference: None,
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
        if method == AskMethod::OpeningLine && !shows_board && result.can_be_led() {
            lead_through_own_games(&probed, &mut result)?;
        }
        results.push(result);
    }
    Ok(results)
}

/// The number of positions of a game of its own to which a program is led.
const OWN_GAME_POSITIONS: usize = 4;

/// Leads a program to positions of two games that it has played itself, one in each seat.
fn lead_through_own_games(
    probed: &ProbedBot<'_>,
    result: &mut LeadingResult,
) -> Result<(), RejudgeError> {
    let (game, contestant, grace_period) = (probed.game, probed.contestant, probed.grace_period);
    let opponent = built_in_opponent(false);
    for seat in Player::ALL {
        let played = play_test_game(game, contestant, &opponent, seat, 0, grace_period);
        // A game that the program loses by a failure is a matter of the check of games.
        let Ok(record) = played else {
            continue;
        };
        let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
        let is_turn = |at: &usize| side_to_move(game, &record.setup, &tokens[..*at]) == Some(seat);
        let plies = game.info().lead_in..tokens.len();
        // The first turn needs no line, and the last ones show most.
        let turns: Vec<usize> = plies.filter(is_turn).skip(1).collect();
        let step = turns.len().div_ceil(OWN_GAME_POSITIONS).max(1);
        for at in turns.into_iter().rev().step_by(step) {
            let chance = game.chance_of(&tokens[at]);
            let place = ProbedPlace {
                setup: &record.setup,
                tokens: &tokens[..at],
                chance: chance.as_deref(),
            };
            let moves = || tokens[..at].join(" ");
            result.positions += 1;
            match probed.own_move(place, AskMethod::OpeningLine)? {
                Ok(answer) => {
                    result.answered += 1;
                    let own = game.move_token(&tokens[at]);
                    let own = own.unwrap_or_else(|| tokens[at].clone());
                    let again = || probed.own_move(place, AskMethod::OpeningLine);
                    if answer != own && again()?.is_ok_and(|again| again == answer) {
                        let words = || format!("after {}: {answer} and not {own}", moves());
                        result.difference.get_or_insert_with(words);
                    }
                }
                Err(missing) => {
                    let words = || format!("after {}: {}", moves(), missing.reason);
                    result.problem.get_or_insert_with(words);
                }
            }
        }
    }
    Ok(())
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
