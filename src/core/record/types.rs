//! The types of the record: its fields in Rust. The [`format`](super::format) module specifies
//! their text.

use super::{GameResult, Note, ReportedResult};
use crate::contract::{Player, Setup, deserialize_unique_map};
use crate::games::{DynGame, DynState};
use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format that this crate writes.
pub const VERSION: u32 = 2;

/// The key in a record's `ext` of the number of plies that were given, as an opening of a match is.
pub const GIVEN_PLIES_KEY: &str = "arena.opening";

/// One game and all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format.
    #[schemars(range(min = 1, max = VERSION))]
    pub kifu: u32,
    /// The game's id; empty while it is not known.
    pub game: String,
    /// The version of the rules.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub rules: u32,
    /// The parameters of the starting position.
    #[serde(default, skip_serializing_if = "is_default")]
    pub setup: Setup,
    /// The event at which it was played, and when.
    #[serde(default, skip_serializing_if = "is_default")]
    pub event: EventInfo,
    /// The log it was read from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: SourceInfo,
    /// The first player and the second player.
    pub players: (PlayerInfo, PlayerInfo),
    /// The main line: canonical tokens separated by single blanks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moves: String,
    /// The time used for each ply in milliseconds.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(extend("x-unit" = "ms"))]
    pub times_ms: PlyTimes,
    /// The notes on single plies, by ply number.
    #[serde(default, skip_serializing_if = "is_default")]
    #[serde(deserialize_with = "deserialize_unique_map")]
    pub notes: BTreeMap<u32, Note>,
    /// The failed move that ended the game, if it ended that way.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempt: Option<Attempt>,
    /// The result by the rules.
    #[serde(default, skip_serializing_if = "is_default")]
    pub result: Option<GameResult>,
    /// The result that the log reports.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reported: Option<ReportedResult>,
    /// Any other data by key; it is kept unchanged.
    #[serde(default, skip_serializing_if = "is_default")]
    #[serde(deserialize_with = "deserialize_unique_map")]
    pub ext: BTreeMap<String, String>,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            kifu: VERSION,
            game: String::new(),
            rules: 1,
            setup: Setup::default(),
            event: EventInfo::default(),
            source: SourceInfo::default(),
            players: Default::default(),
            moves: String::new(),
            times_ms: PlyTimes::default(),
            notes: BTreeMap::new(),
            attempt: None,
            result: None,
            reported: None,
            ext: BTreeMap::new(),
        }
    }
}

impl Record {
    /// Returns the tokens of the main line.
    ///
    /// ```
    /// use kifu_core::record::Record;
    ///
    /// let record = Record {
    ///     moves: "b1a1 c2c1".to_owned(),
    ///     ..Record::default()
    /// };
    /// assert!(record.tokens().eq(["b1a1", "c2c1"]));
    /// ```
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.moves.split_ascii_whitespace()
    }

    /// Starts the game and plays the tokens before the first ply. Returns the state there and the
    /// tokens of the plies; `None` if the rules do not allow that start.
    pub fn start<'a>(
        &'a self,
        game: &dyn DynGame,
    ) -> Option<(Box<dyn DynState>, impl Iterator<Item = &'a str>)> {
        let mut state = game.start(&self.setup).ok()?;
        let mut tokens = self.tokens();
        for token in tokens.by_ref().take(game.info().lead_in) {
            state.play(token).ok()?;
        }
        Some((state, tokens))
    }

    /// Returns the number of plies at the start that were given, as an opening of a match is, and that
    /// no player chose: the value of [`GIVEN_PLIES_KEY`] in `ext`, 0 without one.
    pub fn given_plies(&self) -> u32 {
        let given = self.ext.get(GIVEN_PLIES_KEY);
        given.and_then(|given| given.parse().ok()).unwrap_or(0)
    }

    /// Reports whether an engine has evaluated one of its positions; what a bot says of its own
    /// move does not count.
    pub fn is_reviewed(&self) -> bool {
        self.notes.values().any(|note| !note.searches().is_empty())
    }

    /// Returns the details of a player.
    pub const fn player(&self, player: Player) -> &PlayerInfo {
        match player {
            Player::First => &self.players.0,
            Player::Second => &self.players.1,
        }
    }

    /// Returns the details of a player for modification.
    pub const fn player_mut(&mut self, player: Player) -> &mut PlayerInfo {
        match player {
            Player::First => &mut self.players.0,
            Player::Second => &mut self.players.1,
        }
    }

    /// Returns the failed move that ended the game; `None` also if the log does not say which move
    /// it was.
    pub fn failed_attempt(&self) -> Option<&Attempt> {
        let attempt = self.attempt.as_ref();
        attempt.filter(|attempt| attempt.rule != AttemptRule::NotLogged)
    }

    /// Returns the note of a ply for modification, and creates it if there is none.
    pub fn note_mut(&mut self, ply: u32) -> &mut Note {
        self.notes.entry(ply).or_default()
    }
}

/// The event of a game: where and when it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EventInfo {
    /// The name of the competition.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The round, as text: `3`, `final`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// The table at the event, or its stage (`swiss`).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub table: String,
    /// The date as `YYYY-MM-DD`, as far as known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
}

/// The log that a record was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct SourceInfo {
    /// The id of the format.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub format: String,
    /// The name of the file without its folder.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The contest's number of the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// SHA-256 of the file, in hexadecimal.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sha256: String,
}

/// A player, usually a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerInfo {
    /// The player's name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The author of the program.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// The version of the program, or the contest's number of the submission.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// The total time used in milliseconds, at most 2^53, if the log gives only the sum.
    #[serde(skip_serializing_if = "is_default")]
    #[serde(deserialize_with = "deserialize_total_time")]
    #[schemars(extend("x-unit" = "ms"))]
    pub time_ms: Option<u64>,
}

/// The maximum of a player's total time, in milliseconds: JSON and tables keep no larger integer.
const MAX_TOTAL_TIME_MS: u64 = 1 << 53;

fn deserialize_total_time<'de, D: Deserializer<'de>>(input: D) -> Result<Option<u64>, D::Error> {
    let time = Option::deserialize(input)?;
    if let Some(ms) = time.filter(|ms| *ms > MAX_TOTAL_TIME_MS) {
        let message = format!("expected milliseconds up to {MAX_TOTAL_TIME_MS}, found {ms}");
        return Err(D::Error::custom(message));
    }
    Ok(time)
}

/// A move that failed: an illegal or unreadable one, or one that the log reports as refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Attempt {
    /// The text of the move in the log.
    pub raw: String,
    /// The player who tried the move.
    #[serde(skip_serializing_if = "is_default")]
    pub player: Option<Player>,
    /// The rule that the move broke.
    #[serde(skip_serializing_if = "AttemptRule::is_unspecified")]
    #[schemars(with = "String")]
    pub rule: AttemptRule,
    /// The reason of the failure, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// The line in the source, from 1; 0 if unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub line: u32,
    /// The column in the source, in characters from 1; 0 if unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub column: u32,
    /// The moves that followed in the log, which are not judged.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rest: String,
}

// The rule that a failed move broke, as a record names it.

/// The rule that a failed move broke, by name.
///
/// A record holds it as one string. Three words are reserved; no game uses them for a rule:
///
/// | word | meaning |
/// |---|---|
/// | `unreadable` | the text is not a move |
/// | `untold` | no rule is broken: the log does not say which move was made, so that the rest of the game is unknown |
/// | `wrong-kind` | the text is a chance event where a player is to move, or the reverse |
///
/// The empty string leaves the rule open; any other is the name that the game gives its rule
/// ([`RuleViolation::rule`](crate::contract::RuleViolation::rule)).
///
/// ```
/// use kifu_core::record::AttemptRule;
///
/// assert_eq!(AttemptRule::from("untold"), AttemptRule::NotLogged);
/// assert_eq!(AttemptRule::from("suicide").as_str(), "suicide");
/// assert!(AttemptRule::from("").is_unspecified());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum AttemptRule {
    /// The record does not say.
    #[default]
    Unspecified,
    /// The text is not a move.
    Unreadable,
    /// The log does not say which move was made.
    NotLogged,
    /// The text is a chance event where a player is to move, or the reverse.
    WrongKind,
    /// A rule of the game, by its short name. Create it with `From`, which checks for the reserved
    /// words.
    Game(Cow<'static, str>),
}

impl AttemptRule {
    /// Returns the word that a record holds.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unspecified => "",
            Self::Unreadable => "unreadable",
            Self::NotLogged => "untold",
            Self::WrongKind => "wrong-kind",
            Self::Game(name) => name,
        }
    }

    /// Reports whether the record does not name a rule.
    pub fn is_unspecified(&self) -> bool {
        *self == Self::Unspecified
    }

    /// Returns the rule of a reserved or empty word; `None` for any other.
    fn reserved(word: &str) -> Option<Self> {
        let all = [
            Self::Unspecified,
            Self::Unreadable,
            Self::NotLogged,
            Self::WrongKind,
        ];
        all.into_iter().find(|rule| rule.as_str() == word)
    }
}

impl From<&'static str> for AttemptRule {
    fn from(word: &'static str) -> Self {
        Self::reserved(word).unwrap_or(Self::Game(Cow::Borrowed(word)))
    }
}

impl From<String> for AttemptRule {
    fn from(word: String) -> Self {
        Self::reserved(&word).unwrap_or(Self::Game(Cow::Owned(word)))
    }
}

impl fmt::Display for AttemptRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for AttemptRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

// The times of the plies, one string in the record.

/// The time used for each ply in milliseconds; `None` if unknown.
///
/// In RON it is one string with a word per ply, `-` for an unknown time.
///
/// ```
/// use kifu_core::record::PlyTimes;
///
/// let times = PlyTimes::try_from("120 - 340".to_owned())?;
/// assert_eq!(times.get_ms(1), Some(120));
/// assert_eq!(times.get_ms(2), None);
/// assert_eq!(String::from(times), "120 - 340");
/// # Ok::<(), kifu_core::record::ParseTimesError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(
    description = "The time of each ply in milliseconds, or `-` if unknown, separated by blanks."
)]
#[serde(try_from = "String", into = "String")]
pub struct PlyTimes(pub Vec<Option<u32>>);

impl PlyTimes {
    /// Sets the time of a ply, counted from 1, in milliseconds.
    pub fn set_ms(&mut self, ply: u32, ms: u32) {
        let ply = ply as usize;
        if self.0.len() < ply {
            self.0.resize(ply, None);
        }
        if let Some(time) = ply.checked_sub(1).and_then(|ply| self.0.get_mut(ply)) {
            *time = Some(ms);
        }
    }

    /// Returns the time of a ply, counted from 1, in milliseconds; `None` if unknown.
    pub fn get_ms(&self, ply: u32) -> Option<u32> {
        self.0
            .get((ply as usize).checked_sub(1)?)
            .copied()
            .flatten()
    }
}

/// The error of a word that is not the time of a ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected milliseconds up to 4294967295, or `-`, found `{found}`")]
pub struct ParseTimesError {
    /// The start of the word.
    pub found: String,
}

impl TryFrom<String> for PlyTimes {
    type Error = ParseTimesError;

    fn try_from(text: String) -> Result<Self, ParseTimesError> {
        let word = |word: &str| match word {
            "-" => Ok(None),
            number => number.parse().map(Some).map_err(|_| ParseTimesError {
                found: number.chars().take(24).collect(),
            }),
        };
        let times = text.split_ascii_whitespace().map(word);
        times.collect::<Result<_, _>>().map(Self)
    }
}

impl From<PlyTimes> for String {
    fn from(times: PlyTimes) -> Self {
        let words: Vec<String> = times
            .0
            .iter()
            .map(|time| time.map_or("-".to_owned(), |ms| ms.to_string()))
            .collect();
        words.join(" ")
    }
}

// Default values of fields, which are left out of the text.

/// Reports whether a value is the default, so that it need not be written.
pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Returns 1, the default version of a game's rules.
pub(super) fn one() -> u32 {
    1
}

/// Reports whether a version of the rules is the default.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde requires this signature"
)]
pub(super) fn is_one(value: &u32) -> bool {
    *value == 1
}
