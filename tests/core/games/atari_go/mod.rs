//! Atari Go.

mod contest;
pub mod engine;
mod naive_board;
mod notation;
mod position_text;
mod referee_text;
mod rules;

use kifu_core::contract::Setup;

fn setup(size: u32, turns: u32) -> Setup {
    let mut setup = Setup::default();
    setup.set("size", size.to_string());
    setup.set("turns", turns.to_string());
    setup
}
