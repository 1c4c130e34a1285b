//! What the tree knows of a position.

use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::StonePair;
use crate::search::{Bounds, formulas};

/// Who wins, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofState {
    /// It is not.
    Unproven,
    /// The player to act.
    Won,
    /// The other.
    Lost,
}

impl ProofState {
    /// By whether the player to act wins.
    pub const fn from_result(is_won: bool) -> Self {
        if is_won { Self::Won } else { Self::Lost }
    }

    /// Returns the bounds of the result for the player to act.
    pub fn bounds(self) -> Bounds {
        Bounds::from_win(match self {
            Self::Unproven => None,
            Self::Won => Some(true),
            Self::Lost => Some(false),
        })
    }
}

/// A position in the tree, and the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct ClobberNode {
    first_child: u32,
    /// How often the search went through it.
    pub visits: u32,
    /// The sum of what they found: chances to win of the player who moved here.
    pub value_sum: f32,
    /// How good the move looks at a glance: a chance to win.
    pub prior: f32,
    /// The move: twice the pair's upper or right square, and one if the pair is upright.
    code: u8,
    child_count: u8,
    /// Who wins here.
    pub proof: ProofState,
    /// How often the solver was asked.
    pub solve_attempts: u8,
}

impl ClobberNode {
    /// A position that nobody has been to.
    pub const fn new(code: u8) -> Self {
        Self {
            first_child: 0,
            visits: 0,
            value_sum: 0.0,
            prior: 0.5,
            code,
            child_count: 0,
            proof: ProofState::Unproven,
            solve_attempts: 0,
        }
    }

    /// The nodes of the given moves, which are to stand one after the other.
    pub fn for_each_move<B: BitboardWord>(pairs: [B; 2], each: &mut impl FnMut(Self)) {
        for (upright, mut left) in (0..).zip(pairs) {
            while !left.is_empty() {
                let code = u8::try_from(2 * left.lowest_index() + upright).unwrap_or(0);
                each(Self::new(code));
                left = left.without_lowest();
            }
        }
    }

    /// The pair that the move to this node uses.
    #[inline]
    pub fn pair<B: BitboardWord>(&self) -> StonePair<B> {
        let upper = B::bit(u32::from(self.code / 2));
        let lower = if self.code % 2 == 1 {
            upper.down(1)
        } else {
            upper.left(1)
        };
        upper | lower
    }

    /// The numbers of its children; none before it was opened.
    #[inline]
    pub fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }

    /// Opens it.
    pub fn set_children(&mut self, first: usize, count: u32) {
        self.first_child = u32::try_from(first).unwrap_or(0);
        self.child_count = u8::try_from(count).unwrap_or(0);
    }

    /// Returns the mean chance to win of the player who moved here, 0.5 without visits.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "a mean of samples")]
    pub fn mean_value(&self) -> f32 {
        formulas::mean_value(self.value_sum, self.visits as f32)
    }
}
