//! A static evaluation of the whole board by the 3x3 patterns around the stones.
//!
//! Every stone with its eight neighbours has a weight; the sum of the weights and the value of the
//! turn give the win probability. The weights are learned from the results of the engine's games
//! against itself (`pattern_eval.recipe.ron`, `src/lab/clobber/pattern_eval_fit.rs`). On 1 290 other games, before the
//! first proof, the evaluation ranked a won position above a lost one in 73 % of the pairs; weights
//! fitted to the atomic weights of small components did so in 67 %, and the search that used those
//! and 640 playouts in 72 %.

use super::bitboard::BitboardWord;
use super::patterns::{self, LOGIT_SCALE, PatternWeights, digit_value, pattern_weight};
use super::stones::{StonePair, Stones};

/// The weight of a stone by its pattern, for the player to move, in units of 1 / [`LOGIT_SCALE`].
///
/// One player's gain is the other's loss: a pattern with the colours exchanged has the opposite
/// weight.
static WEIGHTS: &PatternWeights = include_bytes!("pattern_eval.bin");
/// The value of the turn, in the units of the weights.
pub const TEMPO: i32 = 32;

/// The distance between vertically adjacent squares; the board has an empty border on each side.
const STRIDE: i32 = 16;

/// The squares whose patterns a move changes, by direction of the move.
///
/// Each square is an offset from the start of the move, with the amount by which its pattern's
/// number decreases. The digits of both squares of a move decrease by one: an own stone (1) leaves,
/// and an opponent's stone (2) becomes an own one.
static PATTERN_DECREMENTS: [[(u8, u16); 12]; 4] = [
    pattern_decrements(1, 0),
    pattern_decrements(-1, 0),
    pattern_decrements(0, 1),
    pattern_decrements(0, -1),
];

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "small offsets, meant to wrap around"
)]
const fn pattern_decrements(columns: i32, rows: i32) -> [(u8, u16); 12] {
    let (mut all, mut count) = ([(0, 0); 12], 0);
    let mut y = -2;
    while y <= 2 {
        let mut x = -2;
        while x <= 2 {
            let decrement = digit_value(-x, -y) + digit_value(columns - x, rows - y);
            if decrement != 0 {
                all[count] = ((STRIDE * y + x) as u8, decrement);
                count += 1;
            }
            x += 1;
        }
        y += 1;
    }
    all
}

/// The evaluation of a position, with the patterns it is made of.
#[derive(Clone, Debug)]
pub struct PatternEval {
    /// The pattern of each stone, 0 for an empty square.
    patterns: [u16; 256],
    /// The sum of the weights, for the player to move.
    lead: i32,
}

impl PatternEval {
    /// Evaluates a position.
    pub fn new<B: BitboardWord>(stones: Stones<B>) -> Self {
        let (mut patterns, mut lead) = ([0; 256], 0);
        patterns::for_each_pattern(stones, |x, y, pattern| {
            patterns[STRIDE as usize * (y + 1) + x + 1] = pattern;
            lead += pattern_weight(WEIGHTS, pattern);
        });
        Self { patterns, lead }
    }

    /// Returns the lead of the player to move, in units of 1 / [`LOGIT_SCALE`].
    pub const fn lead(&self) -> i32 {
        self.lead
    }

    /// Returns the lead of the player to move after their move, still from their view.
    ///
    /// The result equals a new evaluation, for a fraction of the work.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "square indices fit into a byte"
    )]
    pub fn lead_after<B: BitboardWord>(&self, stones: Stones<B>, pair: StonePair<B>) -> i32 {
        let (from, to) = (
            (pair & stones.own).lowest_index(),
            (pair & stones.other).lowest_index(),
        );
        let is_vertical = from.abs_diff(to) > 1;
        let direction = 2 * usize::from(is_vertical) + usize::from(to < from);
        let (x, y) = (from % B::STRIDE, from / B::STRIDE);
        let from = (STRIDE as u32 * (y + 1) + x + 1) as u8;
        let mut lead = self.lead;
        for (offset, decrement) in &PATTERN_DECREMENTS[direction] {
            let pattern = self.patterns[usize::from(from.wrapping_add(*offset))];
            // A move puts no stone on an empty square.
            let after = if pattern == 0 { 0 } else { pattern - decrement };
            lead += pattern_weight(WEIGHTS, after) - pattern_weight(WEIGHTS, pattern);
        }
        lead
    }
}

/// Returns the win probability (0 to 1) of the player to move with a given lead.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "far below 2^24")]
pub fn win_probability(lead: i32) -> f32 {
    1.0 / (1.0 + (-((lead + TEMPO) as f32) / LOGIT_SCALE as f32).exp())
}
