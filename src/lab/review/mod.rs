//! Measurements of reviews: whether luck is unbiased, whether marks are stable, and what second
//! searches cost.

pub mod effort;
pub mod luck;
pub mod stability;

use kifu_cli::{Status, collect_games};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Record;
use kifu_logs::files::ReadOptions;
use kifu_logs::formats::CheckedGame;
use kifu_study::arena::process::thread_cpu_time;
use kifu_study::failure::Failure;
use kifu_study::review::{
    Budget, JudgedPly, ReviewPlan, SearchLimit, Thresholds, judged_plies, review,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Reads all games below these paths, each with the number of its legal plies.
///
/// # Errors
/// Returns an error if nothing can be read.
pub fn read_games(paths: &[PathBuf]) -> Result<Vec<(Record, u32)>, Failure> {
    let mut status = Status::default();
    let work = |game: CheckedGame, _: &_, _: &_| (game.record, game.ply_count);
    let games = collect_games(paths, ReadOptions::default(), 0, &mut status, work)?;
    Ok(games.into_iter().map(|(_, game)| game).collect())
}

/// Reads the first `most` games of each kind below these paths, by the id of the game.
///
/// # Errors
/// Returns an error if nothing can be read.
fn games_by_id(
    paths: &[PathBuf],
    most: usize,
) -> Result<BTreeMap<String, Vec<(Record, u32)>>, Failure> {
    let mut by_game: BTreeMap<String, Vec<(Record, u32)>> = BTreeMap::new();
    for (record, plies) in read_games(paths)? {
        let games = by_game.entry(record.game.clone()).or_default();
        if games.len() < most {
            games.push((record, plies));
        }
    }
    Ok(by_game)
}

/// Reviews a game with a number of nodes for each position, and returns its judged plies and the
/// processor time.
fn judge_timed(
    game: &(Record, u32),
    plan: impl FnOnce(Budget) -> ReviewPlan,
    nodes: u64,
    memory_mb: usize,
) -> Result<(Vec<JudgedPly>, Duration), Failure> {
    let before = thread_cpu_time().unwrap_or_default();
    let plies = judge(game, plan, nodes, memory_mb)?;
    let after = thread_cpu_time().unwrap_or_default();
    Ok((plies, after.saturating_sub(before)))
}

/// Reviews a game with a number of nodes for each position, and returns its judged plies.
fn judge(
    (record, plies): &(Record, u32),
    plan: impl FnOnce(Budget) -> ReviewPlan,
    nodes: u64,
    memory_mb: usize,
) -> Result<Vec<JudgedPly>, Failure> {
    let Some(game) = by_id(CATALOGUE, &record.game) else {
        return Ok(Vec::new());
    };
    let mut record = record.clone();
    for note in record.notes.values_mut() {
        note.evals.clear();
    }
    let plan = plan(Budget::first_pass(SearchLimit::Nodes(nodes), 1));
    let cancel = AtomicBool::new(false);
    review(
        &mut record,
        game,
        *plies,
        plan,
        (1, memory_mb),
        &cancel,
        &mut |_, _| {},
    )?;
    Ok(judged_plies(&record, game, *plies, &Thresholds::default())?)
}
