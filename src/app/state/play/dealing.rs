//! Chance outcomes that are dealt by themselves.

use crate::state::{AppState, Tab};
use kifu_core::contract::Turn;
use kifu_core::games::DynGame;
use kifu_core::record::{Record, adjudicate};
use std::hash::{BuildHasher, Hasher};

/// Returns a number that differs each time. It need not be reproducible, for the record has what
/// was drawn.
pub(super) fn fresh_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

pub(super) fn random_outcome(mut outcomes: Vec<String>) -> Option<String> {
    let at = fresh_seed().checked_rem(outcomes.len() as u64)?;
    let at = usize::try_from(at).unwrap_or(0);
    Some(outcomes.swap_remove(at))
}

/// Deals what precedes the first ply of a game that is made by hand, unless it is typed.
pub(in crate::state) fn start_record(
    mut record: Record,
    game: &'static dyn DynGame,
    is_chance_typed: bool,
) -> Record {
    let Ok(mut state) = game.start(&record.setup) else {
        return record;
    };
    let is_legal = record.tokens().all(|token| state.play(token).is_ok());
    if !is_legal {
        return record;
    }
    while !is_chance_typed && state.turn() == Turn::Chance && state.mover().is_none() {
        let outcome = random_outcome(state.chance_outcomes());
        let token = outcome.map(|outcome| game.lead_in_token(&outcome));
        let Some(token) = token.filter(|token| state.play(token).is_ok()) else {
            break;
        };
        if !record.moves.is_empty() {
            record.moves.push(' ');
        }
        record.moves.push_str(&token);
    }
    adjudicate(&mut record, game);
    record
}

impl AppState {
    /// Deals the chance outcome of the shown position, where nobody else does: in a game made by
    /// hand, after its last move.
    pub(in crate::state) fn deal_chance(&mut self) {
        let is_typed = self.preferences.new_game.is_chance_typed;
        let live_tabs: Vec<u64> = self.live_games.iter().map(|live| live.tab_id).collect();
        let Some(tab) = self.tab_mut() else { return };
        if is_typed || live_tabs.contains(&tab.id) {
            return;
        }
        if let Some(outcome) = tab.outcome_to_deal() {
            tab.dealt_chance = Some(outcome);
        }
    }
}

impl Tab {
    /// Returns a new chance outcome for the shown position with the position, if none is known.
    fn outcome_to_deal(&self) -> Option<(crate::open_game::NodeId, String)> {
        let open_game = self.open_game.as_ref()?;
        let is_due = open_game.turn() == Turn::Chance
            && open_game.mover().is_some()
            && !open_game.was_played()
            && self.chance().is_none();
        let outcomes = is_due.then(|| open_game.state().chance_outcomes())?;
        Some((open_game.node(), random_outcome(outcomes)?))
    }
}
