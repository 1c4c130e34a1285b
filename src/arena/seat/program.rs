//! A program that speaks the contest's protocol.

use super::super::process::{Exit, Heard, Process, Start};
use super::talk::{Talk, midway};
use super::{Answer, Farewell, Reply, Seat, Trouble, Turn};
use crate::contract::{DialogueEnd, DialogueLine, Fault, Player, Setup};
use crate::games::DynGame;
use std::io;
use std::time::{Duration, Instant};

/// How long a program that closed its output is given to end, so that the reason is known.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// A program that speaks the contest's protocol.
pub(in crate::arena) struct Program {
    book: &'static dyn DynGame,
    talk: Talk,
    process: Process,
    patience: Duration,
    began: bool,
}

/// The lines for the program, as it reads them.
pub(in crate::arena) fn text(lines: &[DialogueLine]) -> String {
    let mut text = String::new();
    for line in lines.iter().filter(|line| line.to_bot) {
        text.push_str(&line.text);
        text.push('\n');
    }
    text
}

impl Program {
    /// Starts it. At the end of the game it has `patience` to end by itself.
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
            talk: Talk::new(book, setup, seat),
            process: Process::start(start)?,
            patience,
            began: false,
        })
    }

    fn question(&mut self, turn: &Turn<'_>) -> Result<Vec<DialogueLine>, String> {
        let mut lines = self.talk.question(turn)?;
        if !self.began && lines.iter().any(|line| !line.to_bot) {
            let fresh = self.book.protocol(turn.setup);
            let expected = "a game from the start: in this contest programs are told moves only";
            lines = midway(&lines, fresh).ok_or_else(|| format!("expected {expected}"))?;
        }
        self.began = true;
        for line in &lines {
            self.talk
                .protocol
                .on_jury_line(&line.text)
                .map_err(|bad| bad.to_string())?;
        }
        Ok(lines)
    }

    fn understand(&mut self, heard: Heard, limit: Option<Duration>) -> Result<Answer, Trouble> {
        match heard {
            Heard::Line(line) => match std::str::from_utf8(&line) {
                Ok(line) => self.talk.understand(line),
                Err(_) => Err(Trouble::unreadable(&line, "the line is no UTF-8 text")),
            },
            other => Err(silence(&mut self.process, other, limit)),
        }
    }
}

/// Why there is no line.
pub(super) fn silence(process: &mut Process, heard: Heard, limit: Option<Duration>) -> Trouble {
    let raw = |bytes: &[u8]| Trouble::unreadable(bytes, "").raw;
    match heard {
        Heard::Line(line) | Heard::TooLong(line) => {
            let reason = "a line without an end, longer than any move";
            Trouble::unreadable(&line, reason)
        }
        Heard::Nothing(rest) => {
            let mut reason = "no answer".to_owned();
            if let Some(limit) = limit {
                reason.push_str(&format!(" within {} ms", limit.as_millis()));
            }
            if !rest.is_empty() {
                reason.push_str(", only a line without its end");
            }
            Trouble {
                raw: raw(&rest),
                ..Trouble::new(Fault::Timeout, reason)
            }
        }
        Heard::Closed(rest) => {
            let exit = process.end(LAST_BREATH);
            let (fault, reason) = match exit {
                Exit::Status(0) => (Fault::Exit, format!("no answer: it {exit}")),
                Exit::Killed => {
                    let reason = "no answer: it closed its standard output and ran on";
                    (Fault::Exit, reason.to_owned())
                }
                Exit::Status(_) | Exit::Signal(_) => {
                    (Fault::Crash, format!("no answer: it {exit}"))
                }
            };
            Trouble {
                raw: raw(&rest),
                ..Trouble::new(fault, reason)
            }
        }
    }
}

/// A fault of kifu's own, for which nobody loses a game without it being told.
fn own_fault(reason: &str) -> Trouble {
    Trouble::new(Fault::Jury, format!("the referee cannot go on: {reason}"))
}

/// Begins to measure, and what was measured.
pub(super) struct Stopwatch {
    began: Instant,
    cpu: Option<Duration>,
}

impl Stopwatch {
    pub fn start(process: &mut Process) -> Self {
        let cpu = process.cpu();
        Self {
            began: Instant::now(),
            cpu,
        }
    }

    pub fn until(&self, limit: Option<Duration>) -> Option<Instant> {
        limit.and_then(|limit| self.began.checked_add(limit))
    }

    pub fn stop(self, process: &mut Process) -> (Duration, Option<Duration>) {
        let wall = self.began.elapsed();
        let cpu = process.cpu().zip(self.cpu);
        (wall, cpu.map(|(now, then)| now.saturating_sub(then)))
    }
}

impl Seat for Program {
    fn ask(
        &mut self,
        turn: &Turn<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> Reply {
        let lines = self.question(turn);
        let ahead = self.process.is_ahead();
        let watch = Stopwatch::start(&mut self.process);
        let until = watch.until(limit);
        let heard = lines.map(|lines| {
            self.process.write(&text(&lines), until);
            self.process.hear(until, other)
        });
        let (wall, cpu) = watch.stop(&mut self.process);
        let answer = match heard {
            _ if self.process.floods() => {
                let reason = "it wrote more than 256 kB that nobody asked for";
                Err(Trouble::unreadable(b"", reason))
            }
            Ok(heard) => self.understand(heard, limit),
            Err(reason) => Err(own_fault(&reason)),
        };
        Reply {
            answer,
            wall,
            cpu,
            words: self.process.words(),
            ahead,
        }
    }

    fn refused(&mut self) {
        self.talk.refused();
    }

    fn dismiss(&mut self, turn: &Turn<'_>, end: DialogueEnd) -> Option<Farewell> {
        let lines = self.talk.farewell(turn, end, self.began);
        Some(Farewell::to(
            &mut self.process,
            &text(&lines),
            self.patience,
        ))
    }

    fn process(&mut self) -> Option<&mut Process> {
        Some(&mut self.process)
    }
}
