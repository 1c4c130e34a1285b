//! What reviews say of the game as played.

use super::{NodeId, OpenGame};
use crate::contract::Player;
use crate::games::DynGame;
use crate::record::{Evaluation, Record};
use crate::review::{
    self, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};

/// What reviews say of the game as played.
#[derive(Default)]
pub struct ReviewSummary {
    /// The plies that were judged, in order.
    pub plies: Vec<review::JudgedPly>,
    /// What is said of each player.
    pub cards: [PlayerSummary; 2],
    /// The plies that are worth to be looked at, in order.
    pub key_moments: Vec<KeyMoment>,
    /// Claims of the win, in games that know them.
    pub win_claims: Option<[PlayerClaims; 2]>,
    /// How the players spent their time, where the log tells.
    pub time_usage: Option<[TimeUse; 2]>,
    /// What the positions were worth in which players failed.
    pub failed_positions: Vec<PlayerFailure>,
    /// How often something was evaluated since the game was opened.
    revision: u64,
    /// The count of which the file knows.
    saved_revision: u64,
    thresholds: Thresholds,
}

impl ReviewSummary {
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
    pub fn key_moment(&self, ply: u32) -> Option<&KeyMoment> {
        self.key_moments.iter().find(|moment| moment.ply == ply)
    }

    /// The first player's chances after a ply, 0 to 1, and whether they are proven: by the
    /// judgement of the ply itself, or else of the one after it.
    pub fn first_win_probability(&self, ply: u32) -> Option<(f64, bool)> {
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
        self.revision != self.saved_revision
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    pub(super) fn mark_saved(&mut self, count: u64) {
        self.saved_revision = count;
    }

    /// Gives the judged plies of a record that is written their glyphs, if anything was evaluated,
    /// or they had them before.
    pub(super) fn write_glyphs(&self, record: &mut Record, book: &dyn DynGame, plies: u32) {
        if self.revision > 0 || record.ext.contains_key(review::GLYPHS_KEY) {
            // A game that could be opened can be gone through.
            let marked = review::add_glyphs(record, book, plies, &self.thresholds);
            debug_assert!(marked.is_ok());
        }
    }
}

impl OpenGame {
    /// What reviews say of the game as played.
    pub fn review_summary(&self) -> &ReviewSummary {
        &self.review_summary
    }

    /// From now on moves are called by these thresholds. It is how somebody looks at the game, and
    /// no change of it.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        if self.review_summary.thresholds != thresholds {
            self.review_summary.thresholds = thresholds;
            self.update_review_summary();
        }
    }

    /// A review says this of a ply of the main line that has this token; whether there still is
    /// such a ply. The ply after the last, at which the game failed, has none. Nobody's change: it
    /// cannot be undone, and is to be saved.
    pub fn set_evaluations(&mut self, ply: u32, token: &str, evals: Vec<Evaluation>) -> bool {
        if ply == self.last_ply() + 1 && token.is_empty() && self.was_played {
            self.tree.set_failure_evaluations(evals);
            self.review_summary.revision += 1;
            self.update_review_summary();
            return true;
        }
        let index = (ply as usize).checked_sub(1);
        let index = index.map(|index| index + self.game.info().lead_in);
        let node = index
            .and_then(|index| self.tree.main_line().get(index))
            .copied();
        let Some(node) = node.filter(|node| self.tree.token(*node) == token) else {
            return false;
        };
        if self.tree.note(node).evals != evals {
            self.tree.set_evaluations(node, evals);
            self.review_summary.revision += 1;
            self.update_review_summary();
        }
        true
    }

    /// Judges the main line by the evaluations that there are.
    pub(super) fn update_review_summary(&mut self) {
        let is_evaluated = |node: &NodeId| !self.tree.note(*node).evals.is_empty();
        let end = self.tree.failure_note();
        let is_any = self.tree.main_line().iter().any(is_evaluated)
            || end.is_some_and(|note| !note.evals.is_empty());
        if self.review_summary.is_empty() && !is_any {
            return;
        }
        let mut record = self.record.clone();
        self.tree.write_to(&mut record);
        let (book, plies) = (self.game, self.last_ply());
        // A game that could be opened can be gone through.
        let judged = review::judged_plies_without_reasons(
            &record,
            book,
            plies,
            &self.review_summary.thresholds,
        );
        let judged = judged.unwrap_or_default();
        self.review_summary = ReviewSummary {
            cards: review::player_summaries(&judged),
            key_moments: review::key_moments(&judged, plies),
            win_claims: review::claims(&record, &judged),
            time_usage: review::time_use(&record, book, plies, &judged).unwrap_or_default(),
            failed_positions: review::player_failures(&record, book, plies).unwrap_or_default(),
            plies: judged,
            ..self.review_summary
        };
    }
}
