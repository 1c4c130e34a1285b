//! The command `kifu-lab calibrate`, which fits win probabilities to played games, and the text of a
//! calibration table with the figures of its fit.

mod model;

pub use model::{
    CalibrationSample, LONGER_FACTOR, Reliability, ReliabilityBin, SamplingConfig, fit, rms_error,
    samples,
};

use clap::Args as ArgsOf;
use kifu_cli::{
    ById, EXIT_STATUS_HELP, MAX_MEMORY_MB, ReadArgs, Status, StdoutWriter, collect_games,
};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_core::search::{Calibration, Resources};
use kifu_logs::files::{self, GameLocation, Origin, WritePlan};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Runs the command.
pub(crate) fn run(args: &CalibrateArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    if args.show {
        for game in CATALOGUE
            .iter()
            .filter(|game| args.includes_game(game.id()))
        {
            out.print(&builtin_table_text(*game))?;
        }
        return out.flush();
    }
    if let Some(place) = &args.out {
        files::install_signal_handlers();
        files::check_output_path(place, args.force)?;
    }
    let (game, games) = read_games(args, status)?;
    let all = collect_samples(args, game, &games)?;
    let held_out: Vec<CalibrationSample> =
        all.iter().copied().filter(|one| one.is_held_out).collect();
    let kept: Vec<CalibrationSample> = all.iter().copied().filter(|one| !one.is_held_out).collect();
    let (calibration, judges) = if args.check {
        let table = game.calibration().parse::<Calibration>();
        let none = |why| {
            Failure::usage(format!(
                "there is no calibration table for {}: {why}",
                game.name()
            ))
        };
        (table.map_err(none)?, &all)
    } else {
        let engine = game.uncalibrated_engine(Resources::new(1)).name();
        let version = builtin_table(game).map_or(0, |table| table.version) + 1;
        (
            fit(&kept, engine, version).ok_or_else(too_few_games)?,
            &held_out,
        )
    };
    let before = Reliability::from_samples(judges, None).ok_or_else(too_few_games)?;
    let after = Reliability::from_samples(judges, Some(&calibration)).ok_or_else(too_few_games)?;
    let figures = reliability_text(&before, &after, rms_error(&all, &calibration));
    let heading = heading(args, game, &calibration, (games.len(), &all));
    if !args.check {
        let text = file_text(&heading, &figures, &calibration);
        if let Some(place) = &args.out {
            let mut file = WritePlan::default().file(place, args.force)?;
            file.write(text.as_bytes())?;
            file.finish()?;
        }
    }
    out.print(&format!("{heading}\n{figures}"))?;
    out.flush()
}

/// Returns the built-in calibration of a game.
fn builtin_table(game: &dyn DynGame) -> Option<Calibration> {
    game.calibration().parse().ok()
}

/// Returns the failure for too few games.
fn too_few_games() -> Failure {
    let message = "expected finished games, found too few for a fit";
    Failure::new(FailureKind::Input, message).hint("`kifu match` can play more")
}

/// Reads the games, which must all be of the same kind, with the number of legal plies of each.
#[expect(
    clippy::type_complexity,
    reason = "records with their numbers of legal plies"
)]
fn read_games(
    args: &CalibrateArgs,
    status: &mut Status,
) -> Result<(&'static dyn DynGame, Vec<(Record, u32)>), Failure> {
    let work =
        |checked: CheckedGame, _: &Origin, _: &GameLocation| (checked.record, checked.ply_count);
    let options = args.reading.read_options();
    let all = collect_games(&args.paths, options, usize::from(args.jobs), status, work)?;
    let mut games: Vec<(Record, u32)> = all.into_iter().map(|(_, game)| game).collect();
    let first = games
        .iter()
        .find_map(|(record, _)| by_id(CATALOGUE, &record.game));
    let game = first.ok_or_else(too_few_games)?;
    if let Some((other, _)) = games.iter().find(|(record, _)| {
        by_id(CATALOGUE, &record.game).is_some_and(|known| known.id() != game.id())
    }) {
        let message = format!(
            "expected only games of {}, found {}",
            game.name(),
            other.game
        );
        return Err(Failure::usage(message).hint("give only the files of one game"));
    }
    games.retain(|(record, _)| record.game == game.id() && game.start(&record.setup).is_ok());
    // A duplicate of a game adds no information.
    let mut seen = std::collections::BTreeSet::new();
    games.retain(|(record, _)| seen.insert(record.moves.clone()));
    Ok((game, games))
}

/// Takes the samples of all games in parallel, and returns them in the order of the games.
fn collect_samples(
    args: &CalibrateArgs,
    game: &dyn DynGame,
    games: &[(Record, u32)],
) -> Result<Vec<CalibrationSample>, Failure> {
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let how = SamplingConfig {
        nodes: args.nodes,
        ply_stride: args.every,
        longer_stride: args.recheck_every,
        seed: args.seed,
    };
    let todo = Mutex::new(games.iter().enumerate());
    let collected = Mutex::new(Vec::new());
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut engine = game.uncalibrated_engine(Resources::new(memory));
        while let Some((index, (record, plies))) = next() {
            let seen = samples(engine.as_mut(), game, record, *plies, how);
            let mut collected = collected.lock().unwrap_or_else(PoisonError::into_inner);
            collected.push((index, seen));
        }
    };
    std::thread::scope(|scope| {
        // This thread works as well, in case no other thread can be created.
        for _ in 1..files::thread_count(args.jobs.into()).min(games.len()) {
            let thread = std::thread::Builder::new();
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let mut collected = collected
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    collected.sort_by_key(|(index, _)| *index);
    let mut all = Vec::new();
    for (_, samples) in collected {
        all.extend(samples?);
    }
    Ok(all)
}

/// The arguments of `kifu-lab calibrate`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(crate) struct CalibrateArgs {
    /// Files, folders (including subfolders), or `-` for standard input, all of one game
    #[arg(value_name = "PATH", required_unless_present = "show")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Print the built-in tables with the quality of their fit
    #[arg(long, conflicts_with_all = ["paths", "out", "check"])]
    pub show: bool,
    /// Test the built-in table on all these games instead of fitting a new one
    #[arg(long, conflicts_with = "out")]
    pub check: bool,
    /// Write the fitted table to OUT
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: Option<PathBuf>,
    /// Overwrite an existing OUT
    #[arg(long, short, requires = "out")]
    pub force: bool,
    /// Search nodes per position; a third of the positions get a quarter of it, a third four times
    /// as many
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u64).range(4..=1_000_000_000))]
    pub nodes: u64,
    /// Evaluate every Nth ply
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub every: u32,
    /// Search every Nth position that got the most nodes again with sixteen times as many, to
    /// measure the error of the estimates
    #[arg(long, alias = "longer", value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub recheck_every: u32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Engine memory in megabytes, for each job
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_MEMORY_MB))]
    pub memory: u64,
    /// Games to evaluate at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

impl CalibrateArgs {
    /// Reports whether the table of this game is wanted.
    pub fn includes_game(&self, id: &str) -> bool {
        self.reading.game.is_none_or(|ById(game)| game.id() == id)
    }
}

/// Returns the heading: the games and how they were sampled.
pub(super) fn heading(
    args: &CalibrateArgs,
    game: &dyn DynGame,
    calibration: &Calibration,
    (games, samples): (usize, &[CalibrationSample]),
) -> String {
    let (least, most) = calibration.nodes;
    let mut text = format!(
        "{} ({}), engine {}, table {}: win probability between equal bots\n",
        game.name(),
        game.info().contest,
        calibration.engine,
        calibration.version
    );
    let _ = writeln!(
        text,
        "{games} games, {} positions (one ply in {}), {least} to {most} nodes each",
        samples.len(),
        args.every
    );
    text
}

/// Returns the reliability of the estimates without and with the calibration.
pub(super) fn reliability_text(
    before: &Reliability,
    after: &Reliability,
    (error, count): (f64, usize),
) -> String {
    let mut text = format!(
        "tested on {} positions of {} games\n\n",
        after.count, after.games
    );
    let _ = writeln!(
        text,
        "{:<11}{:^26}  {:^26}",
        "", "uncalibrated", "calibrated"
    );
    let head = format!("{:>10}{:>9}{:>7}", "predicted", "observed", "n");
    let _ = writeln!(text, "{:<11}{head:>26}  {head:>26}", "% range");
    for (nth, bins) in before.bins.iter().zip(&after.bins).enumerate() {
        let cells = [bins.0, bins.1].map(|bin| {
            if bin.count == 0 {
                return format!("{:>10}{:>9}{:>7}", "-", "-", 0);
            }
            let percent = [bin.predicted, bin.observed].map(|share| 100.0 * share);
            format!("{:>10.1}{:>9.1}{:>7}", percent[0], percent[1], bin.count)
        });
        let row = format!("{:>4} {:>4}", 10 * nth, 10 * nth + 10);
        let _ = writeln!(text, "{row:<11}{:>26}  {:>26}", cells[0], cells[1]);
    }
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut row = |name: &str, of: &dyn Fn(&Reliability) -> String| {
        let _ = writeln!(text, "{name:<11}{:>26}  {:>26}", of(before), of(after));
    };
    row("ECE", &|all| percent(all.ece));
    row("by chance", &|all| percent(all.ece_by_luck));
    row("Brier", &|all| format!("{:.4}", all.brier));
    if count > 0 {
        let _ = writeln!(
            text,
            "RMS change with {LONGER_FACTOR} times as many nodes: {} ({count} positions)",
            percent(error)
        );
    }
    text
}

/// Returns the text of the file with the table.
pub(super) fn file_text(heading: &str, figures: &str, calibration: &Calibration) -> String {
    let mut text = String::new();
    for line in heading.lines().chain(figures.lines()) {
        text.push_str(format!("// {line}").trim_end());
        text.push('\n');
    }
    let (least, most) = calibration.nodes;
    let _ = writeln!(
        text,
        "(\n    version: {},\n    engine: {:?},\n    nodes: ({least}, {most}),\n    evidence: {:?},\n    error: {:?},\n    knots: [",
        calibration.version, calibration.engine, calibration.evidence, calibration.error
    );
    for knot in &calibration.knots {
        let _ = writeln!(
            text,
            "        (progress: {:?}, slope: {:?}, offset: {:?}, first: {:?}),",
            knot.progress, knot.slope, knot.offset, knot.first
        );
    }
    text.push_str("    ],\n)\n");
    text
}

/// Returns the built-in table of a game as text.
pub(super) fn builtin_table_text(game: &dyn DynGame) -> String {
    let Some(table) = builtin_table(game) else {
        return format!(
            "{}: no table; win probabilities are uncalibrated\n\n",
            game.name()
        );
    };
    let now = game.uncalibrated_engine(Resources::new(1)).name();
    let other = if now == table.engine {
        String::new()
    } else {
        format!(
            "// Fitted to {}; the current engine is {now}.\n",
            table.engine
        )
    };
    format!("{other}{}\n", game.calibration())
}
