//! Which colour the opponent may have, by what his moves raise.
//!
//! For each colour that he may have, he is thought to choose places at random, those more often
//! that gain his colour more than the others. What he did then says how likely the colour is
//! (Bayes). There are players of several habits: which one it is, is guessed with the colour.
//!
//! The same from his side would say how much a move of one's own tells. A player who pays for
//! keeping his colour secret won 62 % against one who guesses just so, but against random moves
//! his margin fell from 30 to 11 points: not done.

use super::board::{Bitboard, PlaceIndex, TilePattern};
use super::kernel::{EvalWorkspace, Kernel};
use super::opponent_model::{ColorBoards, ColorGains, OpponentModel};
use super::weights::CellWeights;
use crate::contract::Player;
use crate::games::box_game::Position;
use crate::games::box_game::colors::Color;
use crate::games::box_game::tile::Tile;

/// Chances below this are as good as none, and cost time.
const MIN_PROBABILITY: f64 = 0.02;

/// What is known of the opponent's colour.
#[derive(Clone, Debug)]
pub struct ColorPosterior {
    seat: Player,
    own: Color,
    /// Logarithms of the likelihoods, by habit and colour.
    log_likelihoods: [[f64; 6]; OpponentModel::ALL.len()],
}

impl ColorPosterior {
    /// Nothing known yet to the player who sits there and has this colour.
    pub fn new(seat: Player, own: Color) -> Self {
        let logs = OpponentModel::ALL.map(|habit| {
            let mut logs = [habit.prior.ln(); 6];
            logs[color_index(own)] = f64::NEG_INFINITY;
            logs
        });
        Self {
            seat,
            own,
            log_likelihoods: logs,
        }
    }

    /// Where the player sits who guesses.
    pub const fn seat(&self) -> Player {
        self.seat
    }

    /// Whether it is about this player's game.
    pub fn is_for(&self, seat: Player, own: Color) -> bool {
        (self.seat, self.own) == (seat, own)
    }

    /// A player put a tile there, of which each colour gained so much.
    pub fn observe(&mut self, mover: Player, gains: &[ColorGains], taken: PlaceIndex) {
        let own = color_index(self.own);
        if mover == self.seat {
            return;
        }
        for (habit, logs) in OpponentModel::ALL.iter().zip(&mut self.log_likelihoods) {
            for (color, log) in logs.iter_mut().enumerate() {
                if color != own {
                    *log += habit.log_likelihood(gains, taken, color, own);
                }
            }
        }
    }

    /// The colours that he may well have, with their chances, the likeliest first.
    pub fn likely_colors(&self) -> Vec<(Color, f64)> {
        let chances = Color::ALL.into_iter().zip(posterior(&self.log_likelihoods));
        let mut likely: Vec<_> = chances
            .filter(|(_, chance)| *chance > MIN_PROBABILITY)
            .collect();
        let sum: f64 = likely.iter().map(|(_, chance)| chance).sum();
        for (_, chance) in &mut likely {
            *chance /= sum;
        }
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        likely
    }
}

/// Chances of the colours by the logarithms of likelihoods, whatever the habit.
fn posterior(logs: &[[f64; 6]]) -> [f64; 6] {
    let most = logs.iter().flatten().copied();
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    let mut weights = [0.0; 6];
    for logs in logs {
        for (weight, log) in weights.iter_mut().zip(logs) {
            *weight += (log - most).exp();
        }
    }
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

/// What each colour gains at each place of a tile.
pub fn color_gains(
    kernel: Kernel,
    sight: &mut EvalWorkspace,
    weights: &CellWeights,
    before: &Position,
    tile: Tile,
) -> Vec<ColorGains> {
    let dots = Color::ALL.map(|color| TilePattern::of_tile(tile, [color; 2]).0[0]);
    color_boards(before).color_gains(kernel, sight, weights, dots)
}

/// A position's board in all its colours.
fn color_boards(position: &Position) -> ColorBoards {
    let mut shades = ColorBoards::default();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        let board = Bitboard::from_position(position, [color; 2]);
        shades.occupied = board.occupied;
        shades.color_dots[number] = board.player_dots[0];
    }
    shades
}

/// From 0.
fn color_index(color: Color) -> usize {
    usize::from(color.number() - 1)
}
