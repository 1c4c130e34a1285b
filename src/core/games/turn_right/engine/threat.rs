//! Detection of threats: reports whether some circuit makes a 3x3 square, without trying circuits.
//!
//! A circuit makes a 3x3 square exactly if the nine squares from which its stones come all hold
//! stones of one colour. There are few such sets of nine source squares, because most circuits act
//! alike in the neighbourhood of the 3x3 square. They are listed once, by window and by the sources
//! inside the window, each with the first turn in which a circuit with these sources is legal.

use super::super::circuit::Circuit;
use super::circuit_position::bits_3x3;
use crate::contract::SPLITMIX64_INCREMENT;
use std::sync::LazyLock;

/// The set of the squares in the 3x3 window whose lower left square is a1.
const MASK_3X3: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;

/// A set of squares outside the window that must hold stones, with the first turn in which a
/// circuit with these sources is legal in the bits from 40 on.
type NeededSquares = u64;

/// The lowest bit of the turn in [`NeededSquares`].
const TURN_SHIFT: u32 = 40;

/// The needed squares for each of the 16 windows and each of the 512 sets of stones in it.
struct ThreatIndex {
    /// The start of each list in `needs`, at index `512 window + stones`, and the end of the last.
    starts: Vec<u32>,
    /// The lists, one after another.
    needs: Vec<NeededSquares>,
}

/// The index, built at first use.
static THREAT_INDEX: LazyLock<ThreatIndex> = LazyLock::new(ThreatIndex::new);

/// Returns the 16 windows, each as the number of its lower left square.
fn window_shifts() -> impl Iterator<Item = u32> {
    (0..4).flat_map(|column| (0..4).map(move |row| 6 * column + row))
}

/// Reports whether some circuit that is legal in a turn (from 1) gives the owner of the stones a
/// 3x3 square, no matter who makes it.
pub fn can_make_3x3(stones: u64, turn: u8) -> bool {
    let index = &*THREAT_INDEX;
    window_shifts().enumerate().any(|(window, shift)| {
        let entry = window * 512 + bits_3x3(stones, shift);
        let list = index.starts[entry] as usize..index.starts[entry + 1] as usize;
        let missing = !stones & ((1 << TURN_SHIFT) - 1);
        index.needs[list]
            .iter()
            .any(|need| need & missing == 0 && need >> TURN_SHIFT <= u64::from(turn))
    })
}

impl ThreatIndex {
    /// Builds the index from all circuits.
    fn new() -> Self {
        let sets = source_sets();
        let (mut starts, mut needs) = (vec![0], Vec::new());
        for (window, shift) in window_shifts().enumerate() {
            for inside in 0..512 {
                let all = sets[window].iter().filter(|(set, _)| {
                    let sources_inside = bits_3x3(*set, shift);
                    sources_inside & !inside == 0
                });
                let outside = |(set, turn): &(u64, u8)| {
                    set & !(MASK_3X3 << shift) | u64::from(*turn) << TURN_SHIFT
                };
                add_undominated(&mut needs, all.map(outside).collect());
                starts.push(u32::try_from(needs.len()).unwrap_or(u32::MAX));
            }
        }
        Self { starts, needs }
    }
}

/// Adds needed squares, except those that include others which are available at least as early.
fn add_undominated(needs: &mut Vec<NeededSquares>, mut all: Vec<NeededSquares>) {
    all.sort_unstable_by_key(|need| {
        (
            (need & ((1 << TURN_SHIFT) - 1)).count_ones(),
            *need >> TURN_SHIFT,
        )
    });
    all.dedup();
    let from = needs.len();
    for need in all {
        let squares = |need: NeededSquares| need & ((1 << TURN_SHIFT) - 1);
        let is_dominated = needs[from..].iter().any(|known| {
            squares(*known) & !squares(need) == 0 && known >> TURN_SHIFT <= need >> TURN_SHIFT
        });
        if !is_dominated {
            needs.push(need);
        }
    }
}

/// Returns the sets of source squares for each window, each with the first turn in which it occurs.
pub fn source_sets() -> Vec<Vec<(u64, u8)>> {
    let mut sets: Vec<Vec<(u64, u8)>> = vec![Vec::new(); 16];
    let mut known: Vec<u64> = vec![0; 1 << 16];
    for turn in 1..=13_u8 {
        let before = Circuit::legal_on_turn(usize::from(turn) - 1).len();
        for circuit in &Circuit::legal_on_turn(usize::from(turn))[before..] {
            let [up, right, down, left] = circuit.sources_by_direction();
            let path = up | right | down | left;
            for (window, shift) in window_shifts().enumerate() {
                let nine = MASK_3X3 << shift;
                let set = nine & !path
                    | nine >> 1 & up
                    | nine >> 6 & right
                    | nine << 1 & down
                    | nine << 6 & left;
                // Most sets were seen just before; a small lossy table filters them out.
                let key = set << 4 | window as u64;
                let slot = (key.wrapping_mul(SPLITMIX64_INCREMENT) >> 48) as usize;
                if known[slot] != key {
                    known[slot] = key;
                    sets[window].push((set, turn));
                }
            }
        }
    }
    for list in &mut sets {
        list.sort_unstable();
        list.dedup_by_key(|(set, _)| *set);
    }
    sets
}
