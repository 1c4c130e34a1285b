//! Random games to the end, eight side by side.
//!
//! Each lane draws the edges that are left in an order of its own and passes over those that are
//! illegal; all that a lane does is done to eight words at once, so it runs in vectors. That a
//! zone is closed is seen by letting the outside flow in.
//!
//! An edge that was passed over can become legal only if a zone is closed later inside of what it
//! would have closed. Then the lane goes through what is left once more.

#![expect(
    clippy::inline_always,
    reason = "what is not inlined into the kernels is not made of their vectors"
)]

use super::board::Board;
use super::grid::{self, EDGES, INNER};
use crate::search::SplitMix64;

/// How many games run side by side.
pub const LANES: usize = 8;
type Lanes = [u64; LANES];

/// What the games gave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Played {
    /// The edges that the player to act at the start drew, by game.
    pub own: Lanes,
    /// Those that the other player drew.
    pub other: Lanes,
    /// All ones if the player to act at the start drew the last edge, by game.
    pub won: Lanes,
}

impl Played {
    /// How many games the player to act at the start won.
    pub fn wins(&self) -> u32 {
        self.won.iter().map(|won| (won & 1) as u32).sum()
    }
}

/// The kernel for this machine.
#[derive(Clone, Copy, Debug)]
pub struct Playouts {
    vectors: Vectors,
}

/// What vectors a machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vectors {
    /// Whatever every machine has.
    Any,
    /// AVX2: four words.
    #[cfg(target_arch = "x86_64")]
    Four,
    /// AVX-512: eight words.
    #[cfg(target_arch = "x86_64")]
    Eight,
}

impl Default for Playouts {
    fn default() -> Self {
        Self::new()
    }
}

impl Playouts {
    /// Looks what the machine can do.
    pub fn new() -> Self {
        Self { vectors: vectors() }
    }

    /// The kernel that runs on any machine.
    pub const PLAIN: Self = Self {
        vectors: Vectors::Any,
    };

    /// Plays eight games from a board to their ends.
    pub fn play(self, board: &Board, random: &mut SplitMix64) -> Played {
        match self.vectors {
            Vectors::Any => play(board, random),
            #[cfg(target_arch = "x86_64")]
            #[expect(
                unsafe_code,
                reason = "measured: 1.8 and 2.9 times as many games a second as without"
            )]
            // SAFETY: the machine was asked whether it has these instructions.
            Vectors::Four => unsafe { play_in_fours(board, random) },
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "as above")]
            // SAFETY: the machine was asked whether it has these instructions.
            Vectors::Eight => unsafe { play_in_eights(board, random) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
fn vectors() -> Vectors {
    let has_four = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt");
    let has_eight = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq");
    match (has_four, has_eight) {
        (true, true) => Vectors::Eight,
        (true, false) => Vectors::Four,
        (false, _) => Vectors::Any,
    }
}

#[cfg(not(target_arch = "x86_64"))]
const fn vectors() -> Vectors {
    Vectors::Any
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn play_in_fours(board: &Board, random: &mut SplitMix64) -> Played {
    play(board, random)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512dq,avx512vl,avx512vpopcntdq")]
fn play_in_eights(board: &Board, random: &mut SplitMix64) -> Played {
    play(board, random)
}

/// Eight orders of the edges that are left. Each for itself is as likely as any other.
struct Orders {
    /// The edges in a random order, twice, so that one may start anywhere.
    edges: [u64; 128],
    /// A random order of the places.
    places: [u8; EDGES],
    count: usize,
    /// Where each lane starts.
    starts: [usize; LANES],
}

impl Orders {
    #[inline(always)]
    fn new(free: u64, random: &mut SplitMix64) -> Self {
        let mut orders = Self {
            edges: [0; 128],
            places: std::array::from_fn(|place| place as u8),
            count: 0,
            starts: [0; LANES],
        };
        let mut left = free;
        while left != 0 {
            let lowest = left & left.wrapping_neg();
            left ^= lowest;
            let at = orders.count;
            let other = random.below(at as u32 + 1) as usize;
            orders.edges[at] = orders.edges[other];
            orders.edges[other] = lowest;
            orders.places.swap(at, random.below(at as u32 + 1) as usize);
            orders.count += 1;
        }
        let count = orders.count;
        orders.edges.copy_within(0..count, count);
        for start in &mut orders.starts {
            *start = random.below(count.max(1) as u32) as usize;
        }
        orders
    }

    #[inline(always)]
    fn at(&self, step: usize) -> Lanes {
        let place = usize::from(self.places[step]);
        self.starts.map(|start| self.edges[(start + place) % 128])
    }
}

/// The boards of the lanes.
struct Games {
    free: Lanes,
    open: Lanes,
    sizes: Lanes,
    /// The cells that edges passed over would have closed off.
    shadow: Lanes,
    /// All ones where an edge passed over may have become legal.
    again: Lanes,
    /// All ones where the player to act at the start is to act.
    turn: Lanes,
    own: Lanes,
    other: Lanes,
}

#[inline(always)]
fn play(board: &Board, random: &mut SplitMix64) -> Played {
    let orders = Orders::new(board.free, random);
    let mut games = Games {
        free: [board.free; LANES],
        open: [board.open; LANES],
        sizes: [u64::from(board.sizes); LANES],
        shadow: [0; LANES],
        again: [0; LANES],
        turn: [u64::MAX; LANES],
        own: [0; LANES],
        other: [0; LANES],
    };
    loop {
        for step in 0..orders.count {
            games.draw(orders.at(step));
        }
        if games.again == [0; LANES] {
            break;
        }
        games.again = [0; LANES];
        games.shadow = [0; LANES];
    }
    Played {
        own: games.own,
        other: games.other,
        won: games.turn.map(|turn| !turn),
    }
}

impl Games {
    /// Each lane draws its edge, if it is left and legal.
    #[inline(always)]
    fn draw(&mut self, edges: Lanes) {
        let mut passages = [0; LANES];
        let mut reached = [0; LANES];
        for lane in 0..LANES {
            let left = self.free[lane] & !edges[lane];
            reached[lane] = grid::doors(left);
            passages[lane] = left & INNER;
        }
        loop {
            let mut wider = [0; LANES];
            let mut changed = 0;
            for lane in 0..LANES {
                let once = grid::spread(reached[lane], passages[lane]);
                wider[lane] = grid::spread(once, passages[lane]);
                changed |= wider[lane] ^ reached[lane];
            }
            reached = wider;
            if changed == 0 {
                break;
            }
        }
        for lane in 0..LANES {
            let zone = self.open[lane] & !reached[lane];
            let size = u64::from(zone.count_ones());
            // Bit 0 of `sizes` is never set: to close nothing is always legal.
            let taken = self.sizes[lane] >> size & 1;
            let due = mask(u64::from(edges[lane] & self.free[lane] != 0));
            let drawn = due & !mask(taken);
            let passed = due & mask(taken);
            let zone_drawn = zone & drawn;
            self.again[lane] |= mask(u64::from(zone_drawn & self.shadow[lane] != 0));
            self.shadow[lane] |= zone & passed;
            self.free[lane] &= !((edges[lane] | grid::between(zone)) & drawn);
            self.open[lane] &= !zone_drawn;
            self.sizes[lane] |= (1 << size) & drawn & !1;
            self.own[lane] |= edges[lane] & drawn & self.turn[lane];
            self.other[lane] |= edges[lane] & drawn & !self.turn[lane];
            self.turn[lane] ^= drawn;
        }
    }
}

/// All ones for 1, none for 0.
#[inline(always)]
const fn mask(bit: u64) -> u64 {
    bit.wrapping_neg()
}
