//! Clobber.

pub mod engine;
mod rules;
