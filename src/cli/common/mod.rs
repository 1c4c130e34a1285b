//! The helpers that several commands share: arguments, terminal output, files, durations.

pub(super) mod bot_models;
pub(super) mod engine_bot;
pub(super) mod game_filter;
pub(super) mod line_filter;
pub(super) mod out_file;
pub(super) mod progress;
pub(super) mod report;
pub(super) mod select_game;
pub(super) mod shared_args;
pub(super) mod terminal;
pub mod text;
