//! The library: contract, games and their engines, searches, formats and reviews.

#[path = "../common/mod.rs"]
mod common;

mod arena;
mod contract;
mod dependencies;
mod explore;
mod files;
mod findings;
mod formats;
mod games;
mod import_circles;
mod lab;
mod layers;
mod no_silent_skips;
mod packages;
mod record;
mod render;
mod review;
mod search;
mod sixth_game;
mod tables;
