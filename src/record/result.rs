//! How a game ended: by the rules, and by what the log said.

use crate::contract::{Fault, Faults, Outcome, Player, Winner};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// By its rules.
    Finished,
    /// By an illegal or unreadable move.
    Illegal,
    /// By a player's timeout.
    Timeout,
    /// By a crash.
    Crash,
    /// By a program that ended.
    Exit,
    /// The jury took over; why is not known.
    Jury,
    /// It did not end: the log stops.
    #[default]
    Unterminated,
}

impl From<Fault> for Ending {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Illegal => Self::Illegal,
            Fault::Timeout => Self::Timeout,
            Fault::Crash => Self::Crash,
            Fault::Exit => Self::Exit,
            Fault::Jury => Self::Jury,
        }
    }
}

impl Ending {
    /// The word of the command line's JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Illegal => "illegal",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Exit => "exit",
            Self::Jury => "jury",
            Self::Unterminated => "unterminated",
        }
    }
}

/// Who failed, and how.
pub type FaultsByPlayer = BTreeMap<Player, Fault>;

/// Which players are in the map.
pub(super) fn failed_players(faults: &FaultsByPlayer) -> Faults {
    faults.keys().copied().collect()
}

/// What the rules give. Pairs are `(first, second)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GameResult {
    /// Who won; none while the game is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The game's own points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<(i32, i32)>,
    /// Contest points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<(i32, i32)>,
    /// Game points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_points: Option<(i32, i32)>,
    /// How it ended.
    pub how: Ending,
    /// Who failed, and how.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: FaultsByPlayer,
}

impl GameResult {
    /// The result of an outcome.
    pub fn new(outcome: Outcome, how: Ending, faults: FaultsByPlayer) -> Self {
        let pair = |pair: Option<[i32; 2]>| pair.map(|[first, second]| (first, second));
        Self {
            winner: outcome.winner,
            scores: pair(outcome.scores),
            points: pair(outcome.points),
            game_points: pair(outcome.game_points),
            how,
            faults,
        }
    }
}

/// What the log said of the result. Pairs are `(first, second)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReportedResult {
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The game's own points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<(i32, i32)>,
    /// Contest points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<(i32, i32)>,
    /// Game points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_points: Option<(i32, i32)>,
    /// The log's status words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<(String, String)>,
    /// Who failed, and how.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub faults: FaultsByPlayer,
    /// The log's own words on the result.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}
