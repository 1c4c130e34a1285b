//! What a segment closes, what a claim is worth, and what stands where a segment may be.

use super::super::board::Position;
use super::super::moves::Move;
use super::super::notation::segment_from_id;
use super::super::result::claim_bonus;
use super::super::violation::Violation;
use crate::contract::{Claim, MoveEvent, Rules as _};

/// Returns what a claim beside a move is worth; `None` where the player has claimed before.
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

/// What a segment would close, or why it cannot be drawn; of one that is drawn, the zones beside.
pub(in super::super) fn describe_square(position: &Position, spot: &str) -> Option<String> {
    let segment = segment_from_id(spot)?;
    if position.is_drawn(segment) {
        let beside = position.zones().filter(|zone| {
            let [one, two] = segment.adjacent_cells();
            zone.0 & (one | two) != 0
        });
        let beside: Vec<String> = beside
            .map(|zone| format!("zone of size {}: {zone}", zone.size()))
            .collect();
        return (!beside.is_empty()).then(|| beside.join("; "));
    }
    let mv = Move {
        segment,
        claims_win: false,
    };
    match position.check(&mv) {
        Err(Violation::GameOver(_)) => None,
        Err(broken) => Some(broken.to_string()),
        Ok(()) => {
            let zone = position.zone_closed_by(segment)?;
            Some(format!(
                "would close a zone of size {}: {zone}",
                zone.size()
            ))
        }
    }
}
