//! The contest of a game: its dialogue, its spellings, its result tables, its drawing of lots, and
//! its notation in the Smart Game Format.

use super::{Game, Protocol, Setup, SetupError, TokenProtocol};

/// A game as its contest plays it.
///
/// The defaults suit a game without a contest: no values beside the players, canonical spelling,
/// and a dialogue of bare tokens.
pub trait Contest: Game {
    /// Creates the contest's dialogue with one bot.
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::new(TokenProtocol::default())
    }

    /// Converts the values that a game page or table lists next to the players into a setup
    /// (CodeCup's `[4, 1]`, `Color1,Color2`); they are given in order, and empty if there are none.
    ///
    /// # Errors
    /// Returns an error if the game does not know the values.
    fn setup_from_extras(extras: &[&str]) -> Result<Setup, SetupError> {
        match extras.first() {
            None => Ok(Setup::default()),
            Some(found) => Err(SetupError {
                key: "extras".to_owned(),
                expected: "no values apart from the players".to_owned(),
                found: (*found).to_owned(),
            }),
        }
    }

    /// Returns the values from which [`setup_from_extras`](Self::setup_from_extras) makes this
    /// setup; empty if there are none.
    fn extras(_setup: &Setup) -> Vec<String> {
        Vec::new()
    }

    /// Converts a contest's spelling of a move that contains blanks or depends on the setup (`4 4`)
    /// to a token; `None` if the text is not such a spelling.
    fn respell(_setup: &Setup, _raw: &str) -> Option<String> {
        None
    }

    /// Returns the spelling that the contest's logs always use for this canonical token, if it is
    /// not the token itself. A record need not keep it.
    fn contest_spelling(_setup: &Setup, _token: &str) -> Option<String> {
        None
    }

    /// Returns the move of one turn that a CodinGame replay shows apart from the bot's output, in
    /// the contest's spelling: taken from the viewer's commands (`view`) or the referee's text.
    fn shown_move(_view: &str, _referee_text: &str) -> Option<String> {
        None
    }

    /// Draws by lot what the jury decides before a game (Box: the secret colours), unless the setup
    /// already tells. `below(n)` returns a random number from 0 to n - 1.
    fn draw_lots(_setup: &mut Setup, _below: &mut dyn FnMut(u32) -> u32) {}

    /// Returns the commands that prepare a GTP (Go Text Protocol) program for a game with this
    /// setup; `None` if such programs do not play the game.
    ///
    /// They name the sides as in [`GameInfo::sides`](super::GameInfo::sides) and write moves as
    /// canonical tokens.
    fn gtp(_setup: &Setup) -> Option<Vec<String>> {
        None
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
