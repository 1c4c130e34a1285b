use super::engine::Engine;
use super::{Clock, Mcts};
use crate::contract::Game;
use std::time::Duration;

/// A game that can think: which brain it has, and how its contest measures time.
pub trait HasEngine: Game {
    /// The contest's clock.
    const CLOCK: Clock = Clock::game(30);

    /// The setup of a game with which brains are measured, where the usual one leaves something
    /// open (Box: the secret colours).
    const BENCH_SETUP: &'static [(&'static str, &'static str)] = &[];

    /// All lines of a report were looked at as deeply and over the same luck, so that the difference
    /// of two is sound. Where the search gives most of its nodes to the move it likes, it is not.
    const LINES_COMPARABLE: bool = false;

    /// Nodes of a usual first look of a review: what the brain takes in one to two tenths of a
    /// second. What a review says rests on looks of some times as many, even if the first had
    /// more, for marks must not change with its haste.
    const DEFAULT_NODES: u64 = 10_000;

    /// The table by which the brain's estimates become chances of a win, as text; see
    /// [`Calibration`](super::Calibration). Empty where nothing was fitted: estimates stay.
    const CALIBRATION: &'static str = "";

    /// Contest points follow from who wins: there is no margin to be won beside.
    const POINTS_FROM_RESULT: bool = true;

    /// How much of a game is played in a position, 0 to 1, as far as the position tells.
    fn progress(_position: &Self::Position) -> f64 {
        0.0
    }

    /// A brain that takes about so many megabytes at most.
    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(Mcts::new(memory_mb))
    }

    /// How much of the time left on a clock for the whole game the player to act should spend now.
    /// The default expects twenty more own moves.
    fn allocate_time(_position: &Self::Position, left: Duration) -> Duration {
        left / 20
    }
}
