//! The reading of results from logs of any kind: each game is counted, or named as left out.

use super::super::super::Status;
use super::super::super::collect::collect_games;
use super::super::args;
use super::left_out::{LeftOutGame, LeftOutReason};
use crate::arena::GameScore;
use crate::contract::Player;
use crate::failure::Failure;
use crate::files::Origin;
use crate::findings::{Code, Finding, Severity};
use crate::formats::CheckedGame;
use std::collections::{BTreeMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game with its score and its identity.
struct ScoredGame {
    score: GameScore,
    /// The contest's number of the game.
    source_id: String,
    /// Whether the log has only the result, without moves.
    is_result_only: bool,
    /// A hash of a row of a table with the number of its game, for rows that stand twice.
    row_hash: Option<u64>,
    /// The file and the line.
    location: String,
}

/// The games of all logs, by the id of the game that was played.
#[derive(Default)]
pub(super) struct ReadGames {
    pub scores: BTreeMap<String, Vec<GameScore>>,
    pub left_out: Vec<LeftOutGame>,
}

/// Returns the score of a game, or the reason why it has none.
fn scored_game(checked: &CheckedGame, origin: &Origin) -> Result<ScoredGame, LeftOutGame> {
    let record = &checked.record;
    let location = location_of(origin, &checked.findings);
    let left_out = |reason| LeftOutGame {
        game: record.game.clone(),
        reason,
        location: location.clone(),
    };
    if record.game.is_empty()
        && let Some(finding) = unreadable_result(checked)
    {
        let reason = LeftOutReason::Unreadable(finding.code, finding.message.clone());
        return Err(left_out(reason));
    }
    let score = GameScore::for_standings(record, checked.is_valid());
    let score = score.ok_or_else(|| left_out(LeftOutReason::WinnerFailed))?;
    let has_code = |code| checked.findings.iter().any(|found| found.code == code);
    Ok(ScoredGame {
        is_result_only: has_code(Code::ResultsOnly),
        row_hash: row_hash(checked, origin),
        source_id: record.source.id.clone(),
        score,
        location,
    })
}

/// Returns the error because of which a game of no known kind has no result that counts.
///
/// A result that stands beside moves of an unknown game counts; a row that is broken does not, nor
/// a text without any result.
fn unreadable_result(checked: &CheckedGame) -> Option<&Finding> {
    let reported = checked.record.reported.as_ref();
    let has_winner = reported.is_some_and(|reported| reported.winner.is_some());
    let is_broken = |finding: &&Finding| {
        let is_harmless = matches!(
            finding.code,
            Code::UnknownGame | Code::BadValue | Code::BadSetup | Code::StatusDisagrees
        );
        finding.severity() == Severity::Error && !(has_winner && is_harmless)
    };
    checked.findings.iter().find(is_broken)
}

/// Returns the file and the line of a game.
fn location_of(origin: &Origin, findings: &[Finding]) -> String {
    let name = &origin.display_name;
    match findings.iter().find_map(|found| found.location.as_ref()) {
        Some(place) => format!("{name}:{}", place.line),
        None => name.clone(),
    }
}

/// Returns a hash of all that a row of a table says; `None` for other logs and for games without a
/// number, of which two may be equal.
fn row_hash(checked: &CheckedGame, origin: &Origin) -> Option<u64> {
    let record = &checked.record;
    if record.source.format != "codecup-csv" || record.source.id.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    origin.display_name.hash(&mut hasher);
    record.source.id.hash(&mut hasher);
    let event = &record.event;
    (&event.round, &event.table, &record.moves).hash(&mut hasher);
    for player in Player::ALL {
        record.player(player).name.hash(&mut hasher);
    }
    let reported = record.reported.as_ref();
    reported
        .map(|told| (told.points, &told.status))
        .hash(&mut hasher);
    record.ext.hash(&mut hasher);
    Some(hasher.finish())
}

/// Reads the scores of all games.
///
/// A game that one log has with its moves and another as a row of a table counts once. Rows of
/// tables alone belong to the game that is named, or else to the only one.
pub(super) fn read(args: &args::StandingsArgs, status: &mut Status) -> Result<ReadGames, Failure> {
    let options = args.reading.read_options();
    let games = collect_games(&args.paths, options, 0, status, |checked, origin, _| {
        scored_game(&checked, origin)
    })?;
    let mut all = ReadGames::default();
    let mut counted = Vec::with_capacity(games.len());
    for (_, game) in games {
        match game {
            Ok(game) => counted.push(game),
            Err(left_out) => all.left_out.push(left_out),
        }
    }
    let mut seen: HashSet<(String, [String; 2])> = HashSet::new();
    let mut kinds = HashSet::new();
    for game in counted.iter().filter(|game| !game.is_result_only) {
        kinds.insert(game.score.game.clone());
        if !game.source_id.is_empty() {
            seen.insert((game.source_id.clone(), game.score.names.clone()));
        }
    }
    let only = match kinds.len() {
        1 => kinds.into_iter().next(),
        _ => options.game.map(|game| game.id().to_owned()),
    };
    let mut rows = HashSet::new();
    for mut game in counted {
        if game.is_result_only {
            game.score.game = only.clone().unwrap_or_default();
        }
        let is_repeated = game.row_hash.is_some_and(|hash| !rows.insert(hash));
        let reason = if is_repeated {
            Some(LeftOutReason::Repeated)
        } else {
            let identity = (game.source_id, game.score.names.clone());
            let is_known = game.is_result_only && seen.contains(&identity);
            is_known.then_some(LeftOutReason::KnownFromMoves)
        };
        if let Some(reason) = reason {
            all.left_out.push(LeftOutGame {
                game: game.score.game,
                reason,
                location: game.location,
            });
        } else {
            let scores = all.scores.entry(game.score.game.clone()).or_default();
            scores.push(game.score);
        }
    }
    Ok(all)
}
