//! Clobber.

pub mod engine;
mod openspiel;
mod referee_text;
mod rules;
