//! Pattern weights learned by temporal differences.
//!
//! The value of a position is the sum of the weights of its patterns and a bias. They move towards
//! what the position came to (TD(λ), Sutton 1988), each at its own rate (TC, Beal and Smith 1999).

use crate::common::session::LabSession;
use kifu_core::games::turn_right::engine::circuit_eval::POINT_SCALE;
use kifu_study::failure::Failure;
use serde::{Deserialize, Serialize};

/// The learning rate of biases.
const BIAS_RATE: f32 = 0.002;

/// Weights while they are learned, in points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TdLearner {
    biases: Vec<f32>,
    weights: Vec<f32>,
    /// For each weight, the sum of its errors and that of their sizes.
    errors: Vec<[f32; 2]>,
}

impl TdLearner {
    /// Creates weights that are all 0.
    pub fn new(biases: usize, weights: usize) -> Self {
        Self {
            biases: vec![0.0; biases],
            weights: vec![0.0; weights],
            errors: vec![[0.0; 2]; weights],
        }
    }

    /// Sets the weights to those of a file written by [`encode`](Self::encode).
    ///
    /// # Errors
    /// Returns an error if the file has another length.
    pub fn set_from(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let (numbers, rest) = bytes.as_chunks::<2>();
        let expected = self.biases.len() + self.weights.len();
        if !rest.is_empty() || numbers.len() != expected {
            let message = format!("expected {} bytes, found {}", 2 * expected, bytes.len());
            return Err(Failure::usage(message).hint("is it another table?"));
        }
        let all = self.biases.iter_mut().chain(&mut self.weights);
        for (weight, number) in all.zip(numbers) {
            *weight = f32::from(i16::from_le_bytes(*number)) / POINT_SCALE as f32;
        }
        Ok(())
    }

    /// Encodes the weights as the embedded tables: little-endian 16-bit numbers.
    pub fn encode(&self) -> Vec<u8> {
        let all = self.biases.iter().chain(&self.weights);
        let numbers = all.map(|weight| (weight * POINT_SCALE as f32).round() as i16);
        numbers.flat_map(i16::to_le_bytes).collect()
    }

    /// Sets the weights to the mean of several learners.
    pub fn set_to_mean(&mut self, learners: &[Self]) {
        let count = learners.len() as f32;
        let mean = |of: &dyn Fn(&Self) -> f32| learners.iter().map(of).sum::<f32>() / count;
        for (at, bias) in self.biases.iter_mut().enumerate() {
            *bias = mean(&|learner| learner.biases[at]);
        }
        for (at, weight) in self.weights.iter_mut().enumerate() {
            *weight = mean(&|learner| learner.weights[at]);
        }
        self.reset_rates();
    }

    /// Forgets the errors, so that all weights learn at the full rate again.
    pub fn reset_rates(&mut self) {
        self.errors.fill([0.0; 2]);
    }

    /// Returns the value of a position, by its bias and its patterns.
    pub fn value(&self, bias: usize, patterns: &[usize]) -> f32 {
        let weights = patterns.iter().map(|at| self.weights[*at]);
        self.biases[bias] + weights.sum::<f32>()
    }

    /// Moves the value of a position towards a target, and returns the error before.
    pub fn learn(&mut self, bias: usize, patterns: &[usize], target: f32, rate: f32) -> f32 {
        let error = target - self.value(bias, patterns);
        self.biases[bias] += BIAS_RATE * error;
        let rate = rate / patterns.len() as f32;
        for at in patterns {
            let [sum, sizes] = &mut self.errors[*at];
            let own_rate = if *sizes > 0.0 {
                sum.abs() / *sizes
            } else {
                1.0
            };
            self.weights[*at] += rate * own_rate * error;
            *sum += error;
            *sizes += error.abs();
        }
        error
    }
}

/// The games of a stage, and how often they are saved and reported.
pub(super) struct TdStage<'a> {
    /// The section of the session, also the heading of reports.
    pub section: &'a str,
    /// The number of games.
    pub games: u64,
    /// The games between two checkpoints.
    pub games_per_batch: u64,
    /// The games after which the error is reported.
    pub report_interval: u64,
}

impl TdStage<'_> {
    /// Plays the games one after another, for each needs the weights after the one before. `game`
    /// plays the game of a number, and returns the learner after it with the squared error.
    ///
    /// # Errors
    /// Returns an error of the session.
    pub fn run(
        &self,
        session: &mut LabSession,
        start: TdLearner,
        mut game: impl FnMut(TdLearner, u64) -> (TdLearner, f32),
    ) -> Result<TdLearner, Failure> {
        let begin = || (start, 0.0_f32);
        let counts = (self.games, self.games_per_batch);
        let (learner, _) =
            session.steps(self.section, counts, begin, |session, state, number| {
                let (learner, squares) = state;
                let before = std::mem::replace(learner, TdLearner::new(0, 0));
                let (after, square) = game(before, number);
                *learner = after;
                *squares += square;
                if (number + 1) % self.report_interval == 0 {
                    let error = (std::mem::take(squares) / self.report_interval as f32).sqrt();
                    session.report(&format!(
                        "{}, game {}: error {error:.2} points",
                        self.section,
                        number + 1
                    ));
                }
                Ok(())
            })?;
        Ok(learner)
    }
}

/// Decodes the numbers of a file written by [`TdLearner::encode`], in points.
pub(super) fn decode_points(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks::<2>();
    let points = numbers
        .iter()
        .map(|number| f32::from(i16::from_le_bytes(*number)));
    points.map(|number| number / POINT_SCALE as f32).collect()
}
