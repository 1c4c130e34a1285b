//! The order in which samples are used: each once in an epoch.

use kifu_core::search::SplitMix64;

/// The order of samples: shuffled anew in each epoch.
pub struct ShuffledOrder {
    indices: Vec<usize>,
    seed: u64,
    epoch: Option<u64>,
}

impl ShuffledOrder {
    /// Creates the order of `count` samples, at least one.
    pub fn new(count: usize, seed: u64) -> Self {
        Self {
            indices: vec![0; count],
            seed,
            epoch: None,
        }
    }

    /// Returns the sample at a place of the sequence of all epochs.
    pub fn index(&mut self, at: u64) -> usize {
        let count = self.indices.len() as u64;
        let epoch = at / count;
        if self.epoch != Some(epoch) {
            for (index, place) in self.indices.iter_mut().enumerate() {
                *place = index;
            }
            // Streams of games count up from 0, those of epochs down from the highest number.
            SplitMix64::stream(self.seed, u64::MAX - 1 - epoch).shuffle(&mut self.indices);
            self.epoch = Some(epoch);
        }
        self.indices[(at % count) as usize]
    }
}
