//! The engine of Turn Right.

mod analysis;
mod circuit_eval;
mod forced_win;
pub mod placement_eval;
mod scan;
mod threat;
pub mod two_ply_bot;
