//! A search of the games themselves.

use super::{News, Progress, Ticket};
use crate::app::library::Place;
use crate::files::{Chunk, Failure, GameLocation, reread_chunk};
use crate::record::{Record, write_ronl};
use std::collections::HashMap;
use std::sync::Arc;

/// Finds the rows whose records hold all words: moves, names, comments, what the bots said.
pub(super) fn find(
    rows: &[(u32, Place)],
    words: &[String],
    ticket: &Ticket,
) -> Result<(), Failure> {
    let mut progress = Progress {
        total: Some(rows.len() as u64),
        ..Progress::default()
    };
    for piece in rows.chunk_by(|(_, one), (_, two)| same_piece(one, two)) {
        ticket.check()?;
        let hits = in_piece(piece, words);
        if !hits.is_empty() {
            ticket.send(News::Hits(hits));
        }
        progress.done += piece.len() as u64;
        progress.games = progress.done;
        ticket.progress(progress);
    }
    Ok(())
}

pub(super) fn same_piece(one: &Place, two: &Place) -> bool {
    Arc::ptr_eq(&one.origin, &two.origin) && one.spot.span == two.spot.span
}

/// A file that cannot be read any more has no hits.
fn in_piece(rows: &[(u32, Place)], words: &[String]) -> Vec<u32> {
    let Some((_, place)) = rows.first() else {
        return Vec::new();
    };
    let Some(piece) = piece_of(place) else {
        return Vec::new();
    };
    let wanted: HashMap<u32, u32> = rows
        .iter()
        .map(|(row, place)| (place.spot.index_in_chunk, *row))
        .collect();
    let mut hits = Vec::new();
    piece.for_each_game(&mut |checked,
                              GameLocation {
                                  index_in_chunk: nth,
                                  ..
                              }| {
        if let Some(row) = wanted.get(nth)
            && holds(&checked.record, words)
        {
            hits.push(*row);
        }
    });
    hits
}

pub(super) fn piece_of(place: &Place) -> Option<Chunk> {
    reread_chunk(&place.origin, &place.spot, place.spot.format?).ok()
}

fn holds(record: &Record, words: &[String]) -> bool {
    let text = write_ronl(record).to_lowercase();
    words.iter().all(|word| text.contains(word.as_str()))
}
