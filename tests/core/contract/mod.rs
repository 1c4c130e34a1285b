//! The traits of a game, and the replay by them.

mod replay;
