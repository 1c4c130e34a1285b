//! The file of a test suite: positions to solve, one JSON object per line.
//!
//! `kifu review --suite` writes such files and `kifu analyze --suite` reads them. New keys are added
//! at the end; existing ones never change.

use kifu_core::contract::Proven;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{GamePhase, MoveClass};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A position in which one move is clearly the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct SuitePosition {
    /// The id of the game.
    pub game: String,
    /// The position text, after the chance event.
    pub position: String,
    /// The best move, the one to find.
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
    /// The class of the played move.
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
}

impl SuitePosition {
    /// Returns the JSON line of the position, with its line feed.
    pub fn to_json_line(&self) -> String {
        // JSON can represent every field, so that the default is never used.
        kifu_logs::formats::to_json(self) + "\n"
    }
}

/// Reads the positions of a suite with their games; an error names the line.
pub(crate) fn read_suite(
    path: &Path,
) -> Result<Vec<(&'static dyn DynGame, SuitePosition)>, Failure> {
    let text = if path.as_os_str() == "-" {
        let text = std::io::read_to_string(std::io::stdin());
        text.map_err(|error| Failure::cannot_read(path.display(), error))?
    } else {
        files::read_text(path)?
    };
    let mut problems = Vec::new();
    for (nth, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let bad = |why: String| {
            let message = format!("{}:{}: {why}", path.display(), nth + 1);
            Failure::new(FailureKind::Input, message)
                .hint("create such a file with `kifu review --suite FILE`")
        };
        let problem: SuitePosition =
            serde_json::from_str(line).map_err(|error| bad(error.to_string()))?;
        let game = by_id(CATALOGUE, &problem.game);
        let game = game.ok_or_else(|| bad(format!("unknown game `{}`", problem.game)))?;
        problems.push((game, problem));
    }
    if problems.is_empty() {
        let message = format!("expected positions in `{}`, found none", path.display());
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(problems)
}
