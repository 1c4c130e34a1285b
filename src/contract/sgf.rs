use super::{Setup, SetupError};

/// How a game is written in the Smart Game Format (SGF, FF\[4\]), as far as its own folder knows
/// it: the rest (trees, texts, comments, marks, results) is the same for all games.
///
/// See <https://www.red-bean.com/sgf/>.
#[derive(Debug)]
pub struct SgfSpec {
    /// The number of the game in `GM`.
    pub game: u32,
    /// The value of `SZ` for a setup.
    pub size: fn(&Setup) -> String,
    /// The setup that a value of `SZ` stands for; what stands without saying is not said.
    /// `None`: the file has no `SZ`.
    pub setup: fn(Option<&str>) -> Result<Setup, SetupError>,
    /// The token of a move's value; `None` if it is no move of this game.
    pub token: fn(&Setup, &str) -> Option<String>,
    /// The move's value of a token, also of a point that is only marked; `None` if SGF cannot
    /// write it.
    pub value: fn(&Setup, &str) -> Option<String>,
}
