//! The levels of play: the game's engine, and simple opponents that play every game.

use super::has_engine::HasEngine;
use super::simple::{GreedyMover, RandomMover};
use super::{AlphaBeta, Engine, Mcts, PointsEvaluator, Resources};
use std::fmt;
use std::str::FromStr;

/// A level of play: the game's engine, or a simple opponent to measure engines against.
///
/// ```
/// use kifu_core::search::Level;
///
/// assert_eq!("uct".parse(), Ok(Level::Uct));
/// assert!("grandmaster".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Plays a random legal move.
    Random,
    /// Plays the move that leads to the best balance of points, without searching the replies.
    Greedy,
    /// Searches for the best balance of points by alpha-beta, as deep as the budget allows.
    Minimax,
    /// Plays by Monte Carlo tree search that knows only the rules.
    Uct,
    /// Plays by the game's own engine.
    #[default]
    Engine,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Greedy,
        Self::Minimax,
        Self::Uct,
        Self::Engine,
    ];

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::Uct => "uct",
            Self::Engine => "engine",
        }
    }

    /// Returns the names by which older versions knew the level.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Engine => &["brain"],
            Self::Random | Self::Greedy | Self::Minimax | Self::Uct => &[],
        }
    }

    /// Returns a description in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "any legal move",
            Self::Greedy => "the move with the most points, or else with the fewest replies",
            Self::Minimax => "alpha-beta search for the most points, or else for mobility",
            Self::Uct => "Monte Carlo tree search that knows only the rules",
            Self::Engine => "the game's engine",
        }
    }

    /// Creates an engine of this level, within the given resources. The simple opponents search on
    /// one thread.
    pub fn new_engine<G: HasEngine>(self, resources: Resources) -> Box<dyn Engine<G>> {
        match self {
            Self::Random => Box::new(RandomMover),
            Self::Greedy => Box::new(GreedyMover),
            Self::Minimax => Box::new(AlphaBeta::with_evaluator(
                PointsEvaluator,
                resources.memory_mb,
            )),
            Self::Uct => Box::new(Mcts::new(resources.memory_mb)),
            Self::Engine => resources.new_engine(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found `{found}`", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel {
    /// The text that was found.
    pub found: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let is_named = |level: &Self| level.name() == text || level.aliases().contains(&text);
        let found = Self::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownLevel {
            found: text.to_owned(),
        })
    }
}
