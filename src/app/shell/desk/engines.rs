//! Engines that think beside the window.

use super::{Desk, Wanted};
use crate::app::state::{Reviewing, State, Subject};
use crate::review::{Budget, ReviewPlan, SearchLimit};
use std::time::Duration;

impl Desk {
    /// Asks the engine what the state wants to know, if that is another thing than before.
    pub(super) fn think(&mut self, state: &mut State) {
        let wanted = state.subject();
        let asked = state.engine.asked.as_ref().map(|(_, subject)| subject);
        if wanted.as_ref() == asked {
            return;
        }
        if let Some((id, _)) = state.engine.asked.take() {
            self.jobs.cancel(id);
        }
        let question = wanted.as_ref().and_then(Subject::question);
        if let Some((subject, question)) = wanted.zip(question) {
            let id = self.jobs.think(question);
            state.engine.asked = Some((id, subject));
        }
    }

    /// Lets engines review a tab's game.
    pub(super) fn review(&mut self, state: &mut State, at: usize) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let (id, Some(study)) = (tab.id, &tab.study) else {
            return;
        };
        let time = Duration::from_millis(state.taste.review_ms.max(1).into());
        let spend = SearchLimit::per_position(study.last_ply(), time);
        let plan = ReviewPlan {
            thresholds: state.taste.thresholds,
            ..ReviewPlan::new(Budget::first_pass(spend, 1))
        };
        let (record, book) = (study.to_record(), study.book());
        let job = self.jobs.review(record, book, study.last_ply(), plan);
        self.waiting.insert(job, Wanted::Review);
        state.reviews.push(Reviewing::new(id, job));
    }

    /// The game is closed: nobody waits for its review.
    pub(super) fn end_review(&self, state: &State, tab: u64) {
        for review in state.reviews.iter().filter(|review| review.tab == tab) {
            self.jobs.cancel(review.job);
        }
    }
}
