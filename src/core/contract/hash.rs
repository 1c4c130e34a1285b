//! Hashes that are stable between runs and machines.

/// Hashes the words of a state into one word.
///
/// The hash is stable between runs and machines, and each of its bits depends on every bit of the
/// input.
pub fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words
        .into_iter()
        .fold(SPLITMIX64_INCREMENT, |hash, word| mix(hash ^ mix(word)))
}

/// The increment of the state of `SplitMix64`.
pub const SPLITMIX64_INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes the bits of a word: returns the output of `SplitMix64` after this state.
///
/// Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
#[inline]
pub const fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(SPLITMIX64_INCREMENT);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
