//! The weights of the net and how they stand in a file.

use super::kernel::{CHANNELS, ConvWeights};
use super::planes::PLANE_COUNT;
use crate::search::weights;

/// How many blocks there are.
pub const BLOCK_COUNT: usize = 5;
/// Numbers between the last layer and what the position is worth.
pub const HIDDEN_UNITS: usize = 32;

/// Two layers whose result is added to what came in (He, Zhang, Ren and Sun 2016).
#[derive(Clone, Debug)]
pub struct ResidualBlock {
    /// The first layer.
    pub first: ConvWeights<CHANNELS>,
    /// Its bias.
    pub first_bias: [f32; CHANNELS],
    /// The second layer.
    pub second: ConvWeights<CHANNELS>,
    /// Its bias.
    pub second_bias: [f32; CHANNELS],
    /// What the means over the board after the first layer add to that bias (Wu 2019).
    pub pooling: [[f32; CHANNELS]; CHANNELS],
}

/// All weights of a net.
#[derive(Clone, Debug)]
pub struct NetWeights {
    /// The layer that sees the position.
    pub input: ConvWeights<PLANE_COUNT>,
    /// Its bias.
    pub input_bias: [f32; CHANNELS],
    /// The layers after it.
    pub blocks: Vec<ResidualBlock>,
    /// What makes a point a good move.
    pub policy: [f32; CHANNELS],
    /// What makes a pass a good move, of means over the board.
    pub pass: [f32; CHANNELS],
    /// Its bias.
    pub pass_bias: f32,
    /// Whose stone will stand on a point in the end; only for training.
    pub ownership: [f32; CHANNELS],
    /// The numbers that the value is made of: of means and peaks over the board.
    pub hidden: [[f32; HIDDEN_UNITS]; 2 * CHANNELS],
    /// Their bias.
    pub hidden_bias: [f32; HIDDEN_UNITS],
    /// What the position is worth.
    pub value: [f32; HIDDEN_UNITS],
    /// Its bias.
    pub value_bias: f32,
    /// By how much the player to move will win; only for training.
    pub lead: [f32; HIDDEN_UNITS],
    /// Its bias.
    pub lead_bias: f32,
}

impl NetWeights {
    /// All weights 0.
    #[expect(
        clippy::large_stack_arrays,
        reason = "once a net, and a hundred kilobytes"
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

    /// All weights, in the order of the file.
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

    /// Reads weights as [`write`](Self::write) writes them; `None` if there are not as many as
    /// there must be.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut all = Self::zero();
        weights::weights_from_bytes(bytes, all.parameters()).then_some(all)
    }

    /// The weights as four bytes each, the lowest first.
    pub fn encode(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.parameters())
    }
}
