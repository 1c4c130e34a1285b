//! The traits of a game, and the replay by them.

mod answers;
mod replay;
