//! Tools of all experiments: resumable work on all cores, gradient descent, statistics.

pub mod adam;
pub mod checkpoint;
pub mod cpu_time;
pub mod run_args;
pub mod session;
pub mod shuffled_order;
pub mod spec;
pub mod statistics;
