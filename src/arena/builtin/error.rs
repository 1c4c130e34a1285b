//! Why the built-in player cannot go on.

use crate::contract::{MoveError, ParseError, ProtocolError, SetupError};

/// Why the built-in player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotError {
    /// A line cannot stand where it does.
    #[error(transparent)]
    Line(#[from] ProtocolError),
    /// The game cannot start from the setup that the jury tells.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The jury tells a position that is none.
    #[error(transparent)]
    Position(ParseError),
    /// A move that the jury tells is none, or illegal.
    #[error("`{token}`: {error}")]
    MoveRefused {
        /// The move.
        token: String,
        /// Why it is refused.
        error: MoveError,
    },
    /// The jury asks for a move when another is to act.
    #[error("by the rules it is not the turn of this program ({side})")]
    NotItsTurn {
        /// The side that the program plays.
        side: &'static str,
    },
    /// The jury's board is not the one to which the moves lead.
    #[error("expected the board {expected}, to which the moves lead, found {found}")]
    BoardDiffers {
        /// The board to which the moves lead.
        expected: String,
        /// The jury's board.
        found: String,
    },
    /// The input holds no line.
    #[error("standard input ended before its first line")]
    NoInput,
    /// The input ends between the lines of a turn.
    #[error("standard input ended in the middle of a turn")]
    Incomplete,
    /// The player contradicts itself: a bug in kifu.
    #[error(transparent)]
    Internal(#[from] BuiltinBotBug),
}

/// A contradiction of the built-in player with itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotBug {
    /// The engine does not understand a position or a move of the game.
    #[error(transparent)]
    Engine(ParseError),
    /// A move is wanted before the game has started.
    #[error("no position to search")]
    NoState,
    /// The engine finds no move in a position that has some.
    #[error("the engine found no move")]
    NoMove,
    /// The game's protocol refuses the player's own answer.
    #[error(transparent)]
    Answer(ProtocolError),
}
