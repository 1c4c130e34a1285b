//! The brain's board: whose stones stand where, seen by the player to act.

use super::bitboard::BitboardWord;
use crate::games::clobber::{Move, Position, Square};

/// The stones of the player to act and the opponent's. It knows neither colours nor the board's
/// size: an empty square is as good as none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Stones<B> {
    /// Of the player to act.
    pub own: B,
    /// Of the other.
    pub other: B,
}

/// Two neighbouring squares with different stones: one move of either side. The player to act
/// moves the own one onto the other.
pub type StonePair<B> = B;

impl<B: BitboardWord> Stones<B> {
    /// What the player to act sees; `None` if the board is too large for the word.
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

    /// Every stone.
    #[inline]
    pub fn all(self) -> B {
        self.own | self.other
    }

    /// The pairs side by side, each by its square further right, and the pairs one above the
    /// other, each by its upper square.
    #[inline]
    pub fn pairs(self) -> [B; 2] {
        let Self { own, other } = self;
        [
            own & other.east() | other & own.east(),
            own & other.up(1) | other & own.up(1),
        ]
    }

    /// How many moves either side has.
    #[inline]
    pub fn count_moves(self) -> u32 {
        let [beside, above] = self.pairs();
        beside.count() + above.count()
    }

    /// Whether the game is over: the player to act has lost.
    #[inline]
    pub fn is_over(self) -> bool {
        let [beside, above] = self.pairs();
        (beside | above).is_empty()
    }

    /// The position after the player to act used a pair, seen by the other.
    #[inline]
    #[must_use]
    pub fn after(self, pair: StonePair<B>) -> Self {
        Self {
            own: self.other & !pair,
            other: self.own ^ pair,
        }
    }

    /// The same stones seen by the other player.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
        }
    }

    /// Both players' stones turned or mirrored in the same way.
    #[inline]
    #[must_use]
    pub fn map(self, image: impl Fn(B) -> B) -> Self {
        Self {
            own: image(self.own),
            other: image(self.other),
        }
    }

    /// The stones on some squares alone.
    #[inline]
    #[must_use]
    pub fn within(self, squares: B) -> Self {
        self.map(|stones| stones & squares)
    }

    /// Hands every pair to `each`: side by side first, then one above the other, lowest first.
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

    /// The rules' move that a pair stands for.
    pub fn move_of_pair(self, pair: StonePair<B>) -> Move {
        Move {
            from: square_of_bit(pair & self.own),
            to: square_of_bit(pair & self.other),
        }
    }

    /// The pair that a move uses; none if it is no move here.
    pub fn pair_of_move(self, mv: Move) -> Option<StonePair<B>> {
        let mut found = None;
        self.for_each_pair(|pair| {
            if self.move_of_pair(pair) == mv {
                found = Some(pair);
            }
        });
        found
    }
}

/// The one square of a set.
fn square_of_bit<B: BitboardWord>(set: B) -> Square {
    let at = set.lowest_index();
    let part = |n: u32| u8::try_from(n).unwrap_or(0);
    Square::new(part(at % B::STRIDE), part(at / B::STRIDE))
}
