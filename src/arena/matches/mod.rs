//! A match: many games by a plan, side by side, each written down as soon as it is over.

mod plan;
mod runner;
mod score;
mod swiss;

pub use plan::{Openings, Pairing, Plan};
pub use runner::{Match, News, Watcher};
pub use score::Score;
