//! The desktop app: files, opened games, boards, panes and the whole window, without a screen.

#[path = "../common/mod.rs"]
mod common;

mod board;
mod files;
mod open_game;
mod panes;
mod whole_window;
