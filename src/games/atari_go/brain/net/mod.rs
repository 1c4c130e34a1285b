//! A small net that sees at once which moves are good and who wins.
//!
//! Layers of 3x3 points in blocks (AlphaGo Zero: Silver et al. 2017), with means over the board
//! and further targets in training, as KataGo has them (Wu 2019). It was trained on games of the
//! search against itself: `tests/atari_go_brain/train`.

pub mod kernel;
pub mod planes;
pub mod weights;
pub mod winograd;

use self::kernel::{
    SIZE, Sheet, WIDTH, add_rows, blank, convolve, dot, framed, means, peaks, rectify,
};
use self::planes::PLANES;
use self::weights::{HIDDEN, Weights};
use self::winograd::{Layer, Room, Spread, Then, spread};
use super::board::Board;
use super::prior::Sight;
use std::sync::LazyLock;

/// What the net says of a position, for the player to move.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Logarithms of how good each point is.
    points: [f32; SIZE * SIZE],
    /// And a pass.
    pass: f32,
    /// The logarithm of the odds.
    value: f32,
}

impl Answer {
    /// How good a move is, as a logarithm.
    pub fn weight(&self, point: usize) -> f32 {
        self.points.get(point).copied().unwrap_or(self.pass)
    }

    /// The chance of the player to move, a draw counted as half.
    pub fn chance(&self) -> f32 {
        1.0 / (1.0 + (-self.value).exp())
    }
}

/// Weights that are ready to be used.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Weights,
    /// The two layers of each block.
    layers: Vec<[Box<Spread>; 2]>,
}

impl Net {
    /// A net of such weights.
    pub fn new(weights: Weights) -> Self {
        let blocks = weights.blocks.iter();
        let layers = blocks.map(|block| [&block.first, &block.second].map(spread));
        Self {
            layers: layers.collect(),
            weights,
        }
    }

    /// The net that comes with kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<Net>> =
            LazyLock::new(|| Weights::read(include_bytes!("../net.bin")).map(Net::new));
        NET.as_ref()
    }

    /// What it is made of.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Looks at a position of 9x9 points; `last` are the two moves before it.
    pub fn look(&self, board: &Board, sight: &Sight<'_>, last: [usize; 2]) -> Answer {
        self.answer(&planes::planes(board, sight, last))
    }

    fn answer(&self, sheet: &Sheet<PLANES>) -> Answer {
        let trunk = self.run(sheet, &mut |_, _, _| ());
        let mean = means(&trunk);
        let hidden = self.hidden(&mean, &peaks(&trunk));
        let weights = &self.weights;
        Answer {
            points: std::array::from_fn(|point| dot(&trunk[framed(point)], &weights.policy)),
            pass: weights.pass_bias + dot(&mean, &weights.pass),
            value: weights.value_bias + dot(&hidden, &weights.value),
        }
    }

    /// What comes out of the last block. `each` is shown, of every block, what came in, what was in
    /// its midst, and the means of that.
    pub fn run(
        &self,
        sheet: &Sheet<PLANES>,
        each: &mut impl FnMut(&Sheet<WIDTH>, &Sheet<WIDTH>, &[f32; WIDTH]),
    ) -> Sheet<WIDTH> {
        let (mut one, mut other, mut inner) = (blank(), blank(), blank());
        let (mut trunk, mut outer) = (&mut one, &mut other);
        let mut room = Room::default();
        let Weights {
            entry, entry_bias, ..
        } = &self.weights;
        convolve(sheet, entry, entry_bias, trunk);
        rectify(trunk);
        for (block, [first, second]) in self.weights.blocks.iter().zip(&self.layers) {
            Layer {
                input: trunk,
                weights: first,
                bias: &block.first_bias,
                then: Then::Rectify,
            }
            .convolve(&mut inner, &mut room);
            let mean = means(&inner);
            let mut bias = block.second_bias;
            add_rows(&mut bias, &mean, &block.wide);
            each(trunk, &inner, &mean);
            Layer {
                input: &inner,
                weights: second,
                bias: &bias,
                then: Then::AddTo(trunk),
            }
            .convolve(outer, &mut room);
            (trunk, outer) = (outer, trunk);
        }
        *trunk
    }

    /// The numbers that the value is made of, from means and peaks over the board.
    pub fn hidden(&self, means: &[f32; WIDTH], peaks: &[f32; WIDTH]) -> [f32; HIDDEN] {
        let mut hidden = self.weights.hidden_bias;
        let (upper, lower) = self.weights.hidden.split_at(WIDTH);
        add_rows(&mut hidden, means, upper);
        add_rows(&mut hidden, peaks, lower);
        hidden.map(|number| number.max(0.0))
    }
}
