//! The clock of a contest.

use std::time::Duration;

/// A limit on the time that a bot may use, as its contest sets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The time for all moves of a game.
    Game(Duration),
    /// The time for each turn.
    Turn {
        /// The time for the first turn, in which the bot also starts up.
        first: Duration,
        /// The time for every later turn.
        then: Duration,
    },
}

impl Clock {
    /// Creates a clock for the whole game, in seconds.
    pub const fn game(seconds: u64) -> Self {
        Self::Game(Duration::from_secs(seconds))
    }

    /// Reports whether there is no limit, which a clock without time stands for.
    pub const fn is_off(self) -> bool {
        match self {
            Self::Game(all) => all.is_zero(),
            Self::Turn { first, then } => first.is_zero() && then.is_zero(),
        }
    }

    /// Creates a clock for each turn, in milliseconds.
    pub const fn turn(first: u64, then: u64) -> Self {
        Self::Turn {
            first: Duration::from_millis(first),
            then: Duration::from_millis(then),
        }
    }
}
