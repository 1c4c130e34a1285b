//! Real logs of each format.

mod codecup_csv;
mod codingame;
mod dialogue;
mod moves;
mod sgf;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [
        codecup_csv::trials(),
        codingame::trials(),
        dialogue::trials(),
        moves::trials(),
        sgf::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
