//! Engine analysis in the background of the window.

use super::{FirstGame, JobPurpose, Platform};
use crate::bundled::BUNDLED_RECORDS;
use crate::jobs::PlayRequest;
use crate::library::ScanBatch;
use crate::state::{AnalysisSubject, AppState, Effect, FollowedFile, GameSource, RunningReview};
use kifu_logs::files::{LogInput, Origin};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

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
        let thresholds = state.preferences.thresholds;
        let (record, game) = (open_game.to_record(), open_game.game());
        let last_ply = open_game.last_ply();
        let job = self.jobs.review(record, game, last_ply, time, thresholds);
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

// The bundled games.

impl Platform {
    /// Adds the bundled records to the library, and opens the first at its largest mistake.
    pub fn scan_bundled(&mut self) {
        self.scan_bundled_and(FirstGame::Example);
    }

    /// Adds the bundled records to the library, and handles the first as `first` says.
    pub(super) fn scan_bundled_and(&mut self, first: FirstGame) {
        let inputs = BUNDLED_RECORDS.iter().map(bundled_input);
        let id = self.jobs.scan(inputs.collect());
        self.job_purposes.insert(id, JobPurpose::AddRows(first));
    }

    /// Opens the bundled game with this file name at its largest mistake, from the library if it is
    /// listed there.
    pub(super) fn open_example(&mut self, state: &mut AppState, name: &str) {
        let Some(record) = BUNDLED_RECORDS.iter().find(|(known, _)| *known == name) else {
            return;
        };
        let origin = Origin::new(bundled_input(record));
        let known = state.library.row_of_index(&origin, 0);
        if let Some(row) = known {
            self.open_row(state, row, JobPurpose::ExampleGame);
            return;
        }
        let id = self.jobs.scan(vec![bundled_input(record)]);
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Example));
    }
}

pub(super) fn bundled_input(&(name, text): &(&'static str, &'static str)) -> LogInput {
    LogInput::Memory {
        name: name.to_owned(),
        bytes: Cow::Borrowed(text.as_bytes()),
    }
}

// Watching the files of the tabs for changes by other programs.

impl Platform {
    /// Watches the file of a tab's game instead of an earlier one.
    pub(super) fn watch(&mut self, tab: u64, source: GameSource) {
        self.unwatch(tab);
        // A new key distinguishes events of this file from late ones of the earlier file.
        self.last_watch_key += 1;
        self.watch_keys.insert(tab, self.last_watch_key);
        self.jobs
            .watch(self.last_watch_key, source.address, source.content_stamp);
    }

    /// Stops watching the file of a tab.
    pub(super) fn unwatch(&mut self, tab: u64) {
        if let Some(key) = self.watch_keys.remove(&tab) {
            self.jobs.unwatch(key);
        }
    }

    /// Returns the tab whose file is watched under a key.
    pub(super) fn watched_tab(&self, key: u64) -> Option<u64> {
        self.watch_keys
            .iter()
            .find(|(_, known)| **known == key)
            .map(|(tab, _)| *tab)
    }

    /// Stops watching a file that is about to be saved, because kifu itself changes it.
    pub(super) fn pause_watching(&mut self, state: &AppState, path: &Path) {
        for tab in &state.tabs {
            let source = tab.source.as_ref();
            if source.is_some_and(|source| source.address.origin.path() == Some(path)) {
                self.unwatch(tab.id);
            }
        }
    }

    /// Watches the files of all tabs again, once nothing is being saved.
    pub(super) fn resume_watching(&mut self, state: &AppState) {
        let is_save = |purpose: &JobPurpose| matches!(purpose, JobPurpose::SaveTab(..));
        if self.job_purposes.values().any(is_save) {
            return;
        }
        for tab in &state.tabs {
            if let (Some(source), false) = (&tab.source, self.watch_keys.contains_key(&tab.id)) {
                self.watch(tab.id, source.clone());
            }
        }
    }
}

// The referees of games in play, and files that are followed.

impl Platform {
    /// Follows a file instead of the previous one.
    pub fn follow(&mut self, state: &mut AppState, path: PathBuf) {
        let earlier = state.followed.take().and_then(|earlier| earlier.job);
        if let Some(job) = earlier {
            self.jobs.cancel(job);
        }
        let mut followed = FollowedFile::new(path.clone());
        let job = self.jobs.follow(path);
        followed.job = Some(job);
        state.followed = Some(followed);
        self.job_purposes.insert(job, JobPurpose::Follow);
    }

    /// Adds games of the followed file to the library. The newest of the first ones is opened.
    pub(super) fn add_followed_rows(
        &mut self,
        state: &mut AppState,
        job: crate::jobs::JobId,
        batch: ScanBatch,
    ) {
        let before = state.library.len();
        state.library.add_batch(job.0, batch);
        let after = state.library.len();
        let Some(followed) = state.followed.as_mut().filter(|_| after > before) else {
            return;
        };
        let is_first = followed.newest_row.is_none();
        followed.newest_row = u32::try_from(after - 1).ok();
        if let Some(row) = followed
            .newest_row
            .filter(|_| is_first && state.tabs.is_empty())
        {
            self.due_effects.push(Effect::OpenRow(row));
        }
    }

    /// Starts the referee of a tab's game.
    pub(super) fn start_game(&mut self, state: &mut AppState, tab: u64) {
        let live = state.live_games.iter_mut().find(|live| live.tab_id == tab);
        let Some(live) = live else { return };
        let spec = live.spec.clone();
        let job = self.jobs.play(PlayRequest {
            rules: spec.rules,
            contestants: spec.contestants,
            game_spec: spec.game_spec,
            options: spec.options,
        });
        live.job = Some(job);
        self.job_purposes.insert(job, JobPurpose::Play);
    }
}
