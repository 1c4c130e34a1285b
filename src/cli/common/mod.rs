//! The helpers that several commands share: arguments, terminal output, files, durations.

pub(super) mod collect;
pub(super) mod diagnostics;
pub mod duration;
pub(super) mod engine_args;
pub(super) mod line_filter;
pub(super) mod out_file;
pub(super) mod picture_file;
pub(super) mod progress;
pub(super) mod reading_args;
pub(super) mod replacement;
pub(super) mod select_game;
pub(super) mod shard;
pub(super) mod suite_file;
pub(super) mod terminal;
pub mod text;
