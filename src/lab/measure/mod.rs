//! The command `kifu-lab measure`: experiments that measure engines and reviews.

use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::run_args::RunArgs;
use crate::common::session::Session;
use crate::{box_game, clobber, review, turn_right, zuniq};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use kifu_cli::{Status, StdoutWriter};
use kifu_study::failure::Failure;
use std::fmt::Write as _;
use std::path::PathBuf;

/// An experiment.
pub struct Experiment {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    /// The defaults of `--games` and `--nodes`.
    pub defaults: &'static str,
    /// Whether it reads logs.
    pub reads_logs: bool,
    run: fn(&mut Session, &MeasureSettings<'_>) -> Result<Outcome, Failure>,
}

/// All experiments.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "box-endgames",
        description: "Box: endgames of the engine's games that are solved within a second",
        defaults: "60 games, 400 nodes a move",
        reads_logs: false,
        run: box_game::endgame_proofs::proofs,
    },
    Experiment {
        name: "clobber-proofs",
        description: "Clobber: positions of the engine's games that are proven within a second",
        defaults: "100 games for each number of stones, 40 000 nodes a move",
        reads_logs: false,
        run: clobber::solver_measure::proofs,
    },
    Experiment {
        name: "clobber-boards",
        description: "Clobber: the winners of the largest boards that are solved in minutes",
        defaults: "four boards",
        reads_logs: false,
        run: clobber::solver_measure::boards,
    },
    Experiment {
        name: "turn-right-kernels",
        description: "Turn Right: the times of the engine's inner loops",
        defaults: "2 000 boards",
        reads_logs: false,
        run: turn_right::kernel_timings::timings,
    },
    Experiment {
        name: "zuniq-solves",
        description: "Zuniq: positions of the engine's games that the solver solves",
        defaults: "40 games, 600 000 nodes of the solver",
        reads_logs: false,
        run: zuniq::solver_measure::solves,
    },
    Experiment {
        name: "review-luck",
        description: "Reviews: whether luck is unbiased, and results without it tell more of strength",
        defaults: "700 games, 500 nodes a position",
        reads_logs: true,
        run: review::luck::luck,
    },
    Experiment {
        name: "review-stability",
        description: "Reviews: blunders that change with four times the nodes",
        defaults: "6 games of each kind, 3000 nodes a position",
        reads_logs: true,
        run: review::stability::stability,
    },
    Experiment {
        name: "review-effort",
        description: "Reviews: processor time and marks with short second searches and with full ones",
        defaults: "3 games of each kind, the engine's default nodes a position",
        reads_logs: true,
        run: review::effort::effort,
    },
    Experiment {
        name: "review-reference",
        description: "Reviews: the same, and both against full reviews with ten times the nodes",
        defaults: "3 games of each kind, the engine's default nodes a position",
        reads_logs: true,
        run: review::effort::effort_and_reference,
    },
];

/// The arguments of `kifu-lab measure`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit status: 0 the experiment was made, 1 a required figure was not reached, 2 wrong usage, or a log \
could not be read.")]
pub(crate) struct MeasureArgs {
    /// Experiment
    #[arg(required_unless_present = "list", value_parser = experiment_names())]
    pub experiment: Option<String>,
    /// Logs to read, for experiments with reviews
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// List the experiments with their defaults
    #[arg(long)]
    pub list: bool,
    /// Games [default: by experiment]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// Search nodes [default: by experiment]
    #[arg(long, short, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub run: RunArgs,
}

fn experiment_names() -> PossibleValuesParser {
    let values = EXPERIMENTS.iter();
    PossibleValuesParser::new(values.map(|one| PossibleValue::new(one.name).help(one.description)))
}

/// Runs the command.
///
/// # Errors
/// Returns an error of the experiment.
pub(crate) fn run(args: &MeasureArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let named = |one: &&Experiment| args.experiment.as_deref() == Some(one.name);
    let Some(experiment) = EXPERIMENTS.iter().find(named).filter(|_| !args.list) else {
        let mut text = String::new();
        for one in EXPERIMENTS {
            let _ = writeln!(
                text,
                "{:<19}{} ({})",
                one.name, one.description, one.defaults
            );
        }
        out.print(&text)?;
        return out.flush();
    };
    match (experiment.reads_logs, args.paths.is_empty()) {
        (true, true) => {
            let message = format!(
                "`{}` reads logs: expected a PATH, found none",
                experiment.name
            );
            return Err(Failure::usage(message).hint("`records` has the bundled ones"));
        }
        (false, false) => {
            let message = format!("`{}` reads no logs: expected no PATH", experiment.name);
            return Err(Failure::usage(message));
        }
        _ => {}
    }
    let settings = MeasureSettings {
        games: args.games,
        nodes: args.nodes,
        seed: args.run.seed,
        paths: &args.paths,
    };
    let fingerprint = format!(
        "games {:?}, nodes {:?}, seed {}, paths {:?}",
        settings.games, settings.nodes, settings.seed, settings.paths
    );
    let command = format!("measure {}", experiment.name);
    let mut session = Session::start(&args.run, None, &command, &fingerprint)?;
    let outcome = (experiment.run)(&mut session, &settings)?;
    session.finish()?;
    out.print(&outcome.text)?;
    if outcome.failed {
        *status = (*status).max(Status::Findings);
    }
    out.flush()
}
