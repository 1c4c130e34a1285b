//! Saving and exporting, and what to ask before.

use super::{JobPurpose, Platform};
use crate::app::jobs::{ExportContent, ExportRequest, SaveOutcome, SaveRequest, SaveTarget};
use crate::app::state::{AppState, Dialog, GameSource, PathPurpose, Tab};
use crate::app::window::file_dialog::FileDialogRequest;
use crate::formats;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Platform {
    pub(super) fn save_tab(
        &mut self,
        state: &mut AppState,
        at: usize,
        changed: bool,
        comments: bool,
    ) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let (Some(study), Some(home)) = (&tab.open_game, &tab.source) else {
            self.ask_save_path(state, at, None);
            return;
        };
        if home.address.origin.path().is_none() {
            self.ask_save_path(state, at, None);
            return;
        }
        let wanted = SaveRequest {
            record: Box::new(study.to_record()),
            target: SaveTarget::Source {
                address: home.address.clone(),
                content_stamp: home.content_stamp.clone(),
                allow_changed: changed,
                drop_comments: comments,
            },
        };
        let saved = JobPurpose::SaveTab(tab.id, study.revision());
        let id = self.jobs.save(wanted);
        self.job_purposes.insert(id, saved);
    }

    pub(super) fn save_tab_as(
        &mut self,
        state: &AppState,
        at: usize,
        path: PathBuf,
        overwrite: bool,
    ) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let Some(study) = &tab.open_game else { return };
        let wanted = SaveRequest {
            record: Box::new(study.to_record()),
            target: SaveTarget::File { path, overwrite },
        };
        let saved = JobPurpose::SaveTab(tab.id, study.revision());
        let id = self.jobs.save(wanted);
        self.job_purposes.insert(id, saved);
    }

    pub(super) fn export_tab(
        &mut self,
        state: &mut AppState,
        at: usize,
        id: &str,
        path: PathBuf,
        overwrite: bool,
    ) {
        let study = state.tabs.get(at).and_then(|tab| tab.open_game.as_ref());
        if let (Some(study), Some(format)) = (study, formats::by_id(id)) {
            let what = ExportContent::Record(Box::new(study.to_record()));
            let job = self.jobs.export(ExportRequest {
                content: what,
                format,
                path,
                overwrite,
            });
            self.job_purposes.insert(job, JobPurpose::Ignore);
        }
    }

    pub(super) fn ask_save_path(
        &mut self,
        state: &AppState,
        at: usize,
        format: Option<&'static str>,
    ) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let what = format.map_or(PathPurpose::Save, PathPurpose::Export);
        let question = FileDialogRequest::SavePath(tab.id, what, suggested_path(tab, format));
        self.file_dialogs.open(question, Arc::clone(&self.wake));
    }

    /// A path was typed, where the desktop has no dialog; nobody asked whether a file that is
    /// there may go.
    pub(super) fn path_given(&mut self, state: &mut AppState, what: PathPurpose, path: &Path) {
        let path = expand_home(path);
        match what {
            PathPurpose::Open => self.scan(vec![path], None),
            PathPurpose::Save => self.save_tab_as(state, state.active_tab, path, false),
            PathPurpose::Export(format) => {
                self.export_tab(state, state.active_tab, format, path, false)
            }
        }
    }

    pub(super) fn on_save_outcome(
        &mut self,
        state: &mut AppState,
        tab: u64,
        revision: u64,
        answer: SaveOutcome,
    ) {
        let Some(at) = state.tabs.iter().position(|known| known.id == tab) else {
            return;
        };
        match answer {
            SaveOutcome::Saved(kept) => {
                let path = kept
                    .address
                    .origin
                    .path()
                    .map(Path::to_path_buf)
                    .unwrap_or_default();
                state
                    .library
                    .on_saved(kept.shift.as_ref(), &kept.address, &kept.row);
                if let Some(shift) = &kept.shift {
                    for other in &mut state.tabs {
                        if let Some(home) = &mut other.source {
                            home.address.apply_shift(shift);
                        }
                    }
                }
                let home = GameSource {
                    address: kept.address,
                    content_stamp: kept.content_stamp,
                };
                self.jobs
                    .watch(tab, home.address.clone(), home.content_stamp.clone());
                self.remove_draft(tab);
                let saved = state.texts().strings.saved;
                state.notify(format!("{saved} {}", path.display()));
                self.due_effects.extend(state.on_saved(tab, revision, home));
            }
            SaveOutcome::FileChanged { is_gone: gone } => {
                state.dialog = Some(Dialog::FileChanged(at, gone))
            }
            SaveOutcome::CommentsLost => state.dialog = Some(Dialog::CommentsLost(at)),
            SaveOutcome::FileExists(path) => state.dialog = Some(Dialog::FileExists(at, path)),
            SaveOutcome::NeedsOwnFile {
                suggestion,
                reason: why,
            } => {
                state.notify(why);
                let question = FileDialogRequest::SavePath(tab, PathPurpose::Save, suggestion);
                self.file_dialogs.open(question, Arc::clone(&self.wake));
            }
        }
    }
}

/// Under which name a game may be saved.
fn suggested_path(tab: &Tab, format: Option<&'static str>) -> PathBuf {
    let extension = format.map_or("ron", |id| {
        let known = formats::by_id(id).and_then(|format| format.extensions().first().copied());
        known.unwrap_or(id)
    });
    let home = tab
        .source
        .as_ref()
        .and_then(|home| home.address.origin.path());
    let stem = home
        .and_then(Path::file_stem)
        .map(|stem| stem.to_string_lossy().into_owned());
    let plain = |c: char| {
        if c.is_alphanumeric() || "-_. ".contains(c) {
            c
        } else {
            '-'
        }
    };
    let stem = stem.unwrap_or_else(|| tab.title.chars().map(plain).collect());
    let folder = home.and_then(Path::parent).unwrap_or(Path::new(""));
    folder.join(format!("{stem}.{extension}"))
}

/// `~/x` as a shell reads it.
fn expand_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
