//! The report on a player in one kind of game.

use super::estimate::{ScoutMean, ScoutShare};
use crate::review::{DecidedBy, GamePhase};
use schemars::JsonSchema;
use serde::Serialize;

/// The number of games that a text names before it counts the rest.
const MAX_NAMED_GAMES: usize = 5;

/// The report on a player in one kind of game.
///
/// Games are named by the contest's number of the game, or else by the file and the index in it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutReport {
    /// The name of the player, as it was asked for.
    pub player: String,
    /// The id of the game.
    pub game: String,
    /// The number of games, each counted once.
    pub games: u32,
    /// The number of games left out because another log, or the same one, has them already.
    pub repeated: u32,
    /// The number of games with a review.
    pub reviewed: u32,
    /// The results of all games.
    pub all: ScoutResults,
    /// The results as the first and as the second player.
    pub seats: [ScoutResults; 2],
    /// The openings by side, the most frequent first.
    pub openings: Vec<ScoutOpening>,
    /// The losses by phase of the game; empty without reviews.
    pub phases: Vec<ScoutPhase>,
    /// The use of time; null if no times are known.
    pub time: Option<ScoutTime>,
    /// The failures by kind.
    pub faults: Vec<ScoutFault>,
    /// The results against each opponent, the most frequent first.
    pub opponents: Vec<ScoutResults>,
    /// The lost games by what decided them, the most frequent first.
    pub losses: Vec<ScoutLossGroup>,
    /// How soon the player's secret can be guessed; null in games without secrets.
    pub secret: Option<ScoutSecret>,
    /// The claims of a win; null in games without claims, or without reviews.
    pub claims: Option<ScoutClaims>,
}

/// The results of some games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct ScoutResults {
    /// The opponent, the side or the opening that the games have in common; empty for all games.
    pub name: String,
    /// The number of games won.
    pub won: u32,
    /// The number of games drawn.
    pub drawn: u32,
    /// The number of games lost.
    pub lost: u32,
    /// The number of games without a known result.
    pub unknown: u32,
    /// The score: a draw counts half.
    pub score: Option<ScoutShare>,
    /// The games won.
    pub won_games: Vec<String>,
    /// The games drawn.
    pub drawn_games: Vec<String>,
    /// The games lost.
    pub lost_games: Vec<String>,
}

impl ScoutResults {
    /// Returns the number of games.
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost + self.unknown
    }
}

/// An opening of one side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutOpening {
    /// The name of the player's side.
    pub side: String,
    /// The results, named by the moves of the first such game.
    #[serde(flatten)]
    pub results: ScoutResults,
}

/// The losses of a player in a phase of the game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutPhase {
    /// The phase: a third of the plies.
    pub phase: GamePhase,
    /// The number of judged moves.
    pub moves: u32,
    /// The win probability given away by a move.
    #[schemars(extend("x-unit" = "probability"))]
    pub loss: Option<ScoutMean>,
    /// The contest points given away by a move, if the engine estimates points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<ScoutMean>,
    /// The number of inaccuracies, mistakes and blunders.
    pub bad: [u32; 3],
    /// The games in which most was given away in this phase, the worst first.
    pub worst_games: Vec<String>,
}

/// A long thought.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutThought {
    /// The game.
    pub game: String,
    /// The ply.
    pub ply: u32,
    /// The time in milliseconds.
    #[schemars(extend("x-unit" = "ms"))]
    pub ms: u32,
}

/// The time of a phase.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutTimePhase {
    /// The phase: a third of the plies.
    pub phase: GamePhase,
    /// The number of moves whose time is known.
    pub moves: u32,
    /// The time of a move in milliseconds.
    #[schemars(extend("x-unit" = "ms"))]
    pub ms: Option<ScoutMean>,
    /// The share of the time of all moves.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
}

/// The use of time.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutTime {
    /// The number of games whose time is known.
    pub games: u32,
    /// The time of a game in milliseconds.
    #[schemars(extend("x-unit" = "ms"))]
    pub game_ms: Option<ScoutMean>,
    /// The time of a move by phase; empty if only the times of whole games are known.
    pub phases: Vec<ScoutTimePhase>,
    /// The longest thoughts, one of each game.
    pub longest: Vec<ScoutThought>,
    /// The share of games in time trouble: 90 % or more of the contest's clock was used, of the clock
    /// of the game or of that of a turn. Null if the contest has no clock.
    pub trouble: Option<ScoutShare>,
    /// The games in time trouble, the worst first.
    pub trouble_games: Vec<String>,
    /// The share of games over the contest's clock.
    pub over: Option<ScoutShare>,
    /// The games over the contest's clock, the worst first.
    pub over_games: Vec<String>,
}

/// The failures of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutFault {
    /// The kind, as `kifu validate --json` names the ending.
    pub fault: String,
    /// The share of all games.
    pub share: Option<ScoutShare>,
    /// The games.
    pub games: Vec<String>,
}

/// A lost game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutLoss {
    /// The game.
    pub game: String,
    /// The opponent.
    pub opponent: String,
    /// The ply that decided; null if there is none.
    pub ply: Option<u32>,
    /// The headline; empty if nothing can be said.
    pub headline: String,
}

/// The lost games that were decided in one way.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutLossGroup {
    /// The kind of decision; null for games without a review or a failure.
    pub decided_by: Option<DecidedBy>,
    /// The share of the lost games.
    pub share: Option<ScoutShare>,
    /// The games.
    pub games: Vec<ScoutLoss>,
}

/// How well a secret can be guessed after a number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutSecretStep {
    /// The number of the player's own moves that were seen.
    pub moves: u32,
    /// The number of games with as many moves.
    pub games: u32,
    /// The share of these games in which the likeliest secret is the true one.
    pub right: Option<ScoutShare>,
    /// The mean probability of the true secret.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub probability: f64,
}

/// How soon a player's secret can be guessed from their moves.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutSecret {
    /// The number of games in which the secrets are known.
    pub games: u32,
    /// The share of right guesses without any move.
    #[schemars(range(min = 0, max = 1))]
    pub chance: f64,
    /// The number of own moves after which the guess is right and stays right: the median of all games;
    /// null if it is not right at the end of most.
    pub median_moves: Option<u32>,
    /// The guesses after 1, 2, 3 and more moves.
    pub steps: Vec<ScoutSecretStep>,
    /// The games in which the guess is right from the first half of the moves on.
    pub early_games: Vec<String>,
    /// The games in which the guess is wrong at the end.
    pub hidden_games: Vec<String>,
}

/// A claim that could have been made earlier.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutHeldClaim {
    /// The game.
    pub game: String,
    /// The ply from which on a win was proven.
    pub ply: u32,
    /// The ply of the claim; null if none was made.
    pub claimed: Option<u32>,
    /// The contest points that waiting cost; null if the game was not won.
    #[schemars(extend("x-unit" = "contest points"))]
    pub cost: Option<i32>,
}

/// The claims of a win.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutClaims {
    /// The number of reviewed games.
    pub games: u32,
    /// The share of claims that were right.
    pub right: Option<ScoutShare>,
    /// The games with a right claim.
    pub right_games: Vec<String>,
    /// The games with a wrong claim.
    pub wrong_games: Vec<String>,
    /// The claims that were held back: a win was proven before the claim, or without one.
    pub held: Vec<ScoutHeldClaim>,
    /// The contest points that waiting cost in all games.
    #[schemars(extend("x-unit" = "contest points"))]
    pub cost: i32,
}

/// Names games in a text: a handful, and the number of the rest.
///
/// ```
/// use kifu_study::scout::games_text;
///
/// let games: Vec<String> = (1..=8).map(|game| game.to_string()).collect();
/// assert_eq!(games_text(&games), "1, 2, 3, 4, 5 + 3 more");
/// assert_eq!(games_text(&games[..2]), "1, 2");
/// ```
pub fn games_text(games: &[String]) -> String {
    let named = games.iter().take(MAX_NAMED_GAMES);
    let mut text = named.map(String::as_str).collect::<Vec<_>>().join(", ");
    if games.len() > MAX_NAMED_GAMES {
        text.push_str(&format!(" + {} more", games.len() - MAX_NAMED_GAMES));
    }
    text
}
