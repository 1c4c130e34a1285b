//! The session with a command that is run once for each position.

use super::super::process::{CommandSpec, Process, ReadOutcome, check_program_exists};
use super::super::seat_view::SeatView;
use super::program::{Stopwatch, TurnTimes, no_answer_fault};
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext};
use crate::arena::process::ProgramExit;
use kifu_core::contract::{DialogueEnd, Fault, Player, Setup};
use kifu_core::games::DynGame;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The word of a command that is replaced by the moves so far.
const MOVES_WORD: &str = "{moves}";
/// The word of a command that is replaced by the position text.
const POSITION_WORD: &str = "{position}";

/// Reports whether a command is run once for each position: an argument contains `{moves}` or
/// `{position}`.
pub(in crate::arena) fn is_template(argv: &[String]) -> bool {
    let mut arguments = argv.iter().skip(1);
    arguments.any(|argument| argument.contains(MOVES_WORD) || argument.contains(POSITION_WORD))
}

/// A session with a command that is run once for each position.
///
/// Each argument stays a single one, and no shell reads it. The last line of standard output that is
/// not blank is the answer, by the contest's grammar or as a move of the record.
pub(in crate::arena) struct TemplateSession {
    game: &'static dyn DynGame,
    setup: Setup,
    seat: Player,
    command: CommandSpec,
    grace_period: Duration,
    stop: Arc<AtomicBool>,
}

impl TemplateSession {
    /// Creates a session that runs the command when a move is requested.
    ///
    /// # Errors
    /// Returns an error if the program is missing.
    pub fn new(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        command: &CommandSpec,
        grace_period: Duration,
    ) -> io::Result<Self> {
        check_program_exists(command)?;
        Ok(Self {
            game,
            setup: setup.clone(),
            seat,
            command: command.clone(),
            grace_period,
            stop: Arc::default(),
        })
    }

    /// Starts the program for one position.
    fn start(&self, view: &SeatView) -> io::Result<Process> {
        let (moves, position) = (view.moves(), &view.position);
        let fill = |argument: &String| {
            // One pass, so that a replacement is not searched again.
            let parts = argument.split(MOVES_WORD);
            let parts = parts.map(|part| part.replace(POSITION_WORD, position));
            parts.collect::<Vec<_>>().join(&moves)
        };
        let (program, arguments) = self.command.argv.split_at(1.min(self.command.argv.len()));
        let filled = arguments.iter().map(fill);
        let mut process = Process::start(&CommandSpec {
            argv: program.iter().cloned().chain(filled).collect(),
            ..self.command.clone()
        })?;
        process.stop_on(&self.stop);
        process.close_stdin();
        Ok(process)
    }

    /// Reads the output to its end, and returns its last line that is not blank.
    fn last_line(
        &self,
        process: &mut Process,
        stopwatch: &Stopwatch,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<Vec<u8>, BotFault> {
        let deadline = stopwatch.deadline(limit);
        let mut last = Vec::new();
        let is_blank = |line: &[u8]| line.iter().all(u8::is_ascii_whitespace);
        loop {
            match process.read_line(deadline, other.as_deref_mut()) {
                ReadOutcome::Line(line) if is_blank(&line) => {}
                ReadOutcome::Line(line) => last = line,
                ReadOutcome::Closed(rest) => {
                    if !is_blank(&rest) {
                        last = rest;
                    }
                    break;
                }
                outcome => return Err(no_answer_fault(process, outcome, limit)),
            }
            if process.must_stop_waiting(deadline) {
                let outcome = ReadOutcome::TimedOut(Vec::new());
                return Err(no_answer_fault(process, outcome, limit));
            }
        }
        let exit = process.wait_or_kill(self.grace_period);
        match exit {
            _ if last.is_empty() => {
                let outcome = ReadOutcome::Closed(Vec::new());
                Err(no_answer_fault(process, outcome, limit))
            }
            ProgramExit::Status(0) | ProgramExit::Killed => Ok(last),
            failed => Err(BotFault {
                raw: String::from_utf8_lossy(&last).into_owned(),
                ..BotFault::new(Fault::Crash, format!("it {failed}"))
            }),
        }
    }

    fn read_move(&self, line: &[u8], chance: Option<&str>) -> Result<MoveAnswer, BotFault> {
        let Ok(line) = std::str::from_utf8(line) else {
            let reason = "the last line is not valid UTF-8";
            return Err(BotFault::unreadable(line, reason));
        };
        let answer = self.game.parse_answer(&self.setup, line);
        let answer = answer.map_err(|error| BotFault::not_an_answer(line, &error));
        let line = line.to_owned();
        answer
            .map(|answer| MoveAnswer {
                answer,
                line: line.clone(),
            })
            .or_else(|fault| {
                super::token_answer(self.game, line.trim(), chance, &line).ok_or(fault)
            })
    }
}

impl BotSession for TemplateSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let unasked = |fault| TurnTimes::NONE.reply(Err(fault), String::new(), false);
        let view = match SeatView::new(self.game, turn, self.seat) {
            Ok(view) => view,
            Err(error) => {
                let reason = format!("it cannot be asked: {error}");
                return unasked(BotFault::new(Fault::Jury, reason));
            }
        };
        let mut process = match self.start(&view) {
            Ok(process) => process,
            Err(error) => {
                let program = self.command.argv.first().cloned().unwrap_or_default();
                let why = kifu_logs::files::describe_io_error(&error);
                let reason = format!("cannot start `{program}`: {why}");
                return unasked(BotFault::new(Fault::Crash, reason));
            }
        };
        let stopwatch = Stopwatch::start(&mut process);
        let line = self.last_line(&mut process, &stopwatch, limit, other);
        let answer = line.and_then(|line| self.read_move(&line, view.chance.as_deref()));
        let times = stopwatch.stop(&mut process);
        times.reply(answer, process.take_stderr(), false)
    }

    fn stop_on(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Arc::clone(stop);
    }

    fn finish(&mut self, _: &TurnContext<'_>, _: DialogueEnd) -> Option<ExitReport> {
        None
    }
}
