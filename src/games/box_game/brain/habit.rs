//! How much each colour gains by a move, and how a player is thought to choose.

use super::board::{Board, Place, Rows};
use super::gains::PARTS;
use super::kernel::{Breadth, Kernel, Sight};
use super::weights::Weights;

/// A place of a tile, and what each colour gains by it.
pub type Gain = (Place, [f32; 6]);

/// A board in all its colours.
#[derive(Clone, Debug, Default)]
pub struct Shades {
    /// Where dots lie.
    pub taken: Rows,
    /// Where which colour lies.
    pub marks: [Rows; 6],
}

impl Shades {
    /// How much each colour gains at each legal place of a tile; `dots` says which of its dots
    /// has which colour.
    pub fn gains(
        &self,
        kernel: Kernel,
        sight: &mut Sight,
        weights: &Weights,
        dots: [u8; 6],
    ) -> Vec<Gain> {
        let mut gains: Vec<Gain> = Vec::new();
        for (color, dot) in dots.into_iter().enumerate() {
            let board = Board {
                taken: self.taken,
                marks: [self.marks[color], self.marks[(color + 1) % 6]],
            };
            kernel.open(sight, &board, weights, 0, Breadth::All);
            let dot = usize::from(dot);
            for (at, (place, refined)) in sight.places.iter().enumerate() {
                let gain = (refined.plain + refined.own[dot]) as f32 / PARTS;
                if at == gains.len() {
                    gains.push((*place, [0.0; 6]));
                }
                gains[at].1[color] = gain;
            }
        }
        gains
    }
}

/// How a player with a colour is thought to choose.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// By how much a point that his colour gains makes a place likelier.
    pub own: f32,
    /// And one that another colour gains, on the average of the others.
    pub others: f32,
    /// And one that the colour of the player who guesses gains.
    pub foe: f32,
    /// How often he does anything at all.
    pub blunder: f32,
}

impl Habit {
    /// Fitted on real games.
    pub const FITTED: Self = Self {
        own: 1.4,
        others: -0.4,
        foe: -0.05,
        blunder: 0.1,
    };

    /// The logarithm of the chance that he takes a place, if he has this colour.
    pub fn likelihood(&self, gains: &[Gain], taken: Place, color: usize, foe: usize) -> f64 {
        let lean = |gains: &[f32; 6]| {
            let all: f32 = gains.iter().sum();
            let others = (all - gains[color]) / 5.0;
            f64::from(self.own * gains[color] + self.others * others + self.foe * gains[foe])
        };
        let leans = gains.iter().map(|(place, gains)| (*place, lean(gains)));
        let most = leans.clone().map(|(_, lean)| lean);
        let most = most.fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut his) = (0.0, 0.0);
        for (place, lean) in leans {
            let weight = (lean - most).exp();
            sum += weight;
            if place == taken {
                his = weight;
            }
        }
        let blunder = f64::from(self.blunder);
        ((1.0 - blunder) * his / sum + blunder / gains.len().max(1) as f64).ln()
    }
}
