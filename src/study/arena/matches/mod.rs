//! Matches: many games by a plan, played side by side, each written to the journal as soon as it is
//! over.

mod plan;
mod runner;
mod score;
mod swiss;

pub use plan::{MatchPlan, OpeningSource, PairingSystem};
pub use runner::{GameFinished, Match, MatchError, MatchObserver};
pub use score::GameScore;
pub use swiss::SwissRounds;
