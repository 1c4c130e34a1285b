//! The tracing of games for the explorer.

use super::{JobContext, JobUpdate};
use crate::library::{TracedRow, UntracedRow};
use kifu_study::failure::Failure;
use rayon::prelude::*;

/// The number of games after which their traces are sent: a few milliseconds of work.
const BATCH_LEN: usize = 1024;

/// Traces games, with all processors.
pub(super) fn trace_games(games: &[UntracedRow], context: &JobContext) -> Result<(), Failure> {
    for batch in games.chunks(BATCH_LEN) {
        context.check_cancelled()?;
        let traces = batch.par_iter().map(|(row, game)| (*row, game.trace()));
        let traces: Vec<TracedRow> = traces.collect();
        context.send(JobUpdate::Traced(traces));
    }
    Ok(())
}
