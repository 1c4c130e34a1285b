//! The nodes of the search tree.

use crate::games::clobber::engine::bitboard::BitboardWord;
use crate::games::clobber::engine::stones::StonePair;
use crate::search::{Bounds, formulas};

/// The proven result of a position, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofState {
    /// The result is not proven.
    Unproven,
    /// The player to move wins.
    Won,
    /// The player to move loses.
    Lost,
}

impl ProofState {
    /// Creates the state of a proven position from whether the player to move wins.
    pub const fn from_result(is_won: bool) -> Self {
        if is_won { Self::Won } else { Self::Lost }
    }

    /// Returns the bounds of the result for the player to move.
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
    /// The number of simulations through the node.
    pub visits: u32,
    /// The sum of their results: win probabilities of the player who moved here.
    pub value_sum: f32,
    /// The prior win probability of the player who moved here.
    pub prior: f32,
    /// The move: twice the index of the pair's upper or right square, plus one if it is vertical.
    code: u8,
    child_count: u8,
    /// The proven result of the position.
    pub proof: ProofState,
    /// The number of calls to the solver.
    pub solve_attempts: u8,
}

impl ClobberNode {
    /// Creates an unvisited node.
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

    /// Calls `each` with a new node for every move, given as horizontal and vertical pairs.
    pub fn for_each_move<B: BitboardWord>(pairs: [B; 2], each: &mut impl FnMut(Self)) {
        for (orientation, mut left) in (0..).zip(pairs) {
            while !left.is_empty() {
                let code = u8::try_from(2 * left.lowest_index() + orientation).unwrap_or(0);
                each(Self::new(code));
                left = left.without_lowest();
            }
        }
    }

    /// Returns the pair of the move that leads to this node.
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

    /// Returns the indices of the children, an empty range before the node is expanded.
    #[inline]
    pub fn child_range(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.child_count)
    }

    /// Sets the range of the children.
    pub fn set_children(&mut self, first: usize, count: u32) {
        self.first_child = u32::try_from(first).unwrap_or(0);
        self.child_count = u8::try_from(count).unwrap_or(0);
    }

    /// Returns the mean win probability of the player who moved here, 0.5 without visits.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "a mean of samples")]
    pub fn mean_value(&self) -> f32 {
        formulas::mean_value(self.value_sum, self.visits as f32)
    }
}

// The memory of a search tree.

/// Memory for nodes that is reused from tree to tree.
///
/// It is reserved at once, which costs nothing until it is used, because a vector that grows is
/// copied: for a million nodes this takes 10 ms, or 30 ms on a busy machine, of a turn of 150 ms.
/// It is kept between searches, because freeing it takes another 2 ms.
#[derive(Default)]
pub struct NodeArena {
    pub(super) nodes: Vec<ClobberNode>,
    /// The largest number of nodes.
    pub(super) max_nodes: usize,
}

impl NodeArena {
    /// Creates an arena of at most about `bytes` bytes, but of 512 nodes at least.
    pub fn new(bytes: usize) -> Self {
        let max_nodes = (bytes / size_of::<ClobberNode>()).max(512);
        let mut nodes = Vec::new();
        // If this much memory cannot be reserved, the vector grows as far as it can.
        let _ = nodes.try_reserve_exact(max_nodes);
        Self { nodes, max_nodes }
    }
}
