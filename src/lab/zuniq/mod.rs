//! Zuniq: the training of the value net, opponents for duels, and a measurement of the solver.

pub mod gradient;
pub mod net_training;
pub mod opponents;
pub mod self_play;
pub mod solver_measure;
