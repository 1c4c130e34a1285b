//! The Clobber position and the rules for moving in it.

use super::moves::{Move, Square};
use super::result::{self, Violation};
use crate::contract::{self, Actor, Faults, NoChance, Outcome, Player, hash_words};

/// A set of squares as a bitboard of 16x16 bits.
///
/// Row `y` is the 16 bits of `set[y / 4]` from bit `16 (y % 4)` on, and column `x` is bit `x` of
/// the row, so [`Square::index`] is also the bit index. Columns from 10 on are always empty, so a
/// shift never carries a stone into the next row. Ten rows need only three words; the fourth gives
/// every square that can be spelled its own bit, which saves a bounds check.
type SquareSet = [u64; 4];

/// The stones on a board of up to 10x10 squares, and the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones of White and of Black.
    stones: [SquareSet; 2],
    to_move: Player,
    width: u8,
    height: u8,
}

impl Position {
    /// Creates the full board of the given size, each side clamped to 2 to 10, White to move.
    ///
    /// Every stone is on a square of its own colour; a1 is black.
    pub fn full(width: u32, height: u32) -> Self {
        let (width, height) = (clamp_size(width), clamp_size(height));
        let mut position = Self::empty(width, height, Player::First);
        let row = (1u64 << width) - 1;
        for y in 0..height {
            // White occupies the squares whose column and row add up to an odd number.
            let white = if y % 2 == 0 {
                0xaaaa & row
            } else {
                0x5555 & row
            };
            let (word, shift) = (usize::from(y / 4), 16 * (y % 4));
            position.stones[Player::First.index()][word] |= white << shift;
            position.stones[Player::Second.index()][word] |= (row ^ white) << shift;
        }
        position
    }

    pub(super) const fn empty(width: u8, height: u8, to_move: Player) -> Self {
        Self {
            stones: [[0; 4]; 2],
            to_move,
            width,
            height,
        }
    }

    pub(super) fn place_stone(&mut self, square: Square, owner: Player) {
        toggle(&mut self.stones[owner.index()], square);
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// Returns the player to move, who has lost if no move is left.
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// Returns the owner of the stone on a square, or `None` if the square is empty.
    pub fn stone(&self, square: Square) -> Option<Player> {
        Player::ALL
            .into_iter()
            .find(|player| contains(&self.stones[player.index()], square))
    }

    /// Returns a player's stones: square by square, the bit of [`Square::index`].
    pub(super) const fn stones_of(&self, player: Player) -> &[u64; 4] {
        &self.stones[player.index()]
    }

    /// Returns the share of empty squares, 0 to 1.
    pub fn empty_share(&self) -> f64 {
        let stones: u32 = self
            .stones
            .iter()
            .flatten()
            .map(|word| word.count_ones())
            .sum();
        1.0 - f64::from(stones) / f64::from(u32::from(self.width) * u32::from(self.height)).max(1.0)
    }

    /// Counts the legal moves of the player to move.
    pub fn count_moves(&self) -> u32 {
        let mut count = 0;
        contract::Rules::legal_moves(self, &mut |_| count += 1);
        count
    }

    const fn is_on_board(&self, square: Square) -> bool {
        square.x() < self.width && square.y() < self.height
    }

    #[cold]
    fn violation(&self, mv: Move) -> Violation {
        let Move { from, to } = mv;
        if let Some(off) = [from, to]
            .into_iter()
            .find(|square| !self.is_on_board(*square))
        {
            return Violation::OffBoard(off, self.width, self.height);
        }
        match (self.stone(from), self.stone(to)) {
            (None, _) => Violation::Empty(from),
            (Some(owner), _) if owner != self.to_move => Violation::NotYours(from),
            _ if !from.touches(to) => Violation::NotAdjacent(from, to),
            (_, None) => Violation::NothingToTake(to),
            _ => Violation::OwnStone(to),
        }
    }
}

const fn contains(set: &SquareSet, square: Square) -> bool {
    set[(square.index() >> 6) as usize] >> (square.index() & 63) & 1 != 0
}

const fn toggle(set: &mut SquareSet, square: Square) {
    set[(square.index() >> 6) as usize] ^= 1 << (square.index() & 63);
}

fn clamp_size(size: u32) -> u8 {
    u8::try_from(size.clamp(2, 10)).expect("at most 10")
}

impl contract::Rules for Position {
    type Move = Move;
    type Chance = NoChance;
    type Violation = Violation;

    fn actor(&self) -> Actor {
        Actor::Player(self.to_move)
    }

    fn is_over(&self) -> bool {
        let [white, black] = &self.stones;
        let touching = |a: &SquareSet, b: &SquareSet| {
            (0..3).any(|word| {
                let above = b[word] >> 16 | b[word + 1] << 48;
                a[word] & (b[word] >> 1 | above) != 0
            })
        };
        !touching(white, black) && !touching(black, white)
    }

    #[inline]
    fn check(&self, mv: &Move) -> Result<(), Violation> {
        // No bounds check: there are no stones off the board. `&` rather than `&&`: the direction
        // of a move is unpredictable, so a branch would often be mispredicted.
        let legal = mv.from.touches(mv.to)
            & contains(&self.stones[self.to_move.index()], mv.from)
            & contains(&self.stones[self.to_move.opponent().index()], mv.to);
        if legal {
            Ok(())
        } else {
            Err(self.violation(*mv))
        }
    }

    #[inline]
    fn apply(&mut self, mv: &Move) {
        let own_stones = &mut self.stones[self.to_move.index()];
        toggle(own_stones, mv.from);
        toggle(own_stones, mv.to);
        toggle(&mut self.stones[self.to_move.opponent().index()], mv.to);
        self.to_move = self.to_move.opponent();
    }

    fn apply_chance(&mut self, chance: &NoChance) {
        match *chance {}
    }

    fn legal_moves(&self, each: &mut impl FnMut(Move)) {
        for y in 0..self.height {
            for x in 0..self.width {
                let from = Square::new(x, y);
                let targets = [
                    (x > 0).then(|| Square::new(x - 1, y)),
                    (x + 1 < self.width).then(|| Square::new(x + 1, y)),
                    (y > 0).then(|| Square::new(x, y - 1)),
                    (y + 1 < self.height).then(|| Square::new(x, y + 1)),
                ];
                for to in targets.into_iter().flatten() {
                    let mv = Move { from, to };
                    if contract::Rules::check(self, &mv).is_ok() {
                        each(mv);
                    }
                }
            }
        }
    }

    fn chance_outcomes(&self, _each: &mut impl FnMut(NoChance)) {}

    fn key(&self) -> u64 {
        let rest =
            u64::from(self.width) << 16 | u64::from(self.height) << 8 | self.to_move.index() as u64;
        hash_words(self.stones.into_iter().flatten().chain([rest]))
    }

    fn outcome(&self, failed: Faults) -> Outcome {
        result::outcome(|| self.is_over().then_some(self.to_move), failed)
    }
}

impl contract::Position for Position {}
