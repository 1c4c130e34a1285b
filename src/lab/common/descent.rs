//! Gradient descent: the Adam optimizer, its learning rate, random initial weights, and the order in
//! which samples are used.

use kifu_core::search::SplitMix64;
use serde::{Deserialize, Serialize};

/// Fills weights with random numbers of an approximately normal distribution with this standard
/// deviation.
pub fn fill_normal(weights: &mut [f32], deviation: f32, random: &mut SplitMix64) {
    for weight in weights {
        // The sum of twelve uniform numbers has mean 6 and variance 1.
        let sum: f32 = (0..12).map(|_| random.unit()).sum();
        *weight = deviation * (sum - 6.0);
    }
}

/// Returns the learning rate of a batch: it rises linearly over 200 batches, then falls along a
/// cosine to a hundredth of `top`.
pub fn cosine_rate(top: f32, batch: u64, batches: u64) -> f32 {
    let done = batch as f32 / batches as f32;
    let warm_up = ((batch + 1) as f32 / 200.0).min(1.0);
    top * warm_up * (0.5 + 0.5 * (done * std::f32::consts::PI).cos()).max(0.01)
}

/// The Adam optimizer (Kingma and Ba 2015).
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Adam {
    /// The running means of each gradient and of its square.
    moments: Vec<[f32; 2]>,
    steps: i32,
    /// The constant that keeps steps finite where gradients are small.
    epsilon: f32,
    /// The decay rates of the two means.
    decay: [f32; 2],
}

impl Adam {
    /// Creates the optimizer of a number of weights with the usual decay rates.
    pub fn new(weights: usize, epsilon: f32) -> Self {
        Self::with_decay(weights, epsilon, [0.9, 0.999])
    }

    /// Creates the optimizer with other decay rates.
    pub fn with_decay(weights: usize, epsilon: f32, decay: [f32; 2]) -> Self {
        Self {
            moments: vec![[0.0; 2]; weights],
            steps: 0,
            epsilon,
            decay,
        }
    }

    /// Returns the step of each weight against its gradient, to be multiplied by the learning rate.
    pub fn steps(&mut self, gradient: impl Iterator<Item = f32>) -> impl Iterator<Item = f32> {
        self.steps += 1;
        let [first, second] = self.decay;
        let correction = |decay: f32| 1.0 - decay.powi(self.steps);
        let (mean_part, square_part) = (correction(first), correction(second));
        let epsilon = self.epsilon;
        let moments = self.moments.iter_mut();
        moments.zip(gradient).map(move |([mean, square], slope)| {
            *mean += (1.0 - first) * (slope - *mean);
            *square += (1.0 - second) * (slope * slope - *square);
            (*mean / mean_part) / ((*square / square_part).sqrt() + epsilon)
        })
    }

    /// Moves weights against their gradient, and by `decay` times the rate towards 0.
    pub fn descend(
        &mut self,
        weights: &mut [f32],
        gradient: impl Iterator<Item = f32>,
        rate: f32,
        decay: f32,
    ) {
        for (weight, step) in weights.iter_mut().zip(self.steps(gradient)) {
            *weight -= rate * (step + decay * *weight);
        }
    }
}

/// Returns all weights of a net in the order of its file.
pub fn flat_weights(parameters: Vec<&mut [f32]>) -> Vec<f32> {
    parameters
        .into_iter()
        .flatten()
        .map(|weight| *weight)
        .collect()
}

/// Sets all weights of a net, in the order of its file.
pub fn set_flat_weights(parameters: Vec<&mut [f32]>, weights: &[f32]) {
    let all = parameters.into_iter().flatten();
    all.zip(weights).for_each(|(to, from)| *to = *from);
}

/// The order of samples, shuffled again in each epoch.
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
