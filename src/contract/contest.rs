//! What only the contest of a game needs: its dialogue, its spellings, its tables, its lots.

use super::{Game, Protocol, Setup, SetupError, TokenProtocol};

/// A game as its contest plays it. The defaults suit a game without contest: no values beside the
/// players, canonical spelling, and a dialogue of bare tokens.
pub trait Contest: Game {
    /// Starts the contest's dialogue for one bot.
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::new(TokenProtocol::default())
    }

    /// Parses the values that a game page or table gives beside the players (CodeCup's `[4, 1]`,
    /// `Color1,Color2`), in their order, into a setup; empty where there are none.
    ///
    /// # Errors
    /// Values that the game does not know.
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

    /// Returns the values that [`setup_from_extras`](Self::setup_from_extras) parses; empty where
    /// the setup says nothing.
    fn extras(_setup: &Setup) -> Vec<String> {
        Vec::new()
    }

    /// Respells a contest's move that holds blanks or depends on the setup (`4 4`) as a token;
    /// `None` if it is no such spelling.
    fn respell(_setup: &Setup, _raw: &str) -> Option<String> {
        None
    }

    /// Returns how the contest's logs always write this canonical token, where that is not the
    /// token itself. A record need not keep it.
    fn contest_spelling(_setup: &Setup, _token: &str) -> Option<String> {
        None
    }

    /// Returns the move of one turn that CodinGame's replay shows apart from the bot's output, in
    /// the contest's spelling: from the viewer's commands (`view`) or the referee's `words`.
    fn shown_move(_view: &str, _words: &str) -> Option<String> {
        None
    }

    /// Draws by lot what the jury decides before a game (Box: the secret colours), where the setup
    /// does not say it. `below(n)` returns a random number from 0 to n - 1.
    fn draw_lots(_setup: &mut Setup, _below: &mut dyn FnMut(u32) -> u32) {}

    /// Returns the commands that tell a program speaking GTP, the Go Text Protocol, of a game with
    /// this setup; `None` if such programs do not play it. They call the sides by
    /// [`GameInfo::sides`](super::GameInfo::sides) and write moves as canonical tokens.
    fn gtp(_setup: &Setup) -> Option<Vec<String>> {
        None
    }
}
