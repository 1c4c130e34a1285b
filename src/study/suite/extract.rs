//! The positions that a reviewed game adds to a suite.

use super::file::SUITE_VERSION;
use super::judge::{JudgeError, MoveJudge};
use super::position::SuitePosition;
use crate::arena::split_version;
use crate::failure::{Failure, FailureKind};
use crate::review::{
    ChoiceKind, GamePhase, JudgedPly, MoveClass, ReviewPosition, ReviewedGame, Thresholds,
    positions, rounded,
};
use kifu_core::contract::Player;
use kifu_core::record::Record;

/// Returns the suite positions of a reviewed game, in order: those in which a player went wrong, and
/// for comparison at most as many of the same player in which they chose well.
///
/// # Errors
/// Returns an error if the game cannot be replayed, or a position not judged.
pub fn suite_positions(
    game: &ReviewedGame,
    judge: &mut MoveJudge,
    thresholds: &Thresholds,
) -> Result<Vec<SuitePosition>, Failure> {
    let mut chosen: Vec<&JudgedPly> = Vec::new();
    for player in Player::ALL {
        let plies = || game.judged.iter().filter(move |ply| ply.player == player);
        let bad: Vec<&JudgedPly> = plies().filter(|ply| ply.judgement.class.is_bad()).collect();
        let good: Vec<&JudgedPly> = plies()
            .filter(|ply| is_comparison(ply, thresholds))
            .collect();
        chosen.extend(spread(&good, bad.len()));
        chosen.extend(bad);
    }
    if chosen.is_empty() {
        return Ok(Vec::new());
    }
    chosen.sort_by_key(|ply| ply.ply);
    let positions = positions(game.game, &game.record, game.plies)?;
    let mut all = Vec::new();
    for ply in chosen {
        let before = positions.iter().find(|before| before.ply + 1 == ply.ply);
        let Some(mut position) = before.and_then(|before| suite_position(game, ply, before)) else {
            continue;
        };
        judge
            .judge(game.game, &mut position, thresholds.inaccuracy)
            .map_err(|error| judge_failure(game, ply.ply, &error))?;
        all.push(position);
    }
    Ok(all)
}

fn judge_failure(game: &ReviewedGame, ply: u32, error: &JudgeError) -> Failure {
    let message = format!("{}, ply {ply}: {error}", game.location);
    Failure::new(FailureKind::Internal, message)
}

/// Reports whether a ply is for comparison: a good move in an open position, in which another move
/// could have lost much.
fn is_comparison(ply: &JudgedPly, thresholds: &Thresholds) -> bool {
    matches!(ply.judgement.class, MoveClass::Good | MoveClass::Only)
        && ply.judgement.loss < thresholds.inaccuracy / 2.0
        && ply.choice == ChoiceKind::Open
        && ply.evaluation.best.win >= thresholds.blunder
}

/// Returns up to `count` items, spread evenly.
fn spread<'a>(items: &[&'a JudgedPly], count: usize) -> Vec<&'a JudgedPly> {
    let count = count.min(items.len());
    (0..count)
        .map(|index| items[(2 * index + 1) * items.len() / (2 * count)])
        .collect()
}

/// Returns the suite position of a ply, without its good moves.
fn suite_position(
    game: &ReviewedGame,
    ply: &JudgedPly,
    before: &ReviewPosition,
) -> Option<SuitePosition> {
    let (dyn_game, record) = (game.game, &game.record);
    let token_count = dyn_game.info().lead_in + before.ply as usize;
    let tokens: Vec<&str> = record.tokens().take(token_count + 1).collect();
    let (token, moves) = tokens.split_last()?;
    let setup = dyn_game.setup_known_to(&record.setup, ply.player);
    let chance = dyn_game.chance_of(token);
    let mut state = dyn_game.start(&setup).ok()?;
    moves.iter().try_for_each(|mv| state.play(mv)).ok()?;
    state.apply_chance(token).ok()?;
    let player = game.player_name(ply.player).to_owned();
    Some(SuitePosition {
        suite: SUITE_VERSION,
        id: SuitePosition::id_of(dyn_game, state.as_ref()),
        game: dyn_game.id().to_owned(),
        position: state.position(),
        best: ply.evaluation.pv.first()?.clone(),
        line: ply.evaluation.pv.clone(),
        played: before.played.clone()?,
        loss: rounded(ply.judgement.loss),
        points: ply.judgement.points.map(rounded),
        class: ply.judgement.class,
        proven: ply.evaluation.best.proven,
        source: game.location.clone(),
        ply: ply.ply,
        phase: GamePhase::of_ply(ply.ply, game.plies),
        version: version_of(record, ply.player),
        player,
        opponent: game.player_name(ply.player.opponent()).to_owned(),
        setup,
        moves: moves.join(" "),
        chance,
        good: Vec::new(),
        tolerance: 0.0,
        engine: String::new(),
        budget: String::new(),
        also: Vec::new(),
        answers: Vec::new(),
    })
}

/// Returns the version of a player: that of the record, or else the one at the end of the name.
fn version_of(record: &Record, player: Player) -> Option<String> {
    let player = record.player(player);
    if !player.version.is_empty() {
        return Some(player.version.clone());
    }
    split_version(&player.name).1.map(str::to_owned)
}
