//! The lab: gradients and learners, resumable sessions, tables and their recipes.

mod gradients;
mod recipes;
mod sessions;
mod td_learning;

use kifu::games::box_game::BoxGame;
use kifu::lab::common::run_args::RunArgs;
use kifu::lab::common::session::Session;
use kifu::lab::duel::{Budget, Duel, OpponentConfig};

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
fn the_engine_of_box_beats_random_moves() {
    let duel = Duel {
        opponent: OpponentConfig {
            name: "random",
            budget: Budget::Nodes(60),
            level: 1,
        },
        budget: Budget::Nodes(60),
        games: 4,
        seed: 1,
    };
    let mut session = Session::start(&run_args(), None, "duel", "").unwrap();
    let report = duel.run::<BoxGame>(&mut session).unwrap();
    assert_eq!(report.wins_draws_losses, [4, 0, 0]);
    assert!(report.margin.0 > 0.0, "{report:?}");
}
