//! A small net that sees at once which moves are good and who wins.
//!
//! Layers of 3x3 points in blocks (AlphaGo Zero: Silver et al. 2017), with means over the board
//! and further targets in training, as KataGo has them (Wu 2019). It was trained on games of the
//! search against itself: `tests/core/lab/atari_go/net_training`.

pub mod kernel;
pub mod planes;
pub mod weights;
pub mod winograd;

use self::kernel::{
    BOARD_SIZE, CHANNELS, FeatureMap, add_rows, channel_maxima, channel_means, convolve, dot,
    padded_index, relu, zero_map,
};
use self::planes::PLANE_COUNT;
use self::weights::{HIDDEN_UNITS, NetWeights};
use self::winograd::{
    Activation, TransformedWeights, WinogradBuffers, WinogradLayer, transform_weights,
};
use super::board::GoBoard;
use super::prior::FeatureContext;
use std::sync::LazyLock;

/// What the net says of a position, for the player to move.
#[derive(Clone, Debug)]
pub struct NetOutput {
    /// Logarithms of how good each point is.
    point_logits: [f32; BOARD_SIZE * BOARD_SIZE],
    /// And a pass.
    pass_logit: f32,
    /// The logarithm of the odds.
    value_logit: f32,
}

impl NetOutput {
    /// How good a move is, as a logarithm.
    pub fn policy_logit(&self, point: usize) -> f32 {
        self.point_logits
            .get(point)
            .copied()
            .unwrap_or(self.pass_logit)
    }

    /// The chance of the player to move, a draw counted as half.
    pub fn win_probability(&self) -> f32 {
        1.0 / (1.0 + (-self.value_logit).exp())
    }
}

/// Weights that are ready to be used.
#[derive(Clone, Debug)]
pub struct PolicyValueNet {
    weights: NetWeights,
    /// The two layers of each block.
    block_layers: Vec<[Box<TransformedWeights>; 2]>,
}

impl PolicyValueNet {
    /// A net of such weights.
    pub fn new(weights: NetWeights) -> Self {
        let blocks = weights.blocks.iter();
        let layers = blocks.map(|block| [&block.first, &block.second].map(transform_weights));
        Self {
            block_layers: layers.collect(),
            weights,
        }
    }

    /// The net that comes with kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<PolicyValueNet>> = LazyLock::new(|| {
            NetWeights::decode(include_bytes!("../net.bin")).map(PolicyValueNet::new)
        });
        NET.as_ref()
    }

    /// What it is made of.
    pub fn weights(&self) -> &NetWeights {
        &self.weights
    }

    /// Looks at a position of 9x9 points; `last` are the two moves before it.
    pub fn evaluate(
        &self,
        board: &GoBoard,
        sight: &FeatureContext<'_>,
        last: [usize; 2],
    ) -> NetOutput {
        self.forward(&planes::input_planes(board, sight, last))
    }

    fn forward(&self, sheet: &FeatureMap<PLANE_COUNT>) -> NetOutput {
        let trunk = self.run_trunk(sheet, &mut |_, _, _| ());
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

    /// What comes out of the last block. `each` is shown, of every block, what came in, what was in
    /// its midst, and the means of that.
    pub fn run_trunk(
        &self,
        sheet: &FeatureMap<PLANE_COUNT>,
        each: &mut impl FnMut(&FeatureMap<CHANNELS>, &FeatureMap<CHANNELS>, &[f32; CHANNELS]),
    ) -> FeatureMap<CHANNELS> {
        let (mut one, mut other, mut inner) = (zero_map(), zero_map(), zero_map());
        let (mut trunk, mut outer) = (&mut one, &mut other);
        let mut room = WinogradBuffers::default();
        let NetWeights {
            input: entry,
            input_bias: entry_bias,
            ..
        } = &self.weights;
        convolve(sheet, entry, entry_bias, trunk);
        relu(trunk);
        for (block, [first, second]) in self.weights.blocks.iter().zip(&self.block_layers) {
            WinogradLayer {
                input: trunk,
                weights: first,
                bias: &block.first_bias,
                activation: Activation::Relu,
            }
            .convolve(&mut inner, &mut room);
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
            .convolve(outer, &mut room);
            (trunk, outer) = (outer, trunk);
        }
        *trunk
    }

    /// The numbers that the value is made of, from means and peaks over the board.
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
