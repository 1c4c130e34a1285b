//! Reviews in progress.

use super::AppState;
use crate::jobs::{JobId, ReviewedPly};
use std::time::{Duration, Instant};

/// A review in progress.
#[derive(Clone, Debug)]
pub struct RunningReview {
    /// The id of the game's tab.
    pub tab_id: u64,
    /// The id of the job.
    pub job: JobId,
    /// The number of plies done.
    pub done_plies: usize,
    /// The total number of plies; 0 before the first is done.
    pub total_plies: usize,
    /// The ply reviewed last.
    pub last_reviewed_ply: u32,
    started_at: Instant,
    /// The number of plies already reviewed before this run.
    done_at_start: usize,
}

impl RunningReview {
    /// Creates the state of a review that is starting.
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

    /// Estimates the time left; `None` before the first ply is done.
    pub fn time_left(&self) -> Option<Duration> {
        let own = u32::try_from(self.done_plies.checked_sub(self.done_at_start)?).ok()?;
        let left = u32::try_from(self.total_plies.saturating_sub(self.done_plies)).ok()?;
        let each = self.started_at.elapsed().checked_div(own)?;
        Some(each * left)
    }
}

impl AppState {
    /// Returns the review in progress of the shown game.
    pub fn running_review(&self) -> Option<&RunningReview> {
        let tab = self.tab()?.id;
        self.running_reviews
            .iter()
            .find(|review| review.tab_id == tab)
    }

    /// Receives the review of a ply.
    pub fn on_ply_reviewed(&mut self, job: JobId, reviewed: ReviewedPly) {
        let Some(review) = self
            .running_reviews
            .iter_mut()
            .find(|review| review.job == job)
        else {
            return;
        };
        // Plies reviewed in an earlier run are reported immediately.
        if review.started_at.elapsed() < Duration::from_millis(20) {
            review.done_at_start = reviewed.done_plies;
        }
        (
            review.done_plies,
            review.total_plies,
            review.last_reviewed_ply,
        ) = (reviewed.done_plies, reviewed.total_plies, reviewed.ply);
        let id = review.tab_id;
        let tab = self.tabs.iter_mut().find(|tab| tab.id == id);
        if let Some(open_game) = tab.and_then(|tab| tab.open_game.as_mut()) {
            // The evaluations are ignored if the ply's move has changed meanwhile.
            open_game.set_evaluations(reviewed.ply, &reviewed.token, reviewed.evals);
        }
    }

    /// Receives the notice that a review ended.
    pub fn on_review_ended(&mut self, job: JobId) {
        self.running_reviews.retain(|review| review.job != job);
    }
}
