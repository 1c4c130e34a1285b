//! A program that speaks GTP, the protocol of Go programs (version 2, Gunnar Farnebäck, 2002):
//! `boardsize 9`, `play black E5`, `genmove white`; the answer is `= E5` and a blank line, or
//! `? words` for a refusal.

use super::super::process::{Heard, Process, Start};
use super::program::{Stopwatch, silence};
use super::{Answer, Farewell, Reply, Seat, Trouble, Turn};
use crate::contract::{DialogueEnd, Fault, Player, Setup};
use crate::games::DynGame;
use std::io;
use std::time::{Duration, Instant};

/// A program that speaks GTP.
pub(in crate::arena) struct Gtp {
    book: &'static dyn DynGame,
    seat: Player,
    process: Process,
    patience: Duration,
    /// Commands that come first.
    opening: Vec<String>,
    /// So many tokens were told, its own included.
    told: usize,
}

impl Gtp {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(
        book: &'static dyn DynGame,
        setup: &Setup,
        seat: Player,
        start: &Start,
        patience: Duration,
    ) -> io::Result<Self> {
        Ok(Self {
            book,
            seat,
            process: Process::start(start)?,
            patience,
            opening: book.gtp(setup).unwrap_or_default(),
            told: 0,
        })
    }

    fn color(&self, player: Player) -> String {
        self.book.sides()[player.index()].to_ascii_lowercase()
    }

    fn act(
        &mut self,
        turn: &Turn<'_>,
        until: Option<Instant>,
        limit: Option<Duration>,
        mut other: Option<&mut Process>,
    ) -> Result<Answer, Trouble> {
        let mut commands = std::mem::take(&mut self.opening);
        let acts = turn.tokens.iter().zip(turn.movers).skip(self.told);
        let plays = acts.filter_map(|(token, mover)| {
            let color = self.color((*mover)?);
            Some(format!("play {color} {token}"))
        });
        commands.extend(plays.collect::<Vec<_>>());
        commands.push(format!("genmove {}", self.color(self.seat)));
        let mut said = String::new();
        for command in &commands {
            self.process.write(&format!("{command}\n"), until);
            let answer = self.answer(until, other.as_deref_mut());
            said = match answer {
                Ok(Ok(said)) => said,
                Ok(Err(refusal)) => {
                    let reason = format!("it refused `{command}`: {refusal}");
                    return Err(Trouble::unreadable(refusal.as_bytes(), reason));
                }
                Err(heard) => return Err(silence(&mut self.process, heard, limit)),
            };
        }
        // Its own move it knows.
        self.told = turn.tokens.len() + 1;
        if said.eq_ignore_ascii_case("resign") {
            return Err(Trouble::new(Fault::Exit, "it resigned"));
        }
        Ok(Answer {
            token: said.to_ascii_uppercase(),
            line: said,
            message: String::new(),
        })
    }

    /// What follows `=`, or else `?`; or why nothing does.
    fn answer(
        &mut self,
        until: Option<Instant>,
        mut other: Option<&mut Process>,
    ) -> Result<Result<String, String>, Heard> {
        let mut answer = None;
        loop {
            let line = match self.process.hear(until, other.as_deref_mut()) {
                Heard::Line(line) => String::from_utf8_lossy(&line).into_owned(),
                heard => return Err(heard),
            };
            match (answer.is_some(), line.trim(), line.chars().next()) {
                (true, "", _) => break,
                (false, words, Some('=')) => answer = Some(Ok(after_id(words))),
                (false, words, Some('?')) => answer = Some(Err(after_id(words))),
                // Further lines of an answer, and comments.
                _ => {}
            }
        }
        Ok(answer.unwrap_or_else(|| Err(String::new())))
    }
}

/// `= E5`, `=12 E5`: the words after the mark and a number that we did not give.
fn after_id(words: &str) -> String {
    let rest = words[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    rest.trim().to_owned()
}

impl Seat for Gtp {
    fn ask(
        &mut self,
        turn: &Turn<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> Reply {
        let ahead = self.process.is_ahead();
        let watch = Stopwatch::start(&mut self.process);
        let until = watch.until(limit);
        let answer = self.act(turn, until, limit, other);
        let (wall, cpu) = watch.stop(&mut self.process);
        Reply {
            answer,
            wall,
            cpu,
            words: self.process.words(),
            ahead,
        }
    }

    fn dismiss(&mut self, _: &Turn<'_>, _: DialogueEnd) -> Option<Farewell> {
        Some(Farewell::to(&mut self.process, "quit\n", self.patience))
    }

    fn process(&mut self) -> Option<&mut Process> {
        Some(&mut self.process)
    }
}
