//! Whole games that are being reviewed.

use super::State;
use crate::app::jobs::{JobId, LookedAt};
use std::time::{Duration, Instant};

/// A game that is being reviewed.
#[derive(Clone, Debug)]
pub struct Reviewing {
    /// The tab of the game.
    pub tab: u64,
    /// The job.
    pub job: JobId,
    /// Plies done.
    pub done: usize,
    /// Plies in all; 0 before the first is done.
    pub all: usize,
    /// The ply that was looked at last.
    pub ply: u32,
    since: Instant,
    /// Plies that had been done before.
    known: usize,
}

impl Reviewing {
    /// A review that begins.
    pub fn new(tab: u64, job: JobId) -> Self {
        Self {
            tab,
            job,
            done: 0,
            all: 0,
            ply: 0,
            since: Instant::now(),
            known: 0,
        }
    }

    /// How long it will take; `None` before anything is known.
    pub fn left(&self) -> Option<Duration> {
        let own = u32::try_from(self.done.checked_sub(self.known)?).ok()?;
        let left = u32::try_from(self.all.saturating_sub(self.done)).ok()?;
        let each = self.since.elapsed().checked_div(own)?;
        Some(each * left)
    }
}

impl State {
    /// The review of the game that is shown, while it runs.
    pub fn reviewing(&self) -> Option<&Reviewing> {
        let tab = self.tab()?.id;
        self.reviews.iter().find(|review| review.tab == tab)
    }

    /// Told what a review found out about a ply.
    pub fn looked(&mut self, job: JobId, looked: LookedAt) {
        let Some(review) = self.reviews.iter_mut().find(|review| review.job == job) else {
            return;
        };
        // Plies that were done before come at once.
        if review.since.elapsed() < Duration::from_millis(20) {
            review.known = looked.done;
        }
        (review.done, review.all, review.ply) = (looked.done, looked.all, looked.ply);
        let id = review.tab;
        let tab = self.tabs.iter_mut().find(|tab| tab.id == id);
        if let Some(study) = tab.and_then(|tab| tab.study.as_mut()) {
            // Of a ply that is another by now nothing is known.
            study.evaluate(looked.ply, &looked.token, looked.evals);
        }
    }

    /// Told that a review ended.
    pub fn review_ended(&mut self, job: JobId) {
        self.reviews.retain(|review| review.job != job);
    }
}
