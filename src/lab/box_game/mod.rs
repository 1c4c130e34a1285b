//! Box: the fit of the evaluation's weights, and opponents for duels.

pub mod opponents;
pub mod self_play;
pub mod weights_fit;

pub use opponents::DUEL;
