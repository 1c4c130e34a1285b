//! The judged plies of a reviewed game, with reasons, the glyphs that a review gives, and the drawing
//! of a key moment: the played move and the better one on one board.

use super::evaluation::{MoveEvaluation, move_evaluation};
use super::judge::{Judgement, MoveClass, Thresholds, judge};
use super::positions::{PositionsError, ReviewPosition, positions};
use kifu_core::contract::{Claim, Player};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{Glyph, Record};
use kifu_core::scene::{AnnotationSign, AnnotationStyle, Role, SceneItem, SceneOptions};
use kifu_core::search::Calibration;
use schemars::JsonSchema;
use serde::Serialize;

/// The key in a record's `ext` of the list of plies whose glyphs come from a review.
pub const GLYPHS_KEY: &str = "review.glyphs";

/// A judged ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPly {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The player who moved.
    pub player: Player,
    /// The token of the move in the record.
    pub token: String,
    /// The engine's evaluation of the move.
    pub evaluation: MoveEvaluation,
    /// The judgement that follows from the evaluation.
    pub judgement: Judgement,
    /// The kind of choice that the player had.
    pub choice: ChoiceKind,
    /// The value of a claim with this ply, in a game with claims and until the player has made one.
    pub claim: Option<Claim>,
    /// For key moments: why the move was worse; see [`reasons`].
    pub reasons: Vec<String>,
}

/// Returns the judged plies of a reviewed record with `plies` legal plies, in order.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn judged_plies(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<JudgedPly>, PositionsError> {
    let positions = positions(game, record, plies)?;
    let mut all = judge_positions(record, game, &positions, thresholds);
    for ply in all.iter_mut().filter(|ply| ply.judgement.is_key_moment()) {
        let position = positions
            .iter()
            .find(|position| position.ply + 1 == ply.ply);
        let state = position.map(|position| position.state.as_ref());
        ply.reasons = state.map_or_else(Vec::new, |state| reasons(state, &ply.evaluation));
    }
    Ok(all)
}

/// Returns the judged plies without their [`reasons`], which take longer than all the rest and can
/// be computed when they are shown.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn judged_plies_without_reasons(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<JudgedPly>, PositionsError> {
    let positions = positions(game, record, plies)?;
    Ok(judge_positions(record, game, &positions, thresholds))
}

/// Judges the plies whose positions have an evaluation of the played move, without reasons.
fn judge_positions(
    record: &Record,
    game: &dyn DynGame,
    positions: &[ReviewPosition],
    thresholds: &Thresholds,
) -> Vec<JudgedPly> {
    let tokens: Vec<&str> = record.tokens().skip(game.info().lead_in).collect();
    let calibration: Option<Calibration> = game.calibration().parse().ok();
    let ply = |(position, token): (&ReviewPosition, &&str)| {
        let number = position.ply + 1;
        let played = position
            .played
            .as_deref()
            .filter(|_| position.is_choice())?;
        let evaluation = move_evaluation(record.notes.get(&number)?.searches(), played)?;
        // The error of another engine's estimates is not known.
        let fitting = calibration
            .as_ref()
            .filter(|calibration| calibration.fits_engine(&evaluation.engine));
        let evaluation = MoveEvaluation {
            loss_error: evaluation.estimated_loss_error(fitting),
            ..evaluation
        };
        let judgement = judge(&evaluation, thresholds);
        Some(JudgedPly {
            ply: number,
            player: position.mover()?,
            token: (*token).to_owned(),
            choice: ChoiceKind::of(&evaluation, position.state.count_moves(), thresholds),
            claim: position.state.claim(played),
            reasons: Vec::new(),
            judgement,
            evaluation,
        })
    };
    positions.iter().zip(&tokens).filter_map(ply).collect()
}

/// The number of reasons given for a ply; more would not help the reader.
const MAX_REASONS: usize = 3;

/// Returns the reasons why the move played in `state` is worse than the best one, in the terms of
/// the game, the most important one first.
///
/// The reasons are true by the rules alone, independent of the engine; there may be none. The
/// evaluation only says which move to compare with and which line to examine first.
pub fn reasons(state: &dyn DynState, evaluation: &MoveEvaluation) -> Vec<String> {
    if evaluation.is_best_move {
        return Vec::new();
    }
    let mut reasons = state.reasons(&evaluation.played_pv, &evaluation.pv);
    reasons.truncate(MAX_REASONS);
    reasons
}

/// Removes the glyphs that a review gave; those that a person gave stay.
pub fn remove_glyphs(record: &mut Record) {
    let glyph_plies = record.ext.remove(GLYPHS_KEY).unwrap_or_default();
    for ply in glyph_plies.split(' ').filter_map(|ply| ply.parse().ok()) {
        if let Some(note) = record.notes.get_mut(&ply) {
            note.glyph = None;
        }
    }
}

/// Gives the judged plies of a reviewed record with `plies` legal plies their glyphs, in place of
/// those of an earlier review; those that a person gave stay.
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn add_glyphs(
    record: &mut Record,
    game: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<(), PositionsError> {
    remove_glyphs(record);
    let mut given = Vec::new();
    let positions = positions(game, record, plies)?;
    for ply in judge_positions(record, game, &positions, thresholds) {
        let Some(glyph) = ply.judgement.class.glyph() else {
            continue;
        };
        let note = record.note_mut(ply.ply);
        if note.glyph.is_none() {
            note.glyph = Some(glyph);
            given.push(ply.ply.to_string());
        }
    }
    if !given.is_empty() {
        record.ext.insert(GLYPHS_KEY.to_owned(), given.join(" "));
    }
    Ok(())
}

/// The kind of choice in a position: whether anything could be won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceKind {
    /// The moves differ in value.
    Open,
    /// The result of the position is proven.
    Proven,
    /// There is only one legal move.
    Forced,
    /// All moves are about equal.
    Equal,
}

impl ChoiceKind {
    /// Returns the kind of choice in an evaluated position with `move_count` legal moves.
    pub(super) fn of(
        evaluation: &MoveEvaluation,
        move_count: usize,
        thresholds: &Thresholds,
    ) -> Self {
        let spread = evaluation.best.win - evaluation.worst_win;
        if evaluation.best.proven.is_some() {
            Self::Proven
        } else if move_count == 1 {
            Self::Forced
        } else if evaluation.line_count >= move_count && spread < thresholds.inaccuracy {
            Self::Equal
        } else {
            Self::Open
        }
    }
}

/// Returns the role that colours a move of a class.
pub const fn class_role(class: MoveClass) -> Role {
    match class {
        MoveClass::Only | MoveClass::Good => Role::Muted,
        MoveClass::Inaccuracy => Role::Inaccuracy,
        MoveClass::Mistake => Role::Mistake,
        MoveClass::Blunder => Role::Blunder,
    }
}

/// Returns the drawing of a bad move: dashed, in the colour of its class, with its glyph.
///
/// `before` is the position before the move, with its chance outcome known. The drawing fits on
/// that position and on the one after the move; see
/// [`Draw::annotate_step`](kifu_core::contract::Draw::annotate_step).
pub fn annotate_played(
    before: &dyn DynState,
    played: &str,
    class: MoveClass,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let role = class_role(class);
    let drawn = before.annotate_step(played, AnnotationStyle::worse(role), options);
    let drawn = drawn.map(|drawn| match class.glyph() {
        Some(glyph) => drawn.with_badge(role, AnnotationSign::Text(Glyph::symbol(glyph))),
        None => drawn,
    });
    drawn.map_or_else(Vec::new, |drawn| drawn.items)
}

/// Returns the drawing of the better move: solid, in green, with a check mark.
pub fn annotate_better(
    before: &dyn DynState,
    better: &str,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let drawn = before.annotate_step(better, AnnotationStyle::BETTER, options);
    drawn.map_or_else(Vec::new, |drawn| {
        drawn.with_badge(Role::Good, AnnotationSign::Check).items
    })
}

/// Returns the drawing of a key moment: the move played, and the better one over it.
pub fn annotate_moment(
    before: &dyn DynState,
    played: &str,
    better: Option<&str>,
    class: MoveClass,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let mut items = annotate_played(before, played, class, options);
    if let Some(better) = better.filter(|better| *better != played) {
        items.extend(annotate_better(before, better, options));
    }
    items
}
