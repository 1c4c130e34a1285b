//! A measurement of reviews: whether blunders are still blunders with four times the nodes.

use super::{games_by_id, judge};
use crate::common::experiment::{MeasureSettings, Outcome};
use crate::common::session::Session;
use kifu_study::failure::Failure;
use kifu_study::review::{JudgedPly, MoveClass, ReviewPlan};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The memory of an engine in megabytes.
const MEMORY_MB: usize = 32;
/// The factor of the larger review.
const FACTOR: u64 = 4;

/// Measures how many blunders change with four times the nodes, by game.
///
/// Reads the logs of the given paths.
///
/// # Errors
/// Returns an error of the session, or if a log cannot be read.
pub fn stability(
    session: &mut Session,
    settings: &MeasureSettings<'_>,
) -> Result<Outcome, Failure> {
    let most = settings.games.unwrap_or(6) as usize;
    let nodes = settings.nodes.unwrap_or(3000);
    let mut outcome = Outcome::default();
    for (id, games) in games_by_id(settings.paths, most)? {
        let counted = session.items(&id, games.len() as u64, 1, |number| {
            let game = &games[number as usize];
            let few = judge(game, ReviewPlan::new, nodes, MEMORY_MB)?;
            let many = judge(game, ReviewPlan::new, FACTOR * nodes, MEMORY_MB)?;
            let (before, after) = (blunders(&few), blunders(&many));
            let changed = before.symmetric_difference(&after).count();
            Ok([few.len(), before.union(&after).count(), changed])
        })?;
        let sum = |at: usize| counted.iter().map(|counts| counts[at]).sum::<usize>();
        let _ = writeln!(
            outcome.text,
            "{id}: {} games, {} plies, {} blunders, {} of them changed",
            games.len(),
            sum(0),
            sum(1),
            sum(2)
        );
    }
    Ok(outcome)
}

/// Returns the plies that are judged as blunders.
fn blunders(plies: &[JudgedPly]) -> BTreeSet<u32> {
    let blunders = plies
        .iter()
        .filter(|ply| ply.judgement.class == MoveClass::Blunder);
    blunders.map(|ply| ply.ply).collect()
}
