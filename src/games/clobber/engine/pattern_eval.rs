//! Who is likelier to win, at a glance at the whole board.
//!
//! Every stone with its eight neighbours has a weight; their sum, and what the turn is worth, make
//! the chance to win. The weights are learned from the ends of the engine's games against itself
//! (`tests/core/lab/clobber/pattern_eval_fit.rs`). On 1 290 games that they were not learned from,
//! before the first proof, a glance told of two positions which one was won in 73 % of the cases;
//! weights fitted to the atomic weights of small components told it in 67 %, and the search that
//! used those and 640 random games in 72 %.

use super::bitboard::BitboardWord;
use super::patterns::{self, LOGIT_SCALE, PatternWeights, digit_value, pattern_weight};
use super::stones::{StonePair, Stones};

/// The weight of a stone by its pattern, for the player to act, in [`PARTS`]. What is one player's
/// gain is the other's loss: a pattern with the colours exchanged has the opposite weight.
static WEIGHTS: &PatternWeights = include_bytes!("pattern_eval.bin");
/// What the turn is worth, in the same parts.
pub const TEMPO: i32 = 32;

/// A row of the board from the next; the board has an empty square on each side.
const STRIDE: i32 = 16;

/// By direction of the move: the squares whose patterns it changes, by how far they are from the
/// square it starts from, and by how much their patterns fall. Both squares of a move lose one: an
/// own stone (1) leaves, and one of the other's (2) becomes an own one.
static PATTERN_DECREMENTS: [[(u8, u16); 12]; 4] = [
    pattern_decrements(1, 0),
    pattern_decrements(-1, 0),
    pattern_decrements(0, 1),
    pattern_decrements(0, -1),
];

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of squares, counted around"
)]
const fn pattern_decrements(columns: i32, rows: i32) -> [(u8, u16); 12] {
    let (mut all, mut count) = ([(0, 0); 12], 0);
    let mut y = -2;
    while y <= 2 {
        let mut x = -2;
        while x <= 2 {
            let fall = digit_value(-x, -y) + digit_value(columns - x, rows - y);
            if fall != 0 {
                all[count] = ((STRIDE * y + x) as u8, fall);
                count += 1;
            }
            x += 1;
        }
        y += 1;
    }
    all
}

/// What is seen of a position.
#[derive(Clone, Debug)]
pub struct PatternEval {
    /// The pattern of each stone, 0 where none is.
    patterns: [u16; 256],
    /// The sum of the weights.
    lead: i32,
}

impl PatternEval {
    /// Looks at a position.
    pub fn new<B: BitboardWord>(stones: Stones<B>) -> Self {
        let (mut all, mut lead) = ([0; 256], 0);
        patterns::for_each_pattern(stones, |x, y, pattern| {
            all[STRIDE as usize * (y + 1) + x + 1] = pattern;
            lead += pattern_weight(WEIGHTS, pattern);
        });
        Self {
            patterns: all,
            lead,
        }
    }

    /// By how much the player to act leads.
    pub const fn lead(&self) -> i32 {
        self.lead
    }

    /// By how much he leads after he has used a pair: as if looked at anew, with a fraction of the
    /// work.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the word's squares, and directions, are few"
    )]
    pub fn lead_after<B: BitboardWord>(&self, stones: Stones<B>, pair: StonePair<B>) -> i32 {
        let (from, to) = (
            (pair & stones.own).lowest_index(),
            (pair & stones.other).lowest_index(),
        );
        let is_upright = from.abs_diff(to) > 1;
        let way = 2 * usize::from(is_upright) + usize::from(to < from);
        let (x, y) = (from % B::STRIDE, from / B::STRIDE);
        let from = (STRIDE as u32 * (y + 1) + x + 1) as u8;
        let mut lead = self.lead;
        for (offset, fall) in &PATTERN_DECREMENTS[way] {
            let pattern = self.patterns[usize::from(from.wrapping_add(*offset))];
            // Where no stone is, none will be.
            let after = if pattern == 0 { 0 } else { pattern - fall };
            lead += pattern_weight(WEIGHTS, after) - pattern_weight(WEIGHTS, pattern);
        }
        lead
    }
}

/// The chance to win of the player to act who leads by so much.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "far below 2^24")]
pub fn win_probability(lead: i32) -> f32 {
    1.0 / (1.0 + (-((lead + TEMPO) as f32) / LOGIT_SCALE as f32).exp())
}
