//! The errors of the built-in bot.

use kifu_core::contract::{MoveError, ParseError, ProtocolError, SetupError};

/// The reason why the built-in bot cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotError {
    /// A line is unexpected where it occurs.
    #[error(transparent)]
    Line(#[from] ProtocolError),
    /// The game cannot start from the jury's setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The jury's text is no position of the game.
    #[error(transparent)]
    Position(ParseError),
    /// A move from the jury is unreadable or illegal.
    #[error("`{token}`: {error}")]
    MoveRefused {
        /// The token of the move.
        token: String,
        /// The reason.
        error: MoveError,
    },
    /// The jury asks for a move when it is not the bot's turn.
    #[error("by the rules it is not the turn of this program ({side})")]
    NotItsTurn {
        /// The side that the bot plays.
        side: &'static str,
    },
    /// The jury's board differs from the one to which the moves lead.
    #[error("expected the board {expected}, to which the moves lead, found {found}")]
    BoardDiffers {
        /// The board to which the moves lead.
        expected: String,
        /// The jury's board.
        found: String,
    },
    /// The input contains no line.
    #[error("standard input ended before its first line")]
    NoInput,
    /// The input ends within the lines of a turn.
    #[error("standard input ended in the middle of a turn")]
    Incomplete,
    /// The bot contradicts itself, which is a bug in kifu.
    #[error(transparent)]
    Internal(#[from] BuiltinBotBug),
}

/// An internal contradiction of the built-in bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuiltinBotBug {
    /// The engine rejects a position or a move of the game.
    #[error(transparent)]
    Engine(ParseError),
    /// A move is requested before the game has started.
    #[error("no position to search")]
    NoState,
    /// The engine finds no move although there are legal moves.
    #[error("the engine found no move")]
    NoMove,
    /// The game's protocol rejects the bot's own answer.
    #[error(transparent)]
    Answer(ProtocolError),
}
