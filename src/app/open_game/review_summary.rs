//! The summary of the reviews of a game.

use super::{NodeId, OpenGame};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::{Evaluation, Record};
use kifu_study::review::{
    self, BotHistory, DecidedBy, Diagnosis, DiagnosisInput, Headline, HeadlineFacts, KeyMoment,
    LossCause, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};

/// The summary of the reviews of the game as played.
#[derive(Default)]
pub struct ReviewSummary {
    /// The judged plies, in order.
    pub plies: Vec<review::JudgedPly>,
    /// The summary of each player.
    pub cards: [PlayerSummary; 2],
    /// The key moments, in order.
    pub key_moments: Vec<KeyMoment>,
    /// The win claims of both players, in games that have claims.
    pub win_claims: Option<[PlayerClaims; 2]>,
    /// The time use of both players, if the log has times.
    pub time_usage: Option<[TimeUse; 2]>,
    /// The evaluations of the positions in which players failed.
    pub failed_positions: Vec<PlayerFailure>,
    /// The headline of the game; `None` if nothing can be said.
    pub headline: Option<Headline>,
    /// The causes of the losses of players whose bots reported something, as far as one game can
    /// tell them.
    pub diagnoses: Vec<Diagnosis>,
    /// The number of evaluations added since the game was opened.
    revision: u64,
    /// The value of `revision` when the game was saved.
    saved_revision: u64,
    thresholds: Thresholds,
}

impl ReviewSummary {
    /// Reports whether nothing was evaluated.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the judgement of a ply.
    pub fn ply(&self, ply: u32) -> Option<&review::JudgedPly> {
        let index = self.plies.binary_search_by_key(&ply, |judged| judged.ply);
        index.ok().map(|index| &self.plies[index])
    }

    /// Returns the key moment at a ply.
    pub fn key_moment(&self, ply: u32) -> Option<&KeyMoment> {
        self.key_moments.iter().find(|moment| moment.ply == ply)
    }

    /// Returns the ply of the move that decided the game; without one, of the worst key moment: of
    /// those of the worst class, the one that gave away most.
    pub fn most_instructive_ply(&self) -> Option<u32> {
        let decided = self.headline.iter();
        let mut decided = decided.filter(|headline| headline.decided_by == DecidedBy::Move);
        let moments = self.key_moments.iter();
        let worst = moments.max_by(|a, b| (a.class.cmp(&b.class)).then(a.loss.total_cmp(&b.loss)));
        decided
            .find_map(|headline| headline.ply)
            .or(worst.map(|moment| moment.ply))
    }

    /// Returns the first player's win probability after a ply, 0 to 1, and whether it is proven. It
    /// comes from the judgement of the ply itself, or else from that of the next ply or of a failure.
    pub fn first_win_probability(&self, ply: u32) -> Option<(f64, bool)> {
        let for_first = |win: f64, player| match player {
            Player::First => win,
            Player::Second => 1.0 - win,
        };
        if let Some(judged) = self.ply(ply) {
            let value = judged.evaluation.played;
            return Some((for_first(value.win, judged.player), value.proven.is_some()));
        }
        if let Some(next) = self.ply(ply + 1) {
            let value = next.evaluation.best;
            return Some((for_first(value.win, next.player), value.proven.is_some()));
        }
        // A failure leaves the position as it was.
        let mut failures = self.failed_positions.iter();
        let failed = failures.find(|failed| failed.ply == ply || failed.ply == ply + 1)?;
        let value = failed.value?;
        Some((for_first(value.win, failed.player), value.proven.is_some()))
    }

    pub(super) fn is_changed(&self) -> bool {
        self.revision != self.saved_revision
    }

    pub(super) fn revision(&self) -> u64 {
        self.revision
    }

    /// Counts a change of the game that is not an edit of the user.
    pub(super) fn mark_changed(&mut self) {
        self.revision += 1;
    }

    pub(super) fn mark_saved(&mut self, revision: u64) {
        self.saved_revision = revision;
    }

    /// Writes the glyphs of the judged plies into a record, if anything was evaluated or the record
    /// had glyphs before.
    pub(super) fn write_glyphs(&self, record: &mut Record, game: &dyn DynGame, last_ply: u32) {
        if self.revision > 0 || record.ext.contains_key(review::GLYPHS_KEY) {
            // A game that could be opened can be replayed.
            let marked = review::add_glyphs(record, game, last_ply, &self.thresholds);
            debug_assert!(marked.is_ok());
        }
    }
}

impl OpenGame {
    /// Returns the summary of the reviews of the game.
    pub fn review_summary(&self) -> &ReviewSummary {
        &self.review_summary
    }

    /// Sets the thresholds by which moves are judged. They affect only the display and do
    /// not change the game.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        if self.review_summary.thresholds != thresholds {
            self.review_summary.thresholds = thresholds;
            self.update_review_summary();
        }
    }

    /// Sets the evaluations of a ply of the main line that has this token. Returns whether there
    /// still is such a ply; the ply after the last one, in which the game failed, has an empty
    /// token.
    ///
    /// Evaluations cannot be undone, but they are changes to be saved.
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

    /// Judges the main line by its evaluations.
    pub(super) fn update_review_summary(&mut self) {
        let is_evaluated = |node: &NodeId| !self.tree.note(*node).searches().is_empty();
        let failure_note = self.tree.failure_note();
        let has_evaluations = self.tree.main_line().iter().any(is_evaluated)
            || failure_note.is_some_and(|note| !note.searches().is_empty());
        let result = self.record.result.as_ref();
        let is_failed = result.is_some_and(|result| !result.faults.is_empty());
        if self.review_summary.is_empty() && !has_evaluations && !is_failed {
            return;
        }
        let mut record = self.record.clone();
        self.tree.write_to(&mut record);
        let (game, plies) = (self.game, self.last_ply());
        // A game that could be opened can be replayed.
        let judged_plies = review::judged_plies_without_reasons(
            &record,
            game,
            plies,
            &self.review_summary.thresholds,
        );
        let judged_plies = judged_plies.unwrap_or_default();
        let failures = review::player_failures(&record, game, plies).unwrap_or_default();
        let mut history = BotHistory::default();
        history.add(&record, &self.bot_reports, &judged_plies);
        let input = DiagnosisInput {
            record: &record,
            game,
            plies,
            judged: &judged_plies,
            reports: &self.bot_reports,
        };
        let mut diagnoses = review::diagnose(input, &history.models());
        // One game cannot tell what a value means.
        diagnoses.retain(|diagnosis| diagnosis.cause != LossCause::Unknown);
        self.review_summary = ReviewSummary {
            diagnoses,
            headline: review::headline(HeadlineFacts {
                record: &record,
                names: game.sides(),
                plies,
                judged: &judged_plies,
                failures: &failures,
            }),
            cards: review::player_summaries(&judged_plies),
            key_moments: review::key_moments(&judged_plies, plies),
            win_claims: review::claims(&record, &judged_plies),
            time_usage: review::time_use(&record, game, plies, &judged_plies).unwrap_or_default(),
            failed_positions: failures,
            plies: judged_plies,
            ..self.review_summary
        };
    }
}
