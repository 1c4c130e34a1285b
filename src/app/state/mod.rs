//! The state of the app apart from its games: tabs, settings, keys, texts and the user's actions.
//!
//! The state is independent of the window. An [`Action`] goes in, the state changes, and any work
//! outside of it (dialogs, files, the clipboard) comes out as [`Effect`]s.

pub mod action;
pub mod command;
mod engine_actions;
mod exercise;
mod find;
mod follow;
pub mod key_bindings;
mod live_analysis;
mod messages;
mod move_input;
mod opening;
mod perform;
mod play;
mod settings_actions;
mod suite_exercise;
mod tab;

use super::store::RecentFile;
pub use super::store::{
    MAX_LINES, Preferences, REVIEW_TIME_NAMES, REVIEW_TIMES_MS, Theme, max_threads,
};
pub use super::store::{NewGameChoices, NewGameRequest, SeatChoice, SeatClock, SeatKind};
pub use action::Effect;
pub use action::{
    Action, Continuation, CopyTarget, Dialog, EditAction, EngineAction, ExerciseAction, FileAction,
    FocusTarget, InputAction, LibraryAction, Pane, PathPurpose, PlayAction, SettingsAction,
    TabAction, ViewAction,
};
pub use command::{Menu, command_name};
pub use command::{failure_text, mark_color_name, mark_name, moved_by_letter};
pub use engine_actions::RunningReview;
pub use exercise::{Exercise, ExerciseVerdict, QuestionOutcome, exercise_plies};
pub use find::{GameSearch, NotePart, WordHit};
pub use follow::FollowedFile;
pub use key_bindings::{KeyBindings, Shortcut};
pub use live_analysis::{AnalysisSubject, LiveAnalysis};
pub use messages::{Message, MessageKind};
pub use opening::recognize_position;
pub use perform::{WEB_PAGE, counted};
pub use play::{GameStart, LiveGame, LiveGameSpec, LivePhase, usual_name};
pub use settings_actions::SCALE_STEPS_PERCENT;
pub use suite_exercise::SuiteExercise;
pub use tab::{PendingInput, Tab};

use crate::jobs::{FileStatus, JobStatus};
use crate::library::{ContentStamp, GameAddress, Library, LoadedGame};
use crate::open_game::{OpenGame, ShownPicture};
use kifu_core::contract::Player;
use kifu_core::findings::Finding;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{MarkColor, MarkKind, Record};
use kifu_core::scene::SceneOptions;
use kifu_logs::bot_output::BotPatterns;
use kifu_logs::formats::PictureParts;
use std::collections::HashSet;
use std::sync::Arc;

/// The file and position in which a game is stored.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The address of the game: the file and the position in it.
    pub address: GameAddress,
    /// The stamp of the stored content when it was read.
    pub content_stamp: ContentStamp,
}

impl GameSource {
    /// Creates the source of a game that was read.
    pub fn from_loaded(opened: &LoadedGame) -> Self {
        Self {
            address: opened.address.clone(),
            content_stamp: opened.content_stamp.clone(),
        }
    }

    /// Reports whether the other source refers to the same game.
    pub(crate) fn is_same_game(&self, other: &Self) -> bool {
        let [own, its] = [&self.address, &other.address];
        let is_same_file = own.origin.display_name == its.origin.display_name
            && own.origin.path() == its.origin.path();
        let has_same_index = own.index_in_file == its.index_in_file;
        if !is_same_file || own.file_stat == its.file_stat {
            return is_same_file && has_same_index;
        }
        // The file has changed between the two readings, and its indices with it.
        let is_only_game = own.identity.is_only_game && its.identity.is_only_game;
        let is_known = own.identity.key.is_some() || own.identity.content.is_some();
        is_only_game
            || (has_same_index || self.content_stamp.sha256 == other.content_stamp.sha256)
                && (!is_known || own.identity.key == its.identity.key)
    }

    /// Returns the name of the file.
    pub fn file_name(&self) -> &str {
        &self.address.origin.file_name
    }
}

/// The tab or program to close once its changes are saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseAfterSave {
    /// The tab with this id.
    Tab(u64),
    /// The program, once all tabs are saved.
    App,
}

/// The numbers of engine jobs that run or wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineJobs {
    /// Jobs whose results somebody wants.
    pub wanted: usize,
    /// Jobs that were cancelled and have not ended yet.
    pub ending: usize,
}

/// The state of the app.
pub struct AppState {
    /// The open games.
    pub tabs: Vec<Tab>,
    /// The index of the shown tab.
    pub active_tab: usize,
    /// User preferences.
    pub preferences: Preferences,
    /// Key bindings.
    pub key_bindings: KeyBindings,
    /// Messages to the user.
    pub messages: Vec<Message>,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The player whose knowledge is shown; `None` shows everything.
    pub knowledge_of: Option<Player>,
    /// The player whose dialogue with the jury is shown.
    pub dialogue_player: Player,
    /// The library of games that can be opened.
    pub library: Library,
    /// The words that are looked for in the shown game; `None` while the user looks for none.
    pub game_search: Option<GameSearch>,
    /// The selected row of the library, or the one opened last.
    pub selected_row: Option<u32>,
    /// Recently opened files and folders, most recent first.
    pub recent_files: Vec<RecentFile>,
    /// The patterns that find numbers in what bots print; `None` for the built-in ones.
    pub bot_patterns: Option<Arc<BotPatterns>>,
    /// The running jobs that the status bar shows.
    pub running_jobs: Vec<JobStatus>,
    /// The engine jobs whose threads work.
    pub engine_jobs: EngineJobs,
    /// The time at which autoplay shows the next ply, in seconds; `None` while it is off.
    pub autoplay_due_s: Option<f64>,
    /// The tab or program to close once its changes are saved.
    pub close_after_save: Option<CloseAfterSave>,
    /// Live analysis by the engine.
    pub live_analysis: LiveAnalysis,
    /// Reviews in progress.
    pub running_reviews: Vec<RunningReview>,
    /// The mark that the left button draws on the board, instead of making moves.
    pub mark_tool: Option<MarkKind>,
    /// The colour of new marks.
    pub mark_color: MarkColor,
    /// Whether the board is turned by 180 degrees.
    pub is_flipped: bool,
    /// Whether the program can make web pages.
    pub can_publish: bool,
    /// Whether the window is in a browser, which has no folders, programs and threads.
    pub is_in_browser: bool,
    /// The file that is followed.
    pub followed: Option<FollowedFile>,
    /// The games in play.
    pub live_games: Vec<LiveGame>,
    /// The reason why the last request for a new game was refused.
    pub new_game_error: Option<String>,
    /// The line previewed on the board without being played.
    pub peeked_line: Option<Continuation>,
    /// Changes of files on disk that were not reported yet, because a dialog is open.
    unseen_file_statuses: Vec<(u64, FileStatus)>,
    /// The tabs whose files are read again because another program has changed them. The user is
    /// told once the game was found.
    silent_reloads: HashSet<u64>,
    last_id: u64,
}

impl Default for AppState {
    fn default() -> Self {
        Self {
            tabs: Vec::new(),
            active_tab: 0,
            preferences: Preferences::default(),
            key_bindings: KeyBindings::default(),
            messages: Vec::new(),
            dialog: None,
            knowledge_of: None,
            dialogue_player: Player::First,
            library: Library::default(),
            game_search: None,
            selected_row: None,
            recent_files: Vec::new(),
            bot_patterns: None,
            running_jobs: Vec::new(),
            engine_jobs: EngineJobs::default(),
            autoplay_due_s: None,
            close_after_save: None,
            live_analysis: LiveAnalysis::default(),
            running_reviews: Vec::new(),
            mark_tool: None,
            mark_color: MarkColor::default(),
            is_flipped: false,
            can_publish: false,
            is_in_browser: false,
            followed: None,
            live_games: Vec::new(),
            new_game_error: None,
            peeked_line: None,
            unseen_file_statuses: Vec::new(),
            silent_reloads: HashSet::new(),
            last_id: 0,
        }
    }
}

impl AppState {
    /// Returns the shown tab.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.active_tab)
    }

    /// Returns the shown tab mutably.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.active_tab)
    }

    /// Returns the shown game.
    pub fn open_game(&self) -> Option<&OpenGame> {
        self.tab()?.open_game.as_ref()
    }

    /// Returns the shown game mutably.
    pub fn open_game_mut(&mut self) -> Option<&mut OpenGame> {
        self.tab_mut()?.open_game.as_mut()
    }

    /// Returns the options for drawing the board.
    pub fn scene_options(&self) -> SceneOptions {
        let shown = |player| self.knowledge_of.is_none_or(|known| known == player);
        SceneOptions {
            coordinates: self.preferences.coordinates,
            secrets: Player::ALL.map(shown),
            ..SceneOptions::default()
        }
    }

    /// Returns the picture of the position that a tab shows; `None` if it has no game.
    ///
    /// It shows no more than the window: neither the secrets of a player whose knowledge is not
    /// shown, nor what a review says while the user practises or wants no spoilers.
    pub fn shown_picture(&self, tab_index: usize) -> Option<ShownPicture> {
        let options = self.scene_options();
        let tab = self.tabs.get(tab_index)?;
        let shows_review = tab.exercise.is_none() && !self.preferences.spoiler_free;
        let parts = PictureParts {
            coordinates: options.coordinates,
            secrets: options.secrets,
            glyphs: shows_review,
            arrows: shows_review,
            evaluation: shows_review,
            ..PictureParts::default()
        };
        let open_game = tab.open_game.as_ref()?;
        Some(open_game.shown_picture(parts, self.preferences.thresholds))
    }

    /// Returns a new unique id.
    pub fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    fn new_open_game(&self, record: &Record) -> Option<OpenGame> {
        let mut open_game = OpenGame::new(record.clone(), by_id(CATALOGUE, &record.game)?)?;
        open_game.set_thresholds(self.preferences.thresholds);
        let patterns = self.bot_patterns.as_deref();
        open_game.read_bots(patterns.unwrap_or(BotPatterns::builtin()));
        Some(open_game)
    }

    /// Replaces a tab's game by one that was read again. Undo brings it back.
    pub fn replace_record(
        &mut self,
        tab: u64,
        record: Record,
        findings: Vec<Finding>,
        source: GameSource,
    ) {
        let open_game = self.new_open_game(&record);
        let latest = &mut self.live_analysis.latest;
        latest.take_if(|(subject, _)| subject.tab_id == tab);
        let is_silent = self.silent_reloads.remove(&tab);
        if let Some(tab) = self.tabs.iter_mut().find(|known| known.id == tab) {
            tab.replace_game(open_game, record, findings, source);
        }
        if is_silent {
            self.notify_tab(tab, "Reloaded: another program has changed the file.");
        }
    }

    /// Receives the notice that the game of a tab could not be read again. It stays as it is.
    pub fn on_reload_failed(&mut self, tab: u64) {
        self.silent_reloads.remove(&tab);
        self.notify_tab(tab, "The game stays open as it was read.");
    }

    /// Receives the notice that the game of a tab is elsewhere in its file, but the same.
    pub fn on_game_moved(&mut self, tab: u64, address: GameAddress) {
        self.unseen_file_statuses.retain(|(known, _)| *known != tab);
        let source = self.tabs.iter_mut().find(|known| known.id == tab);
        let source = source.and_then(|tab| tab.source.as_mut());
        // After an undone reading, the tab may have another version of the game.
        if let Some(source) = source
            && source.address.identity.content == address.identity.content
        {
            source.content_stamp.file_stat = address.file_stat;
            source.address = address;
        }
    }

    /// Receives the status of the file of a tab's game.
    ///
    /// Returns the effects that are due.
    pub fn on_file_status(&mut self, tab: u64, disk: FileStatus) -> Vec<Effect> {
        self.unseen_file_statuses.retain(|(known, _)| *known != tab);
        if disk != FileStatus::Unchanged {
            self.unseen_file_statuses.push((tab, disk));
        }
        self.show_file_status()
    }

    /// Reports the files that were changed on disk, unless a dialog is open. A game without
    /// unsaved changes is read again without a question.
    fn show_file_status(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        while self.dialog.is_none() && !self.unseen_file_statuses.is_empty() {
            let (tab, disk) = self.unseen_file_statuses.remove(0);
            let Some(at) = self.tabs.iter().position(|known| known.id == tab) else {
                continue;
            };
            let is_changed = self.changed_tabs().any(|changed| changed == at);
            if disk == FileStatus::Gone || is_changed {
                self.dialog = Some(Dialog::FileChanged(at, disk == FileStatus::Gone));
            } else {
                self.silent_reloads.insert(tab);
                effects.push(Effect::ReloadTab(at));
            }
        }
        effects
    }

    /// Selects the row of the library that lists the shown game.
    pub(crate) fn select_shown_row(&mut self) {
        let source = self.tab().and_then(|tab| tab.source.as_ref());
        let address = source.map(|source| &source.address);
        self.selected_row = address.and_then(|address| self.library.row_of_game(address));
    }

    /// Receives the notice that a tab was saved, and returns the effects that follow.
    pub fn on_saved(&mut self, tab: u64, revision: u64, source: GameSource) -> Vec<Effect> {
        let Some(at) = self.tabs.iter().position(|known| known.id == tab) else {
            return Vec::new();
        };
        self.tabs[at].on_saved(source);
        if let Some(open_game) = &mut self.tabs[at].open_game {
            open_game.mark_saved(revision);
        }
        match self.close_after_save {
            // An open dialog may refer to another tab by its index, which closing this one would
            // shift.
            Some(CloseAfterSave::Tab(id)) if id == tab && self.dialog.is_none() => {
                // Changes that were made during the save are saved as well.
                if self.changed_tabs().any(|changed| changed == at) {
                    return vec![self.save_effect(at)];
                }
                self.close_after_save = None;
                self.perform(Action::Tab(TabAction::CloseTabAt(at)))
            }
            Some(CloseAfterSave::App) => self.save_next_changed_tab(),
            _ => Vec::new(),
        }
    }

    /// Saves the next tab with unsaved changes, or quits if there is none.
    fn save_next_changed_tab(&mut self) -> Vec<Effect> {
        let Some(at) = self.changed_tabs().next() else {
            return vec![Effect::Quit];
        };
        self.active_tab = at;
        vec![self.save_effect(at)]
    }

    /// Returns the indices of the tabs with unsaved changes.
    pub fn changed_tabs(&self) -> impl Iterator<Item = usize> {
        let changed = |tab: &Tab| tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
        self.tabs
            .iter()
            .enumerate()
            .filter(move |(_, tab)| changed(tab))
            .map(|(at, _)| at)
    }
}

/// Returns the title of a tab: `A – B`, or the name of the file.
fn tab_title(record: &Record, source: Option<&GameSource>) -> String {
    let names = Player::ALL.map(|player| record.player(player).name.as_str());
    if names.iter().any(|name| !name.is_empty()) {
        let [first, second] = names.map(|name| if name.is_empty() { "?" } else { name });
        // A tab has one line.
        return format!("{first} – {second}").replace(char::is_control, " ");
    }
    let file = source.map(GameSource::file_name);
    file.unwrap_or("New game").to_owned()
}
