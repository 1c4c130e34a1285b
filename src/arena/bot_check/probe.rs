//! The first question alone: does an answer come, flushed, and does the program end when it is
//! told to or its input ends?

use super::super::contestant::{Contestant, ContestantKind, StartError};
use super::super::game_spec::{self, RandomStream, stream_rng};
use super::super::process::{CommandSpec, Process, ReadOutcome};
use super::super::session::{BotSession, TurnContext, bot_input};
use super::{CheckResult, CheckStatus};
use crate::contract::{DialogueEnd, Player, Setup, Turn as Next};
use crate::games::DynGame;
use crate::search::Clock;
use std::time::{Duration, Instant};

const FLUSH_HINT: &str = "write the line feed and flush after each move: `print(move, flush=True)` in \
                     Python, `std::endl` in C++, `System.out.flush()` in Java";

fn first_time_limit(book: &dyn DynGame, entrant: &Contestant) -> Duration {
    match entrant.clock.unwrap_or(book.clock()) {
        Clock::Game(all) => all,
        Clock::Turn { first, .. } => first,
    }
}

/// The start of a game, up to the first player's turn.
fn first_turn(book: &dyn DynGame, seed: u64) -> Option<(Setup, Vec<String>, Option<String>)> {
    let setup = game_spec::draw_setup(book, &Setup::default(), seed);
    let mut luck = stream_rng(seed, RandomStream::Chance);
    let mut table = book.start(&setup).ok()?;
    let mut tokens = Vec::new();
    while table.mover().is_none() {
        let deals = table.chance_outcomes();
        let token = book.lead_in_token(deals.get(luck.index(deals.len()))?);
        table.play(&token).ok()?;
        tokens.push(token);
    }
    let deals = table.chance_outcomes();
    let deal = deals.get(luck.index(deals.len())).cloned();
    (table.turn() != Next::Over).then_some((setup, tokens, deal))
}

/// Whether there is one; without, games tell nothing more.
pub(super) fn check_first_answer(
    book: &'static dyn DynGame,
    entrant: &Contestant,
    patience: Duration,
    tell: &mut dyn FnMut(CheckResult),
) -> Result<bool, StartError> {
    let Some((setup, tokens, deal)) = first_turn(book, 1) else {
        return Ok(true);
    };
    let movers = vec![None; tokens.len()];
    let turn = TurnContext {
        setup: &setup,
        tokens: &tokens,
        movers: &movers,
        chance: deal.as_deref(),
    };
    let mut seat = entrant.start_session(book, &setup, Player::First, 1, patience)?;
    let most = first_time_limit(book, entrant).min(Duration::from_secs(10));
    let reply = seat.request_move(&turn, Some(most), None);
    let words = |words: &str| match words {
        "" => String::new(),
        words => format!(
            "; standard error: {}",
            words.lines().last().unwrap_or_default()
        ),
    };
    let mut found = match &reply.answer {
        Ok(answer) => {
            let found = format!("`{}` after {} ms", answer.line, reply.wall_time.as_millis());
            CheckResult::new("answers the first turn", CheckStatus::Pass, found)
        }
        Err(trouble) => {
            let found = format!("{}{}", trouble.reason, words(&reply.stderr));
            let check = CheckResult::new("answers the first turn", CheckStatus::Fail, found);
            if trouble.rule.is_unspecified() {
                check
            } else {
                check.with_hint(
                    "write only moves to standard output; debug output belongs on standard error",
                )
            }
        }
    };
    if reply.answer.is_err() && answers_only_at_eof(book, &setup, &turn, entrant) {
        found.details = "the answer came only after the input had ended".to_owned();
        found = found.with_hint(FLUSH_HINT);
    }
    let asked = reply.answer.is_ok();
    tell(found);
    if asked {
        tell(check_opponent_failure(seat, &turn));
        if let ContestantKind::Contest(start) = &entrant.kind {
            tell(check_end_of_input(start, patience));
        }
    }
    Ok(asked)
}

/// Whether the answer comes as soon as the input is closed.
fn answers_only_at_eof(
    book: &dyn DynGame,
    setup: &Setup,
    turn: &TurnContext<'_>,
    entrant: &Contestant,
) -> bool {
    let ContestantKind::Contest(start) = &entrant.kind else {
        return false;
    };
    let words: Vec<&str> = turn.tokens.iter().map(String::as_str).collect();
    let asked = book
        .protocol(setup)
        .script_until_turn(setup, &words, Player::First, turn.chance);
    let (Ok(lines), Ok(mut process)) = (asked, Process::start(start)) else {
        return false;
    };
    let text = bot_input(&lines);
    let soon = Instant::now() + Duration::from_secs(2);
    process.write(&text, Some(soon));
    if process.read_line(Some(soon), None) != ReadOutcome::TimedOut(Vec::new()) {
        return false;
    }
    process.close_stdin();
    let heard = process.read_line(Some(Instant::now() + Duration::from_secs(2)), None);
    match heard {
        ReadOutcome::Line(line) => !line.is_empty(),
        ReadOutcome::Closed(rest) | ReadOutcome::TimedOut(rest) | ReadOutcome::TooLong(rest) => {
            !rest.is_empty()
        }
    }
}

/// The opponent fails after its first act.
fn check_opponent_failure(mut seat: Box<dyn BotSession>, turn: &TurnContext<'_>) -> CheckResult {
    let what = "exits when the opponent fails";
    seat.on_move_refused();
    match seat.finish(turn, DialogueEnd::OpponentFailed) {
        Some(farewell) if farewell.exit.is_success() => {
            CheckResult::new(what, CheckStatus::Pass, farewell.exit.to_string())
        }
        Some(farewell) => CheckResult::new(what, CheckStatus::Warning, farewell.exit.to_string())
            .with_hint("a contest kills it then; only output that is not written yet is lost"),
        None => CheckResult::new(what, CheckStatus::Pass, "has nothing to exit"),
    }
}

/// The input ends before anything was said.
fn check_end_of_input(start: &CommandSpec, patience: Duration) -> CheckResult {
    let what = "exits at the end of its input";
    let Ok(mut process) = Process::start(start) else {
        return CheckResult::new(what, CheckStatus::Warning, "it could not be started again");
    };
    let exit = process.wait_or_kill(patience);
    if exit == super::super::process::ProgramExit::Killed {
        return CheckResult::new(what, CheckStatus::Warning, format!("it {exit}")).with_hint(
            "stop at the end of the input, or the program runs forever when a jury crashes",
        );
    }
    CheckResult::new(what, CheckStatus::Pass, format!("it {exit}"))
}
