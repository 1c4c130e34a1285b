//! Whoever sits at the board: a program that speaks the contest's protocol, one that speaks GTP,
//! or the built-in player. The referee asks all of them the same way.

mod builtin;
mod dialogue;
mod gtp;
mod program;

pub(super) use builtin::BuiltinSession;
pub(super) use dialogue::shows_board;
pub(super) use gtp::GtpSession;
pub(super) use program::{ProgramSession, bot_input};

use super::process::{Process, ProgramExit};
use crate::contract::{DialogueEnd, Fault, ParseError, Player, ProtocolError, Setup};
use crate::record::AttemptRule;
use std::time::{Duration, Instant};

/// The state of the game in which a player is asked or dismissed.
#[derive(Clone, Copy)]
pub(super) struct TurnContext<'a> {
    /// The setup, what is hidden from players included.
    pub setup: &'a Setup,
    /// All canonical tokens so far.
    pub tokens: &'a [String],
    /// Who made each; `None` for luck alone.
    pub movers: &'a [Option<Player>],
    /// What luck dealt to the one who is asked.
    pub chance: Option<&'a str>,
}

impl TurnContext<'_> {
    fn token_strs(&self) -> Vec<&str> {
        self.tokens.iter().map(String::as_str).collect()
    }
}

/// What a player did when asked.
pub(super) struct MoveReply {
    /// Its act, not yet judged, or why there is none.
    pub answer: Result<MoveAnswer, BotFault>,
    /// From the question to the answer.
    pub wall_time: Duration,
    /// Processor time in that, where it is known.
    pub cpu_time: Option<Duration>,
    /// What it said on standard error since it was last asked.
    pub stderr: String,
    /// The answer stood there before the question.
    pub answered_early: bool,
}

/// An act as a player says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveAnswer {
    /// A text that the game may read as a token.
    pub token: String,
    /// The whole line.
    pub line: String,
    /// What it says beside the move.
    pub message: String,
}

/// Why a player cannot be told what the jury says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum JuryLinesError {
    /// The game's protocol cannot tell the game so far.
    #[error(transparent)]
    Script(#[from] ParseError),
    /// The game has begun, and the protocol does not show the board.
    #[error("expected a game from the start: in this contest programs only receive moves")]
    NotFromStart,
    /// The game's protocol refuses a line of its own.
    #[error(transparent)]
    Line(#[from] ProtocolError),
}

/// Why a player made no act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotFault {
    /// How it failed.
    pub fault: Fault,
    /// What it said, as far as it did.
    pub raw: String,
    /// The rule it broke, if it was one.
    pub rule: AttemptRule,
    /// Why, in words.
    pub reason: String,
}

impl BotFault {
    fn new(fault: Fault, reason: impl Into<String>) -> Self {
        Self {
            fault,
            raw: String::new(),
            rule: AttemptRule::Unspecified,
            reason: reason.into(),
        }
    }

    /// An act that a rule forbids.
    pub fn illegal_move(line: &str, reason: impl Into<String>) -> Self {
        Self::unreadable(line.as_bytes(), reason)
    }

    /// Something that is no move.
    fn unreadable(raw: &[u8], reason: impl Into<String>) -> Self {
        let raw = &raw[..raw.len().min(MAX_RAW_BYTES)];
        Self {
            raw: String::from_utf8_lossy(raw).into_owned(),
            rule: AttemptRule::Unreadable,
            ..Self::new(Fault::Illegal, reason)
        }
    }
}

/// So many bytes of what is no move are kept.
const MAX_RAW_BYTES: usize = 400;

/// What is known of a program when it has left.
pub(super) struct ExitReport {
    /// How it ended.
    pub exit: ProgramExit,
    /// What it still had to say on standard error.
    pub stderr: String,
    /// All its processor time, where it is known.
    pub cpu_time: Option<Duration>,
}

impl ExitReport {
    /// Says the last words to a program, and waits so long for its end before it ends it.
    fn await_exit(process: &mut Process, words: &str, patience: Duration) -> Self {
        process.write(words, Some(Instant::now() + patience));
        Self {
            exit: process.wait_or_kill(patience),
            stderr: process.take_stderr(),
            cpu_time: process.cpu_time(),
        }
    }
}

/// Somebody who plays one game.
pub(super) trait BotSession: Send {
    /// Asks for an act. `other` is the opponent's program, whose output is taken in meanwhile.
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply;

    /// The act was refused.
    fn on_move_refused(&mut self) {}

    /// Tells the end and sees the program out; `None` if there is none.
    fn finish(&mut self, turn: &TurnContext<'_>, end: DialogueEnd) -> Option<ExitReport>;

    /// The program, if there is one.
    fn process(&mut self) -> Option<&mut Process> {
        None
    }
}
