//! Result tables against transcripts: what two logs of one run say of the same game.

use super::GameVerdict;
use crate::files::Origin;
use crate::findings::{Code, Finding};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// So many games are remembered; no competition has as many, and memory stays bounded.
const MAX_GAMES: usize = 200_000;

/// What a log says of a game.
struct ReportedResult {
    /// It holds the result alone.
    is_result_only: bool,
    points: (i32, i32),
    status: Option<(String, String)>,
    /// File and line.
    location: String,
}

/// What was said of each game so far, by the contest's number of it.
#[derive(Default)]
pub(super) struct ResultTables {
    results_by_id: HashMap<String, ReportedResult>,
}

impl ResultTables {
    /// Remembers what a log says of a game, or holds it against what another said. Of two logs
    /// with moves nothing is compared: contests number their games each for itself.
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

fn reported_text(said: &ReportedResult) -> String {
    let (first, second) = said.points;
    match &said.status {
        Some((one, two)) => format!("{one} {first} - {second} {two}"),
        None => format!("{first} - {second}"),
    }
}

fn location_of(origin: &Origin, verdict: &GameVerdict) -> String {
    let place = verdict.findings.iter().find_map(|f| f.location.as_ref());
    match place {
        Some(place) => format!("{}:{}", origin.display_name, place.line),
        None => origin.display_name.clone(),
    }
}
