//! Result tables against transcripts: what two logs of one run say of the same game.

use super::validate::Verdict;
use crate::files::Origin;
use crate::findings::{Code, Finding};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// So many games are remembered; no competition has as many, and memory stays bounded.
const MOST: usize = 200_000;

/// What a log says of a game.
struct Said {
    /// It holds the result alone.
    result_only: bool,
    points: (i32, i32),
    status: Option<(String, String)>,
    /// File and line.
    place: String,
}

/// What was said of each game so far, by the contest's number of it.
#[derive(Default)]
pub(super) struct Tables {
    said: HashMap<String, Said>,
}

impl Tables {
    /// Remembers what a log says of a game, or holds it against what another said. Of two logs
    /// with moves nothing is compared: contests number their games each for itself.
    pub fn compare(&mut self, origin: &Origin, verdict: &Verdict) -> Option<Finding> {
        let points = verdict.reported.as_ref()?.points?;
        let said = Said {
            result_only: verdict.result_only,
            points,
            status: verdict
                .reported
                .as_ref()
                .and_then(|said| said.status.clone()),
            place: place(origin, verdict),
        };
        let full = self.said.len() >= MOST;
        match self.said.entry(verdict.id.clone()) {
            _ if verdict.id.is_empty() => None,
            Entry::Occupied(other) if other.get().result_only != said.result_only => {
                differ(&verdict.id, &said, other.get()).map(|finding| {
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

fn differ(id: &str, said: &Said, other: &Said) -> Option<Finding> {
    let same_status = match (&said.status, &other.status) {
        (Some(said), Some(other)) => said == other,
        _ => true,
    };
    (said.points != other.points || !same_status).then(|| {
        let message = format!(
            "game {id}: expected {} as in {}, found {}",
            words(other),
            other.place,
            words(said)
        );
        Finding::new(Code::TableDiffers, message)
    })
}

fn words(said: &Said) -> String {
    let (first, second) = said.points;
    match &said.status {
        Some((one, two)) => format!("{one} {first} - {second} {two}"),
        None => format!("{first} - {second}"),
    }
}

fn place(origin: &Origin, verdict: &Verdict) -> String {
    let place = verdict.findings.iter().find_map(|f| f.location.as_ref());
    match place {
        Some(place) => format!("{}:{}", origin.display_name, place.line),
        None => origin.display_name.clone(),
    }
}
