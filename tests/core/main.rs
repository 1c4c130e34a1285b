//! The crate `kifu-core`: contract, games and their engines, searches and records.

#[path = "../common/box_dialogue.rs"]
mod box_dialogue;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/noughts.rs"]
mod noughts;

mod contract;
mod findings;
mod games;
mod record;
mod search;
