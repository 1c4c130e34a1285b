//! The judged plies of a game: what its evaluations say of each, and why.

use super::judge::{Judged, Thresholds, judge};
use super::time::Stake;
use super::walk::{Lost, Place, walk};
use super::weigh::{Weighed, weigh};
use crate::contract::{Claim, Player};
use crate::games::{DynGame, DynState};
use crate::record::Record;
use crate::search::Calibration;

/// The key of `ext` under which a record says which plies have their glyph from a review.
pub const GLYPHS: &str = "review.glyphs";

/// A judged ply of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Its number.
    pub ply: u32,
    /// Who played.
    pub player: Player,
    /// The move, as the record has it.
    pub token: String,
    /// What the engine thought.
    pub weighed: Weighed,
    /// What comes of it.
    pub judged: Judged,
    /// What could be won or lost.
    pub stake: Stake,
    /// In a game with claims, as long as the player has made none: what one is worth here.
    pub claim: Option<Claim>,
    /// Of a ply that is worth to be looked at: why it was worse; see [`reasons`].
    pub reasons: Vec<String>,
}

/// The judged plies of a reviewed record, in order, `plies` being its legal ones.
///
/// # Errors
/// The game cannot be gone through.
pub fn judged(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<Ply>, Lost> {
    let places = walk(book, record, plies)?;
    let mut all = weighed(record, book, &places, thresholds);
    for ply in all.iter_mut().filter(|ply| ply.judged.is_key()) {
        let place = places.iter().find(|place| place.ply + 1 == ply.ply);
        let table = place.map(|place| place.table.as_ref());
        ply.reasons = table.map_or_else(Vec::new, |table| reasons(table, &ply.weighed));
    }
    Ok(all)
}

/// The same without [`reasons`], for who looks for them when they are to be read: they take longer
/// than all else.
///
/// # Errors
/// As [`judged`].
pub fn judged_alone(
    record: &Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Vec<Ply>, Lost> {
    let places = walk(book, record, plies)?;
    Ok(weighed(record, book, &places, thresholds))
}

/// The judged plies, without reasons.
fn weighed(
    record: &Record,
    book: &dyn DynGame,
    places: &[Place],
    thresholds: &Thresholds,
) -> Vec<Ply> {
    let tokens: Vec<&str> = record.tokens().skip(book.lead_in()).collect();
    let table: Option<Calibration> = book.calibration().parse().ok();
    let ply = |(place, token): (&Place, &&str)| {
        let number = place.ply + 1;
        let played = place.played.as_deref().filter(|_| place.is_choice())?;
        let weighed = weigh(&record.notes.get(&number)?.evals, played)?;
        // Another engine's error is not known.
        let known = table
            .as_ref()
            .filter(|table| table.fits_engine(&weighed.engine));
        let weighed = Weighed {
            doubt: weighed.doubt(known),
            ..weighed
        };
        let judged = judge(&weighed, thresholds);
        Some(Ply {
            ply: number,
            player: place.mover()?,
            token: (*token).to_owned(),
            stake: Stake::of(&weighed, place.table.count_moves(), thresholds),
            claim: place.table.claim(played),
            reasons: Vec::new(),
            judged,
            weighed,
        })
    };
    places.iter().zip(&tokens).filter_map(ply).collect()
}

/// So many reasons say enough.
const MOST_REASONS: usize = 3;

/// Why the move that was played on a table is worse than the best one, in the game's own words,
/// the weightiest reason first. They are true by the rules alone, whatever the engine thinks; there
/// may be none. What it found only says which move to compare with and what to look at first.
pub fn reasons(table: &dyn DynState, weighed: &Weighed) -> Vec<String> {
    if weighed.is_best {
        return Vec::new();
    }
    let mut reasons = table.reasons(&weighed.line, &weighed.pv);
    reasons.truncate(MOST_REASONS);
    reasons
}

/// Takes away the glyphs that a review gave; those that a person gave stay.
pub fn unmark(record: &mut Record) {
    let own = record.ext.remove(GLYPHS).unwrap_or_default();
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
pub fn mark(
    record: &mut Record,
    book: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<(), Lost> {
    unmark(record);
    let mut given = Vec::new();
    let places = walk(book, record, plies)?;
    for ply in weighed(record, book, &places, thresholds) {
        let Some(glyph) = ply.judged.class.glyph() else {
            continue;
        };
        let note = record.note_mut(ply.ply);
        if note.glyph.is_none() {
            note.glyph = Some(glyph);
            given.push(ply.ply.to_string());
        }
    }
    if !given.is_empty() {
        record.ext.insert(GLYPHS.to_owned(), given.join(" "));
    }
    Ok(())
}
