//! The result of a game: the one by the rules, and the one that the log reports.

use crate::contract::{Fault, Faults, Outcome, Player, Winner, deserialize_unique_map};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Ending {
    /// The game ended by its rules.
    Finished,
    /// A player made an illegal or unreadable move.
    Illegal,
    /// A player ran out of time.
    Timeout,
    /// A player's program crashed.
    Crash,
    /// A player's program exited.
    Exit,
    /// A player resigned.
    Resignation,
    /// The jury took over for a player, for an unknown reason.
    Jury,
    /// The game did not end: the log stops.
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
            Fault::Resignation => Self::Resignation,
            Fault::Jury => Self::Jury,
        }
    }
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 8] = [
        Self::Finished,
        Self::Illegal,
        Self::Timeout,
        Self::Crash,
        Self::Exit,
        Self::Resignation,
        Self::Jury,
        Self::Unterminated,
    ];

    /// The keywords of all endings, in the same order.
    pub const KEYWORDS: [&'static str; 8] = {
        let mut keywords = [""; Self::ALL.len()];
        let mut at = 0;
        while at < keywords.len() {
            keywords[at] = Self::ALL[at].as_str();
            at += 1;
        }
        keywords
    };

    /// Returns the failure that ended the game; `None` if none did.
    pub const fn fault(self) -> Option<Fault> {
        match self {
            Self::Finished | Self::Unterminated => None,
            Self::Illegal => Some(Fault::Illegal),
            Self::Timeout => Some(Fault::Timeout),
            Self::Crash => Some(Fault::Crash),
            Self::Exit => Some(Fault::Exit),
            Self::Resignation => Some(Fault::Resignation),
            Self::Jury => Some(Fault::Jury),
        }
    }

    /// Returns the keyword used in the JSON output of the command line.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Illegal => "illegal",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Exit => "exit",
            Self::Resignation => "resignation",
            Self::Jury => "jury",
            Self::Unterminated => "unterminated",
        }
    }

    /// Returns the words for people: `illegal move`.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Finished => "finished",
            Self::Illegal => "illegal move",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Exit => "program exited",
            Self::Resignation => "resignation",
            Self::Jury => "jury took over",
            Self::Unterminated => "unfinished",
        }
    }
}

/// The players who failed, with the kind of failure of each.
pub type FaultsByPlayer = BTreeMap<Player, Fault>;

/// Returns the players who failed.
pub(super) fn failed_players(faults: &FaultsByPlayer) -> Faults {
    faults.keys().copied().collect()
}

/// The result of a game by the rules. Pairs are `(first, second)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct GameResult {
    /// The winner; `None` while the game is not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The scores of the game itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<(i32, i32)>,
    /// The contest points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<(i32, i32)>,
    /// The game points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_points: Option<(i32, i32)>,
    /// The way in which the game ended.
    pub how: Ending,
    /// The players who failed, with the kind of failure of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(deserialize_with = "deserialize_unique_map")]
    #[schemars(extend("propertyNames" = {"enum": ["First", "Second"]}))]
    pub faults: FaultsByPlayer,
}

impl GameResult {
    /// Creates a result from an outcome by the rules.
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

/// The result of a game as the log reports it. Pairs are `(first, second)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReportedResult {
    /// The winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<Winner>,
    /// The scores of the game itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<(i32, i32)>,
    /// The contest points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<(i32, i32)>,
    /// The game points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_points: Option<(i32, i32)>,
    /// The status words of the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<(String, String)>,
    /// The players who failed, with the kind of failure of each.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[serde(deserialize_with = "deserialize_unique_map")]
    #[schemars(extend("propertyNames" = {"enum": ["First", "Second"]}))]
    pub faults: FaultsByPlayer,
    /// The wording of the result in the log.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}
