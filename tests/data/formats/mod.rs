//! Real logs of each format.

mod codecup_csv;
mod codingame;
mod dialogue;
mod kaggle;
mod moves;
mod sgf;
mod wrong_readings;

use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    [
        codecup_csv::trials(),
        codingame::trials(),
        dialogue::trials(),
        kaggle::trials(),
        moves::trials(),
        sgf::trials(),
        wrong_readings::trials(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
