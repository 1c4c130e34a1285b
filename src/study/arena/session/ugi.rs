//! The session with a program that speaks UGI, the Universal Game Interface (kz04px, *cutegames*,
//! `ugi.md`): commands as in chess's UCI, for any game.
//!
//! The program is sent `ugi` and `isready` once, then for each move `position startpos moves ...`,
//! or `position fen ... moves ...` with kifu's position text of the start, and `go`. It answers
//! `bestmove` and the move. The moves are canonical tokens of the record, and the last one may be a
//! chance outcome that is dealt to the player to move.

use super::super::process::{CommandSpec, Deadline, Process, ReadOutcome};
use super::super::seat_view::SeatView;
use super::program::{Stopwatch, no_answer_fault};
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext, token_answer};
use kifu_core::contract::{AnswerChoice, DialogueEnd, Fault, Player, Setup, printable};
use kifu_core::games::DynGame;
use kifu_core::search::Clock;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The maximum number of lines `info` that are kept of one search: the last ones.
const MAX_INFO_LINES: usize = 8;
/// The maximum length of a line `info` in a record, in characters.
const MAX_INFO_CHARS: usize = 400;
/// The time for a move if no clock runs: something must end the search.
const TIME_WITHOUT_CLOCK: Duration = Duration::from_secs(1);
/// The part of the time for a turn, as a divisor, that is kept in reserve for the exchange of lines.
const RESERVE_DIVISOR: u32 = 10;

/// A session with a program that speaks UGI.
pub(in crate::arena) struct UgiSession {
    game: &'static dyn DynGame,
    setup: Setup,
    seat: Player,
    process: Process,
    grace_period: Duration,
    clock: Clock,
    has_begun: bool,
    /// Whether a search was asked for.
    has_searched: bool,
    /// The last lines `info` of the search.
    info: Vec<String>,
}

impl UgiSession {
    /// Starts the program.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        command: &CommandSpec,
        clock: Clock,
        grace_period: Duration,
    ) -> io::Result<Self> {
        Ok(Self {
            game,
            setup: setup.clone(),
            seat,
            process: Process::start(command)?,
            grace_period,
            clock,
            has_begun: false,
            has_searched: false,
            info: Vec::new(),
        })
    }

    /// Reads lines up to one that begins with this word, and returns the rest of it.
    fn read_until(
        &mut self,
        word: &str,
        deadline: Deadline,
        mut other: Option<&mut Process>,
    ) -> Result<String, ReadOutcome> {
        loop {
            let line = match self.process.read_line(deadline, other.as_deref_mut()) {
                ReadOutcome::Line(line) => String::from_utf8_lossy(&line).into_owned(),
                outcome => return Err(outcome),
            };
            let (first, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if first == word {
                return Ok(rest.trim().to_owned());
            }
            if first == "info" {
                if self.info.len() == MAX_INFO_LINES {
                    self.info.remove(0);
                }
                self.info.push(printable(line.trim(), MAX_INFO_CHARS));
            }
            // Lines may follow each other so quickly that the deadline never passes while one is
            // awaited.
            if self.process.must_stop_waiting(deadline) {
                return Err(ReadOutcome::TimedOut(Vec::new()));
            }
        }
    }

    /// Sends a command and waits for the line that begins with `word`.
    fn exchange(
        &mut self,
        command: &str,
        word: &str,
        deadline: Deadline,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> Result<String, BotFault> {
        self.process.write(&format!("{command}\n"), deadline);
        self.read_until(word, deadline, other).map_err(|outcome| {
            let fault = no_answer_fault(&mut self.process, outcome, limit);
            let asked = command.lines().last().unwrap_or_default();
            let asked = printable(asked, 60);
            let reason = format!("{} (expected `{word}` after `{asked}`)", fault.reason);
            BotFault { reason, ..fault }
        })
    }

    fn search(
        &mut self,
        turn: &TurnContext<'_>,
        stopwatch: &Stopwatch,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<MoveAnswer, BotFault> {
        let unasked = |error: &dyn std::fmt::Display| {
            BotFault::new(Fault::Jury, format!("it cannot be asked: {error}"))
        };
        let view = SeatView::new(self.game, turn, self.seat).map_err(|bad| unasked(&bad))?;
        let deadline = stopwatch.deadline(limit);
        if !std::mem::replace(&mut self.has_begun, true) {
            self.exchange("ugi", "ugiok", deadline, limit, other.as_deref_mut())?;
            let prepare = "uginewgame\nisready";
            self.exchange(prepare, "readyok", deadline, limit, other.as_deref_mut())?;
        }
        self.info.clear();
        let left = limit.map(|limit| limit.saturating_sub(stopwatch.elapsed()));
        let command = format!("{}\n{}", position_command(&view), self.go_command(left));
        self.has_searched = true;
        let best = self.exchange(&command, "bestmove", deadline, limit, other)?;
        self.read_move(&best, view.chance.as_deref())
    }

    /// Returns the command that starts the search, with this time left.
    fn go_command(&self, left: Option<Duration>) -> String {
        let left = left.unwrap_or(TIME_WITHOUT_CLOCK);
        match self.clock {
            // The opponent's time is not known here.
            Clock::Game(all) if !all.is_zero() => {
                let ms = left.as_millis();
                format!("go p1time {ms} p2time {ms} p1inc 0 p2inc 0")
            }
            clock => {
                let turn = match clock {
                    Clock::Turn { first, .. } if !self.has_searched => first,
                    Clock::Turn { then, .. } => then,
                    Clock::Game(_) => left,
                };
                let left = if turn.is_zero() { left } else { left.min(turn) };
                let time = left.saturating_sub(left / RESERVE_DIVISOR);
                format!("go movetime {}", time.as_millis().max(1))
            }
        }
    }

    /// Parses the move after `bestmove`: a canonical token, or the contest's spelling.
    fn read_move(&self, text: &str, chance: Option<&str>) -> Result<MoveAnswer, BotFault> {
        let line = format!("bestmove {text}");
        let word = text.split_whitespace().next().unwrap_or_default();
        if let Some(answer) = token_answer(self.game, word, chance, &line) {
            return Ok(answer);
        }
        match self.game.parse_answer(&self.setup, text) {
            Ok(answer) if matches!(answer.choice, AnswerChoice::Move(_)) => {
                Ok(MoveAnswer { answer, line })
            }
            Ok(_) => {
                let reason = "expected a move after `bestmove`, found none";
                Err(BotFault::unreadable(line.as_bytes(), reason))
            }
            Err(error) => Err(BotFault::not_an_answer(&line, &error)),
        }
    }
}

/// Returns the command that describes a game in progress.
fn position_command(view: &SeatView) -> String {
    let start = match &view.start {
        None => "startpos".to_owned(),
        Some(text) => format!("fen {text}"),
    };
    match view.moves() {
        moves if moves.is_empty() => format!("position {start}"),
        moves => format!("position {start} moves {moves}"),
    }
}

impl BotSession for UgiSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let answered_early = self.process.has_unread_line();
        let stopwatch = Stopwatch::start(&mut self.process);
        let answer = self.search(turn, &stopwatch, limit, other);
        let times = stopwatch.stop(&mut self.process);
        let stderr = self.process.take_stderr();
        let output = std::mem::take(&mut self.info);
        let output = output
            .into_iter()
            .chain((!stderr.is_empty()).then_some(stderr));
        let output = output.collect::<Vec<_>>().join("\n");
        times.reply(answer, output, answered_early)
    }

    fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.process.stop_on(stop);
    }

    fn finish(&mut self, _: &TurnContext<'_>, _: DialogueEnd) -> Option<ExitReport> {
        Some(ExitReport::await_exit(
            &mut self.process,
            "quit\n",
            self.grace_period,
        ))
    }

    fn process(&mut self) -> Option<&mut Process> {
        Some(&mut self.process)
    }
}
