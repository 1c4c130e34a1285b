//! Playing strength: the game's engine, or one of the simple opponents that engines are measured
//! against, the same for every game.

use super::has_engine::HasEngine;
use super::simple::{GreedyMover, RandomMover};
use super::{AlphaBeta, Engine, Mcts, PointsEvaluator, Resources};
use std::fmt;
use std::str::FromStr;

/// Playing strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Any legal move.
    Random,
    /// The move that leads to the best balance of points, without a look at the replies.
    Greedy,
    /// Alpha-beta search for the same, as deep as the budget allows.
    Minimax,
    /// Monte-Carlo tree search that knows the rules alone.
    Uct,
    /// The game's engine.
    #[default]
    Engine,
}

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Greedy,
        Self::Minimax,
        Self::Uct,
        Self::Engine,
    ];

    /// The name on the command line.
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

    /// Describes the level in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "any legal move",
            Self::Greedy => "the move with the most points, or else with the fewest replies",
            Self::Minimax => "alpha-beta search for the most points, or else for mobility",
            Self::Uct => "Monte Carlo tree search that knows only the rules",
            Self::Engine => "the game's engine",
        }
    }

    /// One that plays like this and takes no more than that. The simple ones think on one thread.
    pub fn new_engine<G: HasEngine>(self, means: Resources) -> Box<dyn Engine<G>> {
        match self {
            Self::Random => Box::new(RandomMover),
            Self::Greedy => Box::new(GreedyMover),
            Self::Minimax => Box::new(AlphaBeta::with_evaluator(PointsEvaluator, means.memory_mb)),
            Self::Uct => Box::new(Mcts::new(means.memory_mb)),
            Self::Engine => means.new_engine(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found `{found}`", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel {
    /// The text.
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
