//! The judged plies of a game: what its evaluations say of each, and why.

use super::choice_kind::ChoiceKind;
use super::evaluation::{MoveEvaluation, move_evaluation};
use super::judge::{Judgement, Thresholds, judge};
use super::positions::{PositionsError, ReviewPosition, positions};
use crate::contract::{Claim, Player};
use crate::games::{DynGame, DynState};
use crate::record::Record;
use crate::search::Calibration;

/// The key of `ext` under which a record says which plies have their glyph from a review.
pub const GLYPHS_KEY: &str = "review.glyphs";

/// A judged ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPly {
    /// Its number.
    pub ply: u32,
    /// Who played.
    pub player: Player,
    /// The move, as the record has it.
    pub token: String,
    /// What the engine thought.
    pub evaluation: MoveEvaluation,
    /// What comes of it.
    pub judgement: Judgement,
    /// What could be won or lost.
    pub choice: ChoiceKind,
    /// In a game with claims, as long as the player has made none: what one is worth here.
    pub claim: Option<Claim>,
    /// Of a ply that is worth to be looked at: why it was worse; see [`reasons`].
    pub reasons: Vec<String>,
}

/// The judged plies of a reviewed record, in order, `plies` being its legal ones.
///
/// # Errors
/// The game cannot be gone through.
pub fn judged_plies(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<JudgedPly>, PositionsError> {
    let places = positions(book, record, plies)?;
    let mut all = judge_positions(record, book, &places, thresholds);
    for ply in all.iter_mut().filter(|ply| ply.judgement.is_key_moment()) {
        let place = places.iter().find(|place| place.ply + 1 == ply.ply);
        let table = place.map(|place| place.state.as_ref());
        ply.reasons = table.map_or_else(Vec::new, |table| reasons(table, &ply.evaluation));
    }
    Ok(all)
}

/// The same without [`reasons`], for who looks for them when they are to be read: they take longer
/// than all else.
///
/// # Errors
/// As [`judged`].
pub fn judged_plies_without_reasons(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<JudgedPly>, PositionsError> {
    let places = positions(book, record, plies)?;
    Ok(judge_positions(record, book, &places, thresholds))
}

/// The judged plies, without reasons.
fn judge_positions(
    record: &Record,
    book: &dyn DynGame,
    places: &[ReviewPosition],
    thresholds: &Thresholds,
) -> Vec<JudgedPly> {
    let tokens: Vec<&str> = record.tokens().skip(book.info().lead_in).collect();
    let table: Option<Calibration> = book.calibration().parse().ok();
    let ply = |(place, token): (&ReviewPosition, &&str)| {
        let number = place.ply + 1;
        let played = place.played.as_deref().filter(|_| place.is_choice())?;
        let weighed = move_evaluation(&record.notes.get(&number)?.evals, played)?;
        // Another engine's error is not known.
        let known = table
            .as_ref()
            .filter(|table| table.fits_engine(&weighed.engine));
        let weighed = MoveEvaluation {
            loss_error: weighed.estimated_loss_error(known),
            ..weighed
        };
        let judged = judge(&weighed, thresholds);
        Some(JudgedPly {
            ply: number,
            player: place.mover()?,
            token: (*token).to_owned(),
            choice: ChoiceKind::of(&weighed, place.state.count_moves(), thresholds),
            claim: place.state.claim(played),
            reasons: Vec::new(),
            judgement: judged,
            evaluation: weighed,
        })
    };
    places.iter().zip(&tokens).filter_map(ply).collect()
}

/// So many reasons say enough.
const MAX_REASONS: usize = 3;

/// Why the move that was played on a table is worse than the best one, in the game's own words,
/// the weightiest reason first. They are true by the rules alone, whatever the engine thinks; there
/// may be none. What it found only says which move to compare with and what to look at first.
pub fn reasons(table: &dyn DynState, weighed: &MoveEvaluation) -> Vec<String> {
    if weighed.is_best_move {
        return Vec::new();
    }
    let mut reasons = table.reasons(&weighed.played_pv, &weighed.pv);
    reasons.truncate(MAX_REASONS);
    reasons
}

/// Takes away the glyphs that a review gave; those that a person gave stay.
pub fn remove_glyphs(record: &mut Record) {
    let own = record.ext.remove(GLYPHS_KEY).unwrap_or_default();
    for ply in own.split(' ').filter_map(|ply| ply.parse().ok()) {
        if let Some(note) = record.notes.get_mut(&ply) {
            note.glyph = None;
        }
    }
}

/// Gives the judged plies of a reviewed record their glyphs in the place of those that an earlier
/// review gave, `plies` being its legal ones; those that a person gave stay.
///
/// # Errors
/// The game cannot be gone through.
pub fn add_glyphs(
    record: &mut Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<(), PositionsError> {
    remove_glyphs(record);
    let mut given = Vec::new();
    let places = positions(book, record, plies)?;
    for ply in judge_positions(record, book, &places, thresholds) {
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
