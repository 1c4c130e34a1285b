//! The comparison of result tables with transcripts: two logs of the same game must agree.

use super::GameVerdict;
use kifu_core::findings::{Code, Finding};
use kifu_logs::files::Origin;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The maximum number of games kept for comparison; it bounds the memory, and no competition has
/// as many.
const MAX_GAMES: usize = 200_000;

/// The result of a game that a log reports.
struct ReportedResult {
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
    results_by_id: HashMap<String, ReportedResult>,
}

impl ResultTables {
    /// Compares the result of a game with that of another log of the game, or keeps it for later.
    ///
    /// Two logs with moves are not compared: each contest numbers its games on its own.
    pub fn compare(&mut self, origin: &Origin, verdict: &GameVerdict) -> Option<Finding> {
        let points = verdict.reported.as_ref()?.points?;
        let said = ReportedResult {
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
fn difference(id: &str, said: &ReportedResult, other: &ReportedResult) -> Option<Finding> {
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
fn reported_text(said: &ReportedResult) -> String {
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
