//! The desktop app: replays, explores and annotates games.
//!
//! - [`study`] is one opened game, [`state`] all else that the app knows; neither knows a window.
//! - [`ui`] draws, and says what the person wants; [`shell`] does it.

mod bundled;
pub mod jobs;
pub mod library;
pub mod open_game;
mod options;
mod start;
pub mod state;
pub mod store;
pub mod ui;
pub mod window;

pub use options::AppOptions;
pub use start::{WindowError, run};
