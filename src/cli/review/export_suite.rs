//! The positions in which somebody went wrong and one move was clearly better.

use super::ReviewedGame;
use crate::cli::suite_file::SuitePosition;
use crate::failure::Failure;
use crate::review::{GamePhase, JudgedPly, ReviewPosition, Thresholds, positions};

/// The problems of a game, in its order: a bad move was played, and the best one is better than
/// the next by more than an inaccuracy.
pub(super) fn suite_positions(
    game: &ReviewedGame,
    thresholds: &Thresholds,
) -> Result<Vec<SuitePosition>, Failure> {
    let is_problem = |ply: &&JudgedPly| is_suite_position(ply, thresholds.inaccuracy);
    let bad: Vec<&JudgedPly> = game.judged.iter().filter(is_problem).collect();
    if bad.is_empty() {
        return Ok(Vec::new());
    }
    let places = positions(game.game, &game.record, game.plies)?;
    let place = |ply: &JudgedPly| places.iter().find(|place| place.ply + 1 == ply.ply);
    let all = bad
        .into_iter()
        .filter_map(|ply| suite_position(game, ply, place(ply)?));
    Ok(all.collect())
}

fn is_suite_position(ply: &JudgedPly, clear: f64) -> bool {
    let best = ply.evaluation.best.win;
    let next = ply.evaluation.second_best;
    ply.judgement.class.is_bad() && next.is_none_or(|next| best - next.win >= clear)
}

/// As exact as the values that the record keeps.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}

fn suite_position(
    game: &ReviewedGame,
    ply: &JudgedPly,
    place: &ReviewPosition,
) -> Option<SuitePosition> {
    Some(SuitePosition {
        game: game.game.id().to_owned(),
        position: place.state.position(),
        best: ply.evaluation.pv.first()?.clone(),
        line: ply.evaluation.pv.clone(),
        played: place.played.clone()?,
        loss: rounded(ply.judgement.loss),
        points: ply.judgement.points.map(rounded),
        class: ply.judgement.class,
        proven: ply.evaluation.best.proven,
        source: game.location.clone(),
        ply: ply.ply,
        phase: GamePhase::of_ply(ply.ply, game.plies),
        player: game.player_name(ply.player).to_owned(),
        opponent: game.player_name(ply.player.opponent()).to_owned(),
    })
}
