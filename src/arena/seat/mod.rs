//! Whoever sits at the board: a program that speaks the contest's protocol, one that speaks GTP,
//! or the built-in player. The referee asks all of them the same way.

mod builtin;
mod gtp;
mod program;
mod talk;

pub(super) use builtin::Builtin;
pub(super) use gtp::Gtp;
pub(super) use program::{Program, text};
pub(super) use talk::shows_board;

use super::process::{Exit, Process};
use crate::contract::{DialogueEnd, Fault, Player, Setup};
use std::time::{Duration, Instant};

/// The state of the game in which a player is asked or dismissed.
#[derive(Clone, Copy)]
pub(super) struct Turn<'a> {
    /// The setup, what is hidden from players included.
    pub setup: &'a Setup,
    /// All canonical tokens so far.
    pub tokens: &'a [String],
    /// Who made each; `None` for luck alone.
    pub movers: &'a [Option<Player>],
    /// What luck dealt to the one who is asked.
    pub deal: Option<&'a str>,
}

impl Turn<'_> {
    fn words(&self) -> Vec<&str> {
        self.tokens.iter().map(String::as_str).collect()
    }
}

/// What a player did when asked.
pub(super) struct Reply {
    /// Its act, not yet judged, or why there is none.
    pub answer: Result<Answer, Trouble>,
    /// From the question to the answer.
    pub wall: Duration,
    /// Processor time in that, where it is known.
    pub cpu: Option<Duration>,
    /// What it said on standard error since it was last asked.
    pub words: String,
    /// The answer stood there before the question.
    pub ahead: bool,
}

/// An act as a player says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    /// A text that the game may read as a token.
    pub token: String,
    /// The whole line.
    pub line: String,
    /// What it says beside the move.
    pub message: String,
}

/// Why a player made no act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// How it failed.
    pub fault: Fault,
    /// What it said, as far as it did.
    pub raw: String,
    /// The rule it broke, if it was one.
    pub rule: &'static str,
    /// Why, in words.
    pub reason: String,
}

impl Trouble {
    fn new(fault: Fault, reason: impl Into<String>) -> Self {
        Self {
            fault,
            raw: String::new(),
            rule: "",
            reason: reason.into(),
        }
    }

    /// An act that a rule forbids.
    pub fn refused(line: &str, reason: impl Into<String>) -> Self {
        Self::unreadable(line.as_bytes(), reason)
    }

    /// Something that is no move.
    fn unreadable(raw: &[u8], reason: impl Into<String>) -> Self {
        let raw = &raw[..raw.len().min(MOST_RAW)];
        Self {
            raw: String::from_utf8_lossy(raw).into_owned(),
            rule: crate::record::RULE_UNREADABLE,
            ..Self::new(Fault::Illegal, reason)
        }
    }
}

/// So many bytes of what is no move are kept.
const MOST_RAW: usize = 400;

/// What is known of a program when it has left.
pub(super) struct Farewell {
    /// How it ended.
    pub exit: Exit,
    /// What it still had to say on standard error.
    pub words: String,
    /// All its processor time, where it is known.
    pub cpu: Option<Duration>,
}

impl Farewell {
    /// Says the last words to a program, and waits so long for its end before it ends it.
    fn to(process: &mut Process, words: &str, patience: Duration) -> Self {
        process.write(words, Some(Instant::now() + patience));
        Self {
            exit: process.end(patience),
            words: process.words(),
            cpu: process.cpu(),
        }
    }
}

/// Somebody who plays one game.
pub(super) trait Seat: Send {
    /// Asks for an act. `other` is the opponent's program, whose output is taken in meanwhile.
    fn ask(
        &mut self,
        turn: &Turn<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> Reply;

    /// The act was refused.
    fn refused(&mut self) {}

    /// Tells the end and sees the program out; `None` if there is none.
    fn dismiss(&mut self, turn: &Turn<'_>, end: DialogueEnd) -> Option<Farewell>;

    /// The program, if there is one.
    fn process(&mut self) -> Option<&mut Process> {
        None
    }
}
