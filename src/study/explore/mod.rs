//! The explorer: what was played in a position, by whom, and how it went, over all games of an
//! archive.
//!
//! There is no database. A [`GameTrace`] is what the explorer keeps of a game: a key for each of its
//! positions and the number of each move, both up to the symmetries of the game
//! ([`Symmetric`](kifu_core::contract::Symmetric)). A program that may not need them keeps [`UntracedGame`]s
//! instead. An [`Explorer`] stores them column by column, six bytes for a ply (eight in a game with more than
//! 65 536 moves in a position), and an [`ExplorerQuery`] scans the column of keys.

mod answer;
mod explorer;
mod game_trace;
mod query;

pub use answer::{ExploredFeature, ExploredMove, ExplorerAnswer, MeanValue, Tally};
pub use explorer::Explorer;
pub use game_trace::{GameTrace, UntracedGame};
pub use query::ExplorerQuery;
