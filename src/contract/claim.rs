use serde::Serialize;

/// What a claim of the win beside a move is worth, in contest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Claim {
    /// The move makes it.
    pub made: bool,
    /// What it adds to a win.
    pub bonus: i32,
    /// What it takes from a loss.
    pub stake: i32,
}
