//! Descriptions of segments, of the zones they close and of claims.

use super::super::board::Position;
use super::super::moves::Move;
use super::super::notation::segment_from_id;
use super::super::result::claim_bonus;
use super::super::violation::Violation;
use crate::contract::{Claim, MoveEvent, Rules as _};

/// Returns the value of a claim with a move; `None` if the player has already claimed the win.
pub(super) fn claim(before: &Position, mv: Move) -> Option<Claim> {
    let player = before.to_move();
    before.claim_ply(player).is_none().then(|| Claim {
        made: mv.claims_win,
        bonus: claim_bonus(player, before.plies() + 1),
        stake: 50,
    })
}

pub(super) fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let claims = mv.claims_win && !before.repeats_claim(&mv);
    let zone = before.zone_closed_by(mv.segment);
    let zone = zone.map(|zone| format!("closes a zone of size {}: {zone}", zone.size()));
    let (kind, words) = match (claims, zone) {
        (false, None) => return None,
        (false, Some(zone)) => ("zone", zone),
        (true, None) => ("claim", "claims the win".to_owned()),
        (true, Some(zone)) => ("claim", format!("claims the win, {zone}")),
    };
    Some(MoveEvent {
        kind,
        description: words,
    })
}

/// Describes the zone that a segment would close, or why it cannot be drawn.
///
/// For a drawn segment the adjacent zones are described.
pub(in super::super) fn describe_square(position: &Position, id: &str) -> Option<String> {
    let segment = segment_from_id(id)?;
    if position.is_drawn(segment) {
        let zones = position.zones().filter(|zone| {
            let [one, two] = segment.adjacent_cells();
            zone.0 & (one | two) != 0
        });
        let zones: Vec<String> = zones
            .map(|zone| format!("zone of size {}: {zone}", zone.size()))
            .collect();
        return (!zones.is_empty()).then(|| zones.join("; "));
    }
    let mv = Move {
        segment,
        claims_win: false,
    };
    match position.check(&mv) {
        Err(Violation::GameOver(_)) => None,
        Err(violation) => Some(violation.to_string()),
        Ok(()) => {
            let zone = position.zone_closed_by(segment)?;
            Some(format!(
                "would close a zone of size {}: {zone}",
                zone.size()
            ))
        }
    }
}
