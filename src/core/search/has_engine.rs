//! The trait by which a game provides its engine and the clock of its contest.

use super::Mcts;
use super::engine::Engine;
use crate::contract::Game;
use std::time::Duration;

/// A game with an engine, and with the clock of its contest.
pub trait HasEngine: Game {
    /// The contest's clock.
    const CLOCK: Clock = Clock::game(30);

    /// Whether the values of two lines of a result can be compared.
    ///
    /// This holds if all moves are searched to the same depth and over the same chance outcomes,
    /// but not if the search spends most of its nodes on the move that it prefers.
    const LINES_COMPARABLE: bool = false;

    /// The usual number of nodes of a review's first pass, which takes the engine 0.1 to 0.2
    /// seconds.
    ///
    /// A review bases its judgements on later passes of several times as many nodes, even if the
    /// first pass had more, so that they do not depend on how long the first pass took.
    const DEFAULT_NODES: u64 = 10_000;

    /// The text of the [`Calibration`](super::Calibration) that turns the engine's estimates into
    /// win probabilities; empty if none was fitted, which leaves the estimates unchanged.
    const CALIBRATION: &'static str = "";

    /// Whether contest points depend only on who wins, and not on a margin.
    const POINTS_FROM_RESULT: bool = true;

    /// Returns the fraction of the game that has been played, 0 to 1, estimated from the position.
    fn progress(_position: &Self::Position) -> f64 {
        0.0
    }

    /// Creates the game's engine, which uses at most about `memory_mb` megabytes.
    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(Mcts::new(memory_mb))
    }

    /// Returns the time to spend on the next move, given the time left for the whole game.
    ///
    /// The default expects twenty more moves of the player to act.
    fn allocate_time(_position: &Self::Position, left: Duration) -> Duration {
        left / 20
    }
}

// The clock of a contest.

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

    /// Reports whether there is no limit, which a clock without time means.
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
