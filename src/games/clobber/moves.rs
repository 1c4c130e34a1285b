//! Squares and moves.

/// A square: `x` counts columns from the left and `y` rows from the bottom, both from 0.
/// Held as `16 y + x`, so that neighbours differ by 1 or 16 on a board of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square(u8);

impl Square {
    /// The square in column `x`, row `y`, both below 16.
    pub const fn new(x: u8, y: u8) -> Self {
        Self(y << 4 | x)
    }

    /// `16 y + x`.
    pub(super) const fn index(self) -> u8 {
        self.0
    }

    /// Column from the left, from 0.
    pub const fn x(self) -> u8 {
        self.0 & 15
    }

    /// Row from the bottom, from 0.
    pub const fn y(self) -> u8 {
        self.0 >> 4
    }

    /// Whether the two squares share a side.
    pub const fn touches(self, other: Self) -> bool {
        let apart = self.0.abs_diff(other.0);
        // Not `||`: which way a stone goes, no processor can foresee.
        let beside = apart == 1;
        let above = apart == 16;
        beside | above
    }
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.x()), self.y() + 1)
    }
}

/// A stone's way from one square onto the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the stone stands.
    pub from: Square,
    /// Which stone it takes.
    pub to: Square,
}
