//! Saving and exporting, and the questions to ask before.

use super::{JobPurpose, Platform};
use crate::jobs::{Overwrite, SaveOutcome, SaveRequest, SaveTarget};
use crate::library::GameAddress;
use crate::state::{AppState, Dialog, GameSource, PathPurpose, Tab, WEB_PAGE};
use crate::window::file_dialog::FileDialogRequest;
use kifu_logs::formats;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A save that waits until an earlier one of the same file has ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct WaitingSave {
    /// The id of the tab.
    pub tab_id: u64,
    allow_changed: bool,
    drop_comments: bool,
}

impl Platform {
    pub(super) fn save_tab(
        &mut self,
        state: &mut AppState,
        tab_index: usize,
        allow_changed: bool,
        drop_comments: bool,
    ) {
        let Some(tab) = state.tabs.get(tab_index) else {
            return;
        };
        let (Some(open_game), Some(source)) = (&tab.open_game, &tab.source) else {
            self.ask_save_path(state, tab_index, None);
            return;
        };
        let Some(path) = source.address.origin.path() else {
            self.ask_save_path(state, tab_index, None);
            return;
        };
        // An earlier save changes the file, and where the game is in it.
        if self.files_being_saved.values().any(|known| known == path) {
            self.waiting_saves.retain(|known| known.tab_id != tab.id);
            self.waiting_saves.push(WaitingSave {
                tab_id: tab.id,
                allow_changed,
                drop_comments,
            });
            return;
        }
        let path = path.to_owned();
        let save_request = SaveRequest {
            record: Box::new(open_game.to_record()),
            target: SaveTarget::Source {
                address: Box::new(source.address.clone()),
                content_stamp: source.content_stamp.clone(),
                allow_changed,
                drop_comments,
            },
        };
        let purpose = JobPurpose::SaveTab(tab.id, open_game.revision());
        self.pause_watching(state, &path);
        let id = self.jobs.save(save_request);
        self.job_purposes.insert(id, purpose);
        self.files_being_saved.insert(id, path);
    }

    /// Starts the saves that waited for one that has ended.
    pub(super) fn start_waiting_saves(&mut self, state: &mut AppState) {
        // An answer that the user gives may change what is to be saved.
        for waiting in std::mem::take(&mut self.waiting_saves) {
            let index = state
                .tabs
                .iter()
                .position(|tab| tab.id == waiting.tab_id)
                .filter(|index| state.changed_tabs().any(|changed| changed == *index))
                .filter(|_| state.dialog.is_none());
            if let Some(index) = index {
                self.save_tab(state, index, waiting.allow_changed, waiting.drop_comments);
            }
        }
    }

    /// Saves a game to another file. A save to its own file replaces the game there and keeps all
    /// others.
    pub(super) fn save_tab_as(
        &mut self,
        state: &mut AppState,
        tab_index: usize,
        path: PathBuf,
        overwrite: Overwrite,
    ) {
        let Some(tab) = state.tabs.get(tab_index) else {
            return;
        };
        let source = tab.source.as_ref();
        if overwrite != Overwrite::Anything
            && source.is_some_and(|source| source.address.origin.is_file_at(&path))
        {
            state.dialog = None;
            self.save_tab(state, tab_index, false, false);
            return;
        }
        let Some(open_game) = &tab.open_game else {
            return;
        };
        self.pause_watching(state, &path);
        let save_request = SaveRequest {
            record: Box::new(open_game.to_record()),
            target: SaveTarget::File {
                path: path.clone(),
                overwrite,
            },
        };
        let purpose = JobPurpose::SaveTab(tab.id, open_game.revision());
        let id = self.jobs.save(save_request);
        self.job_purposes.insert(id, purpose);
        self.files_being_saved.insert(id, path);
    }

    pub(super) fn ask_save_path(
        &mut self,
        state: &AppState,
        tab_index: usize,
        format: Option<&'static str>,
    ) {
        let Some(tab) = state.tabs.get(tab_index) else {
            return;
        };
        let purpose = format.map_or(PathPurpose::Save, PathPurpose::Export);
        let request = FileDialogRequest::SavePath(tab.id, purpose, suggested_path(tab, format));
        self.file_dialogs.open(request, Arc::clone(&self.wake));
    }

    /// Handles a path that was typed because the desktop has no file dialogs. Existing files are
    /// not overwritten without asking.
    pub(super) fn path_given(&mut self, state: &mut AppState, purpose: PathPurpose, path: &Path) {
        let tab_index = state.active_tab;
        self.use_path(state, purpose, tab_index, expand_home(path), false);
    }

    /// Uses a path for its purpose, which may concern a tab.
    pub(super) fn use_path(
        &mut self,
        state: &mut AppState,
        purpose: PathPurpose,
        tab_index: usize,
        path: PathBuf,
        overwrite: bool,
    ) {
        match purpose {
            PathPurpose::Open => self.scan(state, vec![path], None),
            PathPurpose::Save => {
                let overwrite = if overwrite {
                    Overwrite::NoOtherGames
                } else {
                    Overwrite::Nothing
                };
                self.save_tab_as(state, tab_index, path, overwrite);
            }
            PathPurpose::Export(format) => {
                self.export_tab(state, tab_index, format, path, overwrite);
            }
            PathPurpose::ExportListed => self.export_listed(state, path, overwrite),
            PathPurpose::PublishListed => self.publish_listed(state, &path),
        }
    }

    pub(super) fn on_save_outcome(
        &mut self,
        state: &mut AppState,
        tab: u64,
        revision: u64,
        outcome: SaveOutcome,
    ) {
        let Some(tab_index) = state.tabs.iter().position(|known| known.id == tab) else {
            return;
        };
        match outcome {
            SaveOutcome::Saved(saved_game) => {
                let path = saved_game
                    .address
                    .origin
                    .path()
                    .map(Path::to_path_buf)
                    .unwrap_or_default();
                let before = state.tabs[tab_index].source.as_ref();
                let before = before.map(|source| source.address.clone());
                let is_same_file =
                    |before: &GameAddress| before.origin.path() == saved_game.address.origin.path();
                state.library.on_saved(
                    saved_game.shift.as_ref(),
                    &saved_game.address,
                    &saved_game.row,
                    before.filter(is_same_file).as_ref(),
                );
                if let Some(shift) = &saved_game.shift {
                    for other in &mut state.tabs {
                        if let Some(source) = &mut other.source {
                            source.address.apply_shift(shift);
                        }
                    }
                }
                let source = GameSource {
                    address: saved_game.address,
                    content_stamp: saved_game.content_stamp,
                };
                // Its new file is watched when the job has ended.
                self.unwatch(tab);
                state.notify_tab(tab, format!("Saved {}", path.display()));
                self.due_effects
                    .extend(state.on_saved(tab, revision, source));
                // Changes that were made during the save are not in the file.
                if !state.changed_tabs().any(|at| state.tabs[at].id == tab) {
                    self.remove_draft(tab);
                }
            }
            SaveOutcome::FileChanged { is_gone } => {
                state.dialog = Some(Dialog::FileChanged(tab_index, is_gone));
            }
            SaveOutcome::CommentsLost => state.dialog = Some(Dialog::CommentsLost(tab_index)),
            SaveOutcome::FileExists(path, other_games) => {
                state.dialog = Some(Dialog::FileExists(tab_index, path, other_games));
            }
            SaveOutcome::NeedsOwnFile { suggestion, reason } => {
                state.notify_tab(tab, super::plain_text(&reason));
                let request = FileDialogRequest::SavePath(tab, PathPurpose::Save, suggestion);
                self.file_dialogs.open(request, Arc::clone(&self.wake));
            }
        }
    }
}

/// Suggests a file name for a game.
pub(super) fn suggested_path(tab: &Tab, format: Option<&'static str>) -> PathBuf {
    let extension = format.map_or("ron", |id| {
        if id == WEB_PAGE {
            return "html";
        }
        let default_extension =
            formats::by_id(id).and_then(|format| format.extensions().first().copied());
        default_extension.unwrap_or(id)
    });
    let source_path = tab
        .source
        .as_ref()
        .and_then(|source_path| source_path.address.origin.path());
    let draft_path = tab
        .draft_source
        .as_ref()
        .map(|source| source.path.as_path());
    let stem = source_path
        .and_then(Path::file_stem)
        .map(|stem| stem.to_string_lossy().into_owned());
    let replace_special = |c: char| {
        if c.is_alphanumeric() || "-_. ".contains(c) {
            c
        } else {
            '-'
        }
    };
    let stem = stem.unwrap_or_else(|| tab.title.chars().map(replace_special).collect());
    // A restored game whose file does not contain it any more is suggested beside that file.
    let folder_path = source_path.or(draft_path);
    let folder = folder_path.and_then(Path::parent).unwrap_or(Path::new(""));
    folder.join(format!("{stem}.{extension}"))
}

/// Expands a leading `~` like a shell.
fn expand_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}
