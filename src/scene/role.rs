//! What the parts of a picture are.

/// Which of two kinds of stones: what a game calls white or black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// White.
    Light,
    /// Black.
    Dark,
}

/// What a part of a picture is, from which a [`Palette`](super::Palette) gets its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// What the board lies on.
    Page,
    /// The board.
    Board,
    /// Every other square of a chequered board.
    Shade,
    /// The edge of the board.
    Frame,
    /// Lines and dots of the board.
    Grid,
    /// A place where something could be, faint.
    Faint,
    /// Words.
    Text,
    /// Words and signs of less weight.
    Muted,
    /// Words and signs on the board itself.
    OnBoard,
    /// A stone.
    Stone(Tone),
    /// The edge of a stone.
    Edge(Tone),
    /// A stone that could come; what lies below is seen through it.
    Ghost(Tone),
    /// What joins stones that count together.
    Bond(Tone),
    /// A sign on a stone.
    OnStone(Tone),
    /// What belongs to a player in a game without stones, and in charts.
    Side(usize),
    /// The last act.
    LastMove,
    /// The way that the last act took; other things are seen through it.
    Trail,
    /// What sets a line apart from what lies below it.
    Halo,
    /// An act that could come.
    Preview,
    /// Where an act that could come would reach; other things are seen through it.
    Aim,
    /// Something won, something done well.
    Good,
    /// Something lost, something refused.
    Bad,
    /// A closed region, the greater the number the larger it is; from 1.
    Zone(u8),
    /// Words on a closed region.
    OnZone(u8),
    /// One of six kinds of things, 1 to 6: red, yellow, green, cyan, blue, magenta.
    Ink(u8),
    /// Words on one of the six.
    OnInk(u8),
}

impl Role {
    /// The role of words and signs that stand on something of this role.
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
