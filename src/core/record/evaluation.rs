//! Evaluations of positions by engines, as a record keeps them.

use super::types::is_default;
use crate::contract::Proven;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    /// The budget of an evaluation that was read from the output of the bot that moved: it is the
    /// bot's own opinion, and no search by which the move could be judged.
    pub const BOT_OUTPUT: &'static str = "bot output";

    /// Reports whether the evaluation was read from the output of the bot that moved.
    pub fn is_bot_output(&self) -> bool {
        matches!(&self.budget, Some(EvalBudget::Other(text)) if text == Self::BOT_OUTPUT)
    }

    /// Returns the budget as text: `nodes 20000 seed 1`, `time 100ms seed 1 closer`; empty if
    /// unknown.
    ///
    /// ```
    /// use kifu_core::record::{EvalBudget, Evaluation};
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
