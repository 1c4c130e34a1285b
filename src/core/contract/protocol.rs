//! The dialogue between a contest's jury and a bot, line by line.

use super::{Game, ParseError, Player, Setup, StepOf, play_step};
use std::fmt::Display;

/// One line of the dialogue between the jury and a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DialogueLine {
    /// Whether the jury writes the line and the bot reads it; otherwise the reverse.
    pub to_bot: bool,
    /// The line without its line feed.
    pub text: String,
}

impl DialogueLine {
    /// Creates a line that the bot reads.
    pub fn to_bot(text: impl Into<String>) -> Self {
        Self {
            to_bot: true,
            text: text.into(),
        }
    }

    /// Creates a line that the bot writes.
    pub fn from_bot(text: impl Into<String>) -> Self {
        Self {
            to_bot: false,
            text: text.into(),
        }
    }
}

/// A piece of information about the game in a line of a dialogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DialogueEvent {
    /// The side that the bot plays.
    Seat(Player),
    /// A parameter of the setup: key and value.
    Setup(&'static str, String),
    /// The next token of the game, in a spelling that [`Game::parse`] accepts.
    Token {
        /// The token.
        token: String,
        /// The text of the dialogue, if it differs from the token.
        raw: Option<String>,
    },
    /// The chance outcome that the bot is given, as a separate token (Box: the bot's tile); the
    /// token of its move follows.
    Chance(String),
    /// The board as the jury shows it, as the first word of the game's position text.
    Board(String),
    /// The position at the bot's first turn, as position text, if the moves sent to the bot do not
    /// lead to the board that the jury shows. The game then started from another position, and this
    /// replaces all moves so far.
    Position(String),
    /// The message that the bot writes after its move (CodinGame: after the first blank).
    Message(String),
    /// The jury's notice that the game is over.
    Over,
    /// The jury's notice that the opponent failed.
    OpponentFailed,
}

impl DialogueEvent {
    /// Creates the event of a token that the dialogue spells like this.
    pub fn token(word: impl Into<String>) -> Self {
        Self::Token {
            token: word.into(),
            raw: None,
        }
    }
}

/// The error of a line that does not fit into the dialogue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub struct ProtocolError {
    /// A description of the expected text ("the own colour, 1 to 6").
    pub expected: String,
    /// The text found instead.
    pub found: String,
}

impl ProtocolError {
    /// Returns the error of a line, ready to be returned.
    ///
    /// # Errors
    /// Always returns an error.
    pub fn refuse<T>(expected: impl Into<String>, found: &str) -> Result<T, Self> {
        Err(Self {
            expected: expected.into(),
            found: found.to_owned(),
        })
    }
}

/// A contest's dialogue with one bot: read line by line, or written from a game.
///
/// The reading side is a state machine that takes every line in order. It keeps no position; the
/// rules judge the tokens later.
pub trait Protocol: Send {
    /// Takes a line that the bot reads, and returns its events.
    ///
    /// # Errors
    /// Returns an error if the line is not expected here.
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError>;

    /// Takes a line that the bot writes, and returns its events.
    ///
    /// This is how a log is read, leniently. A live bot's answer is parsed by
    /// [`Contest::parse_answer`](super::Contest::parse_answer).
    ///
    /// # Errors
    /// Returns an error if the line is not expected here.
    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError>;

    /// Reports whether the jury has sent everything that precedes the bot's answer.
    ///
    /// Needed only in a live game. It is the bot's turn if the rules say so too; a dialogue that
    /// does not know returns true at any time.
    fn awaits_bot(&self) -> bool;

    /// Returns the line with which the bot makes the move of a canonical token.
    fn move_line(&self, token: &str) -> String {
        token.to_owned()
    }

    /// Returns the line with which the jury passes the move of a token on to the opponent.
    fn passed_on(&self, token: &str) -> String {
        token.to_owned()
    }

    /// Reports whether the bot has to exit by itself when the game is over, since the jury sends no
    /// notice.
    fn exits_unprompted(&self) -> bool {
        false
    }

    /// Returns the dialogue until the bot in `seat`, whose turn it is after these tokens, has to
    /// answer.
    ///
    /// `outcome` is the chance outcome for its move, as its
    /// `Display` writes it. The default suits a dialogue in which the
    /// jury sends nothing but the opponent's moves.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`script`](Self::script).
    fn script_until_turn(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _outcome: Option<&str>,
    ) -> Result<Vec<DialogueLine>, super::ParseError> {
        self.script(setup, tokens, seat, DialogueEnd::Open)
    }

    /// Returns the whole dialogue with the bot in `seat` for a game with these canonical tokens,
    /// from the first line to the jury's notice at the end.
    ///
    /// # Errors
    /// Returns an error if a token is illegal in its position, or if the setup is invalid.
    fn script(
        &self,
        setup: &Setup,
        tokens: &[&str],
        seat: Player,
        end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, super::ParseError>;
}

/// The end of a dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogueEnd {
    /// The dialogue stops while the game is in progress.
    Open,
    /// The game is over by its rules.
    Over,
    /// The opponent failed.
    OpponentFailed,
}

/// The dialogue of a game without a contest: the first player is sent `start`, and each player is
/// sent the other's tokens and writes their own.
///
/// ```
/// use kifu_core::contract::{DialogueEnd, DialogueLine, Player, Protocol, Setup, TokenProtocol};
///
/// let moves = ["b1a1", "a3a2"];
/// let dialogue = TokenProtocol::default();
/// let lines = dialogue.script(&Setup::default(), &moves, Player::Second, DialogueEnd::Over)?;
/// assert_eq!(lines, [DialogueLine::to_bot("b1a1"), DialogueLine::from_bot("a3a2")]);
/// # Ok::<(), kifu_core::contract::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TokenProtocol {
    has_started: bool,
}

impl Protocol for TokenProtocol {
    fn on_jury_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        let is_first_line = !std::mem::replace(&mut self.has_started, true);
        Ok(match line {
            "start" if is_first_line => vec![DialogueEvent::Seat(Player::First)],
            _ if is_first_line => vec![
                DialogueEvent::Seat(Player::Second),
                DialogueEvent::token(line),
            ],
            _ => vec![DialogueEvent::token(line)],
        })
    }

    fn on_bot_line(&mut self, line: &str) -> Result<Vec<DialogueEvent>, ProtocolError> {
        Ok(vec![DialogueEvent::token(line)])
    }

    fn awaits_bot(&self) -> bool {
        self.has_started
    }

    fn exits_unprompted(&self) -> bool {
        true
    }

    fn script(
        &self,
        _setup: &Setup,
        tokens: &[&str],
        seat: Player,
        _end: DialogueEnd,
    ) -> Result<Vec<DialogueLine>, super::ParseError> {
        let start = (seat == Player::First).then(|| DialogueLine::to_bot("start"));
        let line = |(index, token): (usize, &&str)| DialogueLine {
            to_bot: index % 2 != seat.index(),
            text: (*token).to_owned(),
        };
        let moves = tokens.iter().enumerate().map(line);
        Ok(start.into_iter().chain(moves).collect())
    }
}

// Helpers to write a dialogue from a game, for [`Protocol::script`](super::Protocol::script).

/// Returns the first position of the game of a dialogue.
///
/// # Errors
/// Returns an error if the game cannot start from this setup.
pub(crate) fn script_start<G: Game>(setup: &Setup) -> Result<G::Position, ParseError> {
    G::start(setup).map_err(unplayable_setup)
}

/// Returns the error of a setup from which the game cannot start.
pub(crate) fn unplayable_setup(why: impl Display) -> ParseError {
    ParseError::new(b"", 0, format!("a setup that can be played ({why})"))
}

/// Makes the step of a token, and returns it.
///
/// # Errors
/// Returns an error if the token does not parse or is illegal.
pub(crate) fn play_script_token<G: Game>(
    position: &mut G::Position,
    token: &str,
) -> Result<StepOf<G>, ParseError> {
    let step = G::parse(token.as_bytes())?.step;
    play_step(position, &step).map_err(|_| ParseError::new(token.as_bytes(), 0, "a legal move"))?;
    Ok(step)
}
