//! The engine of Turn Right.

mod analysis;
mod circuit_eval;
mod forced_win;
pub mod naive_plies;
mod placement_eval;
mod scan;
mod square_sets;
mod threat;
