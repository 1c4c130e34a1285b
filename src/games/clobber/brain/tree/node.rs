//! What the tree knows of a position.

use crate::games::clobber::brain::bits::Bits;
use crate::games::clobber::brain::stones::Pair;

/// Who wins, if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is not.
    Open,
    /// The player to act.
    Won,
    /// The other.
    Lost,
}

impl Proof {
    /// By whether the player to act wins.
    pub const fn of(is_won: bool) -> Self {
        if is_won { Self::Won } else { Self::Lost }
    }
}

/// A position in the tree, and the move that leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    first_child: u32,
    /// How often the search went through it.
    pub visits: u32,
    /// The sum of what they found: chances to win of the player who moved here.
    pub wins: f32,
    /// How good the move looks at a glance: a chance to win.
    pub sight: f32,
    /// The move: twice the pair's upper or right square, and one if the pair is upright.
    code: u8,
    children: u8,
    /// Who wins here.
    pub proof: Proof,
    /// How often the solver was asked.
    pub asked: u8,
}

impl Node {
    /// A position that nobody has been to.
    pub const fn new(code: u8) -> Self {
        Self {
            first_child: 0,
            visits: 0,
            wins: 0.0,
            sight: 0.5,
            code,
            children: 0,
            proof: Proof::Open,
            asked: 0,
        }
    }

    /// The nodes of the given moves, which are to stand one after the other.
    pub fn each_of<B: Bits>(pairs: [B; 2], each: &mut impl FnMut(Self)) {
        for (upright, mut left) in (0..).zip(pairs) {
            while !left.is_empty() {
                let code = u8::try_from(2 * left.lowest() + upright).unwrap_or(0);
                each(Self::new(code));
                left = left.rest();
            }
        }
    }

    /// The pair that the move to this node uses.
    #[inline]
    pub fn pair<B: Bits>(&self) -> Pair<B> {
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
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.children)
    }

    /// Opens it.
    pub fn open(&mut self, first: usize, count: u32) {
        self.first_child = u32::try_from(first).unwrap_or(0);
        self.children = u8::try_from(count).unwrap_or(0);
    }

    /// The share of wins of the player who moved here; of a node that was visited.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "a mean of samples")]
    pub fn mean(&self) -> f32 {
        self.wins / self.visits as f32
    }
}
