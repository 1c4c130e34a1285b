//! Zuniq: the training of the value net, and opponents for duels.

pub mod gradient;
pub mod net_training;
pub mod opponents;
pub mod self_play;
