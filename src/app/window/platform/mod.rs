//! Everything outside the window: files, the desktop's dialogs and the persistent settings.

mod analysis;
mod browser;
mod drafts;
mod export;
mod persistence;
mod save;
mod session;

use super::file_dialog::{FileDialogReply, FileDialogRequest, FileDialogs};
use crate::jobs::{JobEvent, JobId, JobStatus, JobUpdate, Jobs, Overwrite, Wake};
use crate::library::{LibraryRow, LoadedGame};
use crate::open_game::{Navigation, ShownPicture};
use crate::state::counted;
use crate::state::{AppState, Dialog, Effect, EngineJobs, GameSource, PathPurpose};
use crate::store::{Folders, Settings};
use crate::ui::plain::{plain_text, window_hint};
use crate::{AppOptions, PublishPages};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::render::FallbackFont;
use kifu_study::suite::Suite;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The treatment of the first game that a scan finds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum FirstGame {
    /// The game is opened, at this ply if given.
    Open(Option<u32>),
    /// The game is opened as a preview.
    Preview,
    /// The game is opened as a preview, at its largest mistake.
    Example,
    /// The game is not opened.
    Ignore,
}

/// The purpose of a job, which determines the treatment of its results.
#[derive(Clone, Copy, Debug, PartialEq)]
enum JobPurpose {
    /// Rows for the library.
    AddRows(FirstGame),
    /// A game for a new tab, opened at this ply if given.
    OpenGame(Option<u32>),
    /// A game of the list for a preview.
    PreviewGame,
    /// A bundled game for a preview at its largest mistake.
    ExampleGame,
    /// A game of the last session, by its place among the tabs.
    RestoreTab(usize),
    /// A game that replaces that of the tab with this id.
    ReloadTab(u64),
    /// A suite to practise.
    OpenSuite,
    /// Games that were pasted.
    OpenPasted,
    /// Saves the tab with this id at this revision.
    SaveTab(u64, u64),
    /// Saves the draft of the tab with this id at this revision.
    SaveDraft(u64, u64),
    /// Starts the session of drafts.
    StartDrafts,
    /// Finds the file of the restored tab with this id, whose game had these bytes.
    FindDraftSource(u64, [u8; 32]),
    /// Traces for the explorer.
    TraceGames,
    /// Evaluations of a review.
    Review,
    /// A game in play.
    Play,
    /// A file that is followed.
    Follow,
    /// No results; only failures matter.
    Ignore,
}

/// Background jobs, file dialogs and persistent files of the window.
pub(super) struct Platform {
    jobs: Jobs,
    wake: Wake,
    file_dialogs: FileDialogs,
    folders: Option<Folders>,
    drafts: drafts::Drafts,
    job_purposes: HashMap<JobId, JobPurpose>,
    /// The key under which the file of each tab is watched.
    watch_keys: HashMap<u64, u64>,
    last_watch_key: u64,
    /// The files that are being saved, by job.
    files_being_saved: HashMap<JobId, PathBuf>,
    /// Saves that wait until an earlier one of the same file has ended.
    waiting_saves: Vec<save::WaitingSave>,
    /// Effects that are due because something was saved.
    due_effects: Vec<Effect>,
    sessions: session::Sessions,
    /// Pasted games that wait for an answer, because they are many.
    pasted: Vec<CheckedGame>,
    /// The settings as this window read or wrote them last.
    known_settings: Settings,
    /// Finds the fonts for the letters of a picture.
    fonts: FontSource,
    /// Makes web pages.
    publish: Option<PublishPages>,
    /// The browser that the window runs in, if it does.
    browser: Option<browser::BrowserState>,
}

/// Returns fonts for the letters of a picture: those that draw the window itself.
pub(super) type FontSource = Box<dyn Fn(&ShownPicture) -> Vec<FallbackFont>>;

/// The number of pasted games that are opened without a question.
const MAX_PASTED: usize = 20;

/// Opens pasted games and reports them in a message. A text without a game opens nothing.
fn open_pasted(state: &mut AppState, games: Vec<CheckedGame>) {
    let is_game =
        |game: &CheckedGame| !game.record.game.is_empty() || game.record.reported.is_some();
    let (games, others): (Vec<CheckedGame>, Vec<CheckedGame>) =
        games.into_iter().partition(is_game);
    let pasted = match games.as_slice() {
        [] => {
            let finding = others.first().and_then(|other| other.findings.first());
            let reason = finding.map_or_else(String::new, |finding| {
                format!(" {}", plain_text(&finding.message))
            });
            state.notify_error(format!("The pasted text contains no game.{reason}"));
            return;
        }
        [game] => {
            let name = by_id(CATALOGUE, &game.record.game).map_or("a game", |known| known.name());
            format!(
                "{name}, {}",
                counted(u64::from(game.ply_count), "ply", "plies")
            )
        }
        games => format!("{} games", games.len()),
    };
    for game in games {
        state.open_pasted(game.record, game.findings);
    }
    state.notify(format!("Pasted: {pasted}."));
}

impl Platform {
    /// Loads the settings into the state. Returns the layout of the panes as text. All files are
    /// kept in the data folder of the options, or else in the user's standard folders.
    pub fn new(state: &mut AppState, options: &AppOptions, wake: Wake) -> (Self, String) {
        let mut platform = Self {
            jobs: Jobs::new(options.watch_interval, Arc::clone(&wake))
                .with_browser(options.browser.clone()),
            wake,
            file_dialogs: FileDialogs::default(),
            folders: None,
            drafts: drafts::Drafts::default(),
            job_purposes: HashMap::new(),
            watch_keys: HashMap::new(),
            last_watch_key: 0,
            files_being_saved: HashMap::new(),
            waiting_saves: Vec::new(),
            due_effects: Vec::new(),
            sessions: session::Sessions::default(),
            pasted: Vec::new(),
            known_settings: Settings::default(),
            fonts: Box::new(|_| Vec::new()),
            publish: options.publish,
            browser: options.browser.clone().map(browser::BrowserState::new),
        };
        state.can_publish = options.publish.is_some();
        if platform.browser.is_some() {
            let layout = platform.load_from_browser(state);
            platform.open_browser_files(options.browser_files.clone());
            return (platform, layout);
        }
        let layout = platform.load_settings(state, options.data_folder.as_deref());
        (platform, layout)
    }

    /// Sets where the fonts of pictures come from.
    pub fn set_font_source(&mut self, fonts: FontSource) {
        self.fonts = fonts;
    }

    /// Reads files and folders into the library, and opens their first game; suites are opened to be
    /// practised.
    pub fn scan(&mut self, state: &mut AppState, paths: Vec<PathBuf>, ply: Option<u32>) {
        for path in &paths {
            self.add_recent_path(state, path);
        }
        let (suites, paths): (Vec<PathBuf>, Vec<PathBuf>) = paths
            .into_iter()
            .partition(|path| Suite::is_suite_file(path));
        for path in suites {
            let id = self.jobs.open_suite(path);
            self.job_purposes.insert(id, JobPurpose::OpenSuite);
        }
        if paths.is_empty() {
            return;
        }
        let id = self.jobs.scan_paths(paths);
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Open(ply)));
    }

    /// Returns the running jobs that the status bar shows.
    fn running_jobs(&self) -> Vec<JobStatus> {
        let running_jobs = self.jobs.running();
        running_jobs
            .filter(|job| !job.kind.has_own_display())
            .collect()
    }

    /// Applies an effect outside the state; returns false if the effect concerns the window.
    pub fn apply_effect(&mut self, state: &mut AppState, effect: &Effect) -> bool {
        match effect {
            Effect::AskOpen { folder } => {
                if let Some(browser_state) = &self.browser {
                    browser_state.browser.ask_files();
                    return true;
                }
                let request = if *folder {
                    FileDialogRequest::Folder
                } else {
                    FileDialogRequest::Files
                };
                self.file_dialogs.open(request, Arc::clone(&self.wake));
            }
            Effect::AskSave(tab_index, format) if self.browser.is_some() => {
                self.save_in_browser(state, *tab_index, *format);
            }
            Effect::SaveTab(tab_index) | Effect::SaveAnyway(tab_index)
                if self.browser.is_some() =>
            {
                self.save_in_browser(state, *tab_index, None);
            }
            Effect::CopyLink => self.copy_link(state),
            Effect::AskSave(tab_index, format) => self.ask_save_path(state, *tab_index, *format),
            Effect::AskExportListed => self.ask_listed_path(state),
            Effect::AskPublishListed => self.ask_pages_folder(state),
            Effect::PathGiven(purpose, path) => self.path_given(state, *purpose, path),
            Effect::ScanPaths(paths) => self.scan(state, paths.clone(), None),
            Effect::OpenRow(row) => self.open_row(state, *row, JobPurpose::PreviewGame),
            Effect::OpenRowToKeep(row) => self.open_row(state, *row, JobPurpose::OpenGame(None)),
            Effect::OpenExample(name) => self.open_example(state, name),
            Effect::ForgetRecent(path) => self.forget_recent(state, path.as_deref()),
            Effect::OpenNextRow(forward) => {
                let row = state
                    .selected_row
                    .and_then(|row| state.library.neighbor(row, *forward));
                if let Some(row) = row.or(state.library.shown().first().copied()) {
                    self.open_row(state, row, JobPurpose::PreviewGame);
                }
            }
            Effect::OpenNextProblem => {
                if let Some(row) = state.library.next_problem(state.selected_row) {
                    self.open_row(state, row, JobPurpose::PreviewGame);
                } else {
                    state.refuse("No listed game has a warning or an error.");
                }
            }
            Effect::SaveTab(tab_index) => self.save_tab(state, *tab_index, false, false),
            Effect::SaveAnyway(tab_index) => self.save_tab(state, *tab_index, true, true),
            Effect::Overwrite(tab_index, path) => {
                self.save_tab_as(state, *tab_index, path.clone(), Overwrite::Anything);
            }
            Effect::ReloadTab(tab_index) => self.reload_tab(state, *tab_index),
            Effect::ParseText(text) => {
                let id = self.jobs.parse_text(text.clone());
                self.job_purposes.insert(id, JobPurpose::OpenPasted);
            }
            Effect::OpenPasted(count) => {
                let mut games = std::mem::take(&mut self.pasted);
                games.truncate(*count);
                open_pasted(state, games);
            }
            Effect::TabClosed(tab) => {
                self.close_tab(state, *tab);
            }
            Effect::Follow(path) => self.follow(state, path.clone()),
            Effect::StartGame(tab) => self.start_game(state, *tab),
            Effect::StartReview(tab_index) => self.start_review(state, *tab_index),
            Effect::CancelJob(id) => self.jobs.cancel(*id),
            Effect::TraceGames => self.trace_games(state),
            Effect::RestoreDrafts(wanted) => self.restore_drafts(state, *wanted),
            _ => return false,
        }
        true
    }

    /// Traces the games that wait for it, unless others are being traced.
    fn trace_games(&mut self, state: &mut AppState) {
        if state.library.can_trace() {
            let id = self.jobs.trace(state.library.take_untraced());
            self.job_purposes.insert(id, JobPurpose::TraceGames);
        }
    }

    fn open_row(&mut self, state: &mut AppState, row: u32, purpose: JobPurpose) {
        let Some(address) = state.library.address(row) else {
            return;
        };
        state.selected_row = Some(row);
        let id = self.jobs.open(address);
        // Only the game that was requested last is opened.
        self.cancel_jobs(|purpose| {
            matches!(
                purpose,
                JobPurpose::OpenGame(_) | JobPurpose::PreviewGame | JobPurpose::ExampleGame
            )
        });
        self.job_purposes.insert(id, purpose);
    }

    /// Cancels the jobs whose results are no longer wanted.
    fn cancel_jobs(&mut self, is_unwanted: impl Fn(&JobPurpose) -> bool) {
        let jobs = &self.jobs;
        self.job_purposes.retain(|id, purpose| {
            let is_unwanted = is_unwanted(purpose);
            if is_unwanted {
                jobs.cancel(*id);
            }
            !is_unwanted
        });
    }

    fn reload_tab(&mut self, state: &AppState, tab_index: usize) {
        if let Some((tab, source)) = state
            .tabs
            .get(tab_index)
            .and_then(|tab| Some((tab.id, tab.source.as_ref()?)))
        {
            let id = self.jobs.open(source.address.clone());
            self.cancel_jobs(|purpose| *purpose == JobPurpose::ReloadTab(tab));
            self.job_purposes.insert(id, JobPurpose::ReloadTab(tab));
        }
    }

    /// Processes what has arrived since the last frame. Returns the effects that are due.
    #[must_use]
    pub fn poll(&mut self, state: &mut AppState) -> Vec<Effect> {
        self.take_browser_files();
        if self.take_browser_failure() {
            state.notify_error(
                "The browser does not store unsaved changes; save them before you close the tab.",
            );
        }
        if let Some(reply) = self.file_dialogs.poll() {
            self.on_file_dialog_reply(state, reply);
        }
        let events = self.jobs.take_events();
        let has_events = !events.is_empty();
        let row_count = state.library.len();
        for JobEvent { id, update } in events {
            self.on_job_update(state, id, update);
        }
        if has_events {
            state.library.refresh();
        }
        // A game may be open before the scan finds it.
        if state.selected_row.is_none() && state.library.len() > row_count {
            state.select_shown_row();
        }
        state.running_jobs = self.running_jobs();
        self.update_live_analysis(state);
        self.sessions.note(state);
        let (wanted, ending) = self.jobs.engine_job_counts();
        state.engine_jobs = EngineJobs { wanted, ending };
        std::mem::take(&mut self.due_effects)
    }

    fn on_file_dialog_reply(&mut self, state: &mut AppState, reply: FileDialogReply) {
        match reply {
            FileDialogReply::Cancelled => state.close_after_save = None,
            FileDialogReply::NoDialog(request) => {
                let (purpose, suggestion) = match request {
                    FileDialogRequest::Files | FileDialogRequest::Folder => {
                        (PathPurpose::Open, PathBuf::new())
                    }
                    FileDialogRequest::SavePath(_, purpose, suggestion) => (purpose, suggestion),
                    FileDialogRequest::ListedPath(suggestion) => {
                        (PathPurpose::ExportListed, suggestion)
                    }
                    FileDialogRequest::PagesFolder(suggestion) => {
                        (PathPurpose::PublishListed, suggestion)
                    }
                };
                state.dialog = Some(Dialog::Path(purpose, suggestion));
            }
            FileDialogReply::Chosen(
                FileDialogRequest::Files | FileDialogRequest::Folder,
                paths,
            ) => self.scan(state, paths, None),
            FileDialogReply::Chosen(FileDialogRequest::ListedPath(_), paths) => {
                if let Some(path) = paths.into_iter().next() {
                    self.export_listed(state, path, true);
                }
            }
            FileDialogReply::Chosen(FileDialogRequest::PagesFolder(_), paths) => {
                if let Some(path) = paths.into_iter().next() {
                    self.publish_listed(state, &path);
                }
            }
            FileDialogReply::Chosen(FileDialogRequest::SavePath(tab, purpose, _), paths) => {
                let tab_index = state.tabs.iter().position(|known| known.id == tab);
                let (Some(tab_index), Some(path)) = (tab_index, paths.into_iter().next()) else {
                    return;
                };
                // The desktop's dialog has already asked whether to overwrite an existing file.
                self.use_path(state, purpose, tab_index, path, true);
            }
        }
    }

    fn on_job_update(&mut self, state: &mut AppState, id: JobId, update: JobUpdate) {
        let purpose = self.job_purposes.get(&id).copied();
        let is_last = update.is_last();
        if is_last {
            self.job_purposes.remove(&id);
        }
        match (update, purpose) {
            (JobUpdate::Rows(batch), Some(JobPurpose::AddRows(first))) => {
                self.add_rows(state, id, batch, first);
            }
            (JobUpdate::GameOpened(opened), Some(JobPurpose::OpenGame(ply))) => {
                let source = GameSource::from_loaded(&opened);
                self.open_and_watch(state, source, opened.game.record, opened.game.findings, ply);
            }
            (
                JobUpdate::GameOpened(opened),
                Some(purpose @ (JobPurpose::PreviewGame | JobPurpose::ExampleGame)),
            ) => {
                let source = GameSource::from_loaded(&opened);
                let game = opened.game;
                let (at, replaced) = state.open_preview(game.record, game.findings, source.clone());
                if purpose == JobPurpose::ExampleGame {
                    state.show_decisive_move(at);
                }
                self.watch(state.tabs[at].id, source);
                if let Some(replaced) = replaced {
                    self.close_tab(state, replaced);
                }
                state.select_shown_row();
            }
            (JobUpdate::GameOpened(opened), Some(JobPurpose::RestoreTab(place))) => {
                self.on_tab_read(place, opened);
            }
            (JobUpdate::GameOpened(opened), Some(JobPurpose::ReloadTab(tab))) => {
                self.on_game_read_again(state, tab, *opened);
            }
            (JobUpdate::GameOpened(found), Some(JobPurpose::FindDraftSource(tab, sha256))) => {
                self.on_draft_source(state, tab, sha256, &found);
            }
            (JobUpdate::Ended, Some(JobPurpose::SaveDraft(tab, _))) => {
                self.on_draft_saved(state, tab);
            }
            (JobUpdate::SuiteOpened(name, suite), Some(JobPurpose::OpenSuite)) => {
                let effects = state.open_suite(name, &suite);
                self.due_effects.extend(effects);
            }
            (JobUpdate::TextParsed(games), Some(JobPurpose::OpenPasted)) => {
                self.on_games_pasted(state, games);
            }
            (JobUpdate::SaveFinished(outcome), Some(JobPurpose::SaveTab(tab, revision))) => {
                self.on_save_outcome(state, tab, revision, *outcome);
            }
            (JobUpdate::Exported(report), _) => export::on_exported(state, &report),
            (JobUpdate::Traced(traces), _) => state.library.add_traces(&traces),
            (JobUpdate::GameMoved(key, address), _) => {
                if let Some(tab) = self.watched_tab(key) {
                    state.on_game_moved(tab, *address);
                }
            }
            (JobUpdate::FileStatus(key, status), _) => {
                if let Some(tab) = self.watched_tab(key) {
                    let effects = state.on_file_status(tab, status);
                    self.due_effects.extend(effects);
                }
            }
            (JobUpdate::Analysis(analysis), _) => state.on_analysis_update(id, *analysis),
            (JobUpdate::Rows(batch), Some(JobPurpose::Follow)) => {
                self.add_followed_rows(state, id, batch);
            }
            (JobUpdate::Followed(update), _) => state.on_followed(id, *update),
            (JobUpdate::GameStep(event), _) => state.on_live_event(id, event),
            (JobUpdate::GameOver(played), _) => {
                state.on_game_ended(id, played.map(|played| *played));
            }
            (JobUpdate::PlyReviewed(ply), _) => state.on_ply_reviewed(id, *ply),
            (JobUpdate::Ended | JobUpdate::Cancelled, Some(JobPurpose::Review)) => {
                state.on_review_ended(id);
            }
            (JobUpdate::Failed(failure), purpose) if failure.kind != FailureKind::Cancelled => {
                self.on_job_failed(state, id, purpose, &failure);
            }
            (JobUpdate::Ended | JobUpdate::Cancelled, Some(JobPurpose::TraceGames)) => {
                state.library.end_tracing();
            }
            (
                JobUpdate::Ended | JobUpdate::Cancelled,
                Some(JobPurpose::AddRows(_) | JobPurpose::Follow),
            ) => {
                state.library.end_scan(id.0);
            }
            _ => {}
        }
        if is_last && matches!(purpose, Some(JobPurpose::RestoreTab(_))) {
            self.open_restored_tabs(state);
        }
        if is_last && matches!(purpose, Some(JobPurpose::SaveTab(..))) {
            self.files_being_saved.remove(&id);
            self.start_waiting_saves(state);
            self.resume_watching(state);
        }
    }

    /// Receives the game of a tab as its file has it by now.
    fn on_game_read_again(&mut self, state: &mut AppState, tab: u64, opened: LoadedGame) {
        // A review of the replaced game is of no use any more.
        self.cancel_review(state, tab);
        let source = GameSource::from_loaded(&opened);
        let known = state.tabs.iter().find(|known| known.id == tab);
        let before = known.and_then(|tab| Some(tab.source.as_ref()?.address.clone()));
        let (record, findings) = (opened.game.record.clone(), opened.game.findings.clone());
        let (location, index) = (opened.address.location, opened.address.index_in_file);
        if let Some(before) = before {
            let row = LibraryRow::new(opened.game, location, index);
            state.library.on_read_again(&before, &row);
        }
        state.replace_record(tab, record, findings, source.clone());
        self.watch(tab, source);
        self.remove_draft(tab);
    }

    /// Opens the games of a pasted text, or asks whether to open so many.
    fn on_games_pasted(&mut self, state: &mut AppState, games: Vec<CheckedGame>) {
        if games.len() > MAX_PASTED {
            state.dialog = Some(Dialog::ManyPasted(games.len()));
            self.pasted = games;
        } else {
            open_pasted(state, games);
        }
    }

    /// Tells of a job that failed, and ends what waited for it.
    fn on_job_failed(
        &mut self,
        state: &mut AppState,
        id: JobId,
        purpose: Option<JobPurpose>,
        failure: &Failure,
    ) {
        // Drafts are tried again, and have a message of their own.
        let draft = match purpose {
            Some(JobPurpose::SaveDraft(tab, revision)) => Some(Some((tab, revision))),
            Some(JobPurpose::StartDrafts) => Some(None),
            _ => None,
        };
        if let Some(draft) = draft {
            self.on_draft_failed(state, draft, failure);
            return;
        }
        if purpose == Some(JobPurpose::Play) {
            let effects = state.on_game_failed(id, failure_text(failure));
            self.due_effects.extend(effects);
            return;
        }
        state.notify_error(failure_text(failure));
        match purpose {
            Some(JobPurpose::AddRows(_)) => state.library.end_scan(id.0),
            Some(JobPurpose::SaveTab(..)) => state.close_after_save = None,
            Some(JobPurpose::ReloadTab(tab)) => state.on_reload_failed(tab),
            Some(JobPurpose::TraceGames) => state.library.end_tracing(),
            Some(JobPurpose::Review) => state.on_review_ended(id),
            Some(JobPurpose::Follow) => state.followed = None,
            _ => {}
        }
    }

    fn add_rows(
        &mut self,
        state: &mut AppState,
        id: JobId,
        batch: crate::library::ScanBatch,
        first: FirstGame,
    ) {
        let before = u32::try_from(state.library.len()).unwrap_or(u32::MAX);
        let failure_count = state.library.failures().len();
        state.library.add_batch(id.0, batch);
        let new: Vec<String> = state.library.failures()[failure_count..]
            .iter()
            .map(failure_text)
            .collect();
        for failure in new {
            state.notify_error(failure);
        }
        // The first game of newly opened files is shown.
        let purpose = match first {
            FirstGame::Open(ply) => JobPurpose::OpenGame(ply),
            FirstGame::Preview => JobPurpose::PreviewGame,
            FirstGame::Example => JobPurpose::ExampleGame,
            FirstGame::Ignore => return,
        };
        if let Some(address) = state.library.address(before) {
            self.job_purposes
                .insert(id, JobPurpose::AddRows(FirstGame::Ignore));
            state.selected_row = Some(before);
            let open = self.jobs.open(address);
            self.job_purposes.insert(open, purpose);
        }
    }

    /// Ends everything that works for a tab which is gone.
    fn close_tab(&mut self, state: &AppState, tab: u64) {
        self.forget_tab(tab);
        self.cancel_review(state, tab);
        self.cancel_jobs(|purpose| *purpose == JobPurpose::ReloadTab(tab));
        self.waiting_saves.retain(|waiting| waiting.tab_id != tab);
    }

    fn open_and_watch(
        &mut self,
        state: &mut AppState,
        source: GameSource,
        record: kifu_core::record::Record,
        findings: Vec<kifu_core::findings::Finding>,
        ply: Option<u32>,
    ) {
        let tab_index = state.open_record(record, findings, Some(source.clone()));
        state.tabs[tab_index].is_preview = false;
        self.watch(state.tabs[tab_index].id, source);
        if let (Some(ply), Some(open_game)) = (ply, &mut state.tabs[tab_index].open_game) {
            open_game.navigate(Navigation::Ply(ply));
        }
    }
}

/// Returns the message of a failure with its hint, unless that is advice for the command line.
fn failure_text(failure: &Failure) -> String {
    let message = plain_text(&failure.message);
    match failure.hint.as_deref().and_then(window_hint) {
        Some(hint) => format!("{message} ({hint})"),
        None => message,
    }
}
