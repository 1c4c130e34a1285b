//! The session with a program that speaks GTP, the Go Text Protocol (version 2, Gunnar Farnebäck,
//! 2002).
//!
//! The commands are `boardsize 9`, `play black E5` and `genmove white`. The response is `= E5` and
//! a blank line, or `? reason` for an error.

use super::super::process::{CommandSpec, Deadline, Process, ReadOutcome};
use super::program::{Stopwatch, no_answer_fault};
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext};
use kifu_core::contract::{Answer, DialogueEnd, Fault, Player, Setup};
use kifu_core::games::DynGame;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A session with a program that speaks GTP.
pub(in crate::arena) struct GtpSession {
    game: &'static dyn DynGame,
    seat: Player,
    process: Process,
    grace_period: Duration,
    /// The commands to send before the first move.
    setup_commands: Vec<String>,
    /// The number of tokens that the program knows, including its own.
    sent_tokens: usize,
}

/// The response of a program to a command, without its leading mark.
enum GtpResponse {
    /// A success, `= text`.
    Success(String),
    /// An error, `? text`.
    Refusal(String),
}

impl GtpSession {
    /// Starts the program.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub fn start(
        game: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        command: &CommandSpec,
        grace_period: Duration,
    ) -> io::Result<Self> {
        Ok(Self {
            game,
            seat,
            process: Process::start(command)?,
            grace_period,
            setup_commands: game.gtp(setup).unwrap_or_default(),
            sent_tokens: 0,
        })
    }

    fn color(&self, player: Player) -> String {
        self.game.sides()[player.index()].to_ascii_lowercase()
    }

    fn generate_move(
        &mut self,
        turn: &TurnContext<'_>,
        deadline: Deadline,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<MoveAnswer, BotFault> {
        let mut commands = std::mem::take(&mut self.setup_commands);
        let new_moves = turn.tokens.iter().zip(turn.movers).skip(self.sent_tokens);
        let plays = new_moves.filter_map(|(token, mover)| {
            let color = self.color((*mover)?);
            Some(format!("play {color} {token}"))
        });
        commands.extend(plays.collect::<Vec<_>>());
        commands.push(format!("genmove {}", self.color(self.seat)));
        let mut response = String::new();
        for command in &commands {
            self.process.write(&format!("{command}\n"), deadline);
            let answer = self.read_response(deadline, other.as_deref_mut());
            response = match answer {
                Ok(GtpResponse::Success(response)) => response,
                Ok(GtpResponse::Refusal(refusal)) => {
                    let reason = format!("it refused `{command}`: {refusal}");
                    return Err(BotFault::unreadable(refusal.as_bytes(), reason));
                }
                Err(outcome) => return Err(no_answer_fault(&mut self.process, outcome, limit)),
            };
        }
        // The program already knows its own move.
        self.sent_tokens = turn.tokens.len() + 1;
        if response.eq_ignore_ascii_case("resign") {
            return Err(BotFault::new(Fault::Resignation, "it resigned"));
        }
        // GTP vertices are case-insensitive; an error shows any other answer unchanged.
        let upper = response.to_ascii_uppercase();
        let vertex = self.game.parse_bare_move(&upper);
        let mv = vertex.or_else(|_| self.game.parse_bare_move(&response));
        let mv = mv.map_err(|bad| BotFault::not_an_answer(&response, &bad))?;
        Ok(MoveAnswer {
            answer: Answer::from_move(mv, &response),
            line: response,
        })
    }

    /// Reads the response to a command, or returns the reason why there is none.
    fn read_response(
        &mut self,
        deadline: Deadline,
        mut other: Option<&mut Process>,
    ) -> Result<GtpResponse, ReadOutcome> {
        let mut response = None;
        loop {
            let line = match self.process.read_line(deadline, other.as_deref_mut()) {
                ReadOutcome::Line(line) => String::from_utf8_lossy(&line).into_owned(),
                outcome => return Err(outcome),
            };
            match (response.is_some(), line.trim(), line.chars().next()) {
                (true, "", _) => break,
                (false, text, Some('=')) => {
                    response = Some(GtpResponse::Success(response_text(text)));
                }
                (false, text, Some('?')) => {
                    response = Some(GtpResponse::Refusal(response_text(text)));
                }
                // Further lines of a response, and comments, which may follow each other so
                // quickly that the deadline never passes while a line is awaited.
                _ if self.process.must_stop_waiting(deadline) => {
                    return Err(ReadOutcome::TimedOut(Vec::new()));
                }
                _ => {}
            }
        }
        Ok(response.unwrap_or(GtpResponse::Refusal(String::new())))
    }
}

/// Returns the text of `= E5` or `=12 E5` after the mark and an id, which kifu never sends.
fn response_text(response: &str) -> String {
    let rest = response[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    rest.trim().to_owned()
}

impl BotSession for GtpSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let answered_early = self.process.has_unread_line();
        let stopwatch = Stopwatch::start(&mut self.process);
        let deadline = stopwatch.deadline(limit);
        let answer = self.generate_move(turn, deadline, limit, other);
        let times = stopwatch.stop(&mut self.process);
        times.reply(answer, self.process.take_stderr(), answered_early)
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
