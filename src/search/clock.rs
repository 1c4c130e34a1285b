use std::time::Duration;

/// How a contest measures a program's own time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// So much for the whole game.
    Game(Duration),
    /// So much for each turn, the first being apart.
    Turn {
        /// For the first turn, in which a program also starts.
        first: Duration,
        /// For every later one.
        then: Duration,
    },
}

impl Clock {
    /// A clock for the whole game, in seconds.
    pub const fn game(seconds: u64) -> Self {
        Self::Game(Duration::from_secs(seconds))
    }

    /// Whether it does not run: a clock of no time.
    pub const fn is_off(self) -> bool {
        match self {
            Self::Game(all) => all.is_zero(),
            Self::Turn { first, then } => first.is_zero() && then.is_zero(),
        }
    }

    /// A clock for each turn, in milliseconds.
    pub const fn turn(first: u64, then: u64) -> Self {
        Self::Turn {
            first: Duration::from_millis(first),
            then: Duration::from_millis(then),
        }
    }
}
