//! Box: the fit of the evaluation's weights, opponents for duels, and a measurement of the exact
//! solver.

pub mod endgame_proofs;
pub mod gradient;
pub mod opponents;
pub mod self_play;
pub mod weights_fit;
pub mod weights_source;
