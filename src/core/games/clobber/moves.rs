//! The squares and moves of Clobber.

/// A square, by its column `x` from the left and its row `y` from the bottom, both from 0.
///
/// Stored as `16 y + x`, so that neighbours differ by 1 or 16 on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// Creates the square in column `x` and row `y`, both below 16.
    pub const fn new(x: u8, y: u8) -> Self {
        Self(y << 4 | x)
    }

    /// Returns the index of the square, `16 y + x`.
    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// Returns the column, counted from 0 at the left.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Returns the row, counted from 0 at the bottom.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Reports whether the two squares share a side.
    pub const fn touches(self, other: Self) -> bool {
        let distance = self.0.abs_diff(other.0);
        // `|` rather than `||`: the direction of a move is unpredictable, so a branch would often
        // be mispredicted.
        let beside = distance == 1;
        let above = distance == 16;
        beside | above
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// A move of a stone onto an adjacent enemy stone, which it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The square that the stone leaves.
    pub from: Square,
    /// The square of the captured stone.
    pub to: Square,
}
