//! A program that speaks GTP, the protocol of Go programs (version 2, Gunnar Farnebäck, 2002):
//! `boardsize 9`, `play black E5`, `genmove white`; the answer is `= E5` and a blank line, or
//! `? words` for a refusal.

use super::super::process::{CommandSpec, Process, ReadOutcome};
use super::program::{Stopwatch, no_answer_fault};
use super::{BotFault, BotSession, ExitReport, MoveAnswer, MoveReply, TurnContext};
use crate::contract::{DialogueEnd, Fault, Player, Setup};
use crate::games::DynGame;
use std::io;
use std::time::{Duration, Instant};

/// A program that speaks GTP.
pub(in crate::arena) struct GtpSession {
    game: &'static dyn DynGame,
    seat: Player,
    process: Process,
    grace_period: Duration,
    /// Commands that come first.
    setup_commands: Vec<String>,
    /// So many tokens were told, its own included.
    sent_tokens: usize,
}

/// A program's response to a command, without the mark before it.
enum GtpResponse {
    /// `= words`
    Success(String),
    /// `? words`
    Refusal(String),
}

impl GtpSession {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        book: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        start: &CommandSpec,
        patience: Duration,
    ) -> io::Result<Self> {
        Ok(Self {
            game: book,
            seat,
            process: Process::start(start)?,
            grace_period: patience,
            setup_commands: book.gtp(setup).unwrap_or_default(),
            sent_tokens: 0,
        })
    }

    fn color(&self, player: Player) -> String {
        self.game.sides()[player.index()].to_ascii_lowercase()
    }

    fn generate_move(
        &mut self,
        turn: &TurnContext<'_>,
        until: Option<Instant>,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<MoveAnswer, BotFault> {
        let mut commands = std::mem::take(&mut self.setup_commands);
        let acts = turn.tokens.iter().zip(turn.movers).skip(self.sent_tokens);
        let plays = acts.filter_map(|(token, mover)| {
            let color = self.color((*mover)?);
            Some(format!("play {color} {token}"))
        });
        commands.extend(plays.collect::<Vec<_>>());
        commands.push(format!("genmove {}", self.color(self.seat)));
        let mut said = String::new();
        for command in &commands {
            self.process.write(&format!("{command}\n"), until);
            let answer = self.read_response(until, other.as_deref_mut());
            said = match answer {
                Ok(GtpResponse::Success(said)) => said,
                Ok(GtpResponse::Refusal(refusal)) => {
                    let reason = format!("it refused `{command}`: {refusal}");
                    return Err(BotFault::unreadable(refusal.as_bytes(), reason));
                }
                Err(heard) => return Err(no_answer_fault(&mut self.process, heard, limit)),
            };
        }
        // Its own move it knows.
        self.sent_tokens = turn.tokens.len() + 1;
        if said.eq_ignore_ascii_case("resign") {
            return Err(BotFault::new(Fault::Exit, "it resigned"));
        }
        Ok(MoveAnswer {
            token: said.to_ascii_uppercase(),
            line: said,
            message: String::new(),
        })
    }

    /// Reads the response to a command; or why there is none.
    fn read_response(
        &mut self,
        until: Option<Instant>,
        mut other: Option<&mut Process>,
    ) -> Result<GtpResponse, ReadOutcome> {
        let mut answer = None;
        loop {
            let line = match self.process.read_line(until, other.as_deref_mut()) {
                ReadOutcome::Line(line) => String::from_utf8_lossy(&line).into_owned(),
                heard => return Err(heard),
            };
            match (answer.is_some(), line.trim(), line.chars().next()) {
                (true, "", _) => break,
                (false, words, Some('=')) => {
                    answer = Some(GtpResponse::Success(response_text(words)));
                }
                (false, words, Some('?')) => {
                    answer = Some(GtpResponse::Refusal(response_text(words)));
                }
                // Further lines of an answer, and comments.
                _ => {}
            }
        }
        Ok(answer.unwrap_or(GtpResponse::Refusal(String::new())))
    }
}

/// `= E5`, `=12 E5`: the words after the mark and a number that we did not give.
fn response_text(words: &str) -> String {
    let rest = words[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    rest.trim().to_owned()
}

impl BotSession for GtpSession {
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply {
        let ahead = self.process.has_unread_line();
        let watch = Stopwatch::start(&mut self.process);
        let until = watch.deadline(limit);
        let answer = self.generate_move(turn, until, limit, other);
        let (wall, cpu) = watch.stop(&mut self.process);
        MoveReply {
            answer,
            wall_time: wall,
            cpu_time: cpu,
            stderr: self.process.take_stderr(),
            answered_early: ahead,
        }
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
