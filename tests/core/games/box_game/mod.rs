//! Box.

mod dialogue;
pub mod engine;
mod notation;
mod position_text;
mod rules;

use kifu_core::contract::Setup;

fn setup(colors: &str) -> Setup {
    let mut setup = Setup::default();
    setup.set("colors", colors);
    setup
}
