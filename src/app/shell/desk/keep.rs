//! What is kept: settings, files opened last, and unsaved games for the case of a crash.

use super::{Desk, Wanted, words};
use crate::app::state::store::{
    self, Draft, Folders, Recent, RecentFiles, Session, Settings, put_first,
};
use crate::app::state::{Dialog, Keys, State, Tab};
use crate::app::study::Study;
use crate::files::Origin;
use std::path::Path;
use std::sync::Arc;

/// How long changes may be in no file, in seconds.
const KEEP_EVERY: f64 = 5.0;

impl Desk {
    pub(super) fn load(&mut self, state: &mut State, home: Option<&Path>) -> String {
        let found = home.map_or_else(Folders::find, |home| Ok(Folders::at(home)));
        let folders = match found {
            Ok(folders) => folders,
            Err(failure) => {
                state.complain(words(&failure));
                return String::new();
            }
        };
        let (settings, mut notes) = Settings::load(&folders);
        state.taste = settings.taste;
        let (keys, odd) = Keys::new(&settings.keys);
        state.keys = keys;
        notes.extend(odd);
        let (recent, more) = RecentFiles::load(&folders);
        notes.extend(more);
        state.recent = recent.list;
        match Session::start(&folders) {
            Ok((session, orphans)) => {
                self.session = Some(Arc::new(session));
                self.orphans = orphans;
            }
            Err(failure) => notes.push(words(&failure)),
        }
        if self.orphans.iter().any(|orphan| !orphan.drafts.is_empty()) {
            state.dialog = Some(Dialog::Restore);
        }
        for note in notes {
            state.complain(note);
        }
        self.folders = Some(folders);
        settings.layout
    }

    pub(super) fn remember(&mut self, state: &mut State, origin: &Origin) {
        let (Some(folders), Some(path)) = (self.folders.clone(), origin.path()) else {
            return;
        };
        let recent = Recent {
            path: path.to_owned(),
            folder: false,
            games: 0,
        };
        put_first(&mut state.recent, recent.clone());
        // Other kifus may be at the list on the disk.
        let add = move || RecentFiles::add(&folders, recent).map(drop);
        let id = self.jobs.write("settings", add);
        self.waiting.insert(id, Wanted::Nothing);
    }

    /// Keeps unsaved changes from time to time; in how many seconds that is due again.
    pub fn keep(&mut self, state: &State, now: f64) -> Option<f64> {
        let session = self.session.as_ref()?;
        let changed = |tab: &&Tab| {
            let study = tab.study.as_ref().filter(|study| study.is_changed());
            study.is_some_and(|study| self.kept.get(&tab.id) != Some(&study.revision()))
        };
        let due: Vec<&Tab> = state.tabs.iter().filter(changed).collect();
        if due.is_empty() {
            return None;
        }
        if now < self.next_keep {
            return Some(self.next_keep - now);
        }
        self.next_keep = now + KEEP_EVERY;
        for tab in due {
            if let Some(study) = &tab.study {
                self.kept.insert(tab.id, study.revision());
                let id = self.jobs.autosave(Arc::clone(session), draft(tab, study));
                self.waiting.insert(id, Wanted::Nothing);
            }
        }
        None
    }

    pub(super) fn forget(&mut self, tab: u64) {
        self.jobs.unwatch(tab);
        self.forget_draft(tab);
    }

    pub(super) fn forget_draft(&mut self, tab: u64) {
        if self.kept.remove(&tab).is_some()
            && let Some(session) = self.session.clone()
        {
            self.jobs.write("autosave", move || {
                session.forget(tab);
                Ok(())
            });
        }
    }

    /// Opens the games of a program that crashed, or throws them away.
    pub(super) fn restore(&mut self, state: &mut State, wanted: bool) {
        let orphans = std::mem::take(&mut self.orphans);
        if wanted {
            for draft in orphans.iter().flat_map(|orphan| &orphan.drafts) {
                state.restore(draft);
            }
            // They are kept again before the old ones go.
            for tab in &state.tabs {
                if let (Some(study), Some(session)) = (&tab.study, &self.session)
                    && study.is_changed()
                    && session.keep(&draft(tab, study)).is_ok()
                {
                    self.kept.insert(tab.id, study.revision());
                }
            }
        }
        for orphan in orphans {
            orphan.discard();
        }
    }

    /// Writes the settings.
    pub fn write_settings(&mut self, state: &State, layout: String) {
        let Some(folders) = self.folders.clone() else {
            return;
        };
        let mut settings = Settings::default();
        settings.taste = state.taste.clone();
        settings.keys = state.keys.settings();
        settings.layout = layout;
        let id = self.jobs.write("settings", move || settings.save(&folders));
        self.waiting.insert(id, Wanted::Nothing);
    }

    /// The program ends in good order.
    pub fn close(&mut self) {
        if let Some(session) = self.session.take() {
            self.jobs.write("autosave", move || {
                session.close();
                Ok(())
            });
        }
    }
}

fn draft(tab: &Tab, study: &Study) -> Draft {
    let home = tab.home.as_ref().and_then(|home| {
        Some(store::Home {
            path: home.place.origin.path()?.to_owned(),
            index: home.place.index,
            sha256: home.stamp.sha256,
        })
    });
    Draft {
        key: tab.id,
        title: tab.title.clone(),
        home,
        ply: study.ply(),
        record: study.to_record(),
    }
}
