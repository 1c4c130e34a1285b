//! The engine's board: the stones of both players, from the view of the player to move.

use super::bitboard::BitboardWord;
use crate::games::clobber::{Move, Position, Square};

/// The stones of the player to move and of the opponent.
///
/// Neither the colours nor the board's size are stored: an empty square is equivalent to one off
/// the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Stones<B> {
    /// The stones of the player to move.
    pub own: B,
    /// The stones of the opponent.
    pub other: B,
}

/// Two adjacent squares with stones of different owners, which are one move of either side.
///
/// The player to move moves their own stone onto the other.
pub type StonePair<B> = B;

impl<B: BitboardWord> Stones<B> {
    /// Converts a position; `None` if the board is too large for the word.
    pub fn from_position(position: &Position) -> Option<Self> {
        if position.width() > B::MAX_SIDE || position.height() > B::MAX_SIDE {
            return None;
        }
        let mut stones = Self::default();
        for y in 0..position.height() {
            for x in 0..position.width() {
                let bit = B::bit(u32::from(y) * B::STRIDE + u32::from(x));
                match position.stone(Square::new(x, y)) {
                    Some(owner) if owner == position.to_move() => stones.own = stones.own | bit,
                    Some(_) => stones.other = stones.other | bit,
                    None => {}
                }
            }
        }
        Some(stones)
    }

    /// Returns the stones of both players.
    #[inline]
    pub fn all(self) -> B {
        self.own | self.other
    }

    /// Returns the horizontal pairs, each as its right square, and the vertical pairs, each as its
    /// upper square.
    #[inline]
    pub fn pairs(self) -> [B; 2] {
        let Self { own, other } = self;
        [
            own & other.east() | other & own.east(),
            own & other.up(1) | other & own.up(1),
        ]
    }

    /// Counts the moves, of which both sides have the same number.
    #[inline]
    pub fn count_moves(self) -> u32 {
        let [beside, above] = self.pairs();
        beside.count() + above.count()
    }

    /// Reports whether the game is over, and thus lost for the player to move.
    #[inline]
    pub fn is_over(self) -> bool {
        let [beside, above] = self.pairs();
        (beside | above).is_empty()
    }

    /// Returns the position after a move, from the opponent's view.
    #[inline]
    #[must_use]
    pub fn after(self, pair: StonePair<B>) -> Self {
        Self {
            own: self.other & !pair,
            other: self.own ^ pair,
        }
    }

    /// Returns these stones from the other player's view.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// Applies a mapping, such as a rotation, to the stones of both players.
    #[inline]
    #[must_use]
    pub fn map(self, image: impl Fn(B) -> B) -> Self {
        Self {
            own: image(self.own),
            other: image(self.other),
        }
    }

    /// Returns only the stones on the given squares.
    #[inline]
    #[must_use]
    pub fn within(self, squares: B) -> Self {
        self.map(|stones| stones & squares)
    }

    /// Calls `each` with every pair, horizontal ones first, each kind in ascending order.
    #[inline]
    pub fn for_each_pair(self, mut each: impl FnMut(StonePair<B>)) {
        let [mut beside, mut above] = self.pairs();
        while !beside.is_empty() {
            let upper = beside & !beside.without_lowest();
            each(upper | upper.left(1));
            beside = beside.without_lowest();
        }
        while !above.is_empty() {
            let upper = above & !above.without_lowest();
            each(upper | upper.down(1));
            above = above.without_lowest();
        }
    }

    /// Converts a pair to a move of the game.
    pub fn move_of_pair(self, pair: StonePair<B>) -> Move {
        Move {
            from: square_of_bit(pair & self.own),
            to: square_of_bit(pair & self.other),
        }
    }

    /// Converts a move to a pair; `None` if it is illegal here.
    pub fn pair_of_move(self, mv: Move) -> Option<StonePair<B>> {
        let mut matching = None;
        self.for_each_pair(|pair| {
            if self.move_of_pair(pair) == mv {
                matching = Some(pair);
            }
        });
        matching
    }
}

/// Returns the only square of a set.
fn square_of_bit<B: BitboardWord>(set: B) -> Square {
    let index = set.lowest_index();
    let coordinate = |n: u32| u8::try_from(n).unwrap_or(0);
    Square::new(coordinate(index % B::STRIDE), coordinate(index / B::STRIDE))
}
