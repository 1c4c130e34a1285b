//! What is known of each ply of the game as played.

use super::Study;
use crate::contract::{Happening, Outcome, Player};
use crate::record::By;

/// A ply of the game as played.
#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    /// Who made it; `None` where nobody can be told.
    pub player: Option<Player>,
    /// Who made it in his place.
    pub by: Option<By>,
    /// The canonical token.
    pub token: String,
    /// Milliseconds used.
    pub time_ms: Option<u32>,
    /// What the rules give after it.
    pub outcome: Outcome,
    /// What the act did, if it did something.
    pub happening: Option<Happening>,
}

impl Ply {
    /// Whether something happened that a reader may look for.
    pub fn is_event(&self) -> bool {
        self.happening.is_some()
    }
}

/// Walks through the main line once.
pub(super) fn plies(study: &Study) -> Vec<Ply> {
    let Ok(mut table) = study.book.start(&study.record.setup) else {
        return Vec::new();
    };
    let lead_in = study.book.lead_in();
    let mut plies = Vec::new();
    for (index, node) in study.tree.main().iter().enumerate() {
        let token = study.tree.token(*node);
        let player = table.mover();
        if table.play(token).is_err() {
            break;
        }
        if index < lead_in {
            continue;
        }
        plies.push(Ply {
            player,
            by: study.tree.note(*node).by,
            token: token.to_owned(),
            time_ms: study
                .record
                .times_ms
                .0
                .get(index - lead_in)
                .copied()
                .flatten(),
            outcome: table.outcome([false; 2]),
            happening: table.happening(),
        });
    }
    plies
}
