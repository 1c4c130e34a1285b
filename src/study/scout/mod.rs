//! The habits of a player in many games: openings, losses by phase, time, faults, opponents, and what
//! beats them.
//!
//! - [`ScoutedGame`] holds what counts of one game for one player; it is small, and made in parallel.
//! - [`Scout`] collects these games, each once, and makes a [`ScoutReport`] for each game that was
//!   played. It takes linear time.
//!
//! Every number names its games. A share has Wilson's interval of 95 %, a mean of moves the standard
//! error of a ratio over games, for the moves of one game are not independent.

mod estimate;
mod phase_sums;
mod report;
mod report_types;
mod scouted_game;

pub use estimate::{ScoutMean, ScoutShare};
pub(crate) use phase_sums::{PhaseSums, PlySums};
pub use report::Scout;
pub use report_types::{
    ScoutClaims, ScoutFault, ScoutHeldClaim, ScoutLoss, ScoutLossGroup, ScoutOpening, ScoutPhase,
    ScoutReport, ScoutResults, ScoutSecret, ScoutSecretStep, ScoutThought, ScoutTime,
    ScoutTimePhase, games_text,
};
pub use scouted_game::ScoutedGame;
