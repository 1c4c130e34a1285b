//! The record of a game.

mod attempt_rule;
mod text;
mod version_1;
