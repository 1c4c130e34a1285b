//! The tool `open`, which reads games.

use super::McpTool;
use super::archive::game_row;
use crate::common::text::pluralize;
use crate::mcp::answer::{ToolAnswer, paged};
use crate::mcp::library::{LibraryReader, OpenLibrary};
use crate::mcp::session::{Session, ToolCall};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::files::ReadOptions;
use kifu_logs::formats;
use kifu_study::failure::Failure;
use kifu_study::selection::{GameSelection, PlayerResult};
use schemars::JsonSchema;
use serde::Deserialize;
use std::fmt::Write;
use std::sync::Arc;

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum WantedResult {
    /// The player won.
    Won,
    /// The game is a draw.
    Drawn,
    /// The player lost.
    Lost,
}

/// The arguments of `open`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Open {
    /// Files and folders with logs of games, below the allowed folders.
    paths: Vec<String>,
    /// Add the games to those that are open, instead of closing them.
    #[serde(default)]
    add: bool,
    /// The game of logs that do not name it: turn-right, atari-go, clobber, box or zuniq.
    game: Option<String>,
    /// The format of the logs, if it is not to be detected: `moves`, `codecup-page`, ...
    format: Option<String>,
    /// Only games of this player: a name, or first, second or a side if no one has that name.
    player: Option<String>,
    /// Only games against this player.
    opponent: Option<String>,
    /// Only games with one of these results for `player`.
    #[serde(default)]
    results: Vec<WantedResult>,
    /// Only games in which the player failed: an illegal move, no time left, a crash.
    #[serde(default)]
    faults: bool,
    /// Only games in which a move of the player lost at least this much, in percent of win
    /// probability, by the review in the record.
    #[schemars(range(min = 0, max = 100))]
    min_loss: Option<f64>,
    /// The first game to list in the answer, from 0.
    #[serde(default)]
    from: usize,
}

impl Open {
    /// Returns how to read the logs.
    fn read_options(&self) -> Result<ReadOptions, Failure> {
        let game = self.game.as_deref().map(|id| {
            by_id(CATALOGUE, id).ok_or_else(|| {
                let ids = CATALOGUE.iter().map(|game| game.id()).collect::<Vec<_>>();
                Failure::usage(format!(
                    "game: expected one of {}, found `{id}`",
                    ids.join(", ")
                ))
            })
        });
        let format = self.format.as_deref().map(|id| {
            formats::by_id(id).ok_or_else(|| {
                let ids = formats::FORMATS.iter().map(|format| format.id());
                let ids = ids.collect::<Vec<_>>().join(", ");
                Failure::usage(format!("format: expected one of {ids}, found `{id}`"))
            })
        });
        Ok(ReadOptions {
            game: game.transpose()?,
            format: format.transpose()?,
        })
    }

    /// Returns which games to keep; `None` for all.
    fn selection(&self) -> Result<Option<Arc<GameSelection>>, Failure> {
        let results = self.results.iter().map(|result| match result {
            WantedResult::Won => PlayerResult::Won,
            WantedResult::Drawn => PlayerResult::Drawn,
            WantedResult::Lost => PlayerResult::Lost,
        });
        let results: Vec<PlayerResult> = results.collect();
        if self.player.is_none() && results.iter().any(|it| *it != PlayerResult::Drawn) {
            let message = "expected `player` with `results`: every decided game is won by someone";
            return Err(Failure::usage(message));
        }
        let selection = GameSelection {
            player: self.player.clone(),
            opponent: self.opponent.clone(),
            results,
            has_fault: self.faults,
            min_loss: self.min_loss.map(|percent| percent / 100.0),
        };
        Ok((!selection.is_empty()).then(|| Arc::new(selection)))
    }
}

impl McpTool for Open {
    const NAME: &'static str = "open";
    const ABOUT: &'static str = "Read games from files and folders (any format that kifu reads), \
        judge them by the rules, and keep them open for the other tools. Lists the games with \
        their names FILE#GAME, players, results and findings.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let folders = session.folders();
        let paths = self.paths.iter().map(|path| folders.find(path));
        let paths = paths.collect::<Result<Vec<_>, _>>()?;
        if paths.is_empty() {
            return Err(Failure::usage("paths: expected at least one, found none")
                .hint(format!("allowed: {}", folders.text())));
        }
        let reader = LibraryReader {
            folders: &folders,
            options: self.read_options()?,
            selection: self.selection()?,
            stop: &call.stop,
            progress: &|games| (call.progress)(games, None, pluralize(games, "game")),
        };
        let mut library = reader.read(&paths)?;
        if self.add {
            library = session.library().merged_with(library);
        }
        let heading = heading(&library);
        let rows: Vec<String> = library.games.iter().map(|game| game_row(game)).collect();
        session.set_library(library);
        Ok(paged(&heading, &rows, self.from).into())
    }
}

/// Returns the number of games, and what was left out.
fn heading(library: &OpenLibrary) -> String {
    let mut text = format!("{} open", pluralize(library.games.len(), "game"));
    if library.left_out > 0 {
        let _ = write!(text, ", {} left out by the filters", library.left_out);
    }
    if library.skipped_files > 0 {
        let files = pluralize(library.skipped_files, "file");
        let _ = write!(text, ", {files} without games skipped");
    }
    for problem in &library.problems {
        let _ = write!(text, "\nnot read: {problem}");
    }
    text
}
