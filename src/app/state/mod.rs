//! All that the app knows beside its games: tabs, settings, keys, texts, and what a person can do.
//!
//! Knows no window: an [`Action`] goes in, the state changes, and what is left to do outside of it
//! (dialogs, files, the clipboard) comes out as [`Effect`]s.

pub mod action;
pub mod command;
mod engine_actions;
mod exercise;
pub mod key_bindings;
mod live_analysis;
mod move_input;
mod perform;
mod running_review;
mod tab;
pub mod texts;

use super::store::{Draft, RecentFile};
pub use super::store::{MAX_LINES, Preferences, REVIEW_TIMES_MS, Theme, max_threads};
pub use action::{
    Action, Continuation, CopyTarget, Dialog, ExerciseAction, FocusTarget, Pane, PathPurpose,
};
pub use exercise::{Exercise, ExerciseVerdict, exercise_plies};
pub use key_bindings::{KeyBindings, Shortcut};
pub use live_analysis::{AnalysisSubject, LiveAnalysis};
pub use perform::Effect;
pub use running_review::RunningReview;
pub use tab::{PendingInput, Tab};
pub use texts::{ENGLISH, LANGUAGES, Texts, Words};

use crate::app::jobs::{FileStatus, JobId};
use crate::app::library::{ContentStamp, GameAddress, Library, LoadedGame};
use crate::app::open_game::{Navigation, OpenGame};
use crate::contract::Player;
use crate::findings::Finding;
use crate::games::{CATALOGUE, by_id};
use crate::record::Record;
use crate::scene::SceneOptions;

/// Where a game is kept.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// The file, and where in it.
    pub address: GameAddress,
    /// What stood there when it was read.
    pub content_stamp: ContentStamp,
}

impl GameSource {
    /// Where a game was found.
    pub fn from_loaded(opened: &LoadedGame) -> Self {
        Self {
            address: opened.address.clone(),
            content_stamp: opened.content_stamp.clone(),
        }
    }

    /// Whether another game is kept there too.
    fn is_same_game(&self, other: &Self) -> bool {
        let [own, its] = [&self.address, &other.address];
        own.origin.display_name == its.origin.display_name
            && own.origin.path() == its.origin.path()
            && own.index_in_file == its.index_in_file
    }

    /// The name of the file.
    pub fn file_name(&self) -> &str {
        &self.address.origin.file_name
    }
}

/// What ends as soon as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CloseAfterSave {
    /// The tab with this number.
    Tab(u64),
    /// The program, after all tabs.
    App,
}

/// Something said to the person.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// A number that no other message has.
    pub id: u64,
    /// What is said.
    pub text: String,
    /// It tells of something that went wrong, and stays until it was read.
    pub is_error: bool,
}

/// The state of the app.
pub struct AppState {
    /// The games that are open.
    pub tabs: Vec<Tab>,
    /// Which of them is shown.
    pub active_tab: usize,
    /// How the person wants things.
    pub preferences: Preferences,
    /// Which keys do what.
    pub key_bindings: KeyBindings,
    /// What is said.
    pub messages: Vec<Message>,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// Whose knowledge is shown; `None` for all.
    pub knowledge_of: Option<Player>,
    /// Whose dialogue is shown.
    pub dialogue_player: Player,
    /// The games that could be opened.
    pub library: Library,
    /// The row of the library that was opened last, or is meant.
    pub selected_row: Option<u32>,
    /// Files and folders opened last, the last one first.
    pub recent_files: Vec<RecentFile>,
    /// What runs beside the window, each with its number.
    pub running_jobs: Vec<(JobId, String)>,
    /// When the next ply is shown, in seconds, while a game runs.
    pub autoplay_due_s: Option<f64>,
    /// What ends as soon as it is saved.
    pub close_after_save: Option<CloseAfterSave>,
    /// What the engine thinks of what is shown.
    pub live_analysis: LiveAnalysis,
    /// Games that are being reviewed.
    pub running_reviews: Vec<RunningReview>,
    /// Somebody learns from mistakes.
    pub exercise: Option<Exercise>,
    /// The line that is shown on the board without being played.
    pub peeked_line: Option<Continuation>,
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
            selected_row: None,
            recent_files: Vec::new(),
            running_jobs: Vec::new(),
            autoplay_due_s: None,
            close_after_save: None,
            live_analysis: LiveAnalysis::default(),
            running_reviews: Vec::new(),
            exercise: None,
            peeked_line: None,
            last_id: 0,
        }
    }
}

impl AppState {
    /// The words of the person's language.
    pub fn texts(&self) -> &'static Texts {
        let named = LANGUAGES
            .iter()
            .find(|texts| texts.language == self.preferences.language);
        named.copied().unwrap_or(&ENGLISH)
    }

    /// The tab that is shown.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.active_tab)
    }

    /// The tab that is shown, to be changed.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.active_tab)
    }

    /// The game that is shown.
    pub fn open_game(&self) -> Option<&OpenGame> {
        self.tab()?.open_game.as_ref()
    }

    /// The game that is shown, to be changed.
    pub fn open_game_mut(&mut self) -> Option<&mut OpenGame> {
        self.tab_mut()?.open_game.as_mut()
    }

    /// What the board shows beside itself.
    pub fn scene_options(&self) -> SceneOptions {
        let shown = |player| self.knowledge_of.is_none_or(|known| known == player);
        SceneOptions {
            coordinates: self.preferences.coordinates,
            secrets: Player::ALL.map(shown),
        }
    }

    /// A number that was not given out before.
    pub fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Says something.
    pub fn notify(&mut self, text: impl Into<String>) {
        let id = self.next_id();
        self.messages.push(Message {
            id,
            text: text.into(),
            is_error: false,
        });
    }

    /// Says that something went wrong.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        let id = self.next_id();
        self.messages.push(Message {
            id,
            text: text.into(),
            is_error: true,
        });
    }

    /// Opens a game that was read and judged in a new tab, or goes to the tab that has it.
    pub fn open_record(
        &mut self,
        record: Record,
        findings: Vec<Finding>,
        home: Option<GameSource>,
    ) -> usize {
        let is_it = |tab: &Tab| {
            let homes = tab.source.as_ref().zip(home.as_ref());
            homes.is_some_and(|(own, its)| own.is_same_game(its))
        };
        let known = self.tabs.iter().position(is_it);
        if let Some(known) = known {
            self.active_tab = known;
            return known;
        }
        let id = self.next_id();
        let study = self.new_open_game(&record);
        let title = tab_title(&record, home.as_ref(), self.texts());
        self.tabs.push(Tab {
            id,
            title,
            source: home,
            open_game: study,
            findings,
            pending_input: PendingInput::default(),
            last_seen_ply: 0,
            record,
        });
        self.active_tab = self.tabs.len() - 1;
        self.autoplay_due_s = None;
        self.active_tab
    }

    fn new_open_game(&self, record: &Record) -> Option<OpenGame> {
        let mut study = OpenGame::new(record.clone(), by_id(CATALOGUE, &record.game)?)?;
        study.set_thresholds(self.preferences.thresholds);
        Some(study)
    }

    /// Puts a game that was read again in the place of a tab's own.
    pub fn replace_record(
        &mut self,
        tab: u64,
        record: Record,
        findings: Vec<Finding>,
        home: GameSource,
    ) {
        let study = self.new_open_game(&record);
        let Some(tab) = self.tabs.iter_mut().find(|known| known.id == tab) else {
            return;
        };
        let ply = tab.open_game.as_ref().map(OpenGame::ply);
        tab.open_game = study;
        if let (Some(study), Some(ply)) = (&mut tab.open_game, ply) {
            study.navigate(Navigation::Ply(ply));
        }
        tab.clear_input();
        tab.findings = findings;
        tab.record = record;
        tab.source = Some(home);
    }

    /// Opens a game that was pasted: it is in no file.
    pub fn open_pasted(&mut self, record: Record, findings: Vec<Finding>) {
        let at = self.open_record(record, findings, None);
        if let Some(study) = &mut self.tabs[at].open_game {
            study.mark_unsaved();
        }
    }

    /// Opens a game that a program which crashed had not saved.
    pub fn open_draft(&mut self, draft: &Draft) {
        let at = self.open_record(draft.record.clone(), Vec::new(), None);
        self.tabs[at].title.clone_from(&draft.title);
        if let Some(study) = &mut self.tabs[at].open_game {
            study.mark_unsaved();
            study.navigate(Navigation::Ply(draft.ply));
        }
    }

    /// Told what became of the file of a tab's game.
    pub fn on_file_status(&mut self, tab: u64, disk: FileStatus) {
        let at = self.tabs.iter().position(|known| known.id == tab);
        if let Some(at) = at
            && self.dialog.is_none()
            && disk != FileStatus::Unchanged
        {
            self.dialog = Some(Dialog::FileChanged(at, disk == FileStatus::Gone));
        }
    }

    /// Told that a tab was saved; what is to be done now.
    pub fn on_saved(&mut self, tab: u64, revision: u64, home: GameSource) -> Vec<Effect> {
        let Some(at) = self.tabs.iter().position(|known| known.id == tab) else {
            return Vec::new();
        };
        self.tabs[at].source = Some(home);
        if let Some(study) = &mut self.tabs[at].open_game {
            study.mark_saved(revision);
        }
        match self.close_after_save {
            // Who asks something may mean another tab by its number.
            Some(CloseAfterSave::Tab(id)) if id == tab && self.dialog.is_none() => {
                self.close_after_save = None;
                self.perform(Action::CloseTabAt(at))
            }
            Some(CloseAfterSave::App) => self.save_next_changed_tab(),
            _ => Vec::new(),
        }
    }

    /// Saves the next tab that has changes; when none has, the program ends.
    fn save_next_changed_tab(&mut self) -> Vec<Effect> {
        let Some(at) = self.changed_tabs().next() else {
            return vec![Effect::Quit];
        };
        self.active_tab = at;
        vec![self.save_effect(at)]
    }

    /// Which tabs have changes that are in no file.
    pub fn changed_tabs(&self) -> impl Iterator<Item = usize> {
        let changed = |tab: &Tab| tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
        self.tabs
            .iter()
            .enumerate()
            .filter(move |(_, tab)| changed(tab))
            .map(|(at, _)| at)
    }
}

/// `A – B`, or the name of the file.
fn tab_title(record: &Record, home: Option<&GameSource>, texts: &Texts) -> String {
    let names = Player::ALL.map(|player| record.player(player).name.as_str());
    if names.iter().any(|name| !name.is_empty()) {
        let [first, second] = names.map(|name| {
            if name.is_empty() {
                texts.strings.unknown_player
            } else {
                name
            }
        });
        return format!("{first} – {second}");
    }
    let file = home.map(GameSource::file_name);
    file.unwrap_or(texts.strings.untitled).to_owned()
}
