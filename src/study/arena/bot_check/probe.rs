//! Checks with the first request alone: whether an answer arrives and is flushed, and whether the
//! program ends when it is asked to or its input ends.

use super::super::contestant::{Contestant, ContestantKind, StartError};
use super::super::game_spec::{self, RandomStream, stream_rng};
use super::super::judgement::judge_answer;
use super::super::legal_step::{LegalStep, PlyStart};
use super::super::process::{CommandSpec, Deadline, Process, ReadOutcome};
use super::super::session::{BotFault, BotSession, TurnContext, bot_input};
use super::{CheckResult, CheckStatus};
use kifu_core::contract::{DialogueEnd, Player, Setup, Turn};
use kifu_core::games::DynGame;
use kifu_core::search::Clock;
use std::time::Duration;

const FLUSH_HINT: &str = "write the line feed and flush after each move: `print(move, flush=True)` in \
                     Python, `std::endl` in C++, `System.out.flush()` in Java";

/// The time that a program may take to answer at the end of its input. Most exit then, so few wait
/// so long.
const EOF_ANSWER_LIMIT: Duration = Duration::from_secs(5);

fn first_time_limit(game: &dyn DynGame, contestant: &Contestant) -> Duration {
    match contestant.clock.unwrap_or(game.clock()) {
        Clock::Game(all) => all,
        Clock::Turn { first, .. } => first,
    }
}

/// The first player's first turn in a game.
struct FirstTurn {
    setup: Setup,
    tokens: Vec<String>,
    ply: PlyStart,
}

/// Plays the start of a game up to the first player's turn; `None` if there is no such turn.
fn first_turn(game: &'static dyn DynGame, seed: u64) -> Option<FirstTurn> {
    let setup = game_spec::draw_setup(game, &Setup::default(), seed);
    let mut rng = stream_rng(seed, RandomStream::Chance);
    let mut state = game.start(&setup).ok()?;
    let mut tokens = Vec::new();
    while state.mover().is_none() {
        let outcome = rng.index(state.chance_outcomes().len());
        let step = LegalStep::lead_in(game, state.as_ref(), outcome)?;
        let (token, _, after) = step.into_parts();
        tokens.push(token);
        state = after;
    }
    let ply = match state.turn() {
        Turn::Over => return None,
        Turn::Player(_) => PlyStart::new(game, state.as_ref()),
        Turn::Chance => {
            let outcome = rng.index(state.chance_outcomes().len());
            PlyStart::dealt(game, state.as_ref(), outcome)?
        }
    };
    Some(FirstTurn { setup, tokens, ply })
}

/// Checks whether the program answers the first request. Returns false if not, in which case games
/// show nothing more.
pub(super) fn check_first_answer(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    grace_period: Duration,
    report: &mut dyn FnMut(CheckResult),
) -> Result<bool, StartError> {
    let Some(first) = first_turn(game, 1) else {
        return Ok(true);
    };
    let FirstTurn { setup, tokens, ply } = first;
    let movers = vec![None; tokens.len()];
    let turn = TurnContext {
        setup: &setup,
        tokens: &tokens,
        movers: &movers,
        chance: ply.chance(),
    };
    let mut session = contestant.start_session(game, &setup, Player::First, 1, grace_period)?;
    let limit = first_time_limit(game, contestant).min(Duration::from_secs(10));
    let reply = session.request_move(&turn, Some(limit), None);
    let (line, wall_time) = match &reply.answer {
        Ok(answer) => (Some(answer.line.clone()), reply.wall_time),
        Err(fault) => {
            let raw = (!fault.rule.is_unspecified()).then(|| fault.raw.clone());
            (raw, reply.wall_time)
        }
    };
    let judged = reply
        .answer
        .and_then(|answer| judge_answer(game, &setup, &ply, answer, |_| 0));
    let mut result = first_answer_result(judged.err(), line.as_deref(), wall_time, &reply.stderr);
    let has_answered = line.is_some();
    if !has_answered && answers_only_at_eof(game, &setup, &turn, contestant) {
        result.details = "the answer came only after the input had ended".to_owned();
        result = result.with_hint(FLUSH_HINT);
    }
    report(result);
    if has_answered {
        report(check_opponent_failure(session, &turn));
        if let ContestantKind::Contest(command) = &contestant.kind {
            report(check_end_of_input(command, grace_period));
        }
    }
    Ok(has_answered)
}

/// Returns the result for a first answer with this fault, if it has one.
fn first_answer_result(
    fault: Option<BotFault>,
    line: Option<&str>,
    wall_time: Duration,
    stderr: &str,
) -> CheckResult {
    let title = "answers the first turn";
    let answered = line.map(|line| format!("`{line}` after {} ms", wall_time.as_millis()));
    let Some(fault) = fault else {
        return CheckResult::new(title, CheckStatus::Pass, answered.unwrap_or_default());
    };
    let mut details = match answered {
        Some(answered) => format!("{answered}: {}", fault.reason),
        None => fault.reason,
    };
    if let Some(last) = stderr.lines().last() {
        details.push_str(&format!("; standard error: {last}"));
    }
    let check = CheckResult::new(title, CheckStatus::Fail, details);
    if fault.rule.is_unspecified() {
        return check;
    }
    check.with_hint("write only moves to standard output; debug output belongs on standard error")
}

/// Reports whether the answer arrives only after the input is closed.
fn answers_only_at_eof(
    game: &dyn DynGame,
    setup: &Setup,
    turn: &TurnContext<'_>,
    contestant: &Contestant,
) -> bool {
    let ContestantKind::Contest(command) = &contestant.kind else {
        return false;
    };
    let tokens: Vec<&str> = turn.tokens.iter().map(String::as_str).collect();
    let script = game
        .protocol(setup)
        .script_until_turn(setup, &tokens, Player::First, turn.chance);
    let (Ok(lines), Ok(mut process)) = (script, Process::start(command)) else {
        return false;
    };
    let input = bot_input(&lines);
    let deadline = Deadline::after(Duration::from_secs(2));
    process.write(&input, deadline);
    if process.read_line(deadline, None) != ReadOutcome::TimedOut(Vec::new()) {
        return false;
    }
    process.close_stdin();
    let outcome = process.read_line(Deadline::after(EOF_ANSWER_LIMIT), None);
    match outcome {
        ReadOutcome::Line(line) => !line.is_empty(),
        ReadOutcome::Closed(rest) | ReadOutcome::TimedOut(rest) | ReadOutcome::TooLong(rest) => {
            !rest.is_empty()
        }
        ReadOutcome::Excess(_) => false,
    }
}

/// Checks that the program ends when the opponent fails after its first move.
fn check_opponent_failure(mut session: Box<dyn BotSession>, turn: &TurnContext<'_>) -> CheckResult {
    let title = "exits when the opponent fails";
    session.on_move_refused();
    match session.finish(turn, DialogueEnd::OpponentFailed) {
        Some(report) if report.exit.is_success() => {
            CheckResult::new(title, CheckStatus::Pass, report.exit.to_string())
        }
        Some(report) => CheckResult::new(title, CheckStatus::Warning, report.exit.to_string())
            .with_hint("a contest kills it then; only output that is not written yet is lost"),
        None => CheckResult::new(title, CheckStatus::Pass, "has nothing to exit"),
    }
}

/// Checks that the program ends when its input ends before the first line.
fn check_end_of_input(command: &CommandSpec, grace_period: Duration) -> CheckResult {
    let title = "exits at the end of its input";
    let Ok(mut process) = Process::start(command) else {
        return CheckResult::new(title, CheckStatus::Warning, "it could not be started again");
    };
    let exit = process.wait_or_kill(grace_period);
    if exit == super::super::process::ProgramExit::Killed {
        return CheckResult::new(title, CheckStatus::Warning, format!("it {exit}")).with_hint(
            "stop at the end of the input, or the program runs forever when a jury crashes",
        );
    }
    CheckResult::new(title, CheckStatus::Pass, format!("it {exit}"))
}
