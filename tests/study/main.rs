//! One opened game and the state of the app, without a window.
#![cfg(feature = "app")]

#[path = "../common/mod.rs"]
mod common;

mod edit;
mod games;
mod hands;
mod keys;
mod naive;
mod perform;
mod reviewed;
mod speed;
mod thresholds;
mod travel;
mod trees;
mod written;
