//! Why a game cannot be played.

use super::super::contestant::StartError;
use crate::contract::SetupError;

/// Why a game cannot be played; who plays badly is no error.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// The game cannot start from its setup.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A program cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// The referee contradicts itself: a bug in kifu.
    #[error("the referee cannot continue: {0}")]
    Referee(#[from] RefereeError),
}

/// A contradiction between the rules and what the referee does by them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefereeError {
    /// A move that was checked is refused.
    #[error("`{0}` was refused")]
    MoveRefused(String),
    /// What luck dealt cannot be dealt.
    #[error("`{0}` cannot be dealt")]
    ChanceRefused(String),
    /// Luck is to deal and has nothing.
    #[error("no random deal is possible")]
    NoChance,
    /// The jury is to move and has no legal move.
    #[error("the jury has no move")]
    NoJuryMove,
}
