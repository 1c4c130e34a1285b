//! Notes on single plies: who made them, comments, glyphs, marks on the board and variations.

use super::Evaluation;
use super::types::is_default;
use crate::contract::deserialize_unique_map;
use crate::scene::Role;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

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

impl Note {
    /// Returns the searches by engines that judge the move: all evaluations but those at the start
    /// that were read from the bot's own output.
    pub fn searches(&self) -> &[Evaluation] {
        let own_count = self.evals.iter().take_while(|eval| eval.is_bot_output());
        &self.evals[own_count.count()..]
    }

    /// Returns the evaluation that was read from the bot's own output.
    pub fn own_evaluation(&self) -> Option<&Evaluation> {
        self.evals.first().filter(|eval| eval.is_bot_output())
    }
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
/// use kifu_core::record::Glyph;
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

    /// Returns the role of the colour in a picture.
    pub const fn role(self) -> Role {
        match self {
            Self::Blue => Role::Preview,
            Self::Green => Role::Mark(1),
            Self::Red => Role::Mark(2),
            Self::Yellow => Role::Mark(3),
        }
    }
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
