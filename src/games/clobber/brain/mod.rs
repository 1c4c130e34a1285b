//! The engine.

pub mod bits;
pub mod playout;
pub mod random;
pub mod solver;
pub mod stones;
pub mod tree;
