//! Positions to be solved, one JSON object a line: `kifu review --suite` writes them, `kifu analyze
//! --suite` reads them. Keys are added at the end, never changed.

use crate::contract::Proven;
use crate::failure::{Failure, FailureKind};
use crate::games::{CATALOGUE, DynGame, by_id};
use crate::review::{GamePhase, MoveClass};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A position in which one move is clearly the best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::cli) struct SuitePosition {
    /// The game's id.
    pub game: String,
    /// The position text, what luck dealt included.
    pub position: String,
    /// The move to be found.
    pub best: String,
    /// It, and what is thought to follow.
    #[serde(default)]
    pub line: Vec<String>,
    /// The move that was played.
    #[serde(default)]
    pub played: String,
    /// What that gave away in probability of a win, 0 to 1.
    #[serde(default)]
    pub loss: f64,
    /// The same in contest points, where the engine counts them.
    #[serde(default)]
    pub points: Option<f64>,
    /// What the played move was called.
    pub class: MoveClass,
    /// The result with the best move, if that is proven.
    #[serde(default)]
    pub proven: Option<Proven>,
    /// Where the game stands: the file, and which game of it.
    #[serde(default)]
    pub source: String,
    /// The ply that was played there, from 1.
    #[serde(default)]
    pub ply: u32,
    /// When in the game.
    pub phase: GamePhase,
    /// Who played.
    #[serde(default)]
    pub player: String,
    /// Against whom.
    #[serde(default)]
    pub opponent: String,
}

impl SuitePosition {
    /// The line, its line feed included.
    pub fn to_json_line(&self) -> String {
        // Strings, numbers and lists: nothing that JSON cannot write.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// The problems of a file with their games; a bad line is told with its number.
pub(in crate::cli) fn read_suite(
    path: &Path,
) -> Result<Vec<(&'static dyn DynGame, SuitePosition)>, Failure> {
    let text = if path.as_os_str() == "-" {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let text = text.map_err(|error| Failure::cannot_read(path.display(), error))?;
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
        let book = by_id(CATALOGUE, &problem.game);
        let book = book.ok_or_else(|| bad(format!("unknown game `{}`", problem.game)))?;
        problems.push((book, problem));
    }
    if problems.is_empty() {
        let message = format!("expected positions in `{}`, found none", path.display());
        return Err(Failure::new(FailureKind::Input, message));
    }
    Ok(problems)
}
