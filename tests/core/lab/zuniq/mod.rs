//! Zuniq: strength, and how the net was trained.

mod net_training;
mod strength;
