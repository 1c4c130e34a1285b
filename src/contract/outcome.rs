use super::Player;
use serde::{Deserialize, Serialize};

/// Who won, or that nobody did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Winner {
    /// The player who moves first.
    First,
    /// The other one.
    Second,
    /// Nobody.
    Draw,
}

impl Winner {
    /// The winner by a comparison of two numbers of the same kind.
    pub fn of(pair: [i32; 2]) -> Self {
        match pair[0].cmp(&pair[1]) {
            std::cmp::Ordering::Greater => Self::First,
            std::cmp::Ordering::Less => Self::Second,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// The player who won; `None` for a draw.
    pub const fn player(self) -> Option<Player> {
        match self {
            Self::First => Some(Player::First),
            Self::Second => Some(Player::Second),
            Self::Draw => None,
        }
    }
}

impl From<Player> for Winner {
    fn from(player: Player) -> Self {
        match player {
            Player::First => Self::First,
            Player::Second => Self::Second,
        }
    }
}

/// The ways in which a program fails a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Fault {
    /// A move that breaks a rule, or text that is no move.
    Illegal,
    /// Out of time.
    Timeout,
    /// The program ended with a signal or an error.
    Crash,
    /// The program ended by itself, or was stopped.
    Exit,
    /// The jury took over, and the log does not say why.
    Jury,
}

/// Which players failed: `[first, second]`.
pub type Faults = [bool; 2];

/// What a game gives both players, each pair as `[first, second]`, as the contest counts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Who won; `None` while that is open.
    pub winner: Option<Winner>,
    /// The game's own points (2x2 squares, captures, squares of the secret colour), the running
    /// tally in a game that is not over; `None` where the game counts none or cannot yet.
    pub scores: Option<[i32; 2]>,
    /// Contest points: what the contest's table adds up.
    pub points: Option<[i32; 2]>,
    /// Game points (3-0, 2-0, 1-1), in contests that have them beside the contest points.
    pub game_points: Option<[i32; 2]>,
}

/// What a contest's table adds up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingKey {
    /// Games won, a draw for half a one.
    Wins,
    /// [`Outcome::points`].
    Points,
    /// [`Outcome::game_points`].
    GamePoints,
}
