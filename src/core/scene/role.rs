//! The roles of the parts of a picture.

/// One of two kinds of stones, which a game calls white and black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// White.
    Light,
    /// Black.
    Dark,
}

/// The meaning of a part of a picture, from which a [`Palette`](super::Palette) derives its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The page behind the board.
    Page,
    /// The board.
    Board,
    /// Every other square of a chequered board.
    Shade,
    /// The edge of the board.
    Frame,
    /// Lines and dots of the board.
    Grid,
    /// A faint mark where something could be.
    Faint,
    /// Text on the page.
    Text,
    /// Less important text and symbols.
    Muted,
    /// Text and symbols on the board.
    OnBoard,
    /// The name of a column or a row beside the board.
    Coordinate,
    /// A stone.
    Stone(Tone),
    /// The edge of a stone.
    Edge(Tone),
    /// A stone that could be placed; translucent.
    Ghost(Tone),
    /// A connection between stones that count together.
    Bond(Tone),
    /// Text and symbols on a stone.
    OnStone(Tone),
    /// Something that belongs to a player (0 or 1), in games without stones and in charts.
    Side(usize),
    /// The last step.
    LastMove,
    /// The path of the last step; translucent.
    Trail,
    /// The halo that sets a line apart from what is below it.
    Halo,
    /// A step that could be made.
    Preview,
    /// A mark of the user in one of four colours: 0 blue, 1 green, 2 red, 3 yellow.
    Mark(u8),
    /// The area that a step that could be made would affect; translucent.
    Aim,
    /// Something gained or done well.
    Good,
    /// Something illegal, and a fault.
    Bad,
    /// A slightly worse move.
    Inaccuracy,
    /// A worse move.
    Mistake,
    /// A much worse move.
    Blunder,
    /// A closed region of this size, from 1.
    Zone(u8),
    /// Text on a closed region of this size.
    OnZone(u8),
    /// One of six kinds of things, 1 to 6: red, yellow, green, cyan, blue, magenta.
    Ink(u8),
    /// Text on one of the six kinds of things.
    OnInk(u8),
}

impl Role {
    /// Returns the role of text and symbols on something of this role.
    #[must_use]
    pub const fn on(self) -> Self {
        match self {
            Self::Stone(tone) | Self::Ghost(tone) | Self::Bond(tone) => Self::OnStone(tone),
            Self::Zone(size) => Self::OnZone(size),
            Self::Ink(kind) => Self::OnInk(kind),
            Self::Board | Self::Shade => Self::OnBoard,
            Self::Page => Self::Text,
            _ => Self::Page,
        }
    }
}
