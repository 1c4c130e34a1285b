//! Engines that think beside the window.

use super::{JobPurpose, Platform};
use crate::app::state::{AnalysisSubject, AppState, RunningReview};
use crate::review::{Budget, ReviewPlan, SearchLimit};
use std::time::Duration;

impl Platform {
    /// Asks the engine what the state wants to know, if that is another thing than before.
    pub(super) fn update_live_analysis(&mut self, state: &mut AppState) {
        let wanted = state.analysis_subject();
        let asked = state
            .live_analysis
            .pending
            .as_ref()
            .map(|(_, subject)| subject);
        if wanted.as_ref() == asked {
            return;
        }
        if let Some((id, _)) = state.live_analysis.pending.take() {
            self.jobs.cancel(id);
        }
        let question = wanted.as_ref().and_then(AnalysisSubject::query);
        if let Some((subject, question)) = wanted.zip(question) {
            let id = self.jobs.analyze(question);
            state.live_analysis.pending = Some((id, subject));
        }
    }

    /// Lets engines review a tab's game.
    pub(super) fn start_review(&mut self, state: &mut AppState, at: usize) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let (id, Some(study)) = (tab.id, &tab.open_game) else {
            return;
        };
        let time = Duration::from_millis(state.preferences.review_ms.max(1).into());
        let spend = SearchLimit::per_position(study.last_ply(), time);
        let plan = ReviewPlan {
            thresholds: state.preferences.thresholds,
            ..ReviewPlan::new(Budget::first_pass(spend, 1))
        };
        let (record, book) = (study.to_record(), study.game());
        let job = self.jobs.review(record, book, study.last_ply(), plan);
        self.job_purposes.insert(job, JobPurpose::Review);
        state.running_reviews.push(RunningReview::new(id, job));
    }

    /// The game is closed: nobody waits for its review.
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
