//! A small net that sees at once which moves are good and who wins.
//!
//! Layers of 3x3 points in blocks (AlphaGo Zero: Silver et al. 2017), with means over the board
//! and further targets in training, as KataGo has them (Wu 2019). It was trained on games of the
//! search against itself: `tests/atari_go_brain/train`.

pub mod kernel;
pub mod planes;
pub mod weights;

pub use self::weights::Net;

use self::kernel::{SIZE, Sheet, add_rows, blank, convolve, dot, framed, means, peaks, rectify};
use self::planes::PLANES;
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

impl Net {
    /// The net that comes with kifu.
    pub fn embedded() -> Option<&'static Self> {
        static NET: LazyLock<Option<Net>> =
            LazyLock::new(|| Net::read(include_bytes!("../net.bin")));
        NET.as_ref()
    }

    /// Looks at a position of 9x9 points; `last` are the two moves before it.
    pub fn look(&self, board: &Board, sight: &Sight<'_>, last: [usize; 2]) -> Answer {
        self.answer(&planes::planes(board, sight, last))
    }

    fn answer(&self, sheet: &Sheet<PLANES>) -> Answer {
        let (mut trunk, mut inner, mut outer) = (blank(), blank(), blank());
        convolve(sheet, &self.entry, &self.entry_bias, &mut trunk);
        rectify(&mut trunk);
        for block in &self.blocks {
            convolve(&trunk, &block.first, &block.first_bias, &mut inner);
            rectify(&mut inner);
            let mut bias = block.second_bias;
            add_rows(&mut bias, &means(&inner), &block.wide);
            convolve(&inner, &block.second, &bias, &mut outer);
            let numbers = trunk.as_flattened_mut().iter_mut();
            for (number, more) in numbers.zip(outer.as_flattened()) {
                *number = (*number + more).max(0.0);
            }
        }
        let mean = means(&trunk);
        let mut hidden = self.hidden_bias;
        let (upper, lower) = self.hidden.split_at(mean.len());
        add_rows(&mut hidden, &mean, upper);
        add_rows(&mut hidden, &peaks(&trunk), lower);
        Answer {
            points: std::array::from_fn(|point| dot(&trunk[framed(point)], &self.policy)),
            pass: self.pass_bias + dot(&mean, &self.pass),
            value: self.value_bias + dot(&hidden.map(|number| number.max(0.0)), &self.value),
        }
    }
}
