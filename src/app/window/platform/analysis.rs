//! Engine analysis beside the window.

use super::{JobPurpose, Platform};
use crate::state::{AnalysisSubject, AppState, RunningReview};
use kifu_study::review::{ReviewBudget, ReviewPlan, SearchLimit};
use std::sync::Arc;
use std::time::{Duration, Instant};

impl Platform {
    /// Starts the analysis that the state asks for, if it differs from the one in progress.
    pub(super) fn update_live_analysis(&mut self, state: &mut AppState) {
        let subject = state.analysis_subject();
        let pending_subject = state
            .live_analysis
            .pending
            .as_ref()
            .map(|(_, subject)| subject);
        if subject.as_ref() == pending_subject {
            return;
        }
        if let Some((id, _)) = state.live_analysis.pending.take() {
            self.jobs.cancel(id);
        }
        let query = subject.as_ref().and_then(AnalysisSubject::query);
        if let Some((subject, query)) = subject.zip(query) {
            state.live_analysis.extension_ms = Arc::clone(&query.extension_ms);
            state.live_analysis.started = Some(Instant::now());
            let id = self.jobs.analyze(query);
            state.live_analysis.pending = Some((id, subject));
        }
    }

    /// Starts a review of a tab's game.
    pub(super) fn start_review(&mut self, state: &mut AppState, tab_index: usize) {
        let Some(tab) = state.tabs.get(tab_index) else {
            return;
        };
        let (id, Some(open_game)) = (tab.id, &tab.open_game) else {
            return;
        };
        let time = Duration::from_millis(state.preferences.review_ms.max(1).into());
        let limit = SearchLimit::per_position(open_game.last_ply(), time);
        let plan = ReviewPlan {
            thresholds: state.preferences.thresholds,
            ..ReviewPlan::new(ReviewBudget::first_pass(limit, 1))
        };
        let (record, game) = (open_game.to_record(), open_game.game());
        let job = self.jobs.review(record, game, open_game.last_ply(), plan);
        self.job_purposes.insert(job, JobPurpose::Review);
        state.running_reviews.push(RunningReview::new(id, job));
    }

    /// Cancels the review of a tab that was closed.
    pub(super) fn cancel_review(&self, state: &AppState, tab: u64) {
        for review in state
            .running_reviews
            .iter()
            .filter(|review| review.tab_id == tab)
        {
            self.jobs.cancel(review.job);
        }
    }
}
