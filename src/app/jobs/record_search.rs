//! A search of the games themselves.

use super::{JobContext, JobProgress, JobUpdate};
use crate::app::library::GameAddress;
use crate::failure::Failure;
use crate::files::{Chunk, GameLocation, reread_chunk};
use crate::record::{Record, write_ronl};
use std::collections::HashMap;
use std::sync::Arc;

/// Finds the rows whose records hold all words: moves, names, comments, what the bots said.
pub(super) fn search_records(
    rows: &[(u32, GameAddress)],
    words: &[String],
    ticket: &JobContext,
) -> Result<(), Failure> {
    let mut progress = JobProgress {
        total_bytes: Some(rows.len() as u64),
        ..JobProgress::default()
    };
    for piece in rows.chunk_by(|(_, one), (_, two)| same_piece(one, two)) {
        ticket.check_cancelled()?;
        let hits = search_piece(piece, words);
        if !hits.is_empty() {
            ticket.send(JobUpdate::SearchHits(hits));
        }
        progress.done_bytes += piece.len() as u64;
        progress.done_games = progress.done_bytes;
        ticket.progress(progress);
    }
    Ok(())
}

pub(super) fn same_piece(one: &GameAddress, two: &GameAddress) -> bool {
    Arc::ptr_eq(&one.origin, &two.origin) && one.location.span == two.location.span
}

/// A file that cannot be read any more has no hits.
fn search_piece(rows: &[(u32, GameAddress)], words: &[String]) -> Vec<u32> {
    let Some((_, place)) = rows.first() else {
        return Vec::new();
    };
    let Some(piece) = piece_of(place) else {
        return Vec::new();
    };
    let wanted: HashMap<u32, u32> = rows
        .iter()
        .map(|(row, place)| (place.location.index_in_chunk, *row))
        .collect();
    let mut hits = Vec::new();
    piece.for_each_game(&mut |checked,
                              GameLocation {
                                  index_in_chunk: nth,
                                  ..
                              }| {
        if let Some(row) = wanted.get(nth)
            && contains_all(&checked.record, words)
        {
            hits.push(*row);
        }
    });
    hits
}

pub(super) fn piece_of(place: &GameAddress) -> Option<Chunk> {
    reread_chunk(&place.origin, &place.location, place.location.format?).ok()
}

fn contains_all(record: &Record, words: &[String]) -> bool {
    let text = write_ronl(record).to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
