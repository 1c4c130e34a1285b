//! All that the app knows beside its games: tabs, settings, keys, texts, and what a person can do.
//!
//! Knows no window: an [`Action`] goes in, the state changes, and what is left to do outside of it
//! (dialogs, files, the clipboard) comes out as [`Effect`]s.

pub mod action;
mod analysis;
pub mod command;
mod engine;
pub mod keys;
mod learn;
mod moving;
mod perform;
mod reviewing;
pub mod store;
mod tab;
pub mod texts;

pub use action::{Action, Ahead, Copied, Dialog, Field, Lesson, Pane, PathFor};
pub use analysis::EFFORTS;
pub use engine::{Engine, MOST_LINES, Subject, most_threads};
pub use keys::{Chord, Keys};
pub use learn::{Learn, Verdict, lessons};
pub use perform::Effect;
pub use reviewing::Reviewing;
use store::{Draft, Recent};
pub use tab::{Picked, Tab};
pub use texts::{ENGLISH, LANGUAGES, Texts, Words};

use crate::app::jobs::{Disk, JobId};
use crate::app::library::{Library, Opened, Place, Stamp};
use crate::app::study::{Go, Study};
use crate::contract::Player;
use crate::contract::scene::SceneOptions;
use crate::findings::Finding;
use crate::games::{CATALOGUE, by_id};
use crate::record::Record;
use crate::review::Thresholds;

/// Where a game is kept.
#[derive(Clone, Debug)]
pub struct Home {
    /// The file, and where in it.
    pub place: Place,
    /// What stood there when it was read.
    pub stamp: Stamp,
}

impl Home {
    /// Where a game was found.
    pub fn of(opened: &Opened) -> Self {
        Self {
            place: opened.place.clone(),
            stamp: opened.stamp.clone(),
        }
    }

    /// Whether another game is kept there too.
    fn is_same(&self, other: &Self) -> bool {
        let [own, its] = [&self.place, &other.place];
        own.origin.display_name == its.origin.display_name
            && own.origin.path() == its.origin.path()
            && own.index == its.index
    }

    /// The name of the file.
    pub fn file(&self) -> &str {
        &self.place.origin.file_name
    }
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Theme {
    /// As the desktop has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// How the person wants things.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
pub struct Taste {
    /// Light or dark.
    pub theme: Theme,
    /// How large everything is, in percent.
    pub scale: u16,
    /// Letters and numbers at the board.
    pub coordinates: bool,
    /// Things may move.
    pub animations: bool,
    /// Milliseconds a ply while a game runs.
    pub pace_ms: u32,
    /// How many lines the engine shows.
    pub lines: u8,
    /// On how many threads it thinks about what is shown.
    pub threads: u8,
    /// Milliseconds a position for the review of a game.
    pub review_ms: u32,
    /// From which loss on a move is called what.
    pub thresholds: Thresholds,
    /// Of plies that were not seen yet nothing is told.
    pub spoiler_free: bool,
    /// The language, by its own name.
    pub language: String,
}

impl Default for Taste {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale: 100,
            coordinates: true,
            animations: true,
            pace_ms: 800,
            lines: 3,
            threads: 1,
            review_ms: EFFORTS[1],
            thresholds: Thresholds::default(),
            spoiler_free: false,
            language: ENGLISH.language.to_owned(),
        }
    }
}

/// What ends as soon as it is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The tab with this number.
    Tab(u64),
    /// The program, after all tabs.
    All,
}

/// Something said to the person.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// A number that no other message has.
    pub id: u64,
    /// What is said.
    pub text: String,
    /// It tells of something that went wrong, and stays until it was read.
    pub is_trouble: bool,
}

/// The state of the app.
pub struct State {
    /// The games that are open.
    pub tabs: Vec<Tab>,
    /// Which of them is shown.
    pub active: usize,
    /// How the person wants things.
    pub taste: Taste,
    /// Which keys do what.
    pub keys: Keys,
    /// What is said.
    pub messages: Vec<Message>,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// Whose knowledge is shown; `None` for all.
    pub knowledge: Option<Player>,
    /// Whose dialogue is shown.
    pub seat: Player,
    /// The games that could be opened.
    pub library: Library,
    /// The row of the library that was opened last, or is meant.
    pub row: Option<u32>,
    /// Files and folders opened last, the last one first.
    pub recent: Vec<Recent>,
    /// What runs beside the window, each with its number.
    pub running: Vec<(JobId, String)>,
    /// When the next ply is shown, in seconds, while a game runs.
    pub runs: Option<f64>,
    /// What ends as soon as it is saved.
    pub leaving: Option<Leaving>,
    /// What the engine thinks of what is shown.
    pub engine: Engine,
    /// Games that are being reviewed.
    pub reviews: Vec<Reviewing>,
    /// Somebody learns from mistakes.
    pub learn: Option<Learn>,
    /// The line that is shown on the board without being played.
    pub peek: Option<Ahead>,
    count: u64,
}

impl Default for State {
    fn default() -> Self {
        Self {
            tabs: Vec::new(),
            active: 0,
            taste: Taste::default(),
            keys: Keys::default(),
            messages: Vec::new(),
            dialog: None,
            knowledge: None,
            seat: Player::First,
            library: Library::default(),
            row: None,
            recent: Vec::new(),
            running: Vec::new(),
            runs: None,
            leaving: None,
            engine: Engine::default(),
            reviews: Vec::new(),
            learn: None,
            peek: None,
            count: 0,
        }
    }
}

impl State {
    /// The words of the person's language.
    pub fn texts(&self) -> &'static Texts {
        let named = LANGUAGES
            .iter()
            .find(|texts| texts.language == self.taste.language);
        named.copied().unwrap_or(&ENGLISH)
    }

    /// The tab that is shown.
    pub fn tab(&self) -> Option<&Tab> {
        self.tabs.get(self.active)
    }

    /// The tab that is shown, to be changed.
    pub fn tab_mut(&mut self) -> Option<&mut Tab> {
        self.tabs.get_mut(self.active)
    }

    /// The game that is shown.
    pub fn study(&self) -> Option<&Study> {
        self.tab()?.study.as_ref()
    }

    /// The game that is shown, to be changed.
    pub fn study_mut(&mut self) -> Option<&mut Study> {
        self.tab_mut()?.study.as_mut()
    }

    /// What the board shows beside itself.
    pub fn view(&self) -> SceneOptions {
        let shown = |player| self.knowledge.is_none_or(|known| known == player);
        SceneOptions {
            coordinates: self.taste.coordinates,
            secrets: Player::ALL.map(shown),
        }
    }

    /// A number that was not given out before.
    pub fn fresh(&mut self) -> u64 {
        self.count += 1;
        self.count
    }

    /// Says something.
    pub fn say(&mut self, text: impl Into<String>) {
        let id = self.fresh();
        self.messages.push(Message {
            id,
            text: text.into(),
            is_trouble: false,
        });
    }

    /// Says that something went wrong.
    pub fn complain(&mut self, text: impl Into<String>) {
        let id = self.fresh();
        self.messages.push(Message {
            id,
            text: text.into(),
            is_trouble: true,
        });
    }

    /// Opens a game that was read and judged in a new tab, or goes to the tab that has it.
    pub fn open(&mut self, record: Record, findings: Vec<Finding>, home: Option<Home>) -> usize {
        let is_it = |tab: &Tab| {
            let homes = tab.home.as_ref().zip(home.as_ref());
            homes.is_some_and(|(own, its)| own.is_same(its))
        };
        let known = self.tabs.iter().position(is_it);
        if let Some(known) = known {
            self.active = known;
            return known;
        }
        let id = self.fresh();
        let study = self.study_of(&record);
        let title = title(&record, home.as_ref(), self.texts());
        self.tabs.push(Tab {
            id,
            title,
            home,
            study,
            findings,
            picked: Picked::default(),
            seen: 0,
            record,
        });
        self.active = self.tabs.len() - 1;
        self.runs = None;
        self.active
    }

    fn study_of(&self, record: &Record) -> Option<Study> {
        let mut study = Study::new(record.clone(), by_id(CATALOGUE, &record.game)?)?;
        study.judge_by(self.taste.thresholds);
        Some(study)
    }

    /// Puts a game that was read again in the place of a tab's own.
    pub fn replace(&mut self, tab: u64, record: Record, findings: Vec<Finding>, home: Home) {
        let study = self.study_of(&record);
        let Some(tab) = self.tabs.iter_mut().find(|known| known.id == tab) else {
            return;
        };
        let ply = tab.study.as_ref().map(Study::ply);
        tab.study = study;
        if let (Some(study), Some(ply)) = (&mut tab.study, ply) {
            study.go(Go::Ply(ply));
        }
        tab.forget();
        tab.findings = findings;
        tab.record = record;
        tab.home = Some(home);
    }

    /// Opens a game that was pasted: it is in no file.
    pub fn pasted(&mut self, record: Record, findings: Vec<Finding>) {
        let at = self.open(record, findings, None);
        if let Some(study) = &mut self.tabs[at].study {
            study.unsaved();
        }
    }

    /// Opens a game that a program which crashed had not saved.
    pub fn restore(&mut self, draft: &Draft) {
        let at = self.open(draft.record.clone(), Vec::new(), None);
        self.tabs[at].title.clone_from(&draft.title);
        if let Some(study) = &mut self.tabs[at].study {
            study.unsaved();
            study.go(Go::Ply(draft.ply));
        }
    }

    /// Told what became of the file of a tab's game.
    pub fn disk(&mut self, tab: u64, disk: Disk) {
        let at = self.tabs.iter().position(|known| known.id == tab);
        if let Some(at) = at
            && self.dialog.is_none()
            && disk != Disk::AsItWas
        {
            self.dialog = Some(Dialog::Changed(at, disk == Disk::Gone));
        }
    }

    /// Told that a tab was saved; what is to be done now.
    pub fn saved(&mut self, tab: u64, revision: u64, home: Home) -> Vec<Effect> {
        let Some(at) = self.tabs.iter().position(|known| known.id == tab) else {
            return Vec::new();
        };
        self.tabs[at].home = Some(home);
        if let Some(study) = &mut self.tabs[at].study {
            study.saved(revision);
        }
        match self.leaving {
            // Who asks something may mean another tab by its number.
            Some(Leaving::Tab(id)) if id == tab && self.dialog.is_none() => {
                self.leaving = None;
                self.perform(Action::Close(at))
            }
            Some(Leaving::All) => self.save_next(),
            _ => Vec::new(),
        }
    }

    /// Saves the next tab that has changes; when none has, the program ends.
    fn save_next(&mut self) -> Vec<Effect> {
        let Some(at) = self.changed().next() else {
            return vec![Effect::Quit];
        };
        self.active = at;
        vec![self.saving(at)]
    }

    /// Which tabs have changes that are in no file.
    pub fn changed(&self) -> impl Iterator<Item = usize> {
        let changed = |tab: &Tab| tab.study.as_ref().is_some_and(Study::is_changed);
        self.tabs
            .iter()
            .enumerate()
            .filter(move |(_, tab)| changed(tab))
            .map(|(at, _)| at)
    }
}

/// `A – B`, or the name of the file.
fn title(record: &Record, home: Option<&Home>, texts: &Texts) -> String {
    let names = Player::ALL.map(|player| record.player(player).name.as_str());
    if names.iter().any(|name| !name.is_empty()) {
        let [first, second] = names.map(|name| {
            if name.is_empty() {
                texts.words.unknown_player
            } else {
                name
            }
        });
        return format!("{first} – {second}");
    }
    let file = home.map(Home::file);
    file.unwrap_or(texts.words.untitled).to_owned()
}
