//! Turn Right: the training of the two pattern evaluations, and opponents for duels.

pub mod circuit_eval_training;
pub mod opponents;
pub mod placement_eval_training;
#[path = "../../../tests/core/games/turn_right/engine/square_sets.rs"]
pub mod square_sets;
pub mod td_learner;

pub use opponents::DUEL;
