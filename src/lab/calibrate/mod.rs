//! The command `kifu-lab calibrate`, which fits win probabilities to played games.

pub(crate) mod args;
mod model;
mod table_text;

pub use model::{
    CalibrationSample, LONGER_FACTOR, Reliability, ReliabilityBin, SamplingConfig, fit, rms_error,
    samples,
};

use args::CalibrateArgs;
use kifu_cli::{Status, StdoutWriter, collect_games};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_core::search::{Calibration, Resources};
use kifu_logs::files::{self, AtomicFile, GameLocation, Origin};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use std::sync::{Mutex, PoisonError};

/// Runs the command.
pub(crate) fn run(args: &CalibrateArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    if args.show {
        for game in CATALOGUE
            .iter()
            .filter(|game| args.includes_game(game.id()))
        {
            out.print(&table_text::builtin_table_text(*game))?;
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
    let figures = table_text::reliability_text(&before, &after, rms_error(&all, &calibration));
    let heading = table_text::heading(args, game, &calibration, (games.len(), &all));
    if !args.check {
        let text = table_text::file_text(&heading, &figures, &calibration);
        if let Some(place) = &args.out {
            let mut file = AtomicFile::new(place, args.force)?;
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
    let found = Mutex::new(Vec::new());
    let next = || todo.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut engine = game.uncalibrated_engine(Resources::new(memory));
        while let Some((at, (record, plies))) = next() {
            let seen = samples(engine.as_mut(), game, record, *plies, how);
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.push((at, seen));
        }
    };
    std::thread::scope(|scope| {
        // This thread works as well, so that it goes on where no other can be made.
        for _ in 1..files::thread_count(args.jobs.into()).min(games.len()) {
            let thread = std::thread::Builder::new();
            if thread.spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|(at, _)| *at);
    let mut all = Vec::new();
    for (_, samples) in found {
        all.extend(samples?);
    }
    Ok(all)
}
