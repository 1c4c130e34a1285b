//! A small net that sees at once which moves are good and who wins.
//!
//! Layers of 3x3 points in blocks (AlphaGo Zero: Silver et al. 2017), with means over the board
//! and further targets in training, as KataGo has them (Wu 2019). It was trained on games of the
//! search against itself: `tests/atari_go_brain/train`.

pub mod kernel;
pub mod planes;
pub mod weights;

pub use self::weights::Net;

use self::kernel::{
    SIZE, Sheet, WIDTH, add_rows, blank, convolve, dot, framed, means, peaks, rectify,
};
use self::planes::PLANES;
use self::weights::HIDDEN;
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
        let trunk = self.run(sheet, &mut |_, _, _| ());
        let mean = means(&trunk);
        let hidden = self.hidden(&mean, &peaks(&trunk));
        Answer {
            points: std::array::from_fn(|point| dot(&trunk[framed(point)], &self.policy)),
            pass: self.pass_bias + dot(&mean, &self.pass),
            value: self.value_bias + dot(&hidden, &self.value),
        }
    }

    /// What comes out of the last block. `each` is shown, of every block, what came in, what was in
    /// its midst, and the means of that.
    pub fn run(
        &self,
        sheet: &Sheet<PLANES>,
        each: &mut impl FnMut(&Sheet<WIDTH>, &Sheet<WIDTH>, &[f32; WIDTH]),
    ) -> Sheet<WIDTH> {
        let (mut trunk, mut inner, mut outer) = (blank(), blank(), blank());
        convolve(sheet, &self.entry, &self.entry_bias, &mut trunk);
        rectify(&mut trunk);
        for block in &self.blocks {
            convolve(&trunk, &block.first, &block.first_bias, &mut inner);
            rectify(&mut inner);
            let mean = means(&inner);
            let mut bias = block.second_bias;
            add_rows(&mut bias, &mean, &block.wide);
            convolve(&inner, &block.second, &bias, &mut outer);
            each(&trunk, &inner, &mean);
            let numbers = trunk.as_flattened_mut().iter_mut();
            for (number, more) in numbers.zip(outer.as_flattened()) {
                *number = (*number + more).max(0.0);
            }
        }
        trunk
    }

    /// The numbers that the value is made of, from means and peaks over the board.
    pub fn hidden(&self, means: &[f32; WIDTH], peaks: &[f32; WIDTH]) -> [f32; HIDDEN] {
        let mut hidden = self.hidden_bias;
        let (upper, lower) = self.hidden.split_at(WIDTH);
        add_rows(&mut hidden, means, upper);
        add_rows(&mut hidden, peaks, lower);
        hidden.map(|number| number.max(0.0))
    }
}
