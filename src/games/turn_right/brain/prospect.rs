//! What a board that is not full yet promises, at a glance.
//!
//! Every 3x3 square of the board has a number by what lies in it: stones of the player to act, of
//! the other, and empty squares. Their sum is by how many points the player to act will lead in the
//! end. The numbers are learned from games in which stones are placed by them, by differences in
//! time, and a full board is worth what the search of circuits says
//! (`tests/turn_right/prospect.rs`).
//!
//! A board can be turned (but not mirrored, for circuits are clockwise), so places that are each
//! other's turned share their numbers.

use super::node::nine;
use std::sync::LazyLock;

/// Squares of the board.
pub const SQUARES: usize = 36;
/// How many tables there are, by the number of stones placed.
pub const PHASES: usize = 5;
/// Places of a 3x3 square that are not each other's turned.
pub const KINDS: usize = 4;
/// What may lie in a 3x3 square.
pub const PATTERNS: usize = 3_usize.pow(9);
/// Places of a 3x3 square.
pub const PLACES: usize = 16;

/// The table for boards with so many stones.
pub const fn phase(placed: usize) -> usize {
    match placed {
        0..=11 => 0,
        12..=17 => 1,
        18..=23 => 2,
        24..=29 => 3,
        _ => PHASES - 1,
    }
}

/// A place of a 3x3 square: its lower left square, the kind it is of, and how many quarter turns it
/// is from the first of that.
#[derive(Clone, Copy, Debug)]
struct Place {
    shift: u32,
    kind: usize,
    turns: usize,
}

const ALL_PLACES: [Place; PLACES] = {
    let first = [(0, 0), (1, 0), (2, 0), (1, 1)];
    let mut places = [Place {
        shift: 0,
        kind: 0,
        turns: 0,
    }; PLACES];
    let mut at = 0;
    while at < PLACES {
        let (kind, turns) = (at / 4, at % 4);
        let (mut x, mut y) = first[kind];
        let mut turn = 0;
        while turn < turns {
            (x, y) = (3 - y, x);
            turn += 1;
        }
        places[at] = Place {
            shift: 6 * x + y,
            kind,
            turns,
        };
        at += 1;
    }
    places
};

/// The stones in a 3x3 square turned back so often, as digits of a number of base three.
const DIGITS: [[u16; 512]; 4] = {
    let mut digits = [[0; 512]; 4];
    let mut turns = 0;
    while turns < 4 {
        let mut stones = 0;
        while stones < 512 {
            let mut square = 0;
            while square < 9 {
                if stones >> square & 1 == 1 {
                    let (mut x, mut y) = (square / 3, square % 3);
                    let mut turn = 0;
                    while turn < turns {
                        (x, y) = (y, 2 - x);
                        turn += 1;
                    }
                    digits[turns][stones] += 3_u16.pow(3 * x + y);
                }
                square += 1;
            }
            stones += 1;
        }
        turns += 1;
    }
    digits
};

/// Where the numbers of a board stand whose stones these are, the player's to act first.
#[inline]
pub fn numbers(own: u64, other: u64) -> [usize; PLACES] {
    let start = phase((own | other).count_ones() as usize) * KINDS;
    ALL_PLACES.map(|place| {
        let digits = &DIGITS[place.turns];
        let own = usize::from(digits[nine(own, place.shift)]);
        let other = usize::from(digits[nine(other, place.shift)]);
        (start + place.kind) * PATTERNS + own + 2 * other
    })
}

/// The numbers.
#[derive(Debug)]
pub struct Prospect {
    /// What is added, by stones placed.
    start: [i16; SQUARES],
    /// By phase, kind and pattern, in [parts](super::outlook::PARTS).
    numbers: Vec<i16>,
}

impl Prospect {
    /// The one that comes with kifu.
    pub fn embedded() -> &'static Self {
        static EMBEDDED: LazyLock<Prospect> = LazyLock::new(|| {
            if let Ok(path) = std::env::var("PROSPECT") {
                return Prospect::read(&std::fs::read(path).unwrap()).unwrap();
            }
            Prospect::read(include_bytes!("prospect.bin")).unwrap_or_default()
        });
        &EMBEDDED
    }

    /// Reads what is added by stones placed, then the numbers by phase, kind and pattern: two bytes
    /// each, the lower one first. `None` if there are not as many as there must be.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (all, rest) = bytes.as_chunks::<2>();
        let (start, numbers) = all.split_first_chunk::<SQUARES>()?;
        if !rest.is_empty() || numbers.len() != PHASES * KINDS * PATTERNS {
            return None;
        }
        Some(Self {
            start: start.map(i16::from_le_bytes),
            numbers: numbers.iter().copied().map(i16::from_le_bytes).collect(),
        })
    }

    /// By how many [parts](super::outlook::PARTS) of a point the player to act will lead at the
    /// end, whose stones come first; of a board that is not full.
    #[inline]
    pub fn of(&self, own: u64, other: u64) -> i32 {
        let placed = (own | other).count_ones() as usize;
        let numbers = numbers(own, other).map(|at| i32::from(self.numbers[at]));
        let start = self.start.get(placed).copied().unwrap_or_default();
        numbers.iter().sum::<i32>() + i32::from(start)
    }
}

/// All numbers 0.
impl Default for Prospect {
    fn default() -> Self {
        Self {
            start: [0; SQUARES],
            numbers: vec![0; PHASES * KINDS * PATTERNS],
        }
    }
}
