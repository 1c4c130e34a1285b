//! Results from logs of any kind.

use super::super::super::Status;
use super::super::super::gather::gather;
use super::super::args;
use crate::arena::GameScore;
use crate::files::Failure;
use crate::findings::Code;
use crate::formats::CheckedGame;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A game, and what tells it from others.
struct Game {
    score: GameScore,
    /// The contest's number of it.
    id: String,
    /// The log has its result alone.
    result_only: bool,
}

fn game(checked: &CheckedGame) -> Option<Game> {
    let record = &checked.record;
    let result_only = checked
        .findings
        .iter()
        .any(|found| found.code == Code::ResultsOnly);
    if record.game.is_empty() && !result_only {
        return None;
    }
    let mut score = GameScore::from_record(record);
    for (name, side) in score.names.iter_mut().zip(["(first)", "(second)"]) {
        if name.is_empty() {
            side.clone_into(name);
        }
    }
    Some(Game {
        score,
        id: record.source.id.clone(),
        result_only,
    })
}

/// The games by their game's id. A game that one log has with its moves and another as a line of
/// a table counts once; tables alone belong to the game that is named, or the only one there is.
pub(super) fn read(
    args: &args::Standings,
    status: &mut Status,
) -> Result<BTreeMap<String, Vec<GameScore>>, Failure> {
    let told = args.reading.told();
    let games = gather(&args.paths, told, 0, status, |checked, _, _| game(&checked))?;
    let games: Vec<Game> = games.into_iter().filter_map(|(_, game)| game).collect();
    let mut seen: HashMap<String, [String; 2]> = HashMap::new();
    let mut kinds = HashSet::new();
    for game in games.iter().filter(|game| !game.result_only) {
        kinds.insert(game.score.game.clone());
        if !game.id.is_empty() {
            seen.insert(game.id.clone(), game.score.names.clone());
        }
    }
    let only = match kinds.len() {
        1 => kinds.into_iter().next(),
        _ => told.game.map(|book| book.id().to_owned()),
    };
    let mut all: BTreeMap<String, Vec<GameScore>> = BTreeMap::new();
    for Game {
        mut score,
        id,
        result_only,
    } in games
    {
        if result_only {
            if seen.get(&id) == Some(&score.names) {
                continue;
            }
            score.game = only.clone().unwrap_or_default();
        }
        all.entry(score.game.clone()).or_default().push(score);
    }
    Ok(all)
}
