//! Position editors of games known only at run time: [`DynEdit`], which uses text instead of a
//! game's own types.

use super::dyn_state::DynState;
use crate::contract::{BoardSizes, EditPiece, PositionEdit};

/// The positions of a game as an editor changes them; see [`Edit`](crate::contract::Edit).
pub trait DynEdit {
    /// Returns the pieces that squares can hold; empty if positions can only be typed.
    fn pieces(&self) -> &'static [EditPiece];

    /// Returns the sizes of the board, if there are several.
    fn board_sizes(&self) -> Option<BoardSizes>;

    /// Returns the numbers of columns and rows of a draft, in a game with several sizes.
    fn board_size(&self, draft: &str) -> Option<[u8; 2]>;

    /// Returns the state of a draft, to draw it; `None` if the board cannot be read.
    ///
    /// The state need not be possible, so it is not to be played.
    fn draft_state(&self, draft: &str) -> Option<Box<dyn DynState>>;

    /// Returns the index of the piece on a square of a draft.
    fn piece_at(&self, draft: &str, square: &str) -> Option<usize>;

    /// Returns the text of a draft after a change; `None` if the board cannot be read, or if the
    /// game does not have the change.
    fn edit_position(&self, draft: &str, change: &PositionEdit<'_>) -> Option<String>;
}
