//! The rows of the four tables.

mod finding;
mod game;
mod player;
mod ply;

pub use finding::FindingRow;
pub use game::GameRow;
pub use player::PlayerRow;
pub use ply::PlyRow;
