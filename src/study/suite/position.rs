//! The positions of a suite, as they are in the file.

use crate::review::{GamePhase, LineValue, MoveClass};
use kifu_core::contract::{ParseError, Player, Proven, Setup};
use kifu_core::games::{DynGame, DynState};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A position of a game in which a player went wrong, or, for comparison, did not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuitePosition {
    /// The version of the file's format, 2; a line without it is of version 1.
    #[serde(default = "first_version")]
    pub suite: u32,
    /// The id of the position: the game and a hash, the same for all positions that are equal up to
    /// symmetry.
    #[serde(default)]
    pub id: String,
    /// The id of the game.
    pub game: String,
    /// The position text, after the chance event.
    pub position: String,
    /// The best move.
    pub best: String,
    /// The best move and its expected continuation.
    #[serde(default)]
    pub line: Vec<String>,
    /// The played move.
    #[serde(default)]
    pub played: String,
    /// The win probability that the played move gave away, 0 to 1.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss: f64,
    /// The contest points that the played move gave away, if the engine estimates points.
    #[serde(default)]
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
    /// The class of the played move; `good` or `only` in a position without a mistake.
    pub class: MoveClass,
    /// The result with the best move, if it is proven.
    #[serde(default)]
    pub proven: Option<Proven>,
    /// The location of the game: the file, and the index in the file.
    #[serde(default)]
    pub source: String,
    /// The number of the ply, from 1.
    #[serde(default)]
    pub ply: u32,
    /// The phase of the game.
    pub phase: GamePhase,
    /// The name of the player who moved.
    #[serde(default)]
    pub player: String,
    /// The name of the opponent.
    #[serde(default)]
    pub opponent: String,
    /// The version of the player, if the name ends in one.
    #[serde(default)]
    pub version: Option<String>,
    /// The setup of the game, without secrets that the player to move does not know.
    #[serde(default)]
    pub setup: Setup,
    /// The moves from the start of the game to the position.
    #[serde(default)]
    pub moves: String,
    /// The chance outcome that was dealt for the move to make, if there is one.
    #[serde(default)]
    pub chance: Option<String>,
    /// All good moves that the engine found, the best first.
    #[serde(default)]
    pub good: Vec<SuiteMove>,
    /// The win probability below which a move may be worse than the best and is still good, 0 to 1.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub tolerance: f64,
    /// The name and version of the engine that judged the moves.
    #[serde(default)]
    pub engine: String,
    /// The budget of each search: `nodes 20000 seed 1`.
    #[serde(default)]
    pub budget: String,
    /// Other games in which a player went wrong in the same position.
    #[serde(default)]
    pub also: Vec<SuiteOrigin>,
    /// The answers of bots, the last one of each version, in the order in which they were given.
    #[serde(default)]
    pub answers: Vec<SuiteAnswer>,
}

/// Returns the version of lines without one.
const fn first_version() -> u32 {
    1
}

/// A move with its value for the player who makes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The win probability, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub win: f64,
    /// The result, if it is proven.
    #[serde(default)]
    pub proven: Option<Proven>,
}

impl SuiteMove {
    /// Returns a move with the value of a line.
    pub(super) fn new(mv: &str, value: &LineValue) -> Self {
        Self {
            mv: mv.to_owned(),
            win: value.win,
            proven: value.proven,
        }
    }
}

/// A game in which a player went wrong in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteOrigin {
    /// The location of the game: the file, and the index in the file.
    pub source: String,
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The name of the player who moved.
    pub player: String,
    /// The version of the player, if the name ends in one.
    #[serde(default)]
    pub version: Option<String>,
    /// The name of the opponent.
    #[serde(default)]
    pub opponent: String,
    /// The played move, as the game has it: perhaps a mirror image.
    pub played: String,
    /// The win probability that the move gave away, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss: f64,
}

/// The answer of a version of a bot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteAnswer {
    /// The name of the bot.
    pub bot: String,
    /// The version of the bot, if it is known.
    #[serde(default)]
    pub version: Option<String>,
    /// The day on which the bot was asked: `2026-11-20`.
    pub date: String,
    /// The answer that was given most often; null if that is none.
    #[serde(rename = "move", default)]
    pub mv: Option<String>,
    /// Whether the answer counts as good: more than half of the answers were.
    pub good: bool,
    /// The number of good answers.
    pub good_count: u32,
    /// The number of answers.
    pub count: u32,
}

impl SuiteOrigin {
    /// Reports whether the other is the same ply of the same game.
    pub(super) fn is_same_ply(&self, other: &Self) -> bool {
        (&self.source, self.ply, &self.player) == (&other.source, other.ply, &other.player)
    }
}

impl SuiteAnswer {
    /// Reports whether the other is an answer of the same version of the same bot.
    pub fn is_of_same_bot(&self, other: &Self) -> bool {
        (&self.bot, &self.version) == (&other.bot, &other.version)
    }
}

impl SuitePosition {
    /// Takes over the judgement of the same position by another search. What the player of the game
    /// gave away stays.
    pub(super) fn take_judgement(&mut self, other: Self) {
        self.best = other.best;
        self.line = other.line;
        self.proven = other.proven;
        self.good = other.good;
        self.tolerance = other.tolerance;
        self.engine = other.engine;
        self.budget = other.budget;
    }

    /// Reports whether the player of the game went wrong here.
    pub fn is_mistake(&self) -> bool {
        self.class.is_bad()
    }

    /// Returns the state of the position.
    ///
    /// # Errors
    /// Returns an error if the text is not a position of the game.
    pub fn state(&self, game: &dyn DynGame) -> Result<Box<dyn DynState>, ParseError> {
        game.parse_position(&self.position)
    }

    /// Returns the player to move.
    pub fn mover(&self, game: &dyn DynGame) -> Option<Player> {
        self.state(game).ok()?.mover()
    }

    /// Returns the game in which the player made the move.
    pub fn origin(&self) -> SuiteOrigin {
        SuiteOrigin {
            source: self.source.clone(),
            ply: self.ply,
            player: self.player.clone(),
            version: self.version.clone(),
            opponent: self.opponent.clone(),
            played: self.played.clone(),
            loss: self.loss,
        }
    }

    /// Yields the games in which a player made a move in this position that the suite is about.
    pub fn origins(&self) -> impl Iterator<Item = SuiteOrigin> + '_ {
        std::iter::once(self.origin()).chain(self.also.iter().cloned())
    }

    /// Returns the id of a position: the game and a hash.
    pub(super) fn id_of(game: &dyn DynGame, state: &dyn DynState) -> String {
        format!("{}-{:016x}", game.id(), state.choice_key())
    }
}
