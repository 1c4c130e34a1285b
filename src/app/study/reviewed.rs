//! What reviews say of the game as played.

use super::{NodeId, Study};
use crate::contract::Player;
use crate::games::DynGame;
use crate::record::{Evaluation, Record};
use crate::review::{
    self, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};

/// What reviews say of the game as played.
#[derive(Default)]
pub struct Reviewed {
    /// The plies that were judged, in order.
    pub plies: Vec<review::JudgedPly>,
    /// What is said of each player.
    pub cards: [PlayerSummary; 2],
    /// The plies that are worth to be looked at, in order.
    pub moments: Vec<KeyMoment>,
    /// Claims of the win, in games that know them.
    pub claims: Option<[PlayerClaims; 2]>,
    /// How the players spent their time, where the log tells.
    pub times: Option<[TimeUse; 2]>,
    /// What the positions were worth in which players failed.
    pub failed: Vec<PlayerFailure>,
    /// How often something was evaluated since the game was opened.
    count: u64,
    /// The count of which the file knows.
    saved: u64,
    thresholds: Thresholds,
}

impl Reviewed {
    /// Nothing was evaluated.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The judgement of a ply.
    pub fn ply(&self, ply: u32) -> Option<&review::JudgedPly> {
        let at = self.plies.binary_search_by_key(&ply, |known| known.ply);
        at.ok().map(|at| &self.plies[at])
    }

    /// The moment of a ply.
    pub fn moment(&self, ply: u32) -> Option<&KeyMoment> {
        self.moments.iter().find(|moment| moment.ply == ply)
    }

    /// The first player's chances after a ply, 0 to 1, and whether they are proven: by the
    /// judgement of the ply itself, or else of the one after it.
    pub fn chances(&self, ply: u32) -> Option<(f64, bool)> {
        let own = |win: f64, player| match player {
            Player::First => win,
            Player::Second => 1.0 - win,
        };
        if let Some(known) = self.ply(ply) {
            let worth = known.evaluation.played;
            return Some((own(worth.win, known.player), worth.proven.is_some()));
        }
        let next = self.ply(ply + 1)?;
        let worth = next.evaluation.best;
        Some((own(worth.win, next.player), worth.proven.is_some()))
    }

    pub(super) fn is_changed(&self) -> bool {
        self.count != self.saved
    }

    pub(super) fn revision(&self) -> u64 {
        self.count
    }

    pub(super) fn saved(&mut self, count: u64) {
        self.saved = count;
    }

    /// Gives the judged plies of a record that is written their glyphs, if anything was evaluated,
    /// or they had them before.
    pub(super) fn mark(&self, record: &mut Record, book: &dyn DynGame, plies: u32) {
        if self.count > 0 || record.ext.contains_key(review::GLYPHS_KEY) {
            // A game that could be opened can be gone through.
            let marked = review::add_glyphs(record, book, plies, &self.thresholds);
            debug_assert!(marked.is_ok());
        }
    }
}

impl Study {
    /// What reviews say of the game as played.
    pub fn reviewed(&self) -> &Reviewed {
        &self.reviewed
    }

    /// From now on moves are called by these thresholds. It is how somebody looks at the game, and
    /// no change of it.
    pub fn judge_by(&mut self, thresholds: Thresholds) {
        if self.reviewed.thresholds != thresholds {
            self.reviewed.thresholds = thresholds;
            self.judge();
        }
    }

    /// A review says this of a ply of the main line that has this token; whether there still is
    /// such a ply. The ply after the last, at which the game failed, has none. Nobody's change: it
    /// cannot be undone, and is to be saved.
    pub fn evaluate(&mut self, ply: u32, token: &str, evals: Vec<Evaluation>) -> bool {
        if ply == self.last_ply() + 1 && token.is_empty() && self.played {
            self.tree.evaluate_end(evals);
            self.reviewed.count += 1;
            self.judge();
            return true;
        }
        let index = (ply as usize).checked_sub(1);
        let index = index.map(|index| index + self.book.lead_in());
        let node = index.and_then(|index| self.tree.main().get(index)).copied();
        let Some(node) = node.filter(|node| self.tree.token(*node) == token) else {
            return false;
        };
        if self.tree.note(node).evals != evals {
            self.tree.evaluate(node, evals);
            self.reviewed.count += 1;
            self.judge();
        }
        true
    }

    /// Judges the main line by the evaluations that there are.
    pub(super) fn judge(&mut self) {
        let is_evaluated = |node: &NodeId| !self.tree.note(*node).evals.is_empty();
        let end = self.tree.failure_note();
        let is_any = self.tree.main().iter().any(is_evaluated)
            || end.is_some_and(|note| !note.evals.is_empty());
        if self.reviewed.is_empty() && !is_any {
            return;
        }
        let mut record = self.record.clone();
        self.tree.write(&mut record);
        let (book, plies) = (self.book, self.last_ply());
        // A game that could be opened can be gone through.
        let judged =
            review::judged_plies_without_reasons(&record, book, plies, &self.reviewed.thresholds);
        let judged = judged.unwrap_or_default();
        self.reviewed = Reviewed {
            cards: review::player_summaries(&judged),
            moments: review::key_moments(&judged, plies),
            claims: review::claims(&record, &judged),
            times: review::time_use(&record, book, plies, &judged).unwrap_or_default(),
            failed: review::player_failures(&record, book, plies).unwrap_or_default(),
            plies: judged,
            ..self.reviewed
        };
    }
}
