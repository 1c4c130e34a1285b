//! The export of a test suite: positions in which a player went wrong and one move was clearly
//! better.

use super::ReviewedGame;
use crate::suite_file::SuitePosition;
use kifu_study::failure::Failure;
use kifu_study::review::{GamePhase, JudgedPly, ReviewPosition, Thresholds, positions, rounded};

/// Returns the suite positions of a game, in order: those with a bad move, in which the best move
/// beats the second one by at least an inaccuracy.
pub(super) fn suite_positions(
    game: &ReviewedGame,
    thresholds: &Thresholds,
) -> Result<Vec<SuitePosition>, Failure> {
    let is_problem = |ply: &&JudgedPly| is_suite_position(ply, thresholds.inaccuracy);
    let bad: Vec<&JudgedPly> = game.judged.iter().filter(is_problem).collect();
    if bad.is_empty() {
        return Ok(Vec::new());
    }
    let positions = positions(game.game, &game.record, game.plies)?;
    let position = |ply: &JudgedPly| {
        positions
            .iter()
            .find(|position| position.ply + 1 == ply.ply)
    };
    let all = bad
        .into_iter()
        .filter_map(|ply| suite_position(game, ply, position(ply)?));
    Ok(all.collect())
}

/// Reports whether a ply belongs in a suite: the move is bad, and the best move beats the second
/// one by at least `clear` in win probability.
fn is_suite_position(ply: &JudgedPly, clear: f64) -> bool {
    let best = ply.evaluation.best.win;
    let next = ply.evaluation.second_best;
    ply.judgement.class.is_bad() && next.is_none_or(|next| best - next.win >= clear)
}

/// Returns the suite position of a ply.
fn suite_position(
    game: &ReviewedGame,
    ply: &JudgedPly,
    position: &ReviewPosition,
) -> Option<SuitePosition> {
    Some(SuitePosition {
        game: game.game.id().to_owned(),
        position: position.state.position(),
        best: ply.evaluation.pv.first()?.clone(),
        line: ply.evaluation.pv.clone(),
        played: position.played.clone()?,
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
