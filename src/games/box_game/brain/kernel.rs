//! One look at a board: what the player to act can gain where. In the machine's vectors, if it
//! has any that help.

use super::board::{self, Board, Pair, Place, Places, Rows};
use super::exact::Prospect;
use super::field::Field;
use super::gains::{Gains, NEVER, PARTS, SLOTS, Slots, place_of};
use super::refined::Refined;
use super::weights::Weights;

/// The most places that can be looked at closely, if not all are.
pub const BROAD: usize = 48;

/// What one sees of a board.
#[derive(Clone, Debug)]
pub struct Sight {
    /// The board, weighed as after the move.
    pub field: Field,
    gains: Gains,
    slots: Slots,
    /// The places that were looked at closely.
    pub places: Vec<(Place, Refined)>,
}

impl Default for Sight {
    fn default() -> Self {
        Self {
            field: Field::EMPTY,
            gains: Gains::EMPTY,
            slots: [0; SLOTS],
            places: Vec::with_capacity(BROAD),
        }
    }
}

/// Which places are looked at closely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// All that are legal.
    All,
    /// So many at most that promise the most for this tile, or for the tile that suits them best.
    Best(usize, Option<Pair>),
}

impl Sight {
    /// Looks at a board for the player who places the next tile.
    #[inline(always)]
    fn open(&mut self, board: &Board, weights: &Weights, who: usize, breadth: Breadth) {
        self.field.look(board, weights, 1 - who);
        self.places.clear();
        let table = weights.table(self.field.phase, 1 - who);
        let mut top = [(0i16, 0u16); BROAD];
        let count = match breadth {
            Breadth::All => {
                let legal = self.field.legal;
                legal.each(|place| {
                    let refined = Refined::find(&self.field, &board.taken, table, who, place);
                    self.places.push((place, refined));
                });
                0
            }
            Breadth::Best(count, tile) => {
                self.gains.find(&self.field, table, who);
                match tile {
                    Some(tile) => self.gains.of(tile, who, &mut self.slots),
                    None => self.gains.bounds(&mut self.slots),
                }
                best(&self.slots, count, &mut top)
            }
        };
        for (_, slot) in &top[..count] {
            let place = place_of(usize::from(*slot));
            let refined = Refined::find(&self.field, &board.taken, table, who, place);
            self.places.push((place, refined));
        }
    }

    /// Whether no tile has room.
    pub fn is_over(&self) -> bool {
        self.field.legal.is_empty()
    }

    /// By how much a player is worth more than the other before the move.
    pub fn lead(&self, who: usize) -> f32 {
        self.field.worth[who] - self.field.worth[1 - who]
    }

    /// What the best of the places gains on the average of all tiles, in points.
    #[inline(always)]
    fn mean_gain(&self) -> f32 {
        let mut best = [[i32::MIN; 6]; 6];
        for (_, refined) in &self.places {
            for (own, best) in best.iter_mut().enumerate() {
                let with = refined.base + refined.own[own];
                for (other, best) in best.iter_mut().enumerate() {
                    *best = (with - refined.other[other]).max(*best);
                }
            }
        }
        let sum: i32 = Pair::ALL
            .iter()
            .map(|pair| best[usize::from(pair.0[0])][usize::from(pair.0[1])])
            .sum();
        sum as f32 / (Pair::ALL.len() as f32 * PARTS)
    }
}

/// The slots with the most, the most first; how many.
#[inline(always)]
fn best(slots: &Slots, count: usize, top: &mut [(i16, u16); BROAD]) -> usize {
    let count = count.clamp(1, BROAD);
    let mut found = 0;
    // Places that are not legal are far below.
    let mut least = NEVER / 2;
    for (slot, gain) in slots.iter().enumerate() {
        if *gain <= least {
            continue;
        }
        let mut at = found.min(count - 1);
        found = (found + 1).min(count);
        while at > 0 && top[at - 1].0 < *gain {
            top[at] = top[at - 1];
            at -= 1;
        }
        top[at] = (*gain, slot as u16);
        if found == count {
            least = top[count - 1].0;
        }
    }
    found
}

/// How this machine looks at boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    has_vectors: bool,
}

impl Kernel {
    /// The best for this machine.
    pub fn new() -> Self {
        #[cfg(target_arch = "x86_64")]
        let has_vectors = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let has_vectors = false;
        Self { has_vectors }
    }

    /// The one that runs on any machine.
    pub const PLAIN: Self = Self { has_vectors: false };

    /// Looks at a board for the player who places the next tile.
    pub fn open(
        self,
        sight: &mut Sight,
        board: &Board,
        weights: &Weights,
        who: usize,
        breadth: Breadth,
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(unsafe_code, reason = "measured: 6.2 instead of 7.3 µs")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::open(sight, board, weights, who, breadth);
            }
        }
        sight.open(board, weights, who, breadth);
    }

    /// The same, and by how much the player will lead after the tile, all tiles being equally
    /// likely; the places are looked at for the tiles that suit them best.
    pub fn leaf(
        self,
        sight: &mut Sight,
        board: &Board,
        weights: &Weights,
        who: usize,
        count: usize,
    ) -> f32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(unsafe_code, reason = "measured: as for `open`, of which it is made")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::leaf(sight, board, weights, who, count);
            }
        }
        leaf(sight, board, weights, who, count)
    }

    /// All legal places.
    pub fn list(self, board: &Board) -> Places {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(unsafe_code, reason = "measured: 53 instead of 67 ns")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::list(board);
            }
        }
        board.legal(&board.fits())
    }

    /// The points of a colour with these dots.
    pub fn points(self, marks: &Rows) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(unsafe_code, reason = "measured: as for `prospect`")]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::points(marks);
            }
        }
        board::points(marks)
    }

    /// What may become of a colour's squares, if these spots may be covered.
    pub fn prospect(self, marks: &Rows, open: &Rows) -> Prospect {
        #[cfg(target_arch = "x86_64")]
        if self.has_vectors {
            #[expect(
                unsafe_code,
                reason = "measured: with `points`, exact ends take 0.55 of the time"
            )]
            // SAFETY: the machine was asked whether it has these instructions.
            unsafe {
                return x86::prospect(marks, open);
            }
        }
        Prospect::new(marks, open)
    }
}

impl Default for Kernel {
    fn default() -> Self {
        Self::new()
    }
}

#[inline(always)]
fn leaf(sight: &mut Sight, board: &Board, weights: &Weights, who: usize, count: usize) -> f32 {
    sight.open(board, weights, who, Breadth::Best(count, None));
    if sight.is_over() {
        0.0
    } else {
        sight.lead(who) + sight.mean_gain()
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Board, Breadth, Places, Prospect, Rows, Sight, Weights, board};

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn open(
        sight: &mut Sight,
        board: &Board,
        weights: &Weights,
        who: usize,
        breadth: Breadth,
    ) {
        sight.open(board, weights, who, breadth);
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn leaf(
        sight: &mut Sight,
        board: &Board,
        weights: &Weights,
        who: usize,
        count: usize,
    ) -> f32 {
        super::leaf(sight, board, weights, who, count)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn list(board: &Board) -> Places {
        board.legal(&board.fits())
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn points(marks: &Rows) -> i32 {
        board::points(marks)
    }

    #[target_feature(enable = "avx2,popcnt")]
    pub(super) fn prospect(marks: &Rows, open: &Rows) -> Prospect {
        Prospect::new(marks, open)
    }
}
