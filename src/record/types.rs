//! The types of the record: its fields in Rust. The [`format`](super::format) module specifies
//! their text.

use super::{AttemptRule, GameResult, PlyTimes, ReportedResult};
use crate::contract::{Player, Proven, Setup, deserialize_unique_map};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format that this crate writes.
pub const VERSION: u32 = 2;

/// Reports whether a value is the default, so that it need not be written.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
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
fn is_one(value: &u32) -> bool {
    *value == 1
}

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
    /// use kifu::record::Record;
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
    pub(crate) fn failed_attempt(&self) -> Option<&Attempt> {
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
    /// The total time used in milliseconds, if the log gives only the sum.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(extend("x-unit" = "ms"))]
    pub time_ms: Option<u64>,
}

/// The maker of a ply that was not made by its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MovedBy {
    /// The jury, on behalf of a player who failed.
    Jury,
    /// The rules: there was no choice, and no player was asked.
    Automatic,
}

impl fmt::Display for MovedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Jury => "made by the jury",
            Self::Automatic => "forced by the rules",
        })
    }
}

/// A note on one ply: all that is known of it beyond its move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Note {
    /// The maker of the ply, if it was not its player.
    #[serde(skip_serializing_if = "is_default")]
    pub by: Option<MovedBy>,
    /// The move as the log spells it, if that is neither the token nor what the contest's logs
    /// always write for it.
    #[serde(skip_serializing_if = "is_default")]
    pub raw: Option<String>,
    /// The message that the bot sent with its move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// The text that the bot wrote to its standard error.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// A person's comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A judgement of the move.
    #[serde(skip_serializing_if = "is_default")]
    pub glyph: Option<Glyph>,
    /// Marks on the board after the move.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
    /// Engines' searches of the position before the move.
    #[serde(skip_serializing_if = "is_default")]
    pub evals: Vec<Evaluation>,
    /// The variations that replace this ply.
    #[serde(skip_serializing_if = "is_default")]
    pub variations: Vec<Variation>,
}

/// A note on one ply of a variation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct VariationNote {
    /// A person's comment.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A judgement of the move.
    #[serde(skip_serializing_if = "is_default")]
    pub glyph: Option<Glyph>,
    /// Marks on the board after the move.
    #[serde(skip_serializing_if = "is_default")]
    pub marks: Vec<Mark>,
    /// Engines' searches of the position before the move.
    #[serde(skip_serializing_if = "is_default")]
    pub evals: Vec<Evaluation>,
}

/// A judgement of a move, in the notation of chess players.
///
/// ```
/// use kifu::record::Glyph;
///
/// assert_eq!(Glyph::Blunder.symbol(), "??");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Glyph {
    /// A brilliant move, `!!`.
    Brilliant,
    /// A good move, `!`.
    Good,
    /// An interesting move, `!?`.
    Interesting,
    /// An inaccuracy, `?!`.
    Inaccuracy,
    /// A mistake, `?`.
    Mistake,
    /// A blunder, `??`.
    Blunder,
}

impl Glyph {
    /// Returns the symbol of the glyph.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Brilliant => "!!",
            Self::Good => "!",
            Self::Interesting => "!?",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }
}

/// The shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MarkKind {
    /// A circle round `at`.
    Circle,
    /// A cross on `at`.
    Cross,
    /// A triangle on `at`.
    Triangle,
    /// A square on `at`.
    Square,
    /// An arrow from `at` to `to`.
    Arrow,
    /// The text of `text` on `at`.
    Text,
}

/// The colour of a mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MarkColor {
    /// Blue.
    #[default]
    Blue,
    /// Green.
    Green,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
}

impl MarkColor {
    /// All colours.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Green, Self::Red, Self::Yellow];
}

/// A mark on the board. Squares are named as in the moves of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The shape of the mark.
    pub kind: MarkKind,
    /// The square of the mark, or the start of an arrow.
    pub at: String,
    /// The square to which an arrow points.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// The text of a text mark.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// The colour of the mark.
    #[serde(default, skip_serializing_if = "is_default")]
    pub color: MarkColor,
}

impl Mark {
    /// Creates a mark without a text in the default colour.
    pub fn new(kind: MarkKind, at: impl Into<String>, to: impl Into<String>) -> Self {
        Self {
            kind,
            at: at.into(),
            to: to.into(),
            text: String::new(),
            color: MarkColor::default(),
        }
    }

    /// Returns the mark in another colour.
    #[must_use]
    pub fn colored(self, color: MarkColor) -> Self {
        Self { color, ..self }
    }

    /// Reports whether two marks differ at most in their colour.
    pub fn is_same_shape(&self, other: &Self) -> bool {
        *self == other.clone().colored(self.color)
    }
}

/// One search of a position by an engine; its values are those of the player to act.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Evaluation {
    /// The name and version of the engine.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub engine: String,
    /// The limit of the search.
    #[serde(skip_serializing_if = "is_default")]
    pub budget: Option<EvalBudget>,
    /// The random seed.
    #[serde(skip_serializing_if = "is_default")]
    pub seed: Option<u64>,
    /// Which search of the position this is.
    #[serde(skip_serializing_if = "is_default")]
    pub pass: SearchPass,
    /// The value of the position before the chance event that precedes the ply: a line without
    /// moves.
    #[serde(skip_serializing_if = "is_default")]
    pub before_chance: Option<EvalLine>,
    /// The lines searched, the best one first.
    #[serde(skip_serializing_if = "is_default")]
    pub lines: Vec<EvalLine>,
}

impl Evaluation {
    /// Returns the budget as text: `nodes 20000 seed 1`, `time 100ms seed 1 closer`; empty if
    /// unknown.
    ///
    /// ```
    /// use kifu::record::{EvalBudget, Evaluation};
    ///
    /// let eval = Evaluation {
    ///     budget: Some(EvalBudget::Nodes(20_000)),
    ///     seed: Some(1),
    ///     ..Evaluation::default()
    /// };
    /// assert_eq!(eval.budget_text(), "nodes 20000 seed 1");
    /// ```
    pub fn budget_text(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        match &self.budget {
            Some(EvalBudget::Nodes(nodes)) => words.push(format!("nodes {nodes}")),
            Some(EvalBudget::TimeMs(ms)) => words.push(format!("time {ms}ms")),
            Some(EvalBudget::Other(text)) => words.push(text.clone()),
            None => {}
        }
        words.extend(self.seed.map(|seed| format!("seed {seed}")));
        words.extend(self.pass.keyword().map(str::to_owned));
        words.join(" ")
    }

    /// Returns all values of the search: those of its lines, and the one before the chance event.
    pub fn values(&self) -> impl Iterator<Item = &EvalLine> {
        self.lines.iter().chain(&self.before_chance)
    }
}

/// The limit of an engine's search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum EvalBudget {
    /// A number of nodes or visits: gives the same result on every machine.
    Nodes(u64),
    /// A time in milliseconds.
    TimeMs(u64),
    /// Any other limit, in the engine's own words.
    Other(String),
}

/// The search of a position that an evaluation comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SearchPass {
    /// The first search.
    #[default]
    First,
    /// Another search with a larger budget, whose lines can be compared with each other.
    Deeper,
    /// Another search, after which the best move and the played one were searched alone, each
    /// with the whole budget.
    Closer,
}

impl SearchPass {
    /// Returns the last word of the budget as text; `None` for the first search.
    pub(super) const fn keyword(self) -> Option<&'static str> {
        match self {
            Self::First => None,
            Self::Deeper => Some("deeper"),
            Self::Closer => Some("closer"),
        }
    }
}

/// One line of a search, with its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EvalLine {
    /// The proven result.
    #[serde(skip_serializing_if = "is_default")]
    pub proven: Option<Proven>,
    /// The win probability, 0 to 1.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub win: Option<f64>,
    /// The expected contest points.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
    /// The number of nodes or visits spent.
    #[serde(skip_serializing_if = "is_default")]
    #[schemars(extend("x-unit" = "nodes"))]
    pub nodes: u64,
    /// The principal variation, tokens separated by single blanks; empty if the value is that of the
    /// position as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pv: String,
}

impl EvalLine {
    /// Returns the first token of the line; empty if it has none.
    pub fn first_move(&self) -> &str {
        self.pv.split(' ').next().unwrap_or_default()
    }
}

/// A variation: another line from a ply on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Variation {
    /// The tokens of the line; the first one replaces that of the main line.
    pub moves: String,
    /// The notes on its plies, by ply number.
    #[serde(skip_serializing_if = "is_default")]
    #[serde(deserialize_with = "deserialize_unique_map")]
    pub notes: BTreeMap<u32, VariationNote>,
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
