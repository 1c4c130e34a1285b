//! The contest of a game: its dialogue, the grammar of a bot's answers, and its notation in the Smart
//! Game Format.

use super::{
    Answer, AnswerError, Game, MoveOf, Protocol, Setup, SetupError, TokenProtocol, parse_bare_move,
};

/// A game as its contest plays it.
///
/// The default suits a game without a contest: a dialogue of bare tokens. Everything else about a
/// contest is data in the game's [`GameInfo`](super::GameInfo).
pub trait Contest: Game {
    /// Creates the contest's dialogue with one bot.
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::new(TokenProtocol::default())
    }

    /// Parses a bot's answer to a request for a move: what the contest's statement allows, and no
    /// more.
    ///
    /// Readers of logs use [`Protocol::on_bot_line`] instead, which is lenient. Where a statement is
    /// silent about blanks around a move, they are allowed.
    ///
    /// # Errors
    /// Returns an error if the contest's jury would not take the line for a move. A move that
    /// parses may be illegal.
    fn parse_answer(_setup: &Setup, line: &str) -> Result<Answer<MoveOf<Self>>, AnswerError> {
        let text = line.trim();
        Ok(Answer::from_move(parse_bare_move::<Self>(text)?, text))
    }
}

// The notation of a game in the Smart Game Format.

/// A game's own part of the Smart Game Format (SGF, FF\[4\]): its number, its setup and its moves.
///
/// Trees, texts, comments, marks and results are the same for all games.
///
/// See <https://www.red-bean.com/sgf/>.
#[derive(Debug)]
pub struct SgfSpec {
    /// The number of the game in the property `GM`.
    pub game: u32,
    /// Returns the value of the property `SZ` for a setup.
    pub size: fn(&Setup) -> String,
    /// Converts a value of `SZ`, or its absence, to a setup; defaults are left out.
    pub setup: fn(Option<&str>) -> Result<Setup, SetupError>,
    /// Converts the value of a move to a token; `None` if it is not a move of this game.
    pub token: fn(&Setup, &str) -> Option<String>,
    /// Converts a token, or the id of a marked point, to a value; `None` if SGF cannot express it.
    pub value: fn(&Setup, &str) -> Option<String>,
    /// Returns the occupant of a point, given as a value, in a position text; `None` if the board
    /// has no such point.
    pub occupant: fn(&str, &str) -> Option<SgfOccupant>,
    /// A description of the values of moves, for messages: `two letters of the board, as ee`.
    pub expected: fn(&Setup) -> String,
}

/// The occupant of a point: nothing, or a stone that `AB` or `AW` would set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SgfOccupant {
    /// No stone; set up by `AE`.
    Nothing,
    /// A stone of Black.
    Black,
    /// A stone of White.
    White,
}
