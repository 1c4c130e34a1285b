//! Which colour the opponent may have, by what his moves raise.
//!
//! For each colour that he may have, he is thought to choose places at random, those more often
//! that gain his colour more than the others. What he did then says how likely the colour is
//! (Bayes).

use super::habit::{Habit, Shades};
use super::kernel::{Kernel, Sight};
use super::report::place;
use super::weights::Weights;
use crate::contract::Player;
use crate::games::box_game::Position;
use crate::games::box_game::colors::Color;
use crate::games::box_game::moves::Placement;
use crate::games::box_game::tile::Tile;

/// Chances below this are as good as none, and cost time.
const LEAST: f64 = 0.02;

/// What is known of the opponent's colour.
#[derive(Clone, Debug)]
pub struct Guess {
    seat: Player,
    own: Color,
    /// Logarithms of the likelihoods, by colour.
    logs: [f64; 6],
}

impl Guess {
    /// Nothing known yet to the player who sits there and has this colour.
    pub fn new(seat: Player, own: Color) -> Self {
        let mut logs = [0.0; 6];
        logs[number(own)] = f64::NEG_INFINITY;
        Self { seat, own, logs }
    }

    /// Where the player sits who guesses.
    pub const fn seat(&self) -> Player {
        self.seat
    }

    /// Whether it is about this player's game.
    pub fn is_for(&self, seat: Player, own: Color) -> bool {
        (self.seat, self.own) == (seat, own)
    }

    /// The opponent put a tile somewhere.
    pub fn observe(
        &mut self,
        kernel: Kernel,
        sight: &mut Sight,
        weights: &Weights,
        before: &Position,
        tile: Tile,
        placement: Placement,
    ) {
        let shades = shades(before);
        let dots = Color::ALL.map(|color| super::pair(tile, [color; 2]).0[0]);
        let gains = shades.gains(kernel, sight, weights, dots);
        let taken = place(placement);
        let foe = number(self.own);
        for (color, log) in self.logs.iter_mut().enumerate() {
            if color != foe {
                *log += Habit::FITTED.likelihood(&gains, taken, color, foe);
            }
        }
    }

    /// The colours that he may well have, with their chances, the likeliest first.
    pub fn likely(&self) -> Vec<(Color, f64)> {
        let most = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = self.logs.map(|log| (log - most).exp());
        let sum: f64 = weights.iter().sum();
        let chances = Color::ALL
            .into_iter()
            .zip(weights.map(|weight| weight / sum));
        let mut likely: Vec<_> = chances.filter(|(_, chance)| *chance > LEAST).collect();
        let sum: f64 = likely.iter().map(|(_, chance)| chance).sum();
        for (_, chance) in &mut likely {
            *chance /= sum;
        }
        likely.sort_by(|a, b| b.1.total_cmp(&a.1));
        likely
    }
}

/// A position's board in all its colours.
fn shades(position: &Position) -> Shades {
    let mut shades = Shades::default();
    for (number, color) in Color::ALL.into_iter().enumerate() {
        let board = super::board(position, [color; 2]);
        shades.taken = board.taken;
        shades.marks[number] = board.marks[0];
    }
    shades
}

/// From 0.
fn number(color: Color) -> usize {
    usize::from(color.number() - 1)
}
