//! The reading of results from logs of any kind.

use super::super::super::Status;
use super::super::super::collect::collect_games;
use super::super::args;
use crate::arena::GameScore;
use crate::failure::Failure;
use crate::findings::Code;
use crate::formats::CheckedGame;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A game with its score and its identity.
struct ScoredGame {
    score: GameScore,
    /// The contest's number of the game.
    source_id: String,
    /// Whether the log has only the result, without moves.
    is_result_only: bool,
}

/// Returns the score of a game; `None` if it has none.
fn scored_game(checked: &CheckedGame) -> Option<ScoredGame> {
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
    Some(ScoredGame {
        score,
        source_id: record.source.id.clone(),
        is_result_only: result_only,
    })
}

/// Reads the scores of all games, by the id of the game that was played.
///
/// A game that one log has with its moves and another as a row of a table counts once. Rows of
/// tables alone belong to the game that is named, or else to the only one.
pub(super) fn read(
    args: &args::StandingsArgs,
    status: &mut Status,
) -> Result<BTreeMap<String, Vec<GameScore>>, Failure> {
    let options = args.reading.read_options();
    let games = collect_games(&args.paths, options, 0, status, |checked, _, _| {
        scored_game(&checked)
    })?;
    let games: Vec<ScoredGame> = games.into_iter().filter_map(|(_, game)| game).collect();
    let mut seen: HashMap<String, [String; 2]> = HashMap::new();
    let mut kinds = HashSet::new();
    for game in games.iter().filter(|game| !game.is_result_only) {
        kinds.insert(game.score.game.clone());
        if !game.source_id.is_empty() {
            seen.insert(game.source_id.clone(), game.score.names.clone());
        }
    }
    let only = match kinds.len() {
        1 => kinds.into_iter().next(),
        _ => options.game.map(|game| game.id().to_owned()),
    };
    let mut all: BTreeMap<String, Vec<GameScore>> = BTreeMap::new();
    for ScoredGame {
        mut score,
        source_id: id,
        is_result_only: result_only,
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
