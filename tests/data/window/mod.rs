//! The desktop app on real logs, without a window.

mod library;
mod open_game;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [library::trials(), open_game::trials()]
        .into_iter()
        .flatten()
        .collect()
}
