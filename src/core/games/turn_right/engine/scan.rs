//! Scans of all circuits on a board: the inner loops of the engine.

use super::super::circuit::Circuit;
use super::super::square::ALL_SQUARES;
use super::circuit_position::{has_3x3, lead_plus_25};

/// The number of circuits to scan between checks whether the gain is already large enough.
const SCAN_BLOCK: usize = 1024;

/// Computes the gain of each circuit for the player with the stones `own`, plus 25.
pub fn circuit_gains(own: u64, circuits: &[Circuit], out: &mut Vec<u8>) {
    out.clear();
    out.resize(circuits.len(), 0);
    fill_gains(own, circuits, out);
}

/// Returns the largest of some gains, or 0 if there are none.
pub fn max_gain(gains: &[u8]) -> u8 {
    gains.iter().copied().fold(0, u8::max)
}

/// Collects the indices of all circuits with a given gain.
pub fn indices_with_gain(gains: &[u8], target: u8, out: &mut Vec<u32>) {
    out.clear();
    for (start, block) in (0..).step_by(64).zip(gains.chunks(64)) {
        // The whole block is checked first: hits are rare, and this check is vectorized.
        let hit = |hits, gain: &u8| hits | u8::from(*gain == target);
        if block.iter().fold(0, hit) != 0 {
            let hits = (start..).zip(block).filter(|(_, gain)| **gain == target);
            out.extend(hits.map(|(index, _)| index));
        }
    }
}

/// The circuit with the largest gain found by a scan.
pub struct BestGain {
    /// The gain plus 25.
    pub gain: u8,
    /// The index of the circuit.
    pub index: usize,
    /// The number of circuits scanned.
    pub scanned: usize,
}

/// Returns the circuit with the largest gain, the first of several.
///
/// The scan stops after a block of 1024 circuits with a gain of at least `enough`.
pub fn best_gain(own: u64, circuits: &[Circuit], enough: u8) -> BestGain {
    let mut gains = [0; SCAN_BLOCK];
    let (mut best_gain, mut best_index) = (0, 0);
    let mut scanned = 0;
    for (index, block) in circuits.chunks(SCAN_BLOCK).enumerate() {
        let gains = &mut gains[..block.len()];
        fill_gains(own, block, gains);
        scanned += block.len();
        let best = self::max_gain(gains);
        if best > best_gain || index == 0 {
            let offset = gains.iter().position(|gain| *gain == best).unwrap_or(0);
            (best_gain, best_index) = (best, index * SCAN_BLOCK + offset);
            if best_gain >= enough {
                break;
            }
        }
    }
    BestGain {
        gain: best_gain,
        index: best_index,
        scanned,
    }
}

/// Removes the boards on which an answer gains at least `enough` (with 25 added) for the owner of
/// the stones without making a 3x3 square of the opponent's. The order is kept.
pub fn drop_answered(boards: &mut Vec<u64>, answer: Circuit, enough: u8, marks: &mut Vec<u8>) {
    marks.clear();
    marks.resize(boards.len(), 0);
    mark_answered(boards, answer, enough, marks);
    let mut kept = 0;
    for (at, mark) in marks.iter().enumerate() {
        boards[kept] = boards[at];
        kept += 1 - usize::from(*mark);
    }
    boards.truncate(kept);
}

/// Sets the mark of each board to 1 if the answer refutes it, as in [`drop_answered`], else to 0.
fn mark_answered(boards: &[u64], answer: Circuit, enough: u8, marks: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(
            unsafe_code,
            reason = "the processor has these instructions, as was just checked; 300 000 boards \
                      took 0.73 instead of 1.36 ms in a prototype"
        )]
        // SAFETY: avx2 is available, as was just checked.
        unsafe {
            return mark_answered_avx2(boards, answer, enough, marks);
        }
    }
    mark_answered_portable(boards, answer, enough, marks);
}

/// Compiles [`mark_answered_portable`] for processors with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_answered_avx2(boards: &[u64], answer: Circuit, enough: u8, marks: &mut [u8]) {
    mark_answered_portable(boards, answer, enough, marks);
}

/// Marks boards as [`mark_answered`] does; branch-free, so that the compiler vectorizes it.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "compiled for each set of instructions"
)]
fn mark_answered_portable(boards: &[u64], answer: Circuit, enough: u8, marks: &mut [u8]) {
    for (board, mark) in boards.iter().zip(marks) {
        let rotated = answer.rotate(*board);
        let is_enough = lead_plus_25(rotated) >= u32::from(enough);
        *mark = u8::from(is_enough & !has_3x3(ALL_SQUARES ^ rotated));
    }
}

/// Computes the gain of each circuit, plus 25, with the best available instructions.
fn fill_gains(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        #[expect(
            unsafe_code,
            reason = "the processor has these instructions, as was just checked; a scan of all \
                      circuits took 2.0 instead of 5.1 ms in a prototype, to be measured again"
        )]
        // SAFETY: avx2 is available, as was just checked.
        unsafe {
            return fill_gains_avx2(own, circuits, out);
        }
    }
    fill_gains_portable(own, circuits, out);
}

/// Compiles [`fill_gains_portable`] for processors with AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn fill_gains_avx2(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    fill_gains_portable(own, circuits, out);
}

/// Computes gains as `fill_gains` does; branch-free, so that the compiler vectorizes it.
#[inline(always)]
#[expect(
    clippy::inline_always,
    clippy::cast_possible_truncation,
    reason = "compiled for each set of instructions; at most 50"
)]
pub fn fill_gains_portable(own: u64, circuits: &[Circuit], out: &mut [u8]) {
    for (circuit, out) in circuits.iter().zip(out) {
        *out = lead_plus_25(circuit.rotate(own)) as u8;
    }
}
