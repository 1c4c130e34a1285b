//! The lab: gradients and learners, resumable sessions, tables and their recipes.

#[path = "../common/calibrations.rs"]
mod calibrations;
#[path = "../common/mod.rs"]
mod common;
#[path = "../core/games/turn_right/engine/naive_plies.rs"]
mod naive_plies;
#[path = "../common/run.rs"]
mod run;

#[cfg(unix)]
mod attack;
mod calibration;
mod gradients;
mod growth;
mod program;
mod recipes;
mod sessions;
mod turn_right;

use assert_cmd::Command;
use kifu_lab::common::args::RunArgs;
use kifu_lab::common::session::LabSession;
use kifu_lab::duel::{Duel, PlayerBudget};
use run::{Run, folder, run};
use std::path::Path;

/// The program of the lab.
const KIFU_LAB: &str = env!("CARGO_BIN_EXE_kifu-lab");

/// Runs the program of the lab in a folder.
fn kifu_lab(folder: &Path, args: &[&str]) -> Run {
    run(Command::new(KIFU_LAB).current_dir(folder).args(args))
}

/// The arguments of a run without a checkpoint.
fn run_args() -> RunArgs {
    RunArgs {
        jobs: 0,
        seed: 1,
        checkpoint: None,
        resume: false,
        stop_after: None,
        quiet: true,
    }
}

#[test]
fn engine_of_box_beats_random_moves() {
    let game = &kifu_lab::box_game::DUEL;
    let mut opponents = game.opponents.iter();
    let duel = Duel {
        game,
        opponent: opponents.find(|known| known.name == "random").unwrap(),
        opponent_budget: PlayerBudget::Nodes(60),
        level: 1,
        budget: PlayerBudget::Nodes(60),
        games: 4,
        seed: 1,
    };
    let mut session = LabSession::start(&run_args(), None, "duel", "").unwrap();
    let report = duel.run(&mut session).unwrap();
    assert_eq!(report.wins_draws_losses, [4, 0, 0]);
    assert!(report.margin.0 > 0.0, "{report:?}");
}
