//! Diagnoses: whether a player's bot saw its loss coming, by what it reported itself.
//!
//! The value that a bot reports has a unit that only its author knows. [`BotHistory`] collects the
//! values of many games together with what became of the positions, and fits to them the monotone
//! function from value to win probability that is nearest in squares (isotonic regression).
//! [`diagnose`] then compares for each loss what kifu, the bot and the clock say of it.

mod cause;
mod history;
mod isotonic;
mod reliability;

pub use cause::{Diagnosis, DiagnosisInput, LossCause, diagnose};
pub use history::{BotHistory, BotModel, BotModels, MIN_FIT_GAMES};
pub use isotonic::IsotonicFit;
pub use reliability::{BotReliability, BotReliabilityBin};
