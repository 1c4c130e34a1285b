//! The players of duels.

use crate::common::cpu_time::CpuStopwatch;
use kifu_cli::parse_duration;
use kifu_core::contract::{MoveOf, Player, StepOf};
use kifu_core::search::{Engine, HasEngine, Limits, SearchRequest, SplitMix64};
use kifu_study::failure::Failure;
use std::fmt;
use std::time::Duration;

/// The memory of an engine in megabytes.
pub const MEMORY_MB: usize = 64;

/// How much a player may search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Nodes of a move: the same games on every machine.
    Nodes(u64),
    /// Processor time of a move.
    Time(Duration),
    /// Processor time of a game.
    Clock(Duration),
}

impl Budget {
    /// Returns a budget that is smaller by a divisor.
    #[must_use]
    pub fn divided(self, divisor: u32) -> Self {
        let divisor = divisor.max(1);
        match self {
            Self::Nodes(nodes) => Self::Nodes((nodes / u64::from(divisor)).max(1)),
            Self::Time(time) => Self::Time(time / divisor),
            Self::Clock(time) => Self::Clock(time / divisor),
        }
    }

    /// Parses a time for each move.
    ///
    /// # Errors
    /// Returns an error if the text is not a duration.
    pub fn parse_time(text: &str) -> Result<Self, String> {
        parse_duration(text)
            .map(Self::Time)
            .map_err(|error| error.to_string())
    }

    /// Parses a time for a game.
    ///
    /// # Errors
    /// Returns an error if the text is not a duration.
    pub fn parse_clock(text: &str) -> Result<Self, String> {
        parse_duration(text)
            .map(Self::Clock)
            .map_err(|error| error.to_string())
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{time:?} a move"),
            Self::Clock(time) => write!(f, "{time:?} a game"),
        }
    }
}

/// A player of a duel. It sees what a contest's program would see.
pub trait DuelPlayer<G: HasEngine>: Send {
    /// Prepares to play a game.
    ///
    /// # Errors
    /// Returns an error if the player has failed.
    fn new_game(&mut self, _start: &G::Position, _seat: Player) -> Result<(), Failure> {
        Ok(())
    }

    /// Informs the player of a step by either player.
    ///
    /// # Errors
    /// Returns an error if the player has failed.
    fn observe(&mut self, _before: &G::Position, _step: &StepOf<G>) -> Result<(), Failure> {
        Ok(())
    }

    /// Returns the player's move.
    ///
    /// # Errors
    /// Returns an error if the player has failed.
    fn choose(&mut self, position: &G::Position, seed: u64) -> Result<MoveOf<G>, Failure>;
}

/// An engine with a budget.
pub struct EnginePlayer<G: HasEngine> {
    engine: Box<dyn Engine<G>>,
    budget: Budget,
    /// The time left for the game.
    left: Duration,
}

impl<G: HasEngine> EnginePlayer<G> {
    /// Gives an engine a budget.
    pub fn new(engine: Box<dyn Engine<G>>, budget: Budget) -> Self {
        Self {
            engine,
            budget,
            left: Duration::ZERO,
        }
    }
}

impl<G: HasEngine> DuelPlayer<G> for EnginePlayer<G> {
    fn new_game(&mut self, start: &G::Position, seat: Player) -> Result<(), Failure> {
        if let Budget::Clock(time) = self.budget {
            self.left = time;
        }
        self.engine.new_game(start, seat);
        Ok(())
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) -> Result<(), Failure> {
        self.engine.observe(before, step);
        Ok(())
    }

    fn choose(&mut self, position: &G::Position, seed: u64) -> Result<MoveOf<G>, Failure> {
        let stopwatch = CpuStopwatch::start();
        let elapsed = || stopwatch.elapsed();
        let limits = match self.budget {
            Budget::Nodes(nodes) => Limits::nodes(nodes),
            Budget::Time(time) => Limits::time(time, &elapsed),
            Budget::Clock(_) => Limits::time(G::allocate_time(position, self.left), &elapsed),
        };
        let request = SearchRequest::new(limits).seed(seed);
        let chosen = self.engine.choose(position, &request);
        self.left = self.left.saturating_sub(stopwatch.elapsed());
        chosen.ok_or_else(|| Failure::internal("the engine has no move"))
    }
}

/// A player that takes the best legal move by a simple rule, one of them at random.
pub struct PolicyPlayer<F> {
    value: F,
    random: SplitMix64,
}

impl<F> PolicyPlayer<F> {
    /// Creates a player that maximizes `value` of a position and a move.
    pub const fn new(value: F, seed: u64) -> Self {
        Self {
            value,
            random: SplitMix64::new(seed),
        }
    }
}

impl<G, F> DuelPlayer<G> for PolicyPlayer<F>
where
    G: HasEngine,
    F: Fn(&G::Position, MoveOf<G>) -> i32 + Send,
{
    fn choose(&mut self, position: &G::Position, _seed: u64) -> Result<MoveOf<G>, Failure> {
        let moves = super::legal_moves::<G>(position);
        let value = |mv: &MoveOf<G>| (self.value)(position, *mv);
        let most = moves.iter().map(value).max();
        let best: Vec<_> = moves.iter().filter(|mv| Some(value(mv)) == most).collect();
        let chosen = best.get(self.random.index(best.len()));
        chosen
            .map(|mv| **mv)
            .ok_or_else(|| Failure::internal("there is no legal move"))
    }
}
