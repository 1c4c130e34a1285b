//! What is known of each ply of the game as played.

use super::OpenGame;
use crate::contract::{Fault, Faults, MoveEvent, Outcome, Player};
use crate::record::MovedBy;

/// A ply of the game as played.
#[derive(Clone, Debug, PartialEq)]
pub struct PlyInfo {
    /// Whose it was; `None` where nobody can be told.
    pub player: Option<Player>,
    /// Who made it in his place.
    pub by: Option<MovedBy>,
    /// The fault by which this player fell out: the jury made this ply for him, and it is the
    /// first.
    pub fault: Option<Fault>,
    /// The canonical token.
    pub token: String,
    /// Milliseconds used.
    pub time_ms: Option<u32>,
    /// What the rules give after it.
    pub outcome: Outcome,
    /// What the act did, if it did something.
    pub event: Option<MoveEvent>,
}

impl PlyInfo {
    /// Whether something happened that a reader may look for.
    pub fn has_event(&self) -> bool {
        self.event.is_some() || self.fault.is_some()
    }
}

/// Walks through the main line once. Also tells how many of its acts are legal.
pub(super) fn main_line_plies(study: &OpenGame) -> (Vec<PlyInfo>, usize) {
    let Ok(mut table) = study.game.start(&study.record.setup) else {
        return (Vec::new(), 0);
    };
    let lead_in = study.game.info().lead_in;
    let faults = study.record.result.as_ref().map(|result| &result.faults);
    let mut out = Faults::NONE;
    let mut plies = Vec::new();
    for (index, node) in study.tree.main_line().iter().enumerate() {
        let token = study.tree.token(*node);
        let player = table.mover();
        if table.play(token).is_err() {
            return (plies, index);
        }
        if index < lead_in {
            continue;
        }
        let by = study.tree.note(*node).by;
        let first = player.filter(|player| by == Some(MovedBy::Jury) && out.insert(*player));
        let known = |player| faults.and_then(|faults| faults.get(&player).copied());
        plies.push(PlyInfo {
            player,
            by,
            fault: first.map(|player| known(player).unwrap_or(Fault::Jury)),
            token: token.to_owned(),
            time_ms: study.record.times_ms.get_ms(study.ply_of(index + 1)),
            outcome: table.outcome(Faults::NONE),
            event: table.move_event(),
        });
    }
    (plies, study.tree.main_line().len())
}
