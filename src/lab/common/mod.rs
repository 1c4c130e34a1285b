//! Tools of all experiments: arguments, resumable work on all cores, gradient descent, statistics.

pub mod args;
pub mod descent;
pub mod measurement;
pub mod session;
