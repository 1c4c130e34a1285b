//! The record of a game.

mod attempt_rule;
mod differences;
mod final_failure;
mod text;
mod version_1;
