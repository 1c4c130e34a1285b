//! The input planes of the network, its weights and their file format.

use super::kernel::{CHANNELS, ConvWeights, FeatureMap, padded_index, zero_map};
use crate::games::atari_go::engine::board::{GoBoard, PASS};
use crate::games::atari_go::engine::geometry::{PointSet, lowest, points};
use crate::games::atari_go::engine::prior::FeatureContext;
use crate::search::weights;

/// The number of input planes.
pub const PLANE_COUNT: usize = 24;

/// Returns the input planes of a position, from the view of the player to move; `last` are the two
/// moves before it, the latest first.
pub fn input_planes(
    board: &GoBoard,
    features: &FeatureContext<'_>,
    last: [usize; 2],
) -> FeatureMap<PLANE_COUNT> {
    let mut map = zero_map();
    let (us, them) = (board.mover(), 1 - board.mover());
    let mut fill = |plane: usize, set: PointSet, value: f32| {
        for point in points(set) {
            map[padded_index(point)][plane] = value;
        }
    };
    for (side, player) in [us, them].into_iter().enumerate() {
        fill(side, board.stones(player), 1.0);
        for chain in board.chains(player) {
            let liberties = board.liberties(lowest(chain)).count_ones() as usize;
            if liberties <= 3 {
                fill(1 + 3 * side + liberties, chain, 1.0);
            }
            fill(8, chain, chain.count_ones().min(16) as f32 / 8.0);
        }
        let eyes = points(board.empty_points()).filter(|point| board.is_eye(*point, player));
        fill(21 + side, eyes.fold(0, |set, point| set | 1 << point), 1.0);
    }
    for (plane, mv) in [(9, last[0]), (10, last[1])] {
        if mv != PASS {
            fill(plane, 1 << mv, 1.0);
        }
    }
    fill(11, board.ko(), 1.0);
    let all = board.geometry().all_points;
    fill(12, all, 1.0);
    fill(13, all, f32::from(board.plies_left()) / 80.0);
    let lead = if us == 0 {
        board.capture_lead()
    } else {
        -board.capture_lead()
    };
    fill(14, all, (lead as f32 / 8.0).clamp(-2.0, 2.0));
    fill(15, all, f32::from(u8::from(board.captures() == [0; 2])));
    for (plane, set) in features.tactical_sets().into_iter().enumerate() {
        fill(16 + plane, set, 1.0);
    }
    fill(23, board.legal_points(), 1.0);
    map
}

// The weights of the network and their file format.

/// The number of residual blocks.
pub const BLOCK_COUNT: usize = 5;
/// The number of hidden units of the value head.
pub const HIDDEN_UNITS: usize = 32;

/// The weights of a residual block, two layers whose result is added to their input (He, Zhang, Ren
/// and Sun 2016).
#[derive(Clone, Debug)]
pub struct ResidualBlock {
    /// The weights of the first layer.
    pub first: ConvWeights<CHANNELS>,
    /// The bias of the first layer.
    pub first_bias: [f32; CHANNELS],
    /// The weights of the second layer.
    pub second: ConvWeights<CHANNELS>,
    /// The bias of the second layer.
    pub second_bias: [f32; CHANNELS],
    /// The global pooling weights: the contribution of the first layer's channel means to the bias
    /// of the second layer (Wu 2019).
    pub pooling: [[f32; CHANNELS]; CHANNELS],
}

/// All weights of a network.
#[derive(Clone, Debug)]
pub struct NetWeights {
    /// The weights of the input layer.
    pub input: ConvWeights<PLANE_COUNT>,
    /// The bias of the input layer.
    pub input_bias: [f32; CHANNELS],
    /// The residual blocks after the input layer.
    pub blocks: Vec<ResidualBlock>,
    /// The weights of the policy head, applied to each point.
    pub policy: [f32; CHANNELS],
    /// The weights of a pass in the policy, applied to the channel means.
    pub pass: [f32; CHANNELS],
    /// The bias of a pass in the policy.
    pub pass_bias: f32,
    /// The weights of the final owner of each point, an auxiliary target used only in training.
    pub ownership: [f32; CHANNELS],
    /// The weights of the hidden units of the value head, applied to channel means and maxima.
    pub hidden: [[f32; HIDDEN_UNITS]; 2 * CHANNELS],
    /// The bias of the hidden units.
    pub hidden_bias: [f32; HIDDEN_UNITS],
    /// The weights of the value, applied to the hidden units.
    pub value: [f32; HIDDEN_UNITS],
    /// The bias of the value.
    pub value_bias: f32,
    /// The weights of the final lead of the player to move, an auxiliary target used only in
    /// training.
    pub lead: [f32; HIDDEN_UNITS],
    /// The bias of the lead.
    pub lead_bias: f32,
}

impl NetWeights {
    /// Returns weights that are all 0.
    #[expect(
        clippy::large_stack_arrays,
        reason = "a hundred kilobytes, once per network"
    )]
    pub fn zero() -> Self {
        let block = ResidualBlock {
            first: [[[0.0; CHANNELS]; CHANNELS]; 9],
            first_bias: [0.0; CHANNELS],
            second: [[[0.0; CHANNELS]; CHANNELS]; 9],
            second_bias: [0.0; CHANNELS],
            pooling: [[0.0; CHANNELS]; CHANNELS],
        };
        Self {
            input: [[[0.0; CHANNELS]; PLANE_COUNT]; 9],
            input_bias: [0.0; CHANNELS],
            blocks: vec![block; BLOCK_COUNT],
            policy: [0.0; CHANNELS],
            pass: [0.0; CHANNELS],
            pass_bias: 0.0,
            ownership: [0.0; CHANNELS],
            hidden: [[0.0; HIDDEN_UNITS]; 2 * CHANNELS],
            hidden_bias: [0.0; HIDDEN_UNITS],
            value: [0.0; HIDDEN_UNITS],
            value_bias: 0.0,
            lead: [0.0; HIDDEN_UNITS],
            lead_bias: 0.0,
        }
    }

    /// Returns all weights in the order of the file.
    pub fn parameters(&mut self) -> Vec<&mut [f32]> {
        use std::slice::from_mut;
        let mut all: Vec<&mut [f32]> = vec![
            self.input.as_flattened_mut().as_flattened_mut(),
            &mut self.input_bias,
        ];
        for block in &mut self.blocks {
            all.push(block.first.as_flattened_mut().as_flattened_mut());
            all.push(&mut block.first_bias);
            all.push(block.second.as_flattened_mut().as_flattened_mut());
            all.push(&mut block.second_bias);
            all.push(block.pooling.as_flattened_mut());
        }
        all.extend([&mut self.policy[..], &mut self.pass]);
        all.push(from_mut(&mut self.pass_bias));
        all.extend([&mut self.ownership[..], self.hidden.as_flattened_mut()]);
        all.extend([&mut self.hidden_bias[..], &mut self.value]);
        all.push(from_mut(&mut self.value_bias));
        all.push(&mut self.lead);
        all.push(from_mut(&mut self.lead_bias));
        all
    }

    /// Decodes weights written by [`encode`](Self::encode); `None` if their number is wrong.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut all = Self::zero();
        weights::weights_from_bytes(bytes, all.parameters()).then_some(all)
    }

    /// Encodes the weights as four bytes each, little-endian.
    pub fn encode(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.parameters())
    }
}
