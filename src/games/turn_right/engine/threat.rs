//! Whether some circuit makes a 3x3 square, without trying circuits.
//!
//! A circuit makes a 3x3 square exactly if the nine squares from which the stones come all hold
//! stones of one colour. Of such sets of nine there are few, for most circuits do the same in the
//! neighbourhood: they are listed once, by the place of the square and by which of the nine lie
//! within it. Each is there from the turn on in which the first circuit that does it is legal.

use super::super::circuit::Circuit;
use super::circuit_position::bits_3x3;
use crate::contract::SPLITMIX64_INCREMENT;
use std::sync::LazyLock;

/// The nine squares of the 3x3 square whose lower left one is a1.
const MASK_3X3: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;

/// A set of squares outside the 3x3 square that must hold stones, with the turn from which on
/// some circuit does it in the bits from 40 on.
type NeededSquares = u64;

const TURN_SHIFT: u32 = 40;

/// For each of the 16 places and each of the 512 sets of stones in it: where the list of what is
/// needed besides starts. The lists stand one after another.
struct ThreatIndex {
    starts: Vec<u32>,
    needs: Vec<NeededSquares>,
}

static THREAT_INDEX: LazyLock<ThreatIndex> = LazyLock::new(ThreatIndex::new);

/// Where the 16 places are, as shifts of the lowest.
fn window_shifts() -> impl Iterator<Item = u32> {
    (0..4).flat_map(|column| (0..4).map(move |row| 6 * column + row))
}

/// Whether the player whose stones these are gets a 3x3 square by some circuit that is legal in
/// this turn, whoever makes it.
pub(super) fn can_make_3x3(stones: u64, turn: u8) -> bool {
    let index = &*THREAT_INDEX;
    window_shifts().enumerate().any(|(place, shift)| {
        let cell = place * 512 + bits_3x3(stones, shift);
        let list = index.starts[cell] as usize..index.starts[cell + 1] as usize;
        let missing = !stones & ((1 << TURN_SHIFT) - 1);
        index.needs[list]
            .iter()
            .any(|need| need & missing == 0 && need >> TURN_SHIFT <= u64::from(turn))
    })
}

impl ThreatIndex {
    fn new() -> Self {
        let sets = source_sets();
        let (mut starts, mut needs) = (vec![0], Vec::new());
        for (place, shift) in window_shifts().enumerate() {
            for inside in 0..512 {
                let all = sets[place].iter().filter(|(set, _)| {
                    let wanted = bits_3x3(*set, shift);
                    wanted & !inside == 0
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

/// Adds what is needed, but nothing that needs more than another and is there no earlier.
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
        let beaten = needs[from..].iter().any(|known| {
            squares(*known) & !squares(need) == 0 && known >> TURN_SHIFT <= need >> TURN_SHIFT
        });
        if !beaten {
            needs.push(need);
        }
    }
}

/// For each place the sets of squares from which the nine stones come, and the first turn.
fn source_sets() -> Vec<Vec<(u64, u8)>> {
    let mut sets: Vec<Vec<(u64, u8)>> = vec![Vec::new(); 16];
    let mut known: Vec<u64> = vec![0; 1 << 16];
    for turn in 1..=13_u8 {
        let before = Circuit::legal_on_turn(usize::from(turn) - 1).len();
        for circuit in &Circuit::legal_on_turn(usize::from(turn))[before..] {
            let [up, right, down, left] = circuit.sources_by_direction();
            let path = up | right | down | left;
            for (place, shift) in window_shifts().enumerate() {
                let nine = MASK_3X3 << shift;
                let set = nine & !path
                    | nine >> 1 & up
                    | nine >> 6 & right
                    | nine << 1 & down
                    | nine << 6 & left;
                // Most were just seen; which, a small table tells that forgets.
                let key = set << 4 | place as u64;
                let slot = (key.wrapping_mul(SPLITMIX64_INCREMENT) >> 48) as usize;
                if known[slot] != key {
                    known[slot] = key;
                    sets[place].push((set, turn));
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

#[cfg(test)]
mod tests {
    use super::super::circuit_position::has_3x3;
    use super::{can_make_3x3, source_sets};
    use crate::games::turn_right::Circuit;
    use crate::search::SplitMix64;

    /// Eighteen stones, more of them in one corner, for a 3x3 square comes seldom by chance.
    fn stones(random: &mut SplitMix64) -> u64 {
        let mut all: Vec<u32> = (0..36).collect();
        random.shuffle(&mut all);
        let near = |square: &u32| square % 6 < 4 && square / 6 < 4;
        let bias = random.below(16) as usize;
        all[..].sort_by_key(|square| !near(square));
        let (a, b) = all.split_at_mut(bias.min(10));
        random.shuffle(b);
        let chosen = a.iter().chain(b.iter()).take(18);
        chosen.fold(0, |set, square| set | 1 << square)
    }

    #[test]
    fn there_are_as_many_sets_as_were_counted() {
        let count: usize = source_sets().iter().map(Vec::len).sum();
        assert_eq!(count, 9568);
    }

    #[test]
    fn it_finds_what_trying_all_circuits_finds() {
        let mut random = SplitMix64::new(2);
        let mut found = [0; 2];
        for round in 0..150 {
            let stones = stones(&mut random);
            let turn = 1 + round % 13;
            let circuits = Circuit::legal_on_turn(turn);
            let truth = circuits
                .iter()
                .any(|circuit| has_3x3(circuit.rotate(stones)));
            assert_eq!(
                can_make_3x3(stones, u8::try_from(turn).unwrap()),
                truth,
                "{stones:o} {turn}"
            );
            found[usize::from(truth)] += 1;
        }
        assert!(found.iter().all(|count| *count > 20), "{found:?}");
    }
}
