//! What a user interface must offer for a game, as plain data.

/// Input that a user interface must offer besides picking squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSpec {
    /// Moves that lie nowhere on the board: the id to pick, and the word for a button.
    pub buttons: &'static [(&'static str, &'static str)],
    /// What [`MoveInput::modifier`](super::MoveInput::modifier) means, for a button that stays down (`Claim the win`).
    pub modifier: Option<&'static str>,
    /// In how many directions a piece can lie: [`MoveInput::rotation`](super::MoveInput::rotation) counts modulo this.
    pub rotations: u8,
    /// What [`MoveInput::chance`](super::MoveInput::chance) takes (`a tile: the digits 1 to 6, each once`).
    pub chance: Option<&'static str>,
}

impl InputSpec {
    /// Spots are all there is.
    pub const SQUARES_ONLY: Self = Self {
        buttons: &[],
        modifier: None,
        rotations: 1,
        chance: None,
    };
}
