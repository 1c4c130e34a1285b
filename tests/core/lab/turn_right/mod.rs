//! Turn Right: strength, and how the two evaluations were learned.

mod circuit_eval_training;
mod placement_eval_training;
mod strength;
mod td_learner;
