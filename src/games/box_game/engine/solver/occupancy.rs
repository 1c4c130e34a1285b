//! Where tiles lie and may yet lie, whatever their colours.
//!
//! Where a tile may be put does not depend on any colour, so all boards on which the same spots
//! are taken share a ground.

use super::super::board::{Bitboard, ROWS, RowBits, TilePattern, coverage};
use super::{TILE_DOTS, hash_rows};
use std::collections::HashMap;
use std::rc::Rc;

/// So many grounds are kept at most (some 30 MB are seldom reached: a search meets hundreds).
const MAX_CACHED: usize = 2_000;

/// The places of the next tile.
#[derive(Debug)]
pub(super) struct Occupancy {
    /// A lay for each legal place.
    pub placements: Vec<LegalPlacement>,
    /// Whether the next tile is the last one wherever it is put.
    pub is_last: bool,
}

/// A tile put to a place.
#[derive(Debug)]
pub(super) struct LegalPlacement {
    /// The spots under the tile.
    pub tile_cells: RowBits,
    /// Those of them that show the dot with this number.
    pub dot_cells: [RowBits; TILE_DOTS],
    /// What is taken then.
    pub occupied: RowBits,
    /// Whether the game is over then.
    pub is_over: bool,
    /// What tiles to come may still cover.
    pub coverable: RowBits,
    /// A hash of all that counts for where tiles may be put from then on.
    pub key: u64,
}

impl Occupancy {
    fn new(taken: &RowBits) -> Self {
        let board = colorless_board(*taken);
        let mut lays = Vec::new();
        board
            .legal_places(&board.fitting_places())
            .for_each(|place| {
                let with = |dot: usize| Bitboard::EMPTY.after(place, TilePattern([dot as u8; 2]));
                let after = colorless_board(board.after(place, TilePattern::default()).occupied);
                let fits = after.fitting_places();
                let legal = after.legal_places(&fits);
                let is_over = legal.is_empty();
                let open = if is_over {
                    [0; ROWS]
                } else {
                    let planes = coverage(&fits);
                    std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane[row]))
                };
                let under: RowBits = std::array::from_fn(|row| after.occupied[row] & open[row]);
                let rows = [
                    &under,
                    &fits.horizontal,
                    &fits.vertical,
                    &legal.horizontal,
                    &legal.vertical,
                ];
                lays.push(LegalPlacement {
                    tile_cells: with(0).occupied,
                    dot_cells: std::array::from_fn(|dot| with(dot).player_dots[0]),
                    occupied: after.occupied,
                    is_over,
                    coverable: open,
                    key: rows.into_iter().fold(0, hash_rows),
                });
            });
        let is_last = lays.iter().all(|lay| lay.is_over);
        Self {
            placements: lays,
            is_last,
        }
    }
}

const fn colorless_board(taken: RowBits) -> Bitboard {
    Bitboard {
        occupied: taken,
        ..Bitboard::EMPTY
    }
}

/// Grounds that were met.
#[derive(Debug, Default)]
pub struct OccupancyCache(HashMap<RowBits, Rc<Occupancy>>);

impl OccupancyCache {
    /// The ground where these spots are taken.
    pub(super) fn get(&mut self, taken: &RowBits) -> Rc<Occupancy> {
        if let Some(known) = self.0.get(taken) {
            return Rc::clone(known);
        }
        if self.0.len() >= MAX_CACHED {
            self.0.clear();
        }
        let ground = Rc::new(Occupancy::new(taken));
        self.0.insert(*taken, Rc::clone(&ground));
        ground
    }
}
