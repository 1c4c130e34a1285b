//! Following a file that a match is writing.

use super::{AppState, Effect};
use crate::jobs::{FollowStatus, FollowUpdate, JobId};
use std::path::PathBuf;

/// A file that is followed.
pub struct FollowedFile {
    /// The file.
    pub path: PathBuf,
    /// The job that reads it.
    pub job: Option<JobId>,
    /// The number of its games, its standings and what became of it; `None` before it was read.
    pub update: Option<FollowUpdate>,
    /// The row of its newest game.
    pub newest_row: Option<u32>,
}

impl FollowedFile {
    /// Creates the state of a file that is about to be read.
    pub const fn new(path: PathBuf) -> Self {
        Self {
            path,
            job: None,
            update: None,
            newest_row: None,
        }
    }
}

impl AppState {
    /// Follows the file of the shown game, or ends following.
    pub(super) fn toggle_follow(&mut self) -> Vec<Effect> {
        if let Some(followed) = self.followed.take() {
            return followed.job.map(Effect::CancelJob).into_iter().collect();
        }
        let source = self.tab().and_then(|tab| tab.source.as_ref());
        let path = source.and_then(|source| source.address.origin.path());
        let is_followable = |path: &&std::path::Path| {
            let extension = path.extension().unwrap_or_default();
            extension.eq_ignore_ascii_case("ronl")
        };
        if let Some(path) = path.filter(is_followable) {
            return vec![Effect::Follow(path.to_owned())];
        }
        self.refuse("Open a game of a .ronl file first: its file will be followed.");
        Vec::new()
    }

    /// Opens the newest game of the followed file, or of the list.
    pub(super) fn open_newest(&mut self) -> Vec<Effect> {
        let newest = self.followed.as_ref().and_then(|file| file.newest_row);
        let row = newest.or_else(|| self.library.shown().iter().max().copied());
        row.map(Effect::OpenRow).into_iter().collect()
    }

    /// Receives the state of the followed file.
    pub fn on_followed(&mut self, job: JobId, update: FollowUpdate) {
        let Some(followed) = self
            .followed
            .as_mut()
            .filter(|followed| followed.job == Some(job))
        else {
            return;
        };
        let before = followed.update.as_ref().map(|before| before.status);
        let status = update.status;
        followed.update = Some(update);
        if before == Some(status) {
            return;
        }
        let name = followed_name(self.followed.as_ref());
        // Remove earlier messages about this file; they are out of date.
        let start = format!("{name}: ");
        self.messages
            .retain(|message| !message.text.starts_with(&start));
        let told = match status {
            FollowStatus::UpToDate => return,
            // A file that was never there is only waited for.
            FollowStatus::Missing if before.is_none() => return,
            FollowStatus::Truncated => "The file became shorter and was read again.",
            FollowStatus::Replaced => "The file was replaced and read again.",
            FollowStatus::Missing => "This file no longer exists.",
        };
        self.notify_error(start + told);
    }
}

fn followed_name(followed: Option<&FollowedFile>) -> String {
    let path = followed.map(|followed| &followed.path);
    path.map(|path| path.display().to_string())
        .unwrap_or_default()
}
