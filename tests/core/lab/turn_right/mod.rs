//! Turn Right: strength, speed, and how the two evaluations were learned.

mod circuit_eval_training;
mod kernel_timings;
mod placement_eval_training;
mod strength;
mod td_learner;
