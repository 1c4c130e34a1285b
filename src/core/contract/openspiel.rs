//! The notation of a game in `OpenSpiel`, a library of games for research, and in the environments
//! of Kaggle that are built on it.

use super::{Setup, SetupError};

/// A function that returns the setup of a game with some parameters, each a name and its text, that
/// starts from a board string; without one, from the usual board of its size.
pub type OpenSpielSetup = fn(&[(&str, &str)], Option<&str>) -> Result<Setup, SetupError>;

/// A game's names and numbers in `OpenSpiel`.
#[derive(Debug)]
pub struct OpenSpielSpec {
    /// The library's short name of the game.
    pub name: &'static str,
    /// The letters of the two players' pieces, first player first.
    pub letters: [&'static str; 2],
    /// Returns the setup of a game by its parameters.
    pub setup: OpenSpielSetup,
    /// Returns how the library starts a game with a setup.
    pub start: fn(&Setup) -> Result<OpenSpielStart, SetupError>,
    /// Returns the rows of a position text from the top, a letter a square; a dot is an empty one.
    pub rows: fn(&str) -> Vec<String>,
    /// Returns the token of an action's number, legal or not; `None` if it leaves the board.
    pub token: fn(&OpenSpielStart, u32) -> Option<String>,
    /// Returns the number of the action of a canonical token; `None` if the library has none.
    pub action: fn(&OpenSpielStart, &str) -> Option<u32>,
}

/// The start of a game in `OpenSpiel`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSpielStart {
    /// The parameters of the game, ordered by name.
    pub parameters: Vec<(&'static str, u32)>,
    /// The board string, if the game does not start from the usual board of its size.
    pub starting_state: Option<String>,
}

impl OpenSpielStart {
    /// Returns the value of a parameter; 0 if there is none of this name.
    pub fn parameter(&self, name: &str) -> u32 {
        let mut parameters = self.parameters.iter();
        let found = parameters.find(|(known, _)| *known == name);
        found.map_or(0, |(_, value)| *value)
    }

    /// Returns the library's text for the game: its name with the parameters in brackets.
    pub fn game_string(&self, name: &str) -> String {
        let each = self.parameters.iter();
        let words: Vec<String> = each.map(|(key, value)| format!("{key}={value}")).collect();
        format!("{name}({})", words.join(","))
    }
}
