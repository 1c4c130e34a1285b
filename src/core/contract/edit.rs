//! Positions set up by hand: the pieces of an editor, and the changes that it makes.

use super::{Game, Player};
use crate::scene::Role;
use std::ops::RangeInclusive;

/// A piece that a position editor puts on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EditPiece {
    /// The name of the piece: `White stone`.
    pub name: &'static str,
    /// The role in which it is drawn.
    pub role: Role,
    /// The text on it; empty if it has none.
    pub text: &'static str,
}

impl EditPiece {
    /// Creates a piece without a text.
    pub const fn new(name: &'static str, role: Role) -> Self {
        Self {
            name,
            role,
            text: "",
        }
    }
}

/// The sizes of boards that a position editor offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSizes {
    /// The possible numbers of columns, and of rows.
    pub range: RangeInclusive<u8>,
    /// Whether a board has as many rows as columns.
    pub is_square: bool,
}

/// A change that a position editor makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionEdit<'a> {
    /// Puts the piece with this index of [`Edit::PIECES`] on a square, or empties it (`None`).
    Put(&'a str, Option<usize>),
    /// Makes it this player's turn.
    SideToMove(Player),
    /// Changes the size of the board: columns and rows. Pieces beyond the edge are dropped.
    Size([u8; 2]),
    /// Removes all pieces.
    Clear,
}

/// A game whose positions can be set up by hand. With the defaults they can only be typed.
///
/// An editor works on *drafts*: positions that need not be possible, for one is often on the way
/// from one possible position to another. [`Game::parse_position`] decides which ones are.
pub trait Edit: Game {
    /// The pieces that squares can hold.
    const PIECES: &'static [EditPiece] = &[];

    /// The sizes of the board, if there are several.
    const BOARD_SIZES: Option<BoardSizes> = None;

    /// Parses a position text; only its board must be readable.
    ///
    /// Writing the draft gives the text of an equal draft, and of an equal position if the text is
    /// that of a possible one.
    fn parse_draft(_text: &str) -> Option<Self::Position> {
        None
    }

    /// Returns the index of the piece on a square, or `None` if the square is empty or unknown.
    fn piece_at(_draft: &Self::Position, _square: &str) -> Option<usize> {
        None
    }

    /// Returns the numbers of columns and rows, in a game with several sizes.
    fn board_size(_draft: &Self::Position) -> Option<[u8; 2]> {
        None
    }

    /// Returns the draft after a change, or `None` if the game does not have it.
    ///
    /// Values that follow from the pieces, such as the number of turns played, change with them.
    fn edit(_draft: &Self::Position, _change: &PositionEdit<'_>) -> Option<Self::Position> {
        None
    }
}
