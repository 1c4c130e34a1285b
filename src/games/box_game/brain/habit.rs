//! How much each colour gains by a move, and how a player is thought to choose.

use super::board::{Board, Pair, Place, Rows};
use super::gains::PARTS;
use super::kernel::{Breadth, Kernel, Sight};
use super::weights::Weights;

/// A place of a tile, and what each colour gains by it.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    /// The place.
    pub place: Place,
    /// By what the squares to come are worth, too.
    pub hoped: [f32; 6],
    /// In points at once.
    pub made: [f32; 6],
}

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
            let before = kernel.points(&board.marks[0]);
            let tile = Pair([dot; 2]);
            let dot = usize::from(dot);
            for (at, (place, refined)) in sight.places.iter().enumerate() {
                if at == gains.len() {
                    gains.push(Gain {
                        place: *place,
                        hoped: [0.0; 6],
                        made: [0.0; 6],
                    });
                }
                let after = kernel.points(&board.after(*place, tile).marks[0]);
                gains[at].hoped[color] = (refined.plain + refined.own[dot]) as f32 / PARTS;
                gains[at].made[color] = (after - before) as f32;
            }
        }
        gains
    }
}

/// How a player with a colour is thought to choose.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// What he counts.
    counts: fn(&Gain) -> &[f32; 6],
    /// By how much a point that his colour gains makes a place likelier.
    own: f32,
    /// And one that another colour gains, on the average of the others.
    others: f32,
    /// And one that the colour of the player who guesses gains.
    foe: f32,
    /// How often he does anything at all.
    blunder: f32,
    /// The part of players who are thought to be so.
    pub part: f64,
}

impl Habit {
    /// One that sees what becomes of squares, fitted on real games.
    const FITTED: Self = Self {
        counts: |gain| &gain.hoped,
        own: 1.4,
        others: -0.4,
        foe: -0.05,
        blunder: 0.1,
        part: 0.9,
    };

    /// Those who are met.
    pub const ALL: [Self; 2] = [
        Self::FITTED,
        // Of simple programs, not fitted: what is not points at once says nothing of their colour,
        // and as long as none can be made they would seem to have any.
        Self {
            counts: |gain| &gain.made,
            part: 0.1,
            ..Self::FITTED
        },
    ];

    /// The logarithm of the chance that he takes a place, if he has this colour.
    pub fn likelihood(&self, gains: &[Gain], taken: Place, color: usize, foe: usize) -> f64 {
        let lean = |gain: &Gain| {
            let gains = (self.counts)(gain);
            let all: f32 = gains.iter().sum();
            let others = (all - gains[color]) / 5.0;
            f64::from(self.own * gains[color] + self.others * others + self.foe * gains[foe])
        };
        let leans = gains.iter().map(|gain| (gain.place, lean(gain)));
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
