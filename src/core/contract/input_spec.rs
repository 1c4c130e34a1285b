//! The input that a game needs besides clicking squares, as plain data.

/// The input that a user interface must offer besides clicking squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputSpec {
    /// The moves that are not on the board: for each, the id to pick and the label of its button.
    pub buttons: &'static [(&'static str, &'static str)],
    /// The label of the toggle for [`MoveInput::modifier`] (`Claim the win`).
    ///
    /// [`MoveInput::modifier`]: super::MoveInput::modifier
    pub modifier: Option<&'static str>,
    /// The number of orientations of a piece; [`MoveInput::rotation`] counts modulo this.
    ///
    /// [`MoveInput::rotation`]: super::MoveInput::rotation
    pub rotations: u8,
    /// The values that [`MoveInput::chance`] accepts (`a tile: the digits 1 to 6, each once`).
    ///
    /// [`MoveInput::chance`]: super::MoveInput::chance
    pub chance: Option<&'static str>,
}

impl InputSpec {
    /// The input of a game in which clicking squares is enough.
    pub const SQUARES_ONLY: Self = Self {
        buttons: &[],
        modifier: None,
        rotations: 1,
        chance: None,
    };
}
