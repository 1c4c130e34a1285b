//! The referees of games in play, and files that are followed.

use super::{JobPurpose, Platform};
use crate::jobs::PlayRequest;
use crate::library::ScanBatch;
use crate::state::{AppState, Effect, FollowedFile};
use std::path::PathBuf;

impl Platform {
    /// Follows a file, in place of the one that was followed before.
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
