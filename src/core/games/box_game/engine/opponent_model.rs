//! The gain of each colour by a move, and models of how an opponent chooses moves by these gains.

use super::board::{Bitboard, PlaceIndex, RowBits, TilePattern};
use super::gains::POINT_SCALE;
use super::kernel::{Breadth, EvalWorkspace, Kernel};
use super::weights::CellWeights;

/// A place for a tile, with the gain of each colour.
#[derive(Clone, Copy, Debug)]
pub struct ColorGains {
    /// The place.
    pub place: PlaceIndex,
    /// The gains in expected points at the end of the game, by colour.
    pub expected: [f32; 6],
    /// The gains in immediate points, by colour.
    pub immediate: [f32; 6],
}

/// A board with the dots of all six colours.
#[derive(Clone, Debug, Default)]
pub struct ColorBoards {
    /// The occupied cells.
    pub occupied: RowBits,
    /// The dots of each colour.
    pub color_dots: [RowBits; 6],
}

impl ColorBoards {
    /// Returns the gain of each colour at each legal place of a tile.
    ///
    /// `dots` gives for each colour the index of its dot in the tile.
    pub fn color_gains(
        &self,
        kernel: Kernel,
        workspace: &mut EvalWorkspace,
        weights: &CellWeights,
        dots: [u8; 6],
    ) -> Vec<ColorGains> {
        let mut gains: Vec<ColorGains> = Vec::new();
        for (color, dot) in dots.into_iter().enumerate() {
            let board = Bitboard {
                occupied: self.occupied,
                player_dots: [self.color_dots[color], self.color_dots[(color + 1) % 6]],
            };
            kernel.evaluate(workspace, &board, weights, 0, Breadth::All);
            let before = kernel.points(&board.player_dots[0]);
            let tile = TilePattern([dot; 2]);
            let dot = usize::from(dot);
            for (at, (place, refined)) in workspace.refined_places.iter().enumerate() {
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

/// A model of how a player of a given colour chooses places.
///
/// The probability of a place is a softmax of weighted gains, mixed with a uniform blunder.
#[derive(Clone, Copy, Debug)]
pub struct OpponentModel {
    /// The gains that the player considers, by colour.
    measure: fn(&ColorGains) -> &[f32; 6],
    /// The log-odds per point that the player's own colour gains.
    own_weight: f32,
    /// The log-odds per point that the other colours gain on average.
    others_weight: f32,
    /// The log-odds per point that the colour of the inferring player gains.
    guesser_weight: f32,
    /// The probability of a uniformly random place.
    blunder_rate: f32,
    /// The prior probability that a player follows this model.
    pub prior: f64,
}

impl OpponentModel {
    /// A player that considers expected points, fitted to real games.
    const FITTED: Self = Self {
        measure: |gain| &gain.expected,
        own_weight: 1.4,
        others_weight: -0.4,
        guesser_weight: -0.05,
        blunder_rate: 0.1,
        prior: 0.9,
    };

    /// The models of all players that are considered.
    pub const ALL: [Self; 2] = [
        Self::FITTED,
        // For simple programs, not fitted: only immediate points reveal their colour, and while
        // none can be made, expected points would suggest an arbitrary one.
        Self {
            measure: |gain| &gain.immediate,
            prior: 0.1,
            ..Self::FITTED
        },
    ];

    /// Returns the log-likelihood that a player of this colour chooses the place `taken`.
    ///
    /// `foe` is the colour of the player who makes the inference.
    pub fn log_likelihood(
        &self,
        gains: &[ColorGains],
        taken: PlaceIndex,
        color: usize,
        foe: usize,
    ) -> f64 {
        let score = |gain: &ColorGains| {
            let gains = (self.measure)(gain);
            let all: f32 = gains.iter().sum();
            let others = (all - gains[color]) / 5.0;
            f64::from(
                self.own_weight * gains[color]
                    + self.others_weight * others
                    + self.guesser_weight * gains[foe],
            )
        };
        let scores = gains.iter().map(|gain| (gain.place, score(gain)));
        let max = scores.clone().map(|(_, score)| score);
        let max = max.fold(f64::NEG_INFINITY, f64::max);
        let (mut sum, mut chosen) = (0.0, 0.0);
        for (place, score) in scores {
            let weight = (score - max).exp();
            sum += weight;
            if place == taken {
                chosen = weight;
            }
        }
        let blunder = f64::from(self.blunder_rate);
        ((1.0 - blunder) * chosen / sum + blunder / gains.len().max(1) as f64).ln()
    }
}
