//! The types of the record; what the fields mean, the module says.

use super::{AttemptRule, GameResult, PlyTimes, ReportedResult};
use crate::contract::{Player, Proven, Setup};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The version of the format that this crate writes.
pub const VERSION: u32 = 2;

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_one(value: &u32) -> bool {
    *value == 1
}

/// One game and all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of the format.
    pub kifu: u32,
    /// The game's id; empty while it is not known.
    pub game: String,
    /// The version of the rules.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub rules: u32,
    /// The parameters of the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub setup: Setup,
    /// Where and when it was played.
    #[serde(default, skip_serializing_if = "is_default")]
    pub event: EventInfo,
    /// The log it was read from.
    #[serde(default, skip_serializing_if = "is_default")]
    pub source: SourceInfo,
    /// First player, second player.
    pub players: (PlayerInfo, PlayerInfo),
    /// Canonical tokens separated by single blanks.
    #[serde(default, skip_serializing_if = "is_default")]
    pub moves: String,
    /// Milliseconds used, ply by ply.
    #[serde(default, skip_serializing_if = "is_default")]
    pub times_ms: PlyTimes,
    /// What is known of single plies.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: BTreeMap<u32, Note>,
    /// The act at which the game failed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attempt: Option<Attempt>,
    /// What the rules give.
    #[serde(default, skip_serializing_if = "is_default")]
    pub result: Option<GameResult>,
    /// What the log said.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reported: Option<ReportedResult>,
    /// Anything else, kept for ever.
    #[serde(default, skip_serializing_if = "is_default")]
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
    /// The tokens of the main line.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.moves.split_ascii_whitespace()
    }

    /// The first or the second player's particulars.
    pub const fn player(&self, player: Player) -> &PlayerInfo {
        match player {
            Player::First => &self.players.0,
            Player::Second => &self.players.1,
        }
    }

    /// The same, to be changed.
    pub const fn player_mut(&mut self, player: Player) -> &mut PlayerInfo {
        match player {
            Player::First => &mut self.players.0,
            Player::Second => &mut self.players.1,
        }
    }

    /// The act at which the game failed; `None` also where the log only does not tell which act
    /// it was.
    pub(crate) fn failed_attempt(&self) -> Option<&Attempt> {
        let attempt = self.attempt.as_ref();
        attempt.filter(|attempt| attempt.rule != AttemptRule::NotLogged)
    }

    /// The note of a ply, made if there is none.
    pub fn note_mut(&mut self, ply: u32) -> &mut Note {
        self.notes.entry(ply).or_default()
    }
}

/// Where and when a game was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventInfo {
    /// The competition.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The round, as text: `3`, `final`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub round: String,
    /// The table, or the stage (`swiss`).
    #[serde(skip_serializing_if = "String::is_empty")]
    pub table: String,
    /// `YYYY-MM-DD`, as far as known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
}

/// The log that a record was read from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SourceInfo {
    /// The id of the format.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub format: String,
    /// The file's name without its folder.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The contest's number of the game.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// SHA-256 of the file, in hexadecimal.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sha256: String,
}

/// A player: a program, mostly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerInfo {
    /// The name under which it plays.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who wrote it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Its version, or the contest's number of the submission.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub version: String,
    /// All the time it used, in milliseconds, where the log gives only the sum.
    #[serde(skip_serializing_if = "is_default")]
    pub time_ms: Option<u64>,
}

/// Who made a ply that its player did not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MovedBy {
    /// The jury, for a player that failed.
    Jury,
    /// The rules: no choice was left and nobody was asked.
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

/// What is known of one ply beyond its move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Note {
    /// Who made it, if not its player.
    #[serde(skip_serializing_if = "is_default")]
    pub by: Option<MovedBy>,
    /// The move as the log spells it, if that is neither the token nor what the contest's logs
    /// always write for it.
    #[serde(skip_serializing_if = "is_default")]
    pub raw: Option<String>,
    /// What the bot said beside its move.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub message: String,
    /// What the bot wrote on its standard error.
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
    /// Other lines from this ply on.
    #[serde(skip_serializing_if = "is_default")]
    pub variations: Vec<Variation>,
}

/// What a ply of a variation can carry.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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

/// A judgement of a move, as chess players write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Glyph {
    /// `!!`
    Brilliant,
    /// `!`
    Good,
    /// `!?`
    Interesting,
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Glyph {
    /// The sign, as chess players write it.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// `text` on `at`.
    Text,
}

/// A mark on the board. Places are named as the game names them in its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its shape.
    pub kind: MarkKind,
    /// Where.
    pub at: String,
    /// Where an arrow points.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub to: String,
    /// What is written.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// One search of a position by an engine; its values are those of the player to act.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Evaluation {
    /// Name and version of the engine.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub engine: String,
    /// The limit of the search.
    #[serde(skip_serializing_if = "is_default")]
    pub budget: Option<EvalBudget>,
    /// Random seed.
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
    /// The budget as text: `nodes 20000 seed 1`, `time 100ms seed 1 closer`; empty if unknown.
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

    /// All values of the search: those of its lines, and the one before the chance event.
    pub fn values(&self) -> impl Iterator<Item = &EvalLine> {
        self.lines.iter().chain(&self.before_chance)
    }
}

/// The limit of an engine's search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EvalBudget {
    /// Nodes or visits; the same result on every machine.
    Nodes(u64),
    /// Milliseconds.
    TimeMs(u64),
    /// Any other limit, in the engine's own words.
    Other(String),
}

/// Which search of a position an evaluation comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The last word of the budget as text; none for the first search.
    pub(super) const fn keyword(self) -> Option<&'static str> {
        match self {
            Self::First => None,
            Self::Deeper => Some("deeper"),
            Self::Closer => Some("closer"),
        }
    }
}

/// One line of a search, with its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EvalLine {
    /// The proven result.
    #[serde(skip_serializing_if = "is_default")]
    pub proven: Option<Proven>,
    /// Probability of a win, 0 to 1.
    #[serde(skip_serializing_if = "is_default")]
    pub win: Option<f64>,
    /// Expected contest points.
    #[serde(skip_serializing_if = "is_default")]
    pub points: Option<f64>,
    /// Nodes or visits spent.
    #[serde(skip_serializing_if = "is_default")]
    pub nodes: u64,
    /// The principal variation, tokens; empty if the value is that of the position as a whole.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pv: String,
}

impl EvalLine {
    /// The line's first token; empty if it has none.
    pub fn first_move(&self) -> &str {
        self.pv.split(' ').next().unwrap_or_default()
    }
}

/// Another line from a ply on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Variation {
    /// Its tokens; the first stands in place of the ply's own.
    pub moves: String,
    /// Remarks by ply number.
    #[serde(skip_serializing_if = "is_default")]
    pub notes: BTreeMap<u32, VariationNote>,
}

/// The act at which a game failed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attempt {
    /// The text as it stood.
    pub raw: String,
    /// Who tried it.
    #[serde(skip_serializing_if = "is_default")]
    pub player: Option<Player>,
    /// The rule it broke.
    #[serde(skip_serializing_if = "AttemptRule::is_unspecified")]
    pub rule: AttemptRule,
    /// Why it failed, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub reason: String,
    /// Line in the source, from 1; 0 if unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub line: u32,
    /// Column in the source, in characters from 1; 0 if unknown.
    #[serde(skip_serializing_if = "is_default")]
    pub column: u32,
    /// What followed, and was not judged.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rest: String,
}
