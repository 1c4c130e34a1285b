//! The crate `kifu-study`: reviews, matches, the explorer, pictures and tables.

#[path = "../common/calibrations.rs"]
mod calibrations;
#[path = "../common/mod.rs"]
mod common;

mod arena;
mod event_lists;
mod explore;
mod pages;
mod render;
mod review;
mod suite;
mod tables;
