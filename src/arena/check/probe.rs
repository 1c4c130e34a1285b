//! The first question alone: does an answer come, flushed, and does the program end when it is
//! told to or its input ends?

use super::super::entrant::{Entrant, Kind};
use super::super::fixture::{self, Stream, random};
use super::super::process::{Heard, Process, Start};
use super::super::seat::{Seat, Turn, text};
use super::{Check, Grade};
use crate::contract::{DialogueEnd, Player, Setup, Turn as Next};
use crate::files::Failure;
use crate::games::DynGame;
use crate::search::Clock;
use std::time::{Duration, Instant};

const FLUSH: &str = "write the line feed and flush after each move: `print(move, flush=True)` in \
                     Python, `std::endl` in C++, `System.out.flush()` in Java";

fn limit(book: &dyn DynGame, entrant: &Entrant) -> Duration {
    match entrant.clock.unwrap_or(book.clock()) {
        Clock::Game(all) => all,
        Clock::Turn { first, .. } => first,
    }
}

/// The start of a game, up to the first player's turn.
fn opening(book: &dyn DynGame, seed: u64) -> Option<(Setup, Vec<String>, Option<String>)> {
    let setup = fixture::setup(book, &Setup::default(), seed);
    let mut luck = random(seed, Stream::Luck);
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
pub(super) fn first_answer(
    book: &'static dyn DynGame,
    entrant: &Entrant,
    patience: Duration,
    tell: &mut dyn FnMut(Check),
) -> Result<bool, Failure> {
    let Some((setup, tokens, deal)) = opening(book, 1) else {
        return Ok(true);
    };
    let movers = vec![None; tokens.len()];
    let turn = Turn {
        setup: &setup,
        tokens: &tokens,
        movers: &movers,
        deal: deal.as_deref(),
    };
    let mut seat = entrant.sit(book, &setup, Player::First, 1, patience)?;
    let most = limit(book, entrant).min(Duration::from_secs(10));
    let reply = seat.ask(&turn, Some(most), None);
    let words = |words: &str| match words {
        "" => String::new(),
        words => format!(
            "; on standard error it says: {}",
            words.lines().last().unwrap_or_default()
        ),
    };
    let mut found = match &reply.answer {
        Ok(answer) => {
            let found = format!("`{}` after {} ms", answer.line, reply.wall.as_millis());
            Check::new("answers the first question", Grade::Good, found)
        }
        Err(trouble) => {
            let found = format!("{}{}", trouble.reason, words(&reply.words));
            let check = Check::new("answers the first question", Grade::Bad, found);
            if trouble.rule.is_empty() {
                check
            } else {
                check.hint(
                    "standard output is for moves alone; words for yourself go to standard error",
                )
            }
        }
    };
    if reply.answer.is_err() && never_flushed(book, &setup, &turn, entrant) {
        found.found = "the answer came only when the input had ended".to_owned();
        found = found.hint(FLUSH);
    }
    let asked = reply.answer.is_ok();
    tell(found);
    if asked {
        tell(early_end(seat, &turn));
        if let Kind::Contest(start) = &entrant.kind {
            tell(end_of_input(start, patience));
        }
    }
    Ok(asked)
}

/// Whether the answer comes as soon as the input is closed.
fn never_flushed(book: &dyn DynGame, setup: &Setup, turn: &Turn<'_>, entrant: &Entrant) -> bool {
    let Kind::Contest(start) = &entrant.kind else {
        return false;
    };
    let words: Vec<&str> = turn.tokens.iter().map(String::as_str).collect();
    let asked = book
        .protocol(setup)
        .script_until_turn(setup, &words, Player::First, turn.deal);
    let (Ok(lines), Ok(mut process)) = (asked, Process::start(start)) else {
        return false;
    };
    let text = text(&lines);
    let soon = Instant::now() + Duration::from_secs(2);
    process.write(&text, Some(soon));
    if process.hear(Some(soon), None) != Heard::Nothing(Vec::new()) {
        return false;
    }
    process.close_input();
    let heard = process.hear(Some(Instant::now() + Duration::from_secs(2)), None);
    match heard {
        Heard::Line(line) => !line.is_empty(),
        Heard::Closed(rest) | Heard::Nothing(rest) | Heard::TooLong(rest) => !rest.is_empty(),
    }
}

/// The opponent fails after its first act.
fn early_end(mut seat: Box<dyn Seat>, turn: &Turn<'_>) -> Check {
    let what = "ends when the opponent fails";
    seat.refused();
    match seat.dismiss(turn, DialogueEnd::OpponentFailed) {
        Some(farewell) if farewell.exit.is_good() => {
            Check::new(what, Grade::Good, farewell.exit.to_string())
        }
        Some(farewell) => Check::new(what, Grade::Odd, farewell.exit.to_string())
            .hint("a contest kills it then; nothing is lost but what it would still have written"),
        None => Check::new(what, Grade::Good, "needs no end"),
    }
}

/// The input ends before anything was said.
fn end_of_input(start: &Start, patience: Duration) -> Check {
    let what = "ends when its input ends";
    let Ok(mut process) = Process::start(start) else {
        return Check::new(what, Grade::Odd, "it could not be started again");
    };
    let exit = process.end(patience);
    if exit == super::super::process::Exit::Killed {
        return Check::new(what, Grade::Odd, format!("it {exit}"))
            .hint("a loop that reads should end at the end of the input, or it runs on for ever when a jury breaks down");
    }
    Check::new(what, Grade::Good, format!("it {exit}"))
}
