//! A bot's answers, each parsed by the grammar of its contest.
//!
//! The grammar of a contest's answers is not the notation of its logs. A token of a log can hold a
//! chance outcome, and a lenient reader forgives spellings that the contest's jury rejects. An
//! [`Answer`] holds a move of the game and nothing else: its type has no place for a chance
//! outcome, so that no answer decides what is dealt.

use super::{Game, MoveOf, ParseError, Parsed, ProtocolError, Spelling};
use std::borrow::Cow;

/// A bot's answer to a request for a move.
///
/// ```
/// use kifu_core::contract::{AnswerChoice, Contest, Setup};
/// use kifu_core::games::box_game::BoxGame;
///
/// let setup = Setup::default();
/// let answer = BoxGame::parse_answer(&setup, "Ikv")?;
/// let AnswerChoice::Move(placement) = answer.choice else {
///     panic!("Box has no referee's choice");
/// };
/// assert_eq!(placement.to_string(), "Ikv");
/// assert!(BoxGame::parse_answer(&setup, "Ik364521v").is_err(), "it names a tile");
/// # Ok::<(), kifu_core::contract::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer<M> {
    /// The choice: a move, or the referee's draw.
    pub choice: AnswerChoice<M>,
    /// The text of the choice, as the bot spelled it.
    pub spelling: String,
    /// The message that follows the move; empty if there is none.
    pub message: String,
}

/// The choice in a bot's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerChoice<M> {
    /// A move, which may be illegal.
    Move(M),
    /// The bot leaves its move to the referee, who draws one of the legal moves.
    Referee,
}

/// The error of a line that is not an answer in the contest's grammar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// The text is not a move.
    #[error(transparent)]
    Unreadable(#[from] ParseError),
    /// The line does not have the form that the contest requires.
    #[error(transparent)]
    Form(#[from] ProtocolError),
    /// The move is spelled in a way that only a lenient reader of logs forgives; holds the flaw.
    #[error("not in the contest's spelling: {0}")]
    Misspelled(Cow<'static, str>),
}

impl<M> Answer<M> {
    /// Creates the answer that is this move, without a message.
    pub fn from_move(mv: M, spelling: impl Into<String>) -> Self {
        Self {
            choice: AnswerChoice::Move(mv),
            spelling: spelling.into(),
            message: String::new(),
        }
    }

    /// Returns the answer with a message.
    #[must_use]
    pub fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }

    /// Converts the move.
    pub fn map<N>(self, convert: impl FnOnce(M) -> N) -> Answer<N> {
        Answer {
            choice: match self.choice {
                AnswerChoice::Move(mv) => AnswerChoice::Move(convert(mv)),
                AnswerChoice::Referee => AnswerChoice::Referee,
            },
            spelling: self.spelling,
            message: self.message,
        }
    }
}

/// Parses a text that is a move alone, in a spelling that the contest allows.
///
/// # Errors
/// Returns an error if the text is not a token of the game, holds a chance outcome, or has a
/// spelling that only lenient parsing forgives.
pub fn parse_bare_move<G: Game>(text: &str) -> Result<MoveOf<G>, AnswerError> {
    let Parsed { step, spelling } = G::parse(text.as_bytes())?;
    let Some(mv) = step.mv.filter(|_| step.chance.is_none()) else {
        let expected = "a move without a chance outcome";
        return Err(ParseError::new(text.as_bytes(), 0, expected).into());
    };
    match spelling {
        Spelling::Forgiven(flaw) => Err(AnswerError::Misspelled(flaw)),
        Spelling::Canonical | Spelling::Allowed => Ok(mv),
    }
}
