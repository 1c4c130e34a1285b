//! The settings and the outcome of an experiment of `kifu-lab measure`.

use std::path::PathBuf;

/// The settings of an experiment.
pub struct MeasureSettings<'a> {
    /// The number of games.
    pub games: Option<u64>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The random seed.
    pub seed: u64,
    /// The logs to read.
    pub paths: &'a [PathBuf],
}

/// The outcome of an experiment.
#[derive(Debug, Default)]
pub struct Outcome {
    /// The figures.
    pub text: String,
    /// Whether a required figure was not reached.
    pub failed: bool,
}
