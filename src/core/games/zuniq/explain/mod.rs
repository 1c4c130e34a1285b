//! Explanations of moves by the rules alone: their effects, and why one was worse than another.

mod reasons;

use super::Zuniq;
use super::board::Position;
use super::moves::{Move, segment_from_id};
use super::result::{Violation, claim_bonus};
use crate::contract::{Claim, Explain, MoveEvent, Rules as _, StepOf};

impl Explain for Zuniq {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }

    fn claim(before: &Position, mv: &Move) -> Option<Claim> {
        claim(before, *mv)
    }
}

// Descriptions of segments, of the zones they close and of claims.

/// Returns the value of a claim with a move; `None` if the player has already claimed the win.
fn claim(before: &Position, mv: Move) -> Option<Claim> {
    let player = before.to_move();
    before.claim_ply(player).is_none().then(|| Claim {
        made: mv.claims_win,
        bonus: claim_bonus(player, before.plies() + 1),
        stake: 50,
    })
}

fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
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
pub(super) fn describe_square(position: &Position, id: &str) -> Option<String> {
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
