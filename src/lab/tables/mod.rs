//! The committed tables of weights, their recipes, and comparisons between two versions of one.

pub mod compare;
pub mod recipe;

use super::box_game::weights_source::read_source;
use super::clobber;
use super::turn_right;
use crate::common::adam::flat_weights;
use kifu_core::games::atari_go::engine::net::weights::NetWeights;
use kifu_core::games::atari_go::engine::pattern::{PATTERN_COUNT, read_fitted_weights};
use kifu_core::games::zuniq::engine::net::ValueNet;
use kifu_logs::files::hex;
use sha2::{Digest, Sha256};

/// A table of weights of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// The network of Atari Go.
    AtariGoNet,
    /// The prior of Atari Go.
    AtariGoPrior,
    /// The parameters of Box's evaluation.
    BoxWeights,
    /// The evaluation of boards of Clobber.
    ClobberPatternEval,
    /// The evaluation of sums of Clobber.
    ClobberSumEval,
    /// The evaluation of full boards of Turn Right.
    TurnRightCircuitEval,
    /// The evaluation of other boards of Turn Right.
    TurnRightPlacementEval,
    /// The value net of Zuniq.
    ZuniqNet,
}

impl Table {
    /// All tables.
    pub const ALL: [Self; 8] = [
        Self::AtariGoNet,
        Self::AtariGoPrior,
        Self::BoxWeights,
        Self::ClobberPatternEval,
        Self::ClobberSumEval,
        Self::TurnRightCircuitEval,
        Self::TurnRightPlacementEval,
        Self::ZuniqNet,
    ];

    /// Returns the game and the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AtariGoNet => "atari-go/net",
            Self::AtariGoPrior => "atari-go/prior",
            Self::BoxWeights => "box/weights",
            Self::ClobberPatternEval => "clobber/pattern-eval",
            Self::ClobberSumEval => "clobber/sum-eval",
            Self::TurnRightCircuitEval => "turn-right/circuit-eval",
            Self::TurnRightPlacementEval => "turn-right/placement-eval",
            Self::ZuniqNet => "zuniq/net",
        }
    }

    /// Returns the path of the committed file, from the root of the repository.
    pub const fn path(self) -> &'static str {
        match self {
            Self::AtariGoNet => "src/core/games/atari_go/engine/net.bin",
            Self::AtariGoPrior => "src/core/games/atari_go/engine/prior.bin",
            Self::BoxWeights => "src/core/games/box_game/engine/weight_params.rs",
            Self::ClobberPatternEval => "src/core/games/clobber/engine/pattern_eval.bin",
            Self::ClobberSumEval => "src/core/games/clobber/engine/sum_eval.bin",
            Self::TurnRightCircuitEval => "src/core/games/turn_right/engine/circuit_eval.bin",
            Self::TurnRightPlacementEval => "src/core/games/turn_right/engine/placement_eval.bin",
            Self::ZuniqNet => "src/core/games/zuniq/engine/net.bin",
        }
    }

    /// Returns the text of its recipe.
    pub const fn recipe_text(self) -> &'static str {
        match self {
            Self::AtariGoNet => include_str!("../../core/games/atari_go/engine/net.recipe.ron"),
            Self::AtariGoPrior => include_str!("../../core/games/atari_go/engine/prior.recipe.ron"),
            Self::BoxWeights => {
                include_str!("../../core/games/box_game/engine/weight_params.recipe.ron")
            }
            Self::ClobberPatternEval => {
                include_str!("../../core/games/clobber/engine/pattern_eval.recipe.ron")
            }
            Self::ClobberSumEval => {
                include_str!("../../core/games/clobber/engine/sum_eval.recipe.ron")
            }
            Self::TurnRightCircuitEval => {
                include_str!("../../core/games/turn_right/engine/circuit_eval.recipe.ron")
            }
            Self::TurnRightPlacementEval => {
                include_str!("../../core/games/turn_right/engine/placement_eval.recipe.ron")
            }
            Self::ZuniqNet => include_str!("../../core/games/zuniq/engine/net.recipe.ron"),
        }
    }

    /// Decodes a file of the table as its engine does; `None` if the engine would refuse it.
    ///
    /// Weights that are stored as integers are divided by their scale.
    pub fn decode(self, bytes: &[u8]) -> Option<Vec<f32>> {
        match self {
            Self::AtariGoNet => {
                NetWeights::decode(bytes).map(|mut net| flat_weights(net.parameters()))
            }
            Self::AtariGoPrior => decode_prior(bytes),
            Self::BoxWeights => read_source(std::str::from_utf8(bytes).ok()?),
            Self::ClobberPatternEval | Self::ClobberSumEval => {
                clobber::pattern_regression::decode(bytes)
            }
            Self::TurnRightCircuitEval => turn_right::circuit_eval_training::decode(bytes),
            Self::TurnRightPlacementEval => turn_right::placement_eval_training::decode(bytes),
            Self::ZuniqNet => ValueNet::decode(bytes).map(|mut net| flat_weights(net.parameters())),
        }
    }

    /// Returns the hash of a file in hexadecimal digits; `None` if it is not such a table.
    ///
    /// Of a table in the source it is that of the numbers (little-endian `f32`), since comments may
    /// change.
    pub fn sha256(self, bytes: &[u8]) -> Option<String> {
        let numbers = self.decode(bytes)?;
        let hash = match self {
            Self::BoxWeights => {
                let bytes = numbers.into_iter().flat_map(f32::to_le_bytes);
                Sha256::digest(bytes.collect::<Vec<u8>>())
            }
            _ => Sha256::digest(bytes),
        };
        Some(hex(&hash))
    }
}

/// Decodes a prior: a weight for each number of a pattern or feature, 0 for those without.
fn decode_prior(bytes: &[u8]) -> Option<Vec<f32>> {
    if bytes.is_empty() || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let mut weights = vec![0.0; PATTERN_COUNT];
    for (number, weight) in read_fitted_weights(bytes) {
        weights[number] = weight;
    }
    Some(weights)
}
