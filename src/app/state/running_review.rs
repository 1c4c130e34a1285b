//! Whole games that are being reviewed.

use super::AppState;
use crate::app::jobs::{JobId, ReviewedPly};
use std::time::{Duration, Instant};

/// A game that is being reviewed.
#[derive(Clone, Debug)]
pub struct RunningReview {
    /// The tab of the game.
    pub tab_id: u64,
    /// The job.
    pub job: JobId,
    /// Plies done.
    pub done_plies: usize,
    /// Plies in all; 0 before the first is done.
    pub total_plies: usize,
    /// The ply that was looked at last.
    pub last_reviewed_ply: u32,
    started_at: Instant,
    /// Plies that had been done before.
    done_at_start: usize,
}

impl RunningReview {
    /// A review that begins.
    pub fn new(tab: u64, job: JobId) -> Self {
        Self {
            tab_id: tab,
            job,
            done_plies: 0,
            total_plies: 0,
            last_reviewed_ply: 0,
            started_at: Instant::now(),
            done_at_start: 0,
        }
    }

    /// How long it will take; `None` before anything is known.
    pub fn time_left(&self) -> Option<Duration> {
        let own = u32::try_from(self.done_plies.checked_sub(self.done_at_start)?).ok()?;
        let left = u32::try_from(self.total_plies.saturating_sub(self.done_plies)).ok()?;
        let each = self.started_at.elapsed().checked_div(own)?;
        Some(each * left)
    }
}

impl AppState {
    /// The review of the game that is shown, while it runs.
    pub fn running_review(&self) -> Option<&RunningReview> {
        let tab = self.tab()?.id;
        self.running_reviews
            .iter()
            .find(|review| review.tab_id == tab)
    }

    /// Told what a review found out about a ply.
    pub fn on_ply_reviewed(&mut self, job: JobId, looked: ReviewedPly) {
        let Some(review) = self
            .running_reviews
            .iter_mut()
            .find(|review| review.job == job)
        else {
            return;
        };
        // Plies that were done before come at once.
        if review.started_at.elapsed() < Duration::from_millis(20) {
            review.done_at_start = looked.done_plies;
        }
        (
            review.done_plies,
            review.total_plies,
            review.last_reviewed_ply,
        ) = (looked.done_plies, looked.total_plies, looked.ply);
        let id = review.tab_id;
        let tab = self.tabs.iter_mut().find(|tab| tab.id == id);
        if let Some(study) = tab.and_then(|tab| tab.open_game.as_mut()) {
            // Of a ply that is another by now nothing is known.
            study.set_evaluations(looked.ply, &looked.token, looked.evals);
        }
    }

    /// Told that a review ended.
    pub fn on_review_ended(&mut self, job: JobId) {
        self.running_reviews.retain(|review| review.job != job);
    }
}
