//! The weights of the net and how they stand in a file.

use super::kernel::{Taps, WIDTH};
use super::planes::PLANES;
use crate::search::weights;

/// How many blocks there are.
pub const BLOCKS: usize = 5;
/// Numbers between the last layer and what the position is worth.
pub const HIDDEN: usize = 32;

/// Two layers whose result is added to what came in (He, Zhang, Ren and Sun 2016).
#[derive(Clone, Debug)]
pub struct Block {
    /// The first layer.
    pub first: Taps<WIDTH>,
    /// Its bias.
    pub first_bias: [f32; WIDTH],
    /// The second layer.
    pub second: Taps<WIDTH>,
    /// Its bias.
    pub second_bias: [f32; WIDTH],
    /// What the means over the board after the first layer add to that bias (Wu 2019).
    pub wide: [[f32; WIDTH]; WIDTH],
}

/// All weights of a net.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The layer that sees the position.
    pub entry: Taps<PLANES>,
    /// Its bias.
    pub entry_bias: [f32; WIDTH],
    /// The layers after it.
    pub blocks: Vec<Block>,
    /// What makes a point a good move.
    pub policy: [f32; WIDTH],
    /// What makes a pass a good move, of means over the board.
    pub pass: [f32; WIDTH],
    /// Its bias.
    pub pass_bias: f32,
    /// Whose stone will stand on a point in the end; only for training.
    pub owner: [f32; WIDTH],
    /// The numbers that the value is made of: of means and peaks over the board.
    pub hidden: [[f32; HIDDEN]; 2 * WIDTH],
    /// Their bias.
    pub hidden_bias: [f32; HIDDEN],
    /// What the position is worth.
    pub value: [f32; HIDDEN],
    /// Its bias.
    pub value_bias: f32,
    /// By how much the player to move will win; only for training.
    pub lead: [f32; HIDDEN],
    /// Its bias.
    pub lead_bias: f32,
}

impl Weights {
    /// All weights 0.
    #[expect(
        clippy::large_stack_arrays,
        reason = "once a net, and a hundred kilobytes"
    )]
    pub fn zero() -> Self {
        let block = Block {
            first: [[[0.0; WIDTH]; WIDTH]; 9],
            first_bias: [0.0; WIDTH],
            second: [[[0.0; WIDTH]; WIDTH]; 9],
            second_bias: [0.0; WIDTH],
            wide: [[0.0; WIDTH]; WIDTH],
        };
        Self {
            entry: [[[0.0; WIDTH]; PLANES]; 9],
            entry_bias: [0.0; WIDTH],
            blocks: vec![block; BLOCKS],
            policy: [0.0; WIDTH],
            pass: [0.0; WIDTH],
            pass_bias: 0.0,
            owner: [0.0; WIDTH],
            hidden: [[0.0; HIDDEN]; 2 * WIDTH],
            hidden_bias: [0.0; HIDDEN],
            value: [0.0; HIDDEN],
            value_bias: 0.0,
            lead: [0.0; HIDDEN],
            lead_bias: 0.0,
        }
    }

    /// All weights, in the order of the file.
    pub fn all(&mut self) -> Vec<&mut [f32]> {
        use std::slice::from_mut;
        let mut all: Vec<&mut [f32]> = vec![
            self.entry.as_flattened_mut().as_flattened_mut(),
            &mut self.entry_bias,
        ];
        for block in &mut self.blocks {
            all.push(block.first.as_flattened_mut().as_flattened_mut());
            all.push(&mut block.first_bias);
            all.push(block.second.as_flattened_mut().as_flattened_mut());
            all.push(&mut block.second_bias);
            all.push(block.wide.as_flattened_mut());
        }
        all.extend([&mut self.policy[..], &mut self.pass]);
        all.push(from_mut(&mut self.pass_bias));
        all.extend([&mut self.owner[..], self.hidden.as_flattened_mut()]);
        all.extend([&mut self.hidden_bias[..], &mut self.value]);
        all.push(from_mut(&mut self.value_bias));
        all.push(&mut self.lead);
        all.push(from_mut(&mut self.lead_bias));
        all
    }

    /// Reads weights as [`write`](Self::write) writes them; `None` if there are not as many as
    /// there must be.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut all = Self::zero();
        weights::weights_from_bytes(bytes, all.all()).then_some(all)
    }

    /// The weights as four bytes each, the lowest first.
    pub fn write(&mut self) -> Vec<u8> {
        weights::weights_to_bytes(self.all())
    }
}
