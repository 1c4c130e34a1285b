//! Mutations of inputs: by bytes, by lines, by brackets, and with pieces that readers know.

use super::random_text::PIECES;
use kifu_core::search::SplitMix64;

/// The maximum length of an input of the fuzzer; longer ones only take longer.
pub const MAX_INPUT_BYTES: usize = 8 << 10;

/// Changes an input in a few places, some of them with parts of another.
pub fn mutate(seed: &[u8], other: &[u8], max_bytes: usize, rng: &mut SplitMix64) -> Vec<u8> {
    let mut input = seed.to_vec();
    for _ in 0..=rng.index(3) {
        mutate_once(&mut input, other, rng);
        input.truncate(max_bytes);
    }
    input
}

fn mutate_once(input: &mut Vec<u8>, other: &[u8], rng: &mut SplitMix64) {
    let at = rng.index(input.len() + 1);
    let to = (at + rng.index(40)).min(input.len());
    let piece = PIECES[rng.index(PIECES.len())];
    match rng.index(13) {
        0 => input.truncate(at),
        1 if at < input.len() => input[at] ^= 1 << rng.index(8),
        2 => drop(input.splice(at..at, piece.bytes())),
        3 => drop(input.splice(at..to, piece.bytes())),
        4 => drop(input.drain(at..to)),
        5 => {
            let copy = input[at..to].repeat(1 + rng.index(30));
            input.splice(at..at, copy);
        }
        6 if !other.is_empty() => {
            let from = rng.index(other.len());
            let part = other[from..(from + rng.index(200)).min(other.len())].to_vec();
            input.splice(at..at, part);
        }
        7 | 8 => mutate_parts(input, b'\n', rng),
        9 => mutate_parts(input, b' ', rng),
        10 => mutate_parts(input, b',', rng),
        11 => {
            let copy = input.clone();
            input.splice(at..at, copy);
        }
        _ => repeat_bracket(input, at, rng),
    }
}

/// Drops, doubles or swaps the parts between separators.
fn mutate_parts(input: &mut Vec<u8>, separator: u8, rng: &mut SplitMix64) {
    let mut parts: Vec<&[u8]> = input.split(|byte| *byte == separator).collect();
    let (one, other) = (rng.index(parts.len()), rng.index(parts.len()));
    match rng.index(3) {
        0 => drop(parts.remove(one)),
        1 => parts.insert(other, parts[one]),
        _ => parts.swap(one, other),
    }
    *input = parts.join(&separator);
}

/// Doubles, moves or drops the first part in brackets after an offset.
fn repeat_bracket(input: &mut Vec<u8>, at: usize, rng: &mut SplitMix64) {
    let opens = |byte: &u8| b"([{".contains(byte);
    let Some(open) = input[at..].iter().position(opens).map(|found| at + found) else {
        return;
    };
    let mut depth = 0_usize;
    let close = input[open..].iter().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    let Some(end) = close.map(|close| open + close + 1) else {
        return;
    };
    let part = input[open..end].to_vec();
    match rng.index(3) {
        0 => drop(input.drain(open..end)),
        1 => drop(input.splice(end..end, part)),
        _ => {
            let place = rng.index(input.len() + 1);
            input.splice(place..place, part);
        }
    }
}

/// Shortens an input as long as it stays interesting.
pub fn minimize(input: &[u8], mut is_interesting: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut input = input.to_vec();
    let mut size = (input.len() / 2).max(1);
    let mut tries = 0;
    loop {
        let mut at = 0;
        while at < input.len() {
            let mut shorter = input.clone();
            shorter.drain(at..(at + size).min(input.len()));
            tries += 1;
            if tries > MAX_MINIMIZE_TRIES {
                return input;
            }
            if is_interesting(&shorter) {
                input = shorter;
            } else {
                at += size;
            }
        }
        if size == 1 {
            return input;
        }
        size /= 2;
    }
}

/// The maximum number of shorter inputs that are tried for one.
const MAX_MINIMIZE_TRIES: usize = 2000;
