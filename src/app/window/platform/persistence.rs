//! Persistence: settings and recent files.

use super::{JobPurpose, Platform, failure_text};
use crate::jobs::JobKind;
use crate::state::{AppState, KeyBindings};
use crate::store::{Folders, RecentFile, RecentFiles, Settings, push_front};
use std::path::Path;

impl Platform {
    pub(super) fn load_settings(
        &mut self,
        state: &mut AppState,
        data_folder: Option<&Path>,
    ) -> String {
        let folders = data_folder.map_or_else(Folders::from_environment, |data_folder| {
            Ok(Folders::all_in(data_folder))
        });
        let folders = match folders {
            Ok(folders) => folders,
            Err(failure) => {
                state.notify_error(failure_text(&failure));
                return String::new();
            }
        };
        let (settings, mut notes) = Settings::load(&folders);
        self.known_settings = settings.clone();
        state.preferences = settings.preferences;
        let (keys, key_notes) = KeyBindings::from_settings(&settings.keys);
        state.key_bindings = keys;
        notes.extend(key_notes);
        let (recent, recent_notes) = RecentFiles::load(&folders);
        notes.extend(recent_notes);
        state.recent_files = recent.list;
        self.start_drafts(state, &folders);
        for note in notes {
            state.notify_error(note);
        }
        self.folders = Some(folders);
        settings.layout
    }

    /// Adds a file or folder that the user opened to the recent ones.
    pub(super) fn add_recent_path(&mut self, state: &mut AppState, path: &Path) {
        let Some(folders) = self.folders.clone() else {
            return;
        };
        // The scan reports paths that do not exist.
        let Ok(path) = path.canonicalize() else {
            return;
        };
        let recent = RecentFile {
            is_folder: path.is_dir(),
            path,
            game_count: 0,
        };
        push_front(&mut state.recent_files, recent.clone());
        // Other instances of kifu may be writing the list on disk.
        let add = move || RecentFiles::add(&folders, recent).map(drop);
        let id = self.jobs.start_write(JobKind::Settings, add);
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }

    /// Removes a path from the recent files and folders, or all of them.
    pub(super) fn forget_recent(&mut self, state: &mut AppState, path: Option<&Path>) {
        let is_kept = |recent: &RecentFile| path.is_some_and(|path| recent.path != path);
        state.recent_files.retain(is_kept);
        let Some(folders) = self.folders.clone() else {
            return;
        };
        let path = path.map(Path::to_owned);
        let forget = move || match path {
            Some(path) => RecentFiles::remove(&folders, &path).map(drop),
            None => RecentFiles::clear(&folders).map(drop),
        };
        let id = self.jobs.start_write(JobKind::Settings, forget);
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }

    /// Notes the layout with which the window starts, which is no change of the user's.
    pub fn note_layout(&mut self, layout: String) {
        self.known_settings.layout = layout;
    }

    /// Writes what has changed in the settings since this window read or wrote them.
    pub fn write_settings(&mut self, state: &AppState, layout: String) {
        if self.folders.is_none() && self.browser.is_none() {
            return;
        }
        let settings = Settings {
            preferences: state.preferences.clone(),
            keys: state.key_bindings.to_settings(),
            layout,
            ..Settings::default()
        };
        if settings == self.known_settings {
            return;
        }
        let base = std::mem::replace(&mut self.known_settings, settings.clone());
        if self.store_settings_in_browser(&settings) {
            return;
        }
        let Some(folders) = self.folders.clone() else {
            return;
        };
        let write = move || settings.save_changes(&base, &folders);
        let id = self.jobs.start_write(JobKind::Settings, write);
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }
}
