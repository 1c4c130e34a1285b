//! Comparison of games that the logs hold more than once.

use super::GameVerdict;
use crate::common::text::{one_line, pluralize};
use kifu_core::findings::{Code, Finding};
use kifu_core::record::{DuplicateFinder, GameKey};
use kifu_logs::files::Origin;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;
use std::sync::Arc;

/// The maximum number of duplicates that are named in a text.
const MAX_NAMES_IN_TEXT: usize = 5;
/// The maximum number of duplicates that are named in JSON.
const MAX_NAMES: usize = 100;

/// The games that repeat the moves of an earlier game.
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

/// A game that repeats the moves of an earlier game.
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

// The comparison of result tables with transcripts: two logs of the same game must agree.

/// The maximum number of games kept for comparison; it bounds the memory, and no competition has
/// as many.
const MAX_GAMES: usize = 200_000;

/// The result of a game that a log reports.
struct ComparedResult {
    /// Whether the log has only the result, without moves.
    is_result_only: bool,
    points: (i32, i32),
    status: Option<(String, String)>,
    /// The file and the line.
    location: String,
}

/// The reported result of each game so far, by the contest's number of the game.
#[derive(Default)]
pub(super) struct ResultTables {
    results_by_id: HashMap<String, ComparedResult>,
}

impl ResultTables {
    /// Compares the result of a game with that of another log of the game, or keeps it for later.
    ///
    /// Two logs with moves are not compared: each contest numbers its games on its own.
    pub fn compare(&mut self, origin: &Origin, verdict: &GameVerdict) -> Option<Finding> {
        let points = verdict.reported.as_ref()?.points?;
        let said = ComparedResult {
            is_result_only: verdict.is_result_only,
            points,
            status: verdict
                .reported
                .as_ref()
                .and_then(|said| said.status.clone()),
            location: location_of(origin, verdict),
        };
        let full = self.results_by_id.len() >= MAX_GAMES;
        match self.results_by_id.entry(verdict.source_id.clone()) {
            _ if verdict.source_id.is_empty() => None,
            Entry::Occupied(other) if other.get().is_result_only != said.is_result_only => {
                difference(&verdict.source_id, &said, other.get()).map(|finding| {
                    let result = verdict
                        .findings
                        .iter()
                        .find(|f| f.code == Code::ResultsOnly);
                    finding.at(result.and_then(|result| result.location.clone()))
                })
            }
            Entry::Vacant(free) if !full => {
                free.insert(said);
                None
            }
            Entry::Occupied(_) | Entry::Vacant(_) => None,
        }
    }
}

/// Returns a finding if two logs report different points or statuses of a game.
fn difference(id: &str, said: &ComparedResult, other: &ComparedResult) -> Option<Finding> {
    let same_status = match (&said.status, &other.status) {
        (Some(said), Some(other)) => said == other,
        _ => true,
    };
    (said.points != other.points || !same_status).then(|| {
        let message = format!(
            "game {id}: expected {} as in {}, found {}",
            reported_text(other),
            other.location,
            reported_text(said)
        );
        Finding::new(Code::TableDiffers, message)
    })
}

/// Returns a reported result as text.
fn reported_text(said: &ComparedResult) -> String {
    let (first, second) = said.points;
    match &said.status {
        Some((one, two)) => format!("{one} {first} - {second} {two}"),
        None => format!("{first} - {second}"),
    }
}

/// Returns the file and the line of a game.
fn location_of(origin: &Origin, verdict: &GameVerdict) -> String {
    let place = verdict.findings.iter().find_map(|f| f.location.as_ref());
    match place {
        Some(place) => format!("{}:{}", origin.display_name, place.line),
        None => origin.display_name.clone(),
    }
}
