//! The desktop app: replays, explores and annotates games.
//!
//! - [`open_game`] is one open game, [`state`] everything else that the app knows; neither knows a
//!   window.
//! - [`ui`] draws the state and reports what the user wants; [`window`] carries it out.

#![cfg_attr(
    target_arch = "wasm32",
    allow(clippy::drop_non_drop, reason = "there are no files in a browser")
)]

mod browser;
mod bundled;
pub mod jobs;
pub mod library;
pub mod open_game;
mod options;
#[cfg(not(target_arch = "wasm32"))]
mod start;
pub mod state;
pub mod store;
pub mod ui;
pub mod window;

pub use browser::{Browser, BrowserFile};
pub use options::{AppOptions, PublishPages};
#[cfg(not(target_arch = "wasm32"))]
pub use start::{WindowError, run};
