//! What is kept: settings, files opened last, and unsaved games for the case of a crash.

use super::{JobPurpose, Platform, failure_text};
use crate::app::jobs::JobKind;
use crate::app::open_game::OpenGame;
use crate::app::state::{AppState, Dialog, KeyBindings, Tab};
use crate::app::store::{
    self, Draft, DraftSession, Folders, RecentFile, RecentFiles, Settings, push_front,
};
use crate::files::Origin;
use std::path::Path;
use std::sync::Arc;

/// How long changes may be in no file, in seconds.
const AUTOSAVE_INTERVAL_S: f64 = 5.0;

impl Platform {
    pub(super) fn load_settings(&mut self, state: &mut AppState, home: Option<&Path>) -> String {
        let found = home.map_or_else(Folders::from_environment, |home| Ok(Folders::all_in(home)));
        let folders = match found {
            Ok(folders) => folders,
            Err(failure) => {
                state.notify_error(failure_text(&failure));
                return String::new();
            }
        };
        let (settings, mut notes) = Settings::load(&folders);
        state.preferences = settings.preferences;
        let (keys, odd) = KeyBindings::from_settings(&settings.keys);
        state.key_bindings = keys;
        notes.extend(odd);
        let (recent, more) = RecentFiles::load(&folders);
        notes.extend(more);
        state.recent_files = recent.list;
        match DraftSession::start(&folders) {
            Ok((session, orphans)) => {
                self.draft_session = Some(Arc::new(session));
                self.orphans = orphans;
            }
            Err(failure) => notes.push(failure_text(&failure)),
        }
        if self.orphans.iter().any(|orphan| !orphan.drafts.is_empty()) {
            state.dialog = Some(Dialog::RestoreDrafts);
        }
        for note in notes {
            state.notify_error(note);
        }
        self.folders = Some(folders);
        settings.layout
    }

    pub(super) fn add_recent_file(&mut self, state: &mut AppState, origin: &Origin) {
        let (Some(folders), Some(path)) = (self.folders.clone(), origin.path()) else {
            return;
        };
        let recent = RecentFile {
            path: path.to_owned(),
            is_folder: false,
            game_count: 0,
        };
        push_front(&mut state.recent_files, recent.clone());
        // Other kifus may be at the list on the disk.
        let add = move || RecentFiles::add(&folders, recent).map(drop);
        let id = self.jobs.start_write(JobKind::Settings, add);
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }

    /// Keeps unsaved changes from time to time; in how many seconds that is due again.
    pub fn autosave(&mut self, state: &AppState, now: f64) -> Option<f64> {
        let session = self.draft_session.as_ref()?;
        let changed = |tab: &&Tab| {
            let study = tab.open_game.as_ref().filter(|study| study.is_changed());
            study.is_some_and(|study| {
                self.autosaved_revisions.get(&tab.id) != Some(&study.revision())
            })
        };
        let due: Vec<&Tab> = state.tabs.iter().filter(changed).collect();
        if due.is_empty() {
            return None;
        }
        if now < self.next_autosave_s {
            return Some(self.next_autosave_s - now);
        }
        self.next_autosave_s = now + AUTOSAVE_INTERVAL_S;
        for tab in due {
            if let Some(study) = &tab.open_game {
                self.autosaved_revisions.insert(tab.id, study.revision());
                let id = self
                    .jobs
                    .autosave(Arc::clone(session), draft_of_tab(tab, study));
                self.job_purposes.insert(id, JobPurpose::Ignore);
            }
        }
        None
    }

    pub(super) fn forget_tab(&mut self, tab: u64) {
        self.jobs.unwatch(tab);
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

    /// Opens the games of a program that crashed, or throws them away.
    pub(super) fn restore_drafts(&mut self, state: &mut AppState, wanted: bool) {
        let orphans = std::mem::take(&mut self.orphans);
        if wanted {
            for draft in orphans.iter().flat_map(|orphan| &orphan.drafts) {
                state.open_draft(draft);
            }
            // They are kept again before the old ones go.
            for tab in &state.tabs {
                if let (Some(study), Some(session)) = (&tab.open_game, &self.draft_session)
                    && study.is_changed()
                    && session.save(&draft_of_tab(tab, study)).is_ok()
                {
                    self.autosaved_revisions.insert(tab.id, study.revision());
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
        let mut settings = Settings::default();
        settings.preferences = state.preferences.clone();
        settings.keys = state.key_bindings.to_settings();
        settings.layout = layout;
        let id = self
            .jobs
            .start_write(JobKind::Settings, move || settings.save(&folders));
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }

    /// The program ends in good order.
    pub fn end_session(&mut self) {
        if let Some(session) = self.draft_session.take() {
            self.jobs.start_write(JobKind::Autosave, move || {
                session.remove_all();
                Ok(())
            });
        }
    }
}

fn draft_of_tab(tab: &Tab, study: &OpenGame) -> Draft {
    let home = tab.source.as_ref().and_then(|home| {
        Some(store::DraftSource {
            path: home.address.origin.path()?.to_owned(),
            index: home.address.index_in_file,
            sha256: home.content_stamp.sha256,
        })
    });
    Draft {
        tab_id: tab.id,
        title: tab.title.clone(),
        source: home,
        ply: study.ply(),
        record: study.to_record(),
    }
}
