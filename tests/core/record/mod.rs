//! The record of a game.

mod attempt_rule;
mod duplicate_keys;
mod text;
mod version_1;
