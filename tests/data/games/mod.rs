//! The rules of each game against real logs and the verdicts of their referees.

mod atari_go;
mod box_game;
mod color_posterior;
mod zuniq;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [
        atari_go::trials(),
        box_game::trials(),
        color_posterior::trials(),
        zuniq::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
