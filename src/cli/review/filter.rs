//! `kifu review - -o -`: the review as a filter of records, one a line.

use super::args::{ReportFormat, ReviewArgs};
use super::jobs;
use crate::Status;
use crate::line_filter::{LineFilter, LineOutcome, without_panic};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::Failure;
use kifu_study::review;
use std::sync::atomic::AtomicBool;

/// Reviews the game of each line.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    check_args(args)?;
    let filter = LineFilter {
        paths: &args.paths,
        reading: args.reading,
        shard: args.shard,
        jobs: args.jobs.into(),
        strict: false,
        disabled_codes: Vec::new(),
        quiet: false,
    };
    let args = args.clone();
    filter.run(status, move |game| {
        without_panic(|| review_game(&args, game))
    })
}

/// Refuses options that make no sense where the records themselves go to standard output.
fn check_args(args: &ReviewArgs) -> Result<(), Failure> {
    let other_output = match args {
        ReviewArgs { by: Some(_), .. } => Some("--by"),
        ReviewArgs { suite: Some(_), .. } => Some("--suite"),
        ReviewArgs { resume: true, .. } => Some("--resume"),
        ReviewArgs { force: true, .. } => Some("--force"),
        ReviewArgs {
            report: Some(report),
            ..
        } if *report != ReportFormat::None => Some("--report"),
        _ => None,
    };
    match other_output {
        None => Ok(()),
        Some(option) => {
            let message = format!("expected `-o -` without {option}, found both");
            let hint = "the records go to standard output; save them, and report on the file";
            Err(Failure::usage(message).hint(hint))
        }
    }
}

/// Reviews the legal part of a game; one that cannot start stays as it is.
fn review_game(args: &ReviewArgs, checked: CheckedGame) -> LineOutcome {
    let game = by_id(CATALOGUE, &checked.record.game)
        .filter(|game| game.start(&checked.record.setup).is_ok());
    let Some(game) = game else {
        return LineOutcome::Unchanged;
    };
    let plan = jobs::plan(args, checked.ply_count);
    let (mut record, plies) = (checked.record, checked.ply_count);
    if args.skip_reviewed {
        match review::is_complete(&record, game, plies, plan) {
            Ok(true) => return LineOutcome::Unchanged,
            Ok(false) => {}
            Err(error) => return LineOutcome::Failed(error.into()),
        }
    }
    let stop = AtomicBool::new(false);
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let keep = &mut |_: &_, _| {};
    match review::review(&mut record, game, plies, plan, (1, memory), &stop, keep) {
        Ok(()) => LineOutcome::Record(Box::new(record)),
        Err(error) => LineOutcome::Failed(error.into()),
    }
}
