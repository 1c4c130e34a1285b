//! The engine of Turn Right.

pub mod analysis;
mod circuit_eval;
pub mod placement_eval;
pub mod two_ply_bot;
