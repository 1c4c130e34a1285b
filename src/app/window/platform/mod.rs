//! What happens outside of the window: files, the desktop's dialogs, and what is kept for the
//! next time.

mod analysis;
mod persistence;
mod save;

use super::file_dialog::{FileDialogReply, FileDialogRequest, FileDialogs};
use crate::app::bundled::BUNDLED_RECORDS;
use crate::app::jobs::{JobEvent, JobId, JobKind, JobUpdate, Jobs, Wake};
use crate::app::open_game::Navigation;
use crate::app::state::{AppState, Dialog, Effect, GameSource, PathPurpose};
use crate::app::store::{DraftSession, Folders, OrphanSession};
use crate::failure::{Failure, FailureKind};
use crate::files::Input;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is to be done with the first game that a scan finds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FirstGame {
    /// It is opened, at this ply if one is named.
    Open(Option<u32>),
    /// Nothing.
    Ignore,
}

/// What is to be done with what a job brings.
#[derive(Clone, Copy, Debug, PartialEq)]
enum JobPurpose {
    /// Rows for the library.
    AddRows(FirstGame),
    /// A game for a tab.
    OpenGame(Option<u32>),
    /// A game in the place of a tab's own.
    ReloadTab(u64),
    /// Games that were pasted.
    OpenPasted,
    /// The tab's state with this number is saved.
    SaveTab(u64, u64),
    /// What a review says.
    Review,
    /// Only whether it failed.
    Ignore,
}

/// The desk.
pub(super) struct Platform {
    jobs: Jobs,
    wake: Wake,
    file_dialogs: FileDialogs,
    folders: Option<Folders>,
    draft_session: Option<Arc<DraftSession>>,
    orphans: Vec<OrphanSession>,
    job_purposes: HashMap<JobId, JobPurpose>,
    /// The state of each tab that was kept last for the case of a crash.
    autosaved_revisions: HashMap<u64, u64>,
    next_autosave_s: f64,
    /// What is to be done because something was saved.
    due_effects: Vec<Effect>,
}

impl Platform {
    /// Reads the settings into the state; the layout of the panes as a text. All that is kept is
    /// kept in `home`, or where the person's system wants it.
    pub fn new(state: &mut AppState, home: Option<&Path>, wake: Wake) -> (Self, String) {
        let mut desk = Self {
            jobs: Jobs::new(Arc::clone(&wake)),
            wake,
            file_dialogs: FileDialogs::default(),
            folders: None,
            draft_session: None,
            orphans: Vec::new(),
            job_purposes: HashMap::new(),
            autosaved_revisions: HashMap::new(),
            next_autosave_s: 0.0,
            due_effects: Vec::new(),
        };
        let layout = desk.load_settings(state, home);
        (desk, layout)
    }

    /// Puts the records that come with the program into the library, and opens the first.
    pub fn scan_bundled(&mut self) {
        let inputs = BUNDLED_RECORDS.iter().map(|(name, text)| Input::Bundled {
            name,
            bytes: text.as_bytes(),
        });
        let id = self.jobs.scan(inputs.collect());
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Open(None)));
    }

    /// Reads files and folders into the library, and opens the first game of them.
    pub fn scan(&mut self, paths: Vec<PathBuf>, ply: Option<u32>) {
        let id = self.jobs.scan_paths(paths);
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Open(ply)));
    }

    /// What runs, in words, with its number.
    fn running_jobs(&self) -> Vec<(JobId, String)> {
        let running = self.jobs.running();
        let text = |kind: JobKind, games: u64| match games {
            0 => format!("{} …", kind.label()),
            games => format!("{}: {games}", kind.label()),
        };
        running
            // These are shown where they belong.
            .filter(|(_, kind, _)| !kind.is_engine_work())
            .map(|(id, kind, progress)| (id, text(kind, progress.done_games)))
            .collect()
    }

    /// Does what is to be done outside of the state; `false` if that is the window's.
    pub fn apply_effect(&mut self, state: &mut AppState, effect: &Effect) -> bool {
        match effect {
            Effect::AskOpen { folder } => {
                let question = if *folder {
                    FileDialogRequest::Folder
                } else {
                    FileDialogRequest::Files
                };
                self.file_dialogs.open(question, Arc::clone(&self.wake));
            }
            Effect::AskSave(at, format) => self.ask_save_path(state, *at, *format),
            Effect::PathGiven(what, path) => self.path_given(state, *what, path),
            Effect::ScanPaths(paths) => self.scan(paths.clone(), None),
            Effect::OpenRow(row) => self.open_row(state, *row),
            Effect::OpenNextRow(on) => {
                let row = state
                    .selected_row
                    .and_then(|row| state.library.neighbor(row, *on));
                if let Some(row) = row.or(state.library.shown().first().copied()) {
                    self.open_row(state, row);
                }
            }
            Effect::SaveTab(at) => self.save_tab(state, *at, false, false),
            Effect::SaveAnyway(at) => self.save_tab(state, *at, true, true),
            Effect::Overwrite(at, path) => self.save_tab_as(state, *at, path.clone(), true),
            Effect::ReloadTab(at) => self.reload_tab(state, *at),
            Effect::ParseText(text) => {
                let id = self.jobs.parse_text(text.clone());
                self.job_purposes.insert(id, JobPurpose::OpenPasted);
            }
            Effect::TabClosed(tab) => {
                self.forget_tab(*tab);
                self.cancel_review(state, *tab);
            }
            Effect::StartReview(at) => self.start_review(state, *at),
            Effect::CancelJob(id) => self.jobs.cancel(*id),
            Effect::RestoreDrafts(wanted) => self.restore_drafts(state, *wanted),
            _ => return false,
        }
        true
    }

    fn open_row(&mut self, state: &mut AppState, row: u32) {
        let Some(place) = state.library.address(row) else {
            return;
        };
        state.selected_row = Some(row);
        let id = self.jobs.open(place);
        // Only the game that was asked for last is wanted.
        self.job_purposes
            .retain(|_, wanted| !matches!(wanted, JobPurpose::OpenGame(_)));
        self.job_purposes.insert(id, JobPurpose::OpenGame(None));
    }

    fn reload_tab(&mut self, state: &AppState, at: usize) {
        if let Some((tab, home)) = state
            .tabs
            .get(at)
            .and_then(|tab| Some((tab.id, tab.source.as_ref()?)))
        {
            let place = home.address.clone();
            let id = match place.origin.path() {
                Some(path) => self.jobs.open_path(path.to_owned(), place.index_in_file),
                None => self.jobs.open(place),
            };
            self.job_purposes.insert(id, JobPurpose::ReloadTab(tab));
        }
    }

    /// What has come since the last frame; what is to be done because of it.
    #[must_use]
    pub fn poll(&mut self, state: &mut AppState) -> Vec<Effect> {
        if let Some(reply) = self.file_dialogs.poll() {
            self.on_file_dialog_reply(state, reply);
        }
        let events = self.jobs.take_events();
        let any = !events.is_empty();
        for JobEvent { id, update: news } in events {
            self.on_job_update(state, id, news);
        }
        if any {
            state.library.refresh();
        }
        state.running_jobs = self.running_jobs();
        self.update_live_analysis(state);
        std::mem::take(&mut self.due_effects)
    }

    fn on_file_dialog_reply(&mut self, state: &mut AppState, reply: FileDialogReply) {
        match reply {
            FileDialogReply::Cancelled => state.close_after_save = None,
            FileDialogReply::NoDialog(question) => {
                let (what, suggestion) = match question {
                    FileDialogRequest::Files | FileDialogRequest::Folder => {
                        (PathPurpose::Open, PathBuf::new())
                    }
                    FileDialogRequest::SavePath(_, what, suggestion) => (what, suggestion),
                };
                state.dialog = Some(Dialog::Path(what, suggestion));
            }
            FileDialogReply::Chosen(
                FileDialogRequest::Files | FileDialogRequest::Folder,
                paths,
            ) => self.scan(paths, None),
            FileDialogReply::Chosen(FileDialogRequest::SavePath(tab, what, _), paths) => {
                let at = state.tabs.iter().position(|known| known.id == tab);
                let (Some(at), Some(path)) = (at, paths.into_iter().next()) else {
                    return;
                };
                // The desktop has asked whether a file that is there may go.
                match what {
                    PathPurpose::Export(format) => self.export_tab(state, at, format, path, true),
                    PathPurpose::Save | PathPurpose::Open => {
                        self.save_tab_as(state, at, path, true)
                    }
                }
            }
        }
    }

    fn on_job_update(&mut self, state: &mut AppState, id: JobId, news: JobUpdate) {
        let wanted = self.job_purposes.get(&id).copied();
        if news.is_last() {
            self.job_purposes.remove(&id);
        }
        match (news, wanted) {
            (JobUpdate::Rows(batch), Some(JobPurpose::AddRows(first))) => {
                self.add_rows(state, id, batch, first);
            }
            (JobUpdate::GameOpened(opened), Some(JobPurpose::OpenGame(ply))) => {
                let home = GameSource::from_loaded(&opened);
                self.open_and_watch(state, home, opened.game.record, opened.game.findings, ply);
            }
            (JobUpdate::GameOpened(opened), Some(JobPurpose::ReloadTab(tab))) => {
                let home = GameSource::from_loaded(&opened);
                state.replace_record(tab, opened.game.record, opened.game.findings, home.clone());
                self.jobs.watch(tab, home.address, home.content_stamp);
                self.remove_draft(tab);
            }
            (JobUpdate::TextParsed(games), Some(JobPurpose::OpenPasted)) => {
                for game in games {
                    state.open_pasted(game.record, game.findings);
                }
            }
            (JobUpdate::SaveFinished(answer), Some(JobPurpose::SaveTab(tab, revision))) => {
                self.on_save_outcome(state, tab, revision, *answer);
            }
            (JobUpdate::Exported(exported), _) => {
                let saved = state.texts().strings.saved;
                state.notify(format!("{saved} {}", exported.path.display()));
                for refused in exported.skip_reasons {
                    state.notify_error(refused);
                }
            }
            (JobUpdate::FileStatus(tab, disk), _) => state.on_file_status(tab, disk),
            (JobUpdate::Analysis(thought), _) => state.on_analysis_update(id, *thought),
            (JobUpdate::PlyReviewed(looked), _) => state.on_ply_reviewed(id, *looked),
            (JobUpdate::Ended | JobUpdate::Cancelled, Some(JobPurpose::Review)) => {
                state.on_review_ended(id)
            }
            (JobUpdate::Failed(failure), wanted) if failure.kind != FailureKind::Cancelled => {
                state.notify_error(failure_text(&failure));
                match wanted {
                    Some(JobPurpose::AddRows(_)) => state.library.end_scan(id.0),
                    Some(JobPurpose::SaveTab(..)) => state.close_after_save = None,
                    Some(JobPurpose::Review) => state.on_review_ended(id),
                    _ => {}
                }
            }
            (JobUpdate::Ended | JobUpdate::Cancelled, Some(JobPurpose::AddRows(_))) => {
                state.library.end_scan(id.0)
            }
            _ => {}
        }
    }

    fn add_rows(
        &mut self,
        state: &mut AppState,
        id: JobId,
        batch: crate::app::library::ScanBatch,
        first: FirstGame,
    ) {
        let before = u32::try_from(state.library.len()).unwrap_or(u32::MAX);
        let troubles = state.library.failures().len();
        state.library.add_batch(id.0, batch);
        let new: Vec<String> = state.library.failures()[troubles..]
            .iter()
            .map(failure_text)
            .collect();
        for trouble in new {
            state.notify_error(trouble);
        }
        // The first game of what somebody opened is what he wants to see.
        if let FirstGame::Open(ply) = first
            && let Some(place) = state.library.address(before)
        {
            self.job_purposes
                .insert(id, JobPurpose::AddRows(FirstGame::Ignore));
            self.add_recent_file(state, &place.origin);
            state.selected_row = Some(before);
            let open = self.jobs.open(place);
            self.job_purposes.insert(open, JobPurpose::OpenGame(ply));
        }
    }

    fn open_and_watch(
        &mut self,
        state: &mut AppState,
        home: GameSource,
        record: crate::record::Record,
        findings: Vec<crate::findings::Finding>,
        ply: Option<u32>,
    ) {
        let at = state.open_record(record, findings, Some(home.clone()));
        self.jobs
            .watch(state.tabs[at].id, home.address, home.content_stamp);
        if let (Some(ply), Some(study)) = (ply, &mut state.tabs[at].open_game) {
            study.navigate(Navigation::Ply(ply));
        }
    }
}

/// A failure with its hint.
fn failure_text(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("{} ({hint})", failure.message),
        None => failure.message.clone(),
    }
}
