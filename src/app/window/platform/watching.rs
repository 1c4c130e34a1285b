//! Watching the files of the tabs for changes by other programs.

use super::{JobPurpose, Platform};
use crate::state::{AppState, GameSource};
use std::path::Path;

impl Platform {
    /// Watches the file of a tab's game instead of an earlier one.
    pub(super) fn watch(&mut self, tab: u64, source: GameSource) {
        self.unwatch(tab);
        // A new key tells events of this file from late ones of the earlier file.
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
        let found = self.watch_keys.iter().find(|(_, known)| **known == key);
        found.map(|(tab, _)| *tab)
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
