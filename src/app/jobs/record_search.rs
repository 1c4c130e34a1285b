//! A text search in the records of games.

use super::{JobContext, JobProgress, JobUpdate};
use crate::app::library::GameAddress;
use crate::failure::Failure;
use crate::files::{Chunk, GameLocation, reread_chunk};
use crate::record::{Record, write_ronl};
use std::collections::HashMap;
use std::sync::Arc;

/// Finds the rows whose records contain all words: in moves, names, comments or bot output.
pub(super) fn search_records(
    rows: &[(u32, GameAddress)],
    words: &[String],
    context: &JobContext,
) -> Result<(), Failure> {
    let mut progress = JobProgress {
        total_bytes: Some(rows.len() as u64),
        ..JobProgress::default()
    };
    for chunk in rows.chunk_by(|(_, first), (_, second)| is_same_chunk(first, second)) {
        context.check_cancelled()?;
        let hits = search_chunk(chunk, words);
        if !hits.is_empty() {
            context.send(JobUpdate::SearchHits(hits));
        }
        progress.done_bytes += chunk.len() as u64;
        progress.done_games = progress.done_bytes;
        context.progress(progress);
    }
    Ok(())
}

pub(super) fn is_same_chunk(first: &GameAddress, second: &GameAddress) -> bool {
    Arc::ptr_eq(&first.origin, &second.origin) && first.location.span == second.location.span
}

/// Returns the rows of one chunk that contain all words; none if the file cannot be read any more.
fn search_chunk(rows: &[(u32, GameAddress)], words: &[String]) -> Vec<u32> {
    let Some((_, address)) = rows.first() else {
        return Vec::new();
    };
    let Some(chunk) = reread_chunk_of(address) else {
        return Vec::new();
    };
    let row_by_index: HashMap<u32, u32> = rows
        .iter()
        .map(|(row, address)| (address.location.index_in_chunk, *row))
        .collect();
    let mut hits = Vec::new();
    chunk.for_each_game(&mut |checked, GameLocation { index_in_chunk, .. }| {
        if let Some(row) = row_by_index.get(index_in_chunk)
            && contains_all(&checked.record, words)
        {
            hits.push(*row);
        }
    });
    hits
}

pub(super) fn reread_chunk_of(address: &GameAddress) -> Option<Chunk> {
    reread_chunk(&address.origin, &address.location, address.location.format?).ok()
}

fn contains_all(record: &Record, words: &[String]) -> bool {
    let text = write_ronl(record).to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
