//! Results: winner, scores, points and faults; and what is proven about a position.

use super::Player;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The winner of a finished game, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Winner {
    /// The player who moves first won.
    First,
    /// The player who moves second won.
    Second,
    /// A draw: neither player won.
    Draw,
}

impl Winner {
    /// Returns the player with the greater number, given as `[first, second]`.
    pub fn of(pair: [i32; 2]) -> Self {
        match pair[0].cmp(&pair[1]) {
            std::cmp::Ordering::Greater => Self::First,
            std::cmp::Ordering::Less => Self::Second,
            std::cmp::Ordering::Equal => Self::Draw,
        }
    }

    /// Returns the player who won; `None` for a draw.
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

/// A way in which a bot fails in a contest.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Fault {
    /// A move that breaks a rule, or text that is no move.
    Illegal,
    /// The bot exceeded its time.
    Timeout,
    /// The bot was ended by a signal or with an error.
    Crash,
    /// The bot exited by itself, or was stopped.
    Exit,
    /// The player resigned.
    Resignation,
    /// The jury took over for a reason that the log does not give.
    Jury,
}

/// The set of players who failed.
///
/// ```
/// use kifu_core::contract::{Faults, Player};
///
/// let mut faults = Faults::NONE;
/// assert!(faults.insert(Player::Second));
/// assert!(!faults.insert(Player::Second), "they had failed before");
/// assert_eq!(faults, Faults::only(Player::Second));
/// assert_eq!(faults.to_array(), [false, true]);
/// assert_eq!(faults.with(Player::First), Faults::BOTH);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Faults([bool; 2]);

impl Faults {
    /// The empty set: neither player failed.
    pub const NONE: Self = Self([false; 2]);
    /// Both players failed.
    pub const BOTH: Self = Self([true; 2]);

    /// Returns the set of this player alone.
    #[must_use]
    pub const fn only(player: Player) -> Self {
        Self::NONE.with(player)
    }

    /// Returns this set with a player added.
    #[must_use]
    pub const fn with(mut self, player: Player) -> Self {
        self.0[player.index()] = true;
        self
    }

    /// Adds a player. Returns whether they had not failed before.
    pub const fn insert(&mut self, player: Player) -> bool {
        let is_new = !self.contains(player);
        self.0[player.index()] = true;
        is_new
    }

    /// Whether this player failed.
    #[must_use]
    pub const fn contains(self, player: Player) -> bool {
        self.0[player.index()]
    }

    /// Whether no player failed.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        !self.0[0] && !self.0[1]
    }

    /// Returns whether each player failed, as `[first, second]`.
    #[must_use]
    pub const fn to_array(self) -> [bool; 2] {
        self.0
    }
}

impl From<[bool; 2]> for Faults {
    /// Takes `[first, second]`.
    fn from(failed: [bool; 2]) -> Self {
        Self(failed)
    }
}

impl FromIterator<Player> for Faults {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The result of a game for both players as the contest counts it; pairs are `[first, second]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The winner; `None` while the game is in progress.
    pub winner: Option<Winner>,
    /// The game's own points (2x2 squares, captures, squares of the secret colour), those so far in
    /// a game in progress; `None` if the game counts none or cannot count them yet.
    pub scores: Option<[i32; 2]>,
    /// The contest points, which the contest's ranking adds up.
    pub points: Option<[i32; 2]>,
    /// The game points (3-0, 2-0, 1-1) of contests that have them in addition to contest points.
    pub game_points: Option<[i32; 2]>,
}

/// A key by which a contest ranks players, summed over their games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RankingKey {
    /// The number of games won, a draw counting half.
    Wins,
    /// The contest points, [`Outcome::points`].
    Points,
    /// The game points, [`Outcome::game_points`].
    GamePoints,
}

// Game-theoretic results: what is proven about a position.

/// A proven result of a position from one player's point of view, ordered from worst to best.
///
/// ```
/// use kifu_core::contract::{Player, Proven, Winner};
///
/// let result = Proven::of(Winner::First, Player::Second);
/// assert_eq!(result, Proven::Loss);
/// assert_eq!(result.flipped(), Proven::Win);
/// assert!(Proven::Loss < Proven::Draw);
/// ```
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Proven {
    /// Lost against best play.
    Loss,
    /// Neither won nor lost with best play.
    Draw,
    /// Won with best play.
    Win,
}

impl Proven {
    /// Returns the result of a game from a player's point of view.
    pub fn of(winner: Winner, player: Player) -> Self {
        match winner.player() {
            None => Self::Draw,
            Some(winner) if winner == player => Self::Win,
            Some(_) => Self::Loss,
        }
    }

    /// Returns the result from the other player's point of view.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the probability of a win, a draw counting half: 0, 0.5 or 1.
    pub const fn win(self) -> f64 {
        match self {
            Self::Loss => 0.0,
            Self::Draw => 0.5,
            Self::Win => 1.0,
        }
    }
}
