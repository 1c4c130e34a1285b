//! Sessions of a game with a player: a program that speaks the contest's protocol, GTP or UGI, a
//! command that is run for each position, or the built-in bot. The referee treats all of them alike.

mod builtin;
mod dialogue;
mod gtp;
mod person;
mod program;
mod template;
mod ugi;

pub(super) use builtin::BuiltinSession;
pub(super) use dialogue::{BotDialogue, hides_rules, shows_board};
pub(super) use gtp::GtpSession;
pub(super) use person::PersonSession;
pub(super) use program::{ProgramSession, bot_input};
pub(super) use template::{TemplateSession, is_template};
pub(super) use ugi::UgiSession;

use super::process::{Deadline, Process, ProgramExit};
use kifu_core::contract::{
    Answer, AnswerError, DialogueEnd, Fault, ParseError, Player, ProtocolError, Setup,
};
use kifu_core::games::DynGame;
use kifu_core::record::AttemptRule;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The state of the game in which a player is asked for a move or dismissed.
#[derive(Clone, Copy)]
pub(super) struct TurnContext<'a> {
    /// The setup, including what is hidden from the players.
    pub setup: &'a Setup,
    /// All canonical tokens so far.
    pub tokens: &'a [String],
    /// The player who made each token; `None` for a chance event outside a ply.
    pub movers: &'a [Option<Player>],
    /// The chance outcome given to the player who is asked.
    pub chance: Option<&'a str>,
}

impl TurnContext<'_> {
    pub(super) fn token_strs(&self) -> Vec<&str> {
        self.tokens.iter().map(String::as_str).collect()
    }
}

/// A player's reply to a request for a move.
pub(super) struct MoveReply {
    /// The move, not yet judged, or the reason why there is none.
    pub answer: Result<MoveAnswer, BotFault>,
    /// The time from the question to the answer.
    pub wall_time: Duration,
    /// The time for which kifu was stopped meanwhile, which does not count.
    pub paused: Duration,
    /// The processor time used meanwhile, where known.
    pub cpu_time: Option<Duration>,
    /// The standard error since the previous reply.
    pub stderr: String,
    /// Whether the bot had already written its answer before being asked.
    pub answered_early: bool,
}

/// An answer as a player writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MoveAnswer {
    /// The answer by the contest's grammar, its move as a canonical token without a chance outcome.
    pub answer: Answer<String>,
    /// The whole line.
    pub line: String,
}

/// Parses an answer that is a move of the record, with the chance outcome that is dealt or without;
/// `None` if it is not.
fn token_answer(
    game: &dyn DynGame,
    word: &str,
    chance: Option<&str>,
    line: &str,
) -> Option<MoveAnswer> {
    let named = game.chance_of(word);
    if named.is_some() && named.as_deref() != chance {
        return None;
    }
    let mv = game.move_token(word)?;
    Some(MoveAnswer {
        answer: Answer::from_move(mv.clone(), mv),
        line: line.to_owned(),
    })
}

/// The reason why the jury's lines cannot be sent to a player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum JuryLinesError {
    /// The game's protocol cannot express the game so far.
    #[error(transparent)]
    Script(#[from] ParseError),
    /// The game is in progress, and the protocol does not show the board.
    #[error("expected a game from the start: in this contest programs only receive moves")]
    NotFromStart,
    /// The program joined the game, and a move before it forbids one now that the board allows.
    #[error("expected a legal move; the board does not show what forbids this one, such as a ko")]
    RulesHidden,
    /// The game's protocol rejects its own line.
    #[error(transparent)]
    Line(#[from] ProtocolError),
}

/// The reason why a player made no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BotFault {
    /// The kind of fault.
    pub fault: Fault,
    /// The raw answer, as far as there was one.
    pub raw: String,
    /// The rule that was broken; empty if none was.
    pub rule: AttemptRule,
    /// The reason in words.
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

    /// Creates the fault of an answer that is not a move.
    fn unreadable(raw: &[u8], reason: impl Into<String>) -> Self {
        let raw = &raw[..raw.len().min(MAX_RAW_BYTES)];
        Self {
            raw: String::from_utf8_lossy(raw).into_owned(),
            rule: AttemptRule::Unreadable,
            ..Self::new(Fault::Illegal, reason)
        }
    }

    /// Creates the fault of a line that is no answer by the contest's grammar. The line is kept
    /// whole.
    fn not_an_answer(line: &str, error: &AnswerError) -> Self {
        Self {
            raw: line.to_owned(),
            rule: AttemptRule::Unreadable,
            ..Self::new(Fault::Illegal, error.to_string())
        }
    }
}

/// The maximum number of bytes kept of an answer that is not a move.
const MAX_RAW_BYTES: usize = 400;

/// The final report on a program that has ended.
pub(super) struct ExitReport {
    /// How the program ended.
    pub exit: ProgramExit,
    /// The standard error since the last reply.
    pub stderr: String,
    /// The total processor time, where known.
    pub cpu_time: Option<Duration>,
}

impl ExitReport {
    /// Sends a program its last lines, waits for it to end within the grace period, and kills it
    /// after that.
    fn await_exit(process: &mut Process, closing_text: &str, grace_period: Duration) -> Self {
        process.write(closing_text, Deadline::after(grace_period));
        Self {
            exit: process.wait_or_kill(grace_period),
            stderr: process.take_stderr(),
            cpu_time: process.cpu_time(),
        }
    }
}

/// A session with a player for one game.
pub(super) trait BotSession: Send {
    /// Asks for a move. `other` is the opponent's program, whose output is read meanwhile.
    fn request_move(
        &mut self,
        turn: &TurnContext<'_>,
        limit: Option<Duration>,
        other: Option<&mut Process>,
    ) -> MoveReply;

    /// Prepares the player for a game that may be stopped: requests end soon after the flag was
    /// set. Such a game may also begin in any position.
    fn stop_on(&mut self, _stop: &Arc<AtomicBool>) {}

    /// Notes that the last move was refused.
    fn on_move_refused(&mut self) {}

    /// Sends the end of the dialogue and ends the program; `None` if there is no program.
    fn finish(&mut self, turn: &TurnContext<'_>, end: DialogueEnd) -> Option<ExitReport>;

    /// Returns the program, if there is one.
    fn process(&mut self) -> Option<&mut Process> {
        None
    }
}
