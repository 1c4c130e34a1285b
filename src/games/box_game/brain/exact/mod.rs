//! The last tiles, exactly: every tile, every place, to the end.
//!
//! - `ground`: where tiles may be put, which is the same for all colours.
//! - `half`: one colour's dots, of which most do not matter any more. So of the thirty tiles only
//!   some differ at a place, and boards that differ only in what does not matter are one.
//! - `attempt`: a place that is tried.
//! - `size`: how much there is to look at.

mod attempt;
mod ground;
mod half;
mod size;

use self::attempt::Try;
use self::ground::{Ground, Grounds};
use self::half::Half;
use super::board::{Board, Pair, Rows};
use super::kernel::Kernel;
use super::tree::Tree;
use super::worth::Worth;
use smallvec::SmallVec;
use std::rc::Rc;

pub use self::half::Prospect;
pub use self::size::{nodes, orders};

/// Dots along a tile.
const DOTS: usize = Pair::LOT;
/// As many boards are looked at here in the time of one node of the tree (2.4 million a second, and
/// 55 to 110 thousand nodes).
const BOARDS: u64 = 32;
/// Where most tiles are tried.
type Numbers = SmallVec<[usize; 32]>;

/// What is told how many nodes' time went by, and says whether to stop.
pub type Count<'a> = &'a mut dyn FnMut(u64) -> bool;

/// Values boards to the end of the game.
pub struct Exact<'a> {
    kernel: Kernel,
    grounds: Grounds,
    /// Boards already valued, by their hash.
    known: Vec<(u64, Worth)>,
    count: Count<'a>,
    /// Boards that make no whole node yet.
    boards: u64,
}

impl<'a> Exact<'a> {
    /// One that keeps so many boards.
    pub fn new(kernel: Kernel, kept: usize, count: Count<'a>) -> Self {
        Self {
            kernel,
            grounds: Grounds::default(),
            known: vec![(0, Worth::default()); kept.max(1)],
            count,
            // What is begun counts.
            boards: BOARDS - 1,
        }
    }

    /// Counts boards that were looked at; whether to stop.
    fn looked(&mut self, boards: u64) -> bool {
        let boards = self.boards + boards;
        self.boards = boards % BOARDS;
        (self.count)(boards / BOARDS)
    }

    /// What a board is worth to the player who gets the next tile; `None` when it is stopped.
    pub fn value(&mut self, board: &Board, who: usize) -> Option<Worth> {
        let halves = board.marks.map(|marks| Half { marks, sure: 0 });
        let ground = self.grounds.of(&board.taken);
        if ground.lays.is_empty() {
            self.looked(1);
            return Some(Tree::end(board, who));
        }
        self.mean(&halves, who, &ground)
    }

    /// The mean over all tiles of what the best place for each is worth.
    fn mean(&mut self, halves: &[Half; 2], who: usize, ground: &Ground) -> Option<Worth> {
        let mut tries = Vec::with_capacity(ground.lays.len());
        for lay in &ground.lays {
            let next = (!lay.is_over).then(|| self.grounds.of(&lay.taken));
            let (one, boards) = Try::new(self.kernel, halves, lay, next);
            if self.looked(boards) {
                return None;
            }
            tries.push(one);
        }
        let mut sum = Worth::default();
        for tile in Pair::ALL {
            sum = sum + self.best(&mut tries, tile, who)?;
        }
        Some(sum / Pair::ALL.len() as f64)
    }

    /// What the best place for a tile is worth: first by what is known or quickly told, then the
    /// others are searched as far as they may be worth more.
    fn best(&mut self, tries: &mut [Try<'_>], tile: Pair, who: usize) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        let mut unknown = Numbers::new();
        for (at, one) in tries.iter_mut().enumerate() {
            if !one.may_beat(best, tile, who) {
                continue;
            }
            match self.at_once(one, tile, who) {
                Some(worth) => raise(&mut best, worth),
                None => unknown.push(at),
            }
        }
        for at in unknown {
            let one = &mut tries[at];
            if one.may_beat(best, tile, who) {
                raise(&mut best, self.search(one, tile, who)?);
            }
        }
        best
    }

    /// What a place is worth for a tile, if that is known without a search.
    fn at_once(&self, one: &mut Try<'_>, tile: Pair, who: usize) -> Option<Worth> {
        let by_itself = one.at_once(tile, who);
        by_itself.or_else(|| {
            let key = one.key(tile, 1 - who);
            let (known, worth) = self.known[self.slot(key)];
            (known == key).then(|| one.keep(tile, -worth))
        })
    }

    /// What a place is worth for a tile, by all that may follow.
    fn search(&mut self, one: &mut Try<'_>, tile: Pair, who: usize) -> Option<Worth> {
        let next = Rc::clone(one.next.as_ref()?);
        let worth = self.mean(&one.halves(tile), 1 - who, &next)?;
        let key = one.key(tile, 1 - who);
        let slot = self.slot(key);
        self.known[slot] = (key, worth);
        Some(one.keep(tile, -worth))
    }

    fn slot(&self, key: u64) -> usize {
        (key % self.known.len() as u64) as usize
    }
}

/// The first of the best stays.
fn raise(best: &mut Option<Worth>, worth: Worth) {
    if best.is_none_or(|best| worth.points > best.points) {
        *best = Some(worth);
    }
}

/// A hash with some rows more in it.
fn hash(hash: u64, rows: &Rows) -> u64 {
    let (two, _) = rows.as_chunks::<2>();
    two.iter().fold(hash, |hash, [one, other]| {
        mixed(hash, u64::from(*one) | u64::from(*other) << 32)
    })
}

/// A hash with a word more in it: in half of the steps of `contract::hash::mix`, for it is on the way of
/// every dot of every place.
const fn mixed(hash: u64, word: u64) -> u64 {
    let hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ hash >> 32
}
