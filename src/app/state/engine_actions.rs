//! Actions that use engines: analysis, reviews and exercises.

use super::action::{Continuation, Effect, EngineAction, ExerciseAction, Pane};
use super::{AppState, MAX_LINES, max_threads};
use crate::jobs::{JobId, ReviewedPly};
use kifu_study::review::Thresholds;
use std::time::Duration;
use web_time::Instant;

/// Returns `number` changed by `by`, clamped to 1 to `max`.
fn step_clamped(number: u8, by: i32, max: u8) -> u8 {
    let stepped = (i32::from(number) + by).clamp(1, max.into());
    u8::try_from(stepped).unwrap_or(1)
}

impl AppState {
    /// Performs an action that concerns engines.
    pub(super) fn perform_engine_action(&mut self, action: EngineAction) -> Vec<Effect> {
        match action {
            EngineAction::ToggleEngine => {
                self.toggle_engine();
                if self.live_analysis.is_on {
                    return vec![Effect::RevealPane(Pane::Engine)];
                }
            }
            EngineAction::ToggleEngineLock => self.toggle_engine_lock(),
            EngineAction::ThinkDeeper => {
                self.think_deeper();
                return vec![Effect::RevealPane(Pane::Engine)];
            }
            EngineAction::ChangeLines(by) => {
                self.preferences.line_count =
                    step_clamped(self.preferences.line_count, by, MAX_LINES);
                return vec![Effect::SaveSettings];
            }
            EngineAction::ChangeThreads(by) => {
                self.preferences.thread_count =
                    step_clamped(self.preferences.thread_count, by, max_threads());
                return vec![Effect::SaveSettings];
            }
            EngineAction::SetReviewTime(ms) => {
                self.preferences.review_ms = ms;
                return vec![Effect::SaveSettings];
            }
            EngineAction::SetThresholds(points) => {
                let wanted = points.and_then(Thresholds::from_percent);
                return self.set_thresholds(wanted.unwrap_or_default());
            }
            EngineAction::ToggleSpoilerFree => {
                self.preferences.spoiler_free = !self.preferences.spoiler_free;
                return vec![Effect::SaveSettings];
            }
            EngineAction::ToggleReview => return self.toggle_review(),
            EngineAction::PeekLine(continuation) => self.peeked_line = continuation,
            EngineAction::PlayContinuation(continuation) => self.play_continuation(&continuation),
            EngineAction::PlayBest => self.play_best_move(),
            EngineAction::StartExercise(player) => {
                self.start_exercise(player);
                if self.exercise().is_some() {
                    return vec![Effect::RevealPane(Pane::Review)];
                }
            }
            EngineAction::ToggleExercise => {
                if !self.end_exercise() {
                    return self.perform_engine_action(EngineAction::StartExercise(None));
                }
            }
        }
        Vec::new()
    }

    /// Performs an action within an exercise.
    pub(super) fn perform_exercise_action(&mut self, action: ExerciseAction) {
        match action {
            ExerciseAction::ShowAnswer => self.show_exercise_answer(),
            ExerciseAction::Next => self.next_exercise_position(),
            ExerciseAction::BackToQuestion => self.show_exercise_position(),
            ExerciseAction::EndExercise => {
                self.end_exercise();
            }
        }
    }

    /// Sets the thresholds and applies them to all open games.
    pub(super) fn set_thresholds(&mut self, thresholds: Thresholds) -> Vec<Effect> {
        self.preferences.thresholds = thresholds;
        for open_game in self
            .tabs
            .iter_mut()
            .filter_map(|tab| tab.open_game.as_mut())
        {
            open_game.set_thresholds(thresholds);
        }
        vec![Effect::SaveSettings]
    }

    /// Starts a review of the shown game, or cancels the one in progress.
    fn toggle_review(&mut self) -> Vec<Effect> {
        if let Some(running) = self.running_review() {
            return vec![Effect::CancelJob(running.job)];
        }
        let Some(open_game) = self.open_game() else {
            if self.tab().is_some() {
                self.refuse("There are no moves to review.");
            }
            return Vec::new();
        };
        if open_game.plies().is_empty() {
            self.refuse("This game has no moves to review.");
            return Vec::new();
        }
        vec![
            Effect::RevealPane(Pane::Review),
            Effect::StartReview(self.active_tab),
        ]
    }

    /// Reports whether the shown ply is a key moment of the review.
    pub(super) fn is_at_key_moment(&self) -> bool {
        let open_game = self.tab().and_then(|tab| tab.open_game.as_ref());
        open_game.is_some_and(|open_game| {
            let mut moments = open_game.review_summary().key_moments.iter();
            let is_main = open_game.tree().is_on_main_line(open_game.node());
            is_main && moments.any(|moment| moment.ply == open_game.ply())
        })
    }

    /// Plays the moves of a line as a variation.
    fn play_continuation(&mut self, continuation: &Continuation) {
        self.peeked_line = None;
        self.autoplay_due_s = None;
        let Some(tab) = self.tab_mut() else { return };
        let chance = tab.pending_input.chance.clone();
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        let Some((tokens, _)) =
            open_game.try_continuation(continuation.from, &continuation.moves, chance.as_deref())
        else {
            return;
        };
        open_game.navigate(crate::open_game::Navigation::Node(continuation.from));
        for token in tokens {
            // Cannot fail: `try_continuation` has just played the same moves.
            let _ = open_game.play(&token);
        }
        tab.clear_input();
    }

    /// Plays the engine's best move.
    fn play_best_move(&mut self) {
        let best = self.shown_analysis().and_then(|(subject, update)| {
            let best = update.result.best_move()?.clone();
            Some(Continuation {
                from: subject.node,
                moves: vec![best],
            })
        });
        match best {
            Some(continuation) => self.play_continuation(&continuation),
            None => self.refuse("No best move yet: start the engine first."),
        }
    }

    /// Returns the last ply about which information may be shown.
    ///
    /// In spoiler-free mode this is the last ply that the user has seen; otherwise [`u32::MAX`].
    pub fn last_visible_ply(&self) -> u32 {
        let tab = self.tab().filter(|_| self.preferences.spoiler_free);
        let Some(tab) = tab else { return u32::MAX };
        let Some(open_game) = &tab.open_game else {
            return u32::MAX;
        };
        let here = if open_game.tree().is_on_main_line(open_game.node()) {
            open_game.ply()
        } else {
            0
        };
        let seen = tab.last_seen_ply.max(here);
        // Someone who has seen the end may see everything.
        let end = open_game.last_stop();
        if seen >= end { u32::MAX } else { seen }
    }

    /// Records how far into the game the user has seen.
    pub(super) fn mark_ply_seen(&mut self) {
        let Some(tab) = self.tab_mut() else { return };
        if let Some(open_game) = &tab.open_game
            && open_game.tree().is_on_main_line(open_game.node())
        {
            tab.last_seen_ply = tab.last_seen_ply.max(open_game.ply());
        }
    }
}

// Reviews in progress.

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
        let done = u32::try_from(self.done_plies.checked_sub(self.done_at_start)?).ok()?;
        let left = u32::try_from(self.total_plies.saturating_sub(self.done_plies)).ok()?;
        let each = self.started_at.elapsed().checked_div(done)?;
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
