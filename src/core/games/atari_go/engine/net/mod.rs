//! A small policy and value network for 9x9 boards.
//!
//! It consists of residual blocks of 3x3 convolutions (AlphaGo Zero: Silver et al. 2017), with
//! global pooling and auxiliary training targets as in KataGo (Wu 2019). It was trained on games of
//! self-play: see `net.recipe.ron` and `src/lab/atari_go/net_training.rs`.

mod fused;
pub mod kernel;
pub mod weights;
pub mod winograd;

use self::kernel::{
    BOARD_SIZE, CHANNELS, FeatureMap, add_rows, channel_maxima, channel_means, convolve, dot,
    padded_index, relu, zero_map,
};
use self::weights::{HIDDEN_UNITS, NetWeights};
use self::winograd::{
    Activation, TransformedWeights, WinogradBuffers, WinogradLayer, transform_weights,
};
use super::board::GoBoard;
use super::prior::FeatureContext;
use std::sync::LazyLock;
use weights::PLANE_COUNT;

/// The output of the network for a position, from the view of the player to move.
#[derive(Clone, Debug)]
pub struct NetOutput {
    /// The policy logit of each point.
    point_logits: [f32; BOARD_SIZE * BOARD_SIZE],
    /// The policy logit of a pass.
    pass_logit: f32,
    /// The log odds of winning.
    value_logit: f32,
}

impl NetOutput {
    /// Returns the policy logit of a point or of a pass.
    pub fn policy_logit(&self, point: usize) -> f32 {
        self.point_logits
            .get(point)
            .copied()
            .unwrap_or(self.pass_logit)
    }

    /// Returns the win probability of the player to move, 0 to 1, with a draw counted as half.
    pub fn win_probability(&self) -> f32 {
        1.0 / (1.0 + (-self.value_logit).exp())
    }
}

/// A policy and value network, ready for evaluation.
#[derive(Clone, Debug)]
pub struct PolicyValueNet {
    weights: NetWeights,
    /// The transformed weights of the two layers of each block.
    block_layers: Vec<[Box<TransformedWeights>; 2]>,
}

impl PolicyValueNet {
    /// Creates a network from its weights.
    pub fn new(weights: NetWeights) -> Self {
        let blocks = weights.blocks.iter();
        let layers = blocks.map(|block| [&block.first, &block.second].map(transform_weights));
        Self {
            block_layers: layers.collect(),
            weights,
        }
    }

    /// Returns the network that is embedded in the program.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<PolicyValueNet>> = LazyLock::new(|| {
            NetWeights::decode(include_bytes!("../net.bin")).map(PolicyValueNet::new)
        });
        NET.as_ref()
    }

    /// Returns the weights of the network.
    pub fn weights(&self) -> &NetWeights {
        &self.weights
    }

    /// Evaluates a position on a 9x9 board; `last` are the two moves before it, the latest first.
    pub fn evaluate(
        &self,
        board: &GoBoard,
        features: &FeatureContext<'_>,
        last: [usize; 2],
    ) -> NetOutput {
        self.forward(&weights::input_planes(board, features, last))
    }

    fn forward(&self, input: &FeatureMap<PLANE_COUNT>) -> NetOutput {
        let trunk = self.run_trunk(input, &mut |_, _, _| ());
        let mean = channel_means(&trunk);
        let hidden = self.value_hidden(&mean, &channel_maxima(&trunk));
        let weights = &self.weights;
        NetOutput {
            point_logits: std::array::from_fn(|point| {
                dot(&trunk[padded_index(point)], &weights.policy)
            }),
            pass_logit: weights.pass_bias + dot(&mean, &weights.pass),
            value_logit: weights.value_bias + dot(&hidden, &weights.value),
        }
    }

    /// Returns the output of the last block.
    ///
    /// For every block `each` is called with its input, the output of its first layer and the
    /// channel means of that output.
    pub fn run_trunk(
        &self,
        planes: &FeatureMap<PLANE_COUNT>,
        each: &mut impl FnMut(&FeatureMap<CHANNELS>, &FeatureMap<CHANNELS>, &[f32; CHANNELS]),
    ) -> FeatureMap<CHANNELS> {
        let (mut one, mut other, mut inner) = (zero_map(), zero_map(), zero_map());
        let (mut trunk, mut outer) = (&mut one, &mut other);
        let mut buffers = WinogradBuffers::default();
        let NetWeights {
            input: input_weights,
            input_bias,
            ..
        } = &self.weights;
        convolve(planes, input_weights, input_bias, trunk);
        relu(trunk);
        for (block, [first, second]) in self.weights.blocks.iter().zip(&self.block_layers) {
            WinogradLayer {
                input: trunk,
                weights: first,
                bias: &block.first_bias,
                activation: Activation::Relu,
            }
            .convolve(&mut inner, &mut buffers);
            let mean = channel_means(&inner);
            let mut bias = block.second_bias;
            add_rows(&mut bias, &mean, &block.pooling);
            each(trunk, &inner, &mean);
            WinogradLayer {
                input: &inner,
                weights: second,
                bias: &bias,
                activation: Activation::ResidualRelu(trunk),
            }
            .convolve(outer, &mut buffers);
            (trunk, outer) = (outer, trunk);
        }
        *trunk
    }

    /// Returns the hidden units of the value head, from the channel means and maxima.
    pub fn value_hidden(
        &self,
        means: &[f32; CHANNELS],
        peaks: &[f32; CHANNELS],
    ) -> [f32; HIDDEN_UNITS] {
        let mut hidden = self.weights.hidden_bias;
        let (upper, lower) = self.weights.hidden.split_at(CHANNELS);
        add_rows(&mut hidden, means, upper);
        add_rows(&mut hidden, peaks, lower);
        hidden.map(|number| number.max(0.0))
    }
}
