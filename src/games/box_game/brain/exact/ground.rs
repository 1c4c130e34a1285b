//! Where tiles lie and may yet lie, whatever their colours.
//!
//! Where a tile may be put does not depend on any colour, so all boards on which the same spots
//! are taken share a ground.

use super::super::board::{Board, Pair, ROWS, Rows, coverage};
use super::{DOTS, hash};
use std::collections::HashMap;
use std::rc::Rc;

/// So many grounds are kept at most (some 30 MB are seldom reached: a search meets hundreds).
const MOST: usize = 2_000;

/// The places of the next tile.
#[derive(Debug)]
pub(super) struct Ground {
    /// A lay for each legal place.
    pub lays: Vec<Lay>,
    /// Whether the next tile is the last one wherever it is put.
    pub is_last: bool,
}

/// A tile put to a place.
#[derive(Debug)]
pub(super) struct Lay {
    /// The spots under the tile.
    pub tile: Rows,
    /// Those of them that show the dot with this number.
    pub dots: [Rows; DOTS],
    /// What is taken then.
    pub taken: Rows,
    /// Whether the game is over then.
    pub is_over: bool,
    /// What tiles to come may still cover.
    pub open: Rows,
    /// A hash of all that counts for where tiles may be put from then on.
    pub key: u64,
}

impl Ground {
    fn new(taken: &Rows) -> Self {
        let board = bare(*taken);
        let mut lays = Vec::new();
        board.legal(&board.fits()).each(|place| {
            let with = |dot: usize| Board::EMPTY.after(place, Pair([dot as u8; 2]));
            let after = bare(board.after(place, Pair::default()).taken);
            let fits = after.fits();
            let legal = after.legal(&fits);
            let is_over = legal.is_empty();
            let open = if is_over {
                [0; ROWS]
            } else {
                let planes = coverage(&fits);
                std::array::from_fn(|row| planes.iter().fold(0, |all, plane| all | plane[row]))
            };
            let under: Rows = std::array::from_fn(|row| after.taken[row] & open[row]);
            let rows = [&under, &fits.flat, &fits.tall, &legal.flat, &legal.tall];
            lays.push(Lay {
                tile: with(0).taken,
                dots: std::array::from_fn(|dot| with(dot).marks[0]),
                taken: after.taken,
                is_over,
                open,
                key: rows.into_iter().fold(0, hash),
            });
        });
        let is_last = lays.iter().all(|lay| lay.is_over);
        Self { lays, is_last }
    }
}

const fn bare(taken: Rows) -> Board {
    Board {
        taken,
        ..Board::EMPTY
    }
}

/// Grounds that were met.
#[derive(Debug, Default)]
pub struct Grounds(HashMap<Rows, Rc<Ground>>);

impl Grounds {
    /// The ground where these spots are taken.
    pub(super) fn of(&mut self, taken: &Rows) -> Rc<Ground> {
        if let Some(known) = self.0.get(taken) {
            return Rc::clone(known);
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        let ground = Rc::new(Ground::new(taken));
        self.0.insert(*taken, Rc::clone(&ground));
        ground
    }
}
