//! Clobber: strength, and how the weights of patterns were found.

mod pattern_eval_fit;
mod pattern_weights;
mod strength;
mod sum_eval_fit;
