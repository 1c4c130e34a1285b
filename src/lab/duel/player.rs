//! The players of duels: engines with a budget, and simple players, both as engines of the arena's
//! built-in bot.

use crate::common::measurement::CpuStopwatch;
use kifu_cli::parse_duration;
use kifu_core::contract::{MoveOf, Player, StepOf};
use kifu_core::games::{DynEngine, erase_engine};
use kifu_core::search::{
    Coverage, Engine, HasEngine, Limits, MoveChoice, SearchLine, SearchRequest, SearchResult,
    SplitMix64, Value,
};
use kifu_study::failure::Failure;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The memory of an engine in megabytes.
pub const MEMORY_MB: usize = 64;

/// The amount of searching that a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerBudget {
    /// Nodes of a move: the same games on every machine.
    Nodes(u64),
    /// Processor time of a move.
    Time(Duration),
    /// Processor time of a game.
    Clock(Duration),
}

impl PlayerBudget {
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

impl fmt::Display for PlayerBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Self::Time(time) => write!(f, "{time:?} a move"),
            Self::Clock(time) => write!(f, "{time:?} a game"),
        }
    }
}

/// The place where a player leaves the reason why it cannot play on.
#[derive(Clone, Debug, Default)]
pub struct FailureSlot(Arc<Mutex<Option<Failure>>>);

impl FailureSlot {
    /// Keeps a failure, unless there is an earlier one.
    fn keep(&self, failure: Failure) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.get_or_insert(failure);
    }

    /// Takes the failure, if there is one.
    pub fn take(&self) -> Option<Failure> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take()
    }
}

/// The settings of an opponent in one game.
#[derive(Clone, Debug)]
pub struct OpponentSettings {
    /// The budget.
    pub budget: PlayerBudget,
    /// The level of a program that has levels.
    pub level: u32,
    /// The random seed, another one for each game.
    pub seed: u64,
    /// The place for a failure of the player.
    pub failure: FailureSlot,
}

impl OpponentSettings {
    /// Gives an engine the opponent's budget.
    pub fn engine<G: HasEngine>(&self, engine: Box<dyn Engine<G>>) -> Box<dyn DynEngine> {
        budgeted(engine, self.budget)
    }

    /// Makes a simple player an engine that reports its failures.
    pub fn player<G: HasEngine>(&self, player: impl DuelPlayer<G> + 'static) -> Box<dyn DynEngine> {
        erase_engine::<G>(Box::new(PlayerEngine {
            player,
            failure: self.failure.clone(),
        }))
    }
}

/// Gives an engine a budget, which replaces the limits of each request.
pub fn budgeted<G: HasEngine>(
    engine: Box<dyn Engine<G>>,
    budget: PlayerBudget,
) -> Box<dyn DynEngine> {
    erase_engine::<G>(Box::new(BudgetedEngine {
        engine,
        budget,
        left: Duration::ZERO,
    }))
}

/// An engine with a budget.
struct BudgetedEngine<G: HasEngine> {
    engine: Box<dyn Engine<G>>,
    budget: PlayerBudget,
    /// The processor time left for the game.
    left: Duration,
}

impl<G: HasEngine> Engine<G> for BudgetedEngine<G> {
    fn name(&self) -> String {
        self.engine.name()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        self.engine.analyze(position, request, progress)
    }

    fn new_game(&mut self, start: &G::Position, seat: Player) {
        if let PlayerBudget::Clock(time) = self.budget {
            self.left = time;
        }
        self.engine.new_game(start, seat);
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) {
        self.engine.observe(before, step);
    }

    fn choose_with_report(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
    ) -> Option<MoveChoice<MoveOf<G>>> {
        let stopwatch = CpuStopwatch::start();
        let elapsed = || stopwatch.elapsed();
        let limits = match self.budget {
            PlayerBudget::Nodes(nodes) => Limits::nodes(nodes),
            PlayerBudget::Time(time) => Limits::time(time, &elapsed),
            PlayerBudget::Clock(_) => Limits::time(G::allocate_time(position, self.left), &elapsed),
        };
        let request = SearchRequest::new(limits).seed(request.seed);
        let chosen = self.engine.choose_with_report(position, &request);
        self.left = self.left.saturating_sub(stopwatch.elapsed());
        chosen
    }
}

/// A simple player: it chooses moves, but evaluates nothing.
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
    fn choose(&mut self, position: &G::Position) -> Result<MoveOf<G>, Failure>;
}

/// A simple player as an engine.
struct PlayerEngine<P> {
    player: P,
    failure: FailureSlot,
}

impl<P> PlayerEngine<P> {
    /// Keeps the failure of a step that cannot return it.
    fn keep_failure<T>(&self, result: Result<T, Failure>) -> Option<T> {
        result.map_err(|failure| self.failure.keep(failure)).ok()
    }
}

impl<G: HasEngine, P: DuelPlayer<G>> Engine<G> for PlayerEngine<P> {
    fn name(&self) -> String {
        "player".to_owned()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        _request: &SearchRequest<'_, MoveOf<G>>,
        _progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let value = Value::estimate(0.5, None);
        let chosen = self.player.choose(position);
        let line = self.keep_failure(chosen).map(|mv| SearchLine {
            mv,
            value,
            visits: 1,
            depth: 1,
            pv: vec![mv],
        });
        SearchResult {
            value,
            lines: line.into_iter().collect(),
            nodes: 1,
            coverage: Coverage::Subset,
        }
    }

    fn new_game(&mut self, start: &G::Position, seat: Player) {
        let started = self.player.new_game(start, seat);
        self.keep_failure(started);
    }

    fn observe(&mut self, before: &G::Position, step: &StepOf<G>) {
        let observed = self.player.observe(before, step);
        self.keep_failure(observed);
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
    fn choose(&mut self, position: &G::Position) -> Result<MoveOf<G>, Failure> {
        let moves = super::legal_moves::<G>(position);
        let value = |mv: &MoveOf<G>| (self.value)(position, *mv);
        let most = moves.iter().map(value).max();
        let best: Vec<_> = moves.iter().filter(|mv| Some(value(mv)) == most).collect();
        best.get(self.random.index(best.len()))
            .map(|mv| **mv)
            .ok_or_else(|| Failure::internal("there is no legal move"))
    }
}
