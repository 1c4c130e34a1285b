//! How much each colour gains by a move, and how a player is thought to choose.

use super::board::{Bitboard, PlaceIndex, RowBits, TilePattern};
use super::gains::POINT_SCALE;
use super::kernel::{Breadth, EvalWorkspace, Kernel};
use super::weights::CellWeights;

/// A place of a tile, and what each colour gains by it.
#[derive(Clone, Copy, Debug)]
pub struct ColorGains {
    /// The place.
    pub place: PlaceIndex,
    /// By what the squares to come are worth, too.
    pub expected: [f32; 6],
    /// In points at once.
    pub immediate: [f32; 6],
}

/// A board in all its colours.
#[derive(Clone, Debug, Default)]
pub struct ColorBoards {
    /// Where dots lie.
    pub occupied: RowBits,
    /// Where which colour lies.
    pub color_dots: [RowBits; 6],
}

impl ColorBoards {
    /// How much each colour gains at each legal place of a tile; `dots` says which of its dots
    /// has which colour.
    pub fn color_gains(
        &self,
        kernel: Kernel,
        sight: &mut EvalWorkspace,
        weights: &CellWeights,
        dots: [u8; 6],
    ) -> Vec<ColorGains> {
        let mut gains: Vec<ColorGains> = Vec::new();
        for (color, dot) in dots.into_iter().enumerate() {
            let board = Bitboard {
                occupied: self.occupied,
                player_dots: [self.color_dots[color], self.color_dots[(color + 1) % 6]],
            };
            kernel.evaluate(sight, &board, weights, 0, Breadth::All);
            let before = kernel.points(&board.player_dots[0]);
            let tile = TilePattern([dot; 2]);
            let dot = usize::from(dot);
            for (at, (place, refined)) in sight.refined_places.iter().enumerate() {
                if at == gains.len() {
                    gains.push(ColorGains {
                        place: *place,
                        expected: [0.0; 6],
                        immediate: [0.0; 6],
                    });
                }
                let after = kernel.points(&board.after(*place, tile).player_dots[0]);
                gains[at].expected[color] =
                    (refined.own_base + refined.own[dot]) as f32 / POINT_SCALE;
                gains[at].immediate[color] = (after - before) as f32;
            }
        }
        gains
    }
}

/// How a player with a colour is thought to choose.
#[derive(Clone, Copy, Debug)]
pub struct OpponentModel {
    /// What he counts.
    measure: fn(&ColorGains) -> &[f32; 6],
    /// By how much a point that his colour gains makes a place likelier.
    own_weight: f32,
    /// And one that another colour gains, on the average of the others.
    others_weight: f32,
    /// And one that the colour of the player who guesses gains.
    guesser_weight: f32,
    /// How often he does anything at all.
    blunder_rate: f32,
    /// The part of players who are thought to be so.
    pub prior: f64,
}

impl OpponentModel {
    /// One that sees what becomes of squares, fitted on real games.
    const FITTED: Self = Self {
        measure: |gain| &gain.expected,
        own_weight: 1.4,
        others_weight: -0.4,
        guesser_weight: -0.05,
        blunder_rate: 0.1,
        prior: 0.9,
    };

    /// Those who are met.
    pub const ALL: [Self; 2] = [
        Self::FITTED,
        // Of simple programs, not fitted: what is not points at once says nothing of their colour,
        // and as long as none can be made they would seem to have any.
        Self {
            measure: |gain| &gain.immediate,
            prior: 0.1,
            ..Self::FITTED
        },
    ];

    /// The logarithm of the chance that he takes a place, if he has this colour.
    pub fn log_likelihood(
        &self,
        gains: &[ColorGains],
        taken: PlaceIndex,
        color: usize,
        foe: usize,
    ) -> f64 {
        let lean = |gain: &ColorGains| {
            let gains = (self.measure)(gain);
            let all: f32 = gains.iter().sum();
            let others = (all - gains[color]) / 5.0;
            f64::from(
                self.own_weight * gains[color]
                    + self.others_weight * others
                    + self.guesser_weight * gains[foe],
            )
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
        let blunder = f64::from(self.blunder_rate);
        ((1.0 - blunder) * his / sum + blunder / gains.len().max(1) as f64).ln()
    }
}
