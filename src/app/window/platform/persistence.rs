//! Persistence: settings, recent files, and drafts of unsaved games.

use super::{JobPurpose, Platform, failure_text};
use crate::jobs::JobKind;
use crate::open_game::OpenGame;
use crate::state::{AppState, Dialog, KeyBindings, Tab};
use crate::store::{
    self, Draft, DraftSession, Folders, RecentFile, RecentFiles, Settings, push_front,
};
use std::path::Path;
use std::sync::Arc;

/// The time in seconds for which changes may remain without a draft.
const AUTOSAVE_INTERVAL_S: f64 = 5.0;

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
        state.preferences = settings.preferences;
        let (keys, key_notes) = KeyBindings::from_settings(&settings.keys);
        state.key_bindings = keys;
        notes.extend(key_notes);
        let (recent, recent_notes) = RecentFiles::load(&folders);
        notes.extend(recent_notes);
        state.recent_files = recent.list;
        match DraftSession::start(&folders) {
            Ok((session, orphans)) => {
                self.draft_session = Some(Arc::new(session));
                self.orphans = orphans;
            }
            Err(failure) => notes.push(failure_text(&failure)),
        }
        let drafts = self.orphans.iter().flat_map(|orphan| &orphan.drafts);
        let titles: Vec<String> = drafts.map(|draft| draft.title.clone()).collect();
        if !titles.is_empty() {
            state.dialog = Some(Dialog::RestoreDrafts(titles));
        }
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

    /// Saves drafts of unsaved changes at intervals. Returns the seconds until the next draft is
    /// due.
    pub fn autosave(&mut self, state: &AppState, now: f64) -> Option<f64> {
        let session = self.draft_session.as_ref()?;
        let needs_draft = |tab: &&Tab| {
            let open_game = tab
                .open_game
                .as_ref()
                .filter(|open_game| open_game.is_changed());
            open_game.is_some_and(|open_game| {
                self.autosaved_revisions.get(&tab.id) != Some(&open_game.revision())
            })
        };
        let due: Vec<&Tab> = state.tabs.iter().filter(needs_draft).collect();
        if due.is_empty() {
            return None;
        }
        if now < self.next_autosave_s {
            return Some(self.next_autosave_s - now);
        }
        self.next_autosave_s = now + AUTOSAVE_INTERVAL_S;
        for tab in due {
            if let Some(open_game) = &tab.open_game {
                self.autosaved_revisions
                    .insert(tab.id, open_game.revision());
                let id = self
                    .jobs
                    .autosave(Arc::clone(session), draft_of_tab(tab, open_game));
                self.job_purposes.insert(id, JobPurpose::Ignore);
            }
        }
        None
    }

    pub(super) fn forget_tab(&mut self, tab: u64) {
        self.unwatch(tab);
        self.remove_draft(tab);
    }

    pub(super) fn remove_draft(&mut self, tab: u64) {
        if self.autosaved_revisions.remove(&tab).is_some()
            && let Some(session) = self.draft_session.clone()
        {
            self.jobs.start_write(JobKind::Autosave, move || {
                session.remove(tab);
                Ok(())
            });
        }
    }

    /// Opens the drafts of a program that crashed, or discards them.
    pub(super) fn restore_drafts(&mut self, state: &mut AppState, should_restore: bool) {
        let orphans = std::mem::take(&mut self.orphans);
        if should_restore {
            for draft in orphans.iter().flat_map(|orphan| &orphan.drafts) {
                state.open_draft(draft);
            }
            // The drafts are saved again before the old ones are discarded.
            for tab in &state.tabs {
                if let (Some(open_game), Some(session)) = (&tab.open_game, &self.draft_session)
                    && open_game.is_changed()
                    && session.save(&draft_of_tab(tab, open_game)).is_ok()
                {
                    self.autosaved_revisions
                        .insert(tab.id, open_game.revision());
                }
            }
        }
        for orphan in orphans {
            orphan.discard();
        }
    }

    /// Writes the settings.
    pub fn write_settings(&mut self, state: &AppState, layout: String) {
        let Some(folders) = self.folders.clone() else {
            return;
        };
        let settings = Settings {
            preferences: state.preferences.clone(),
            keys: state.key_bindings.to_settings(),
            layout,
            ..Settings::default()
        };
        let id = self
            .jobs
            .start_write(JobKind::Settings, move || settings.save(&folders));
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }

    /// Removes all drafts, because the program ends normally.
    pub fn end_session(&mut self) {
        if let Some(session) = self.draft_session.take() {
            self.jobs.start_write(JobKind::Autosave, move || {
                session.remove_all();
                Ok(())
            });
        }
    }
}

fn draft_of_tab(tab: &Tab, open_game: &OpenGame) -> Draft {
    let source = tab.source.as_ref().and_then(|source| {
        Some(store::DraftSource {
            path: source.address.origin.path()?.to_owned(),
            index: source.address.index_in_file,
            sha256: source.content_stamp.sha256,
        })
    });
    Draft {
        tab_id: tab.id,
        title: tab.title.clone(),
        source,
        ply: open_game.ply(),
        record: open_game.to_record(),
    }
}
