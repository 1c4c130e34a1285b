//! The referees of games in play.

use super::{JobPurpose, Platform};
use crate::app::jobs::PlayRequest;
use crate::app::state::AppState;

impl Platform {
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
