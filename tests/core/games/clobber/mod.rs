//! Clobber.

pub mod engine;
mod referee_text;
mod rules;
