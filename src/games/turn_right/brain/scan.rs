//! All circuits tried on a board: the inner loop of everything.

use super::super::circuit::Circuit;
use super::node::lead_and_25;

/// So many circuits are looked at before somebody asks whether that is enough.
const BLOCK: usize = 1024;

/// What each circuit gains for the stones `own`, plus 25.
pub(super) fn gains(own: u64, circuits: &[Circuit], out: &mut Vec<u8>) {
    out.clear();
    out.resize(circuits.len(), 0);
    fill(own, circuits, out);
}

/// The circuit that gains most, and its gain plus 25; stops early where one gains at least
/// `enough`. The first one of the equal ones within a block of 1024.
pub(super) fn best(own: u64, circuits: &[Circuit], enough: u8) -> (u8, usize) {
    let mut gains = [0; BLOCK];
    let (mut most, mut place) = (0, 0);
    for (index, block) in circuits.chunks(BLOCK).enumerate() {
        let gains = &mut gains[..block.len()];
        fill(own, block, gains);
        let best = gains.iter().copied().fold(0, u8::max);
        if best > most || index == 0 {
            let at = gains.iter().position(|gain| *gain == best).unwrap_or(0);
            (most, place) = (best, index * BLOCK + at);
            if most >= enough {
                break;
            }
        }
    }
    (most, place)
}

fn fill(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(
            unsafe_code,
            reason = "the processor has these instructions, as was just asked; a scan of all \
                      circuits took 2.0 instead of 5.1 ms in a prototype, to be measured again"
        )]
        // SAFETY: avx2 is there.
        unsafe {
            return fill_avx2(own, circuits, out);
        }
    }
    fill_plain(own, circuits, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_avx2(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    fill_plain(own, circuits, out);
}

/// Without a branch, so that the compiler makes vectors of it.
#[inline(always)]
#[expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "compiled for each set of instructions; at most 50"
)]
fn fill_plain(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    for (circuit, out) in circuits.iter().zip(out) {
        *out = lead_and_25(circuit.rotate(own)) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::{best, fill_plain, gains};
    use crate::games::turn_right::Circuit;
    use crate::search::Random;

    #[test]
    fn the_vectors_give_what_one_circuit_after_the_other_gives() {
        let circuits = Circuit::of_turn(6);
        let (mut fast, mut plain) = (Vec::new(), vec![0; circuits.len()]);
        let mut random = Random::new(1);
        for _ in 0..20 {
            let own = random.next() & ((1 << 36) - 1);
            gains(own, circuits, &mut fast);
            fill_plain(own, circuits, &mut plain);
            assert_eq!(fast, plain);
            let most = plain.iter().copied().max().unwrap();
            let (found, place) = best(own, circuits, u8::MAX);
            assert_eq!((found, plain[place]), (most, most));
            assert!(best(own, circuits, most - 1).0 >= most - 1);
        }
    }
}
