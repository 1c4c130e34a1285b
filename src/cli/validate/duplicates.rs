//! The games that the logs hold more than once.

use crate::common::text::{one_line, pluralize};
use kifu_core::record::{DuplicateFinder, GameKey};
use kifu_logs::files::Origin;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;
use std::sync::Arc;

/// The maximum number of duplicates that are named in a text.
const MAX_NAMES_IN_TEXT: usize = 5;
/// The maximum number of duplicates that are named in JSON.
const MAX_NAMES: usize = 100;

/// The games whose moves stand in an earlier game as well.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub(crate) struct DuplicateSummary {
    /// The number of games with the moves and the players of an earlier one.
    pub same_players: usize,
    /// The number of games with the moves of an earlier one and other players.
    pub other_players: usize,
    /// The first hundred of them.
    pub first: Vec<DuplicateJson>,
    #[serde(skip)]
    finder: DuplicateFinder<(Arc<Origin>, usize)>,
}

/// A game whose moves stand in an earlier game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Duplicate")]
pub(crate) struct DuplicateJson {
    /// The location of the game: the file, and the index in the file.
    pub name: String,
    /// The location of the earlier game.
    pub earlier: String,
    /// Whether the players have the same names.
    pub same_players: bool,
}

impl DuplicateSummary {
    /// Adds a game.
    pub fn add(&mut self, origin: &Arc<Origin>, index: usize, key: Option<GameKey>) {
        let Some(key) = key else {
            return;
        };
        let Some(found) = self.finder.add(key, (Arc::clone(origin), index)) else {
            return;
        };
        if found.same_players {
            self.same_players += 1;
        } else {
            self.other_players += 1;
        }
        if self.first.len() < MAX_NAMES {
            let (earlier, earlier_index) = found.earlier;
            self.first.push(DuplicateJson {
                name: format!("{}:{index}", origin.display_name),
                earlier: format!("{}:{earlier_index}", earlier.display_name),
                same_players: found.same_players,
            });
        }
    }

    /// Returns the duplicates as lines of the summary; empty if there are none.
    pub fn text(&self) -> String {
        let count = self.same_players + self.other_players;
        if count == 0 {
            return String::new();
        }
        let mut text = format!(
            "  duplicates: {} with the moves of an earlier one, {} with the same players, {} with \
             others\n",
            pluralize(count, "game"),
            self.same_players,
            self.other_players
        );
        for found in self.first.iter().take(MAX_NAMES_IN_TEXT) {
            let players = if found.same_players {
                "the same"
            } else {
                "other"
            };
            let (name, earlier) = (one_line(&found.name), one_line(&found.earlier));
            let _ = writeln!(text, "    {name} repeats {earlier}, {players} players");
        }
        if count > MAX_NAMES_IN_TEXT {
            let _ = writeln!(text, "    ...");
        }
        text
    }
}
