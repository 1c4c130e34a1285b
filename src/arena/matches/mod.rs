//! A match: many games by a plan, side by side, each written down as soon as it is over.

mod plan;
mod runner;
mod score;
mod swiss;

pub use plan::{MatchPlan, OpeningSource, PairingSystem};
pub use runner::{GameFinished, Match, MatchError, MatchObserver};
pub use score::GameScore;
