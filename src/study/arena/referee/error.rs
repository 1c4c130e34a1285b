//! The errors of the referee.

use super::super::contestant::StartError;
use kifu_core::contract::SetupError;

/// The reason why a game cannot be played. A failing player is no error.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The game cannot start from its setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The referee contradicts the rules, which is a bug in kifu.
    #[error("the referee cannot continue: {0}")]
    Referee(#[from] RefereeError),
}

/// A contradiction between the rules and the referee.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// A move was refused after it had been checked.
    #[error("`{0}` was refused")]
    MoveRefused(String),
    /// A chance outcome was refused.
    #[error("`{0}` cannot be dealt")]
    ChanceRefused(String),
    /// A chance event has no outcome.
    #[error("no random deal is possible")]
    NoChance,
    /// The jury has to move but has no legal move.
    #[error("the jury has no move")]
    NoJuryMove,
}
