//! Box: strength, and how the weights of the evaluation were found.

mod endgame_proofs;
mod strength;
mod weights_fit;
