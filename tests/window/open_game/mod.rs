//! An opened game and the state of the app, without a window.

mod actions;
mod editing;
mod exercise_board;
mod handwritten_records;
mod key_bindings;
mod move_input;
mod navigation;
mod pictures;
mod reviews;
mod sample_games;
mod speed;
mod suite_exercise;
mod tab_isolation;
mod thresholds;
mod tree_round_trip;

use crate::naive_tree;
