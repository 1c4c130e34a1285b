//! The parts of a game's picture, and the judgement that it can show.

use kifu_core::record::Glyph;
use kifu_core::scene::SceneOptions;

/// The optional parts of the picture of a game.
///
/// ```
/// use kifu_logs::formats::PictureParts;
///
/// let board_alone = PictureParts { coordinates: true, ..PictureParts::NONE };
/// assert!(!board_alone.names && PictureParts::default().names);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part")]
pub struct PictureParts {
    /// Whether to label columns and rows.
    pub coordinates: bool,
    /// Whether to show each player's secrets, first player first.
    pub secrets: [bool; 2],
    /// Whether to show the players and the score above the board.
    pub names: bool,
    /// Whether to show the time that each player has used, if it is known.
    pub clocks: bool,
    /// Whether to describe the ply and the event below the board.
    pub caption: bool,
    /// Whether to draw the marks of the record.
    pub marks: bool,
    /// Whether to show the glyph of the last move.
    pub glyphs: bool,
    /// Whether to draw the better move at a key moment.
    pub arrows: bool,
    /// Whether to show the evaluation bar of a reviewed game.
    pub evaluation: bool,
}

impl PictureParts {
    /// No part: the board alone, with all that is on it.
    pub const NONE: Self = Self {
        coordinates: false,
        secrets: [true; 2],
        names: false,
        clocks: false,
        caption: false,
        marks: false,
        glyphs: false,
        arrows: false,
        evaluation: false,
    };
}

impl PictureParts {
    /// Returns the options of the board.
    pub(super) const fn scene_options(self) -> SceneOptions {
        SceneOptions {
            coordinates: self.coordinates,
            secrets: self.secrets,
        }
    }
}

impl Default for PictureParts {
    fn default() -> Self {
        Self {
            coordinates: true,
            secrets: [true; 2],
            names: true,
            clocks: true,
            caption: true,
            marks: true,
            glyphs: true,
            arrows: true,
            evaluation: true,
        }
    }
}

/// The judgement of a ply by a review, as far as a picture shows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PictureJudgement {
    /// The win probability of the first player after the ply, 0 to 1, and whether it is proven.
    pub win_probability: Option<(f64, bool)>,
    /// The glyph of the move, unless the record has one of its own.
    pub glyph: Option<Glyph>,
    /// The better move, if the ply is a key moment.
    pub better: Option<BetterMove>,
    /// Whether to leave room for the line about a better move even if there is none, so that the
    /// pictures of all plies have the same layout.
    pub keeps_line: bool,
}

/// The move that would have been better at a key moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetterMove {
    /// The token of the move, without a chance outcome.
    pub token: String,
    /// The line below the board.
    pub text: String,
}
