//! Tests of documents and of real logs, a trial each.
//!
//! The logs are not part of the repository. A trial whose data is missing is reported as ignored
//! and names it; with `KIFU_REQUIRE_DATA=1` it fails. `KIFU_DATA` names the folder of the data if
//! it is not `../shared/data`.

#[path = "../common/box_dialogue.rs"]
mod box_dialogue;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/log_checks.rs"]
mod log_checks;
#[path = "../common/naive_tree.rs"]
mod naive_tree;
#[path = "../common/opened_game.rs"]
mod opened_game;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/run.rs"]
mod run;

#[macro_use]
mod trials;
mod cli;
mod documents;
mod formats;
mod games;
mod window;

use libtest_mimic::Arguments;

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = documents::trials();
    trials.extend(cli::trials());
    trials.extend(formats::trials());
    trials.extend(games::trials());
    trials.extend(window::trials());
    libtest_mimic::run(&arguments, trials).exit();
}
