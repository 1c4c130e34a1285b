//! The occupied cells and the legal placements, regardless of colours.
//!
//! The legality of a placement does not depend on any colour, so all boards with the same occupied
//! cells share an [`Occupancy`].

use super::super::board::{Bitboard, ROWS, RowBits, TilePattern, coverage};
use super::{TILE_DOTS, hash_rows};
use std::collections::HashMap;
use std::rc::Rc;

/// The maximum number of cached occupancies, about 30 MB; a search usually meets only hundreds.
const MAX_CACHED: usize = 2_000;

/// The legal placements of the next tile.
#[derive(Debug)]
pub(super) struct Occupancy {
    /// The legal placements.
    pub placements: Vec<LegalPlacement>,
    /// Whether the next tile ends the game at any placement.
    pub is_last: bool,
}

/// A legal placement of a tile, with the occupancy after it.
#[derive(Debug)]
pub(super) struct LegalPlacement {
    /// The cells under the tile.
    pub tile_cells: RowBits,
    /// The cells that show each of the tile's six dots, by the dot's index.
    pub dot_cells: [RowBits; TILE_DOTS],
    /// The occupied cells after the placement.
    pub occupied: RowBits,
    /// Whether the placement ends the game.
    pub is_over: bool,
    /// The cells that later tiles may still cover.
    pub coverable: RowBits,
    /// A hash of everything that determines the legal placements from then on.
    pub key: u64,
}

impl Occupancy {
    fn new(occupied: &RowBits) -> Self {
        let board = colorless_board(*occupied);
        let mut placements = Vec::new();
        board
            .legal_places(&board.fitting_places())
            .for_each(|place| {
                let with = |dot: usize| Bitboard::EMPTY.after(place, TilePattern([dot as u8; 2]));
                let after = colorless_board(board.after(place, TilePattern::default()).occupied);
                let fits = after.fitting_places();
                let legal = after.legal_places(&fits);
                let is_over = legal.is_empty();
                let coverable = if is_over {
                    [0; ROWS]
                } else {
                    let planes = coverage(&fits);
                    std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane[row]))
                };
                let coverable_dots: RowBits =
                    std::array::from_fn(|row| after.occupied[row] & coverable[row]);
                let rows = [
                    &coverable_dots,
                    &fits.horizontal,
                    &fits.vertical,
                    &legal.horizontal,
                    &legal.vertical,
                ];
                placements.push(LegalPlacement {
                    tile_cells: with(0).occupied,
                    dot_cells: std::array::from_fn(|dot| with(dot).player_dots[0]),
                    occupied: after.occupied,
                    is_over,
                    coverable,
                    key: rows.into_iter().fold(0, hash_rows),
                });
            });
        let is_last = placements.iter().all(|placement| placement.is_over);
        Self {
            placements,
            is_last,
        }
    }
}

/// Returns a board with these occupied cells and no dots of either colour.
const fn colorless_board(occupied: RowBits) -> Bitboard {
    Bitboard {
        occupied,
        ..Bitboard::EMPTY
    }
}

/// A cache of occupancies by their occupied cells.
#[derive(Debug, Default)]
pub struct OccupancyCache(HashMap<RowBits, Rc<Occupancy>>);

impl OccupancyCache {
    /// Returns the occupancy with these occupied cells.
    pub(super) fn get(&mut self, occupied: &RowBits) -> Rc<Occupancy> {
        if let Some(known) = self.0.get(occupied) {
            return Rc::clone(known);
        }
        if self.0.len() >= MAX_CACHED {
            self.0.clear();
        }
        let occupancy = Rc::new(Occupancy::new(occupied));
        self.0.insert(*occupied, Rc::clone(&occupancy));
        occupancy
    }
}
