//! What each action does.

use super::action::{Action, Copied, Dialog, Field, Pane, PathFor};
use super::{Chord, Leaving, State, Theme};
use crate::app::jobs::JobId;
use crate::app::study::{About, Go, Study};
use crate::games::{CATALOGUE, Mishap, by_id};
use crate::record::{Mark, MarkKind, write_ron};
use std::path::PathBuf;

/// What is left to do outside of the state.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Ask the desktop for files, or for a folder.
    AskOpen {
        /// A folder.
        folder: bool,
    },
    /// Ask the desktop where to save the tab, as a record or in the format with this id.
    AskSave(usize, Option<&'static str>),
    /// Put files and folders into the library.
    Scan(Vec<PathBuf>),
    /// Open a game of the library.
    Load(u32),
    /// Open the next (or the previous) game of the list.
    LoadNext(bool),
    /// Save the tab where it came from.
    Save(usize),
    /// The same although something is lost by it.
    SaveAnyway(usize),
    /// Save the tab in the place of a file that is there.
    Overwrite(usize, PathBuf),
    /// Open the unsaved games of a program that crashed, or throw them away.
    Restore(bool),
    /// Nobody wants this job any more.
    Stop(JobId),
    /// Read the tab's game again from the disk.
    Reload(usize),
    /// Read a text as a game.
    Read(String),
    /// A path was typed for what was asked.
    Path(PathFor, PathBuf),
    /// Ask for the clipboard's text.
    AskPaste,
    /// Put a text on the clipboard.
    Copy(String),
    /// Put the board on the clipboard as a picture.
    CopyPicture,
    /// Show or hide a pane.
    Pane(Pane),
    /// Show a pane.
    Reveal(Pane),
    /// Let engines review the tab's game.
    Review(usize),
    /// Bring the panes back to where they were.
    ResetPanes,
    /// Put the keyboard into a field.
    Focus(Field),
    /// The tab was closed; what was kept of it for the case of a crash can go.
    Closed(u64),
    /// The settings changed.
    Settings,
    /// End the program.
    Quit,
}

/// The steps of [`Action::Speed`], in milliseconds a ply.
const PACES: [u32; 9] = [4000, 2500, 1500, 800, 500, 300, 150, 80, 40];
/// The steps of [`Action::Scale`], in percent.
const SCALES: [u16; 12] = [50, 60, 70, 80, 90, 100, 110, 125, 150, 175, 200, 250];

impl State {
    /// Does what the person wants.
    #[must_use]
    pub fn perform(&mut self, action: Action) -> Vec<Effect> {
        let effects = self.act(action);
        self.see();
        effects
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Go(go) => {
                let is_mistake = matches!(go, Go::Mistake(_));
                self.go(go);
                if is_mistake && self.is_at_moment() {
                    return vec![Effect::Reveal(Pane::Review)];
                }
            }
            Action::Autoplay => self.autoplay(),
            Action::Speed(by) => {
                self.taste.pace_ms = stepped(&PACES, &self.taste.pace_ms, by);
                return vec![Effect::Settings];
            }
            Action::Pick(_)
            | Action::Drag(..)
            | Action::Hover(_)
            | Action::Turn
            | Action::Flag
            | Action::Deal(_)
            | Action::RandomDeal
            | Action::Cancel
            | Action::Confirm
            | Action::Play(_) => self.toward_move(action),
            Action::Comment(_)
            | Action::Glyph(_)
            | Action::Mark(_)
            | Action::ClearMarks
            | Action::Delete
            | Action::Promote
            | Action::Reorder(_)
            | Action::DeleteAt(_)
            | Action::Undo
            | Action::Redo => self.edit(action),
            Action::New(id) => self.new_game(id),
            Action::Knowledge => {
                self.knowledge = match self.knowledge {
                    None => Some(crate::contract::Player::First),
                    Some(crate::contract::Player::First) => Some(crate::contract::Player::Second),
                    Some(crate::contract::Player::Second) => None,
                };
            }
            Action::Seat => self.seat = self.seat.opponent(),
            Action::Ask(dialog) => self.dialog = Some(dialog),
            Action::Done => {
                self.dialog = None;
                self.leaving = None;
            }
            Action::Filter(filter) => self.library.set_filter(*filter),
            Action::Sort(column) => self.library.toggle(column),
            Action::Row(row) => self.row = row,
            Action::Describe(about) => self.describe(*about),
            Action::Dismiss(id) => self.messages.retain(|message| message.id != id),
            Action::Tab(_)
            | Action::NextTab(_)
            | Action::Close(_)
            | Action::CloseTab
            | Action::CloseForSure(_)
            | Action::SaveAndClose(_)
            | Action::Quit
            | Action::SaveAndQuit
            | Action::QuitForSure => return self.tabs(&action),
            Action::Theme
            | Action::Scale(_)
            | Action::Coordinates
            | Action::Animations
            | Action::Key(..) => return self.settings(action),
            Action::Engine
            | Action::Lock
            | Action::Lines(_)
            | Action::Threads(_)
            | Action::Review
            | Action::Effort(_)
            | Action::Thresholds(_)
            | Action::Peek(_)
            | Action::PlayAhead(_)
            | Action::PlayBest
            | Action::Learn(_)
            | Action::Lesson(_)
            | Action::SpoilerFree => return self.analyse(action),
            outside => return self.outside(outside),
        }
        Vec::new()
    }

    /// What needs files, the clipboard or the window.
    fn outside(&mut self, action: Action) -> Vec<Effect> {
        let here = self.active;
        let open = self.tab().is_some();
        if action.answers() {
            self.dialog = None;
        }
        let effect = match action {
            Action::Open => Effect::AskOpen { folder: false },
            Action::OpenFolder => Effect::AskOpen { folder: true },
            Action::OpenPaths(paths) => Effect::Scan(paths),
            Action::OpenRow(row) => Effect::Load(row),
            Action::NextRow(on) => Effect::LoadNext(on),
            Action::Paste(text) => Effect::Read(text),
            Action::PathGiven(what, path) => Effect::Path(what, path),
            Action::AskPaste => Effect::AskPaste,
            Action::SaveAnyway(at) => Effect::SaveAnyway(at),
            Action::Overwrite(at, path) => Effect::Overwrite(at, path),
            Action::Restore(wanted) => Effect::Restore(wanted),
            Action::Stop(id) => Effect::Stop(id),
            Action::Pane(pane) => Effect::Pane(pane),
            Action::ResetPanes => Effect::ResetPanes,
            Action::Focus(field) => Effect::Focus(field),
            Action::Reload if open => Effect::Reload(here),
            Action::Save if open => self.saving(here),
            Action::SaveAs if open => Effect::AskSave(here, None),
            Action::Export(format) if open => Effect::AskSave(here, Some(format)),
            Action::Copy(what) => return self.copy(what),
            _ => return Vec::new(),
        };
        vec![effect]
    }

    /// How a tab is saved: where it came from, or somebody is asked.
    pub(super) fn saving(&self, at: usize) -> Effect {
        match self.tabs.get(at).and_then(|tab| tab.home.as_ref()) {
            Some(_) => Effect::Save(at),
            None => Effect::AskSave(at, None),
        }
    }

    fn go(&mut self, go: Go) {
        self.runs = None;
        if let Some(tab) = self.tab_mut()
            && let Some(study) = &mut tab.study
        {
            if study.go(go) {
                tab.forget();
            }
            self.tell_refusal(go);
        }
    }

    /// Where somebody wanted to go on and a line is illegal, it is said why.
    fn tell_refusal(&mut self, go: Go) {
        let on = match go {
            Go::By(by) => by > 0,
            Go::OwnTurn(on) | Go::Note(on) | Go::Sibling(on) => on,
            Go::Node(_) | Go::Last => true,
            _ => false,
        };
        let refused = self.study().filter(|_| on).and_then(|study| {
            let next = study.line().get(study.index() + 1)?;
            Some(in_words(study.tree().token(*next), study.refusal()?))
        });
        if let Some(refused) = refused {
            self.say(refused);
        }
    }

    fn autoplay(&mut self) {
        let runs = self.runs.take().is_some();
        if let Some(study) = self.study_mut()
            && !runs
        {
            // At the end it runs once more.
            if study.is_at_end() {
                study.go(Go::First);
            }
            if let Some(tab) = self.tab_mut() {
                tab.forget();
            }
            self.runs = Some(0.0);
        }
    }

    /// Lets a running game run: `now` in seconds. When it is to be asked again, if it runs.
    pub fn tick(&mut self, now: f64) -> Option<f64> {
        let due = self.runs?;
        let pace = f64::from(self.taste.pace_ms) / 1000.0;
        if due == 0.0 {
            self.runs = Some(now + pace);
        } else if now >= due {
            let on = |study: &mut Study| study.go(Go::By(1)) && !study.is_at_end();
            let runs = self.study_mut().is_some_and(on);
            if let Some(tab) = self.tab_mut() {
                tab.forget();
            }
            self.runs = runs.then_some(now + pace);
            self.see();
        }
        self.runs.map(|due| (due - now).max(0.0))
    }

    fn edit(&mut self, action: Action) {
        let texts = self.texts();
        let words = &texts.words;
        let Some(tab) = self.tab_mut() else { return };
        let Some(study) = &mut tab.study else { return };
        let done = match action {
            Action::Comment(comment) => {
                study.comment(&comment);
                return;
            }
            Action::Glyph(glyph) => {
                study.glyph(glyph);
                return;
            }
            Action::Mark(mark) if mark.kind == MarkKind::Text && mark.text.is_empty() => {
                // One that is there goes; of a new one the words are asked for.
                let marks = study.note().map(|note| note.marks.as_slice());
                let here = |known: &&Mark| known.kind == MarkKind::Text && known.at == mark.at;
                match marks.unwrap_or_default().iter().find(here).cloned() {
                    Some(known) => study.mark(known),
                    None => self.dialog = Some(Dialog::Label(mark.at)),
                }
                return;
            }
            Action::Mark(mark) => {
                study.mark(mark);
                return;
            }
            Action::ClearMarks => {
                study.clear_marks();
                return;
            }
            Action::Undo if study.undo() => Ok(()),
            Action::Undo => Err(words.nothing_to_undo.to_owned()),
            Action::Redo if study.redo() => Ok(()),
            Action::Redo => Err(words.nothing_to_redo.to_owned()),
            Action::Delete => study.delete().map_err(|refused| refused.to_string()),
            Action::DeleteAt(node) => {
                let deleted = study.delete_at(node);
                deleted.map_err(|refused| refused.to_string())
            }
            Action::Promote => study.promote().map_err(|refused| refused.to_string()),
            Action::Reorder(by) => study.reorder(by).map_err(|refused| refused.to_string()),
            _ => return,
        };
        tab.title = super::title(study.record(), tab.home.as_ref(), texts);
        tab.forget();
        if let Err(refused) = done {
            self.say(refused);
        }
    }

    fn describe(&mut self, about: About) {
        let texts = self.texts();
        let Some(tab) = self.tab_mut() else { return };
        let Some(study) = &mut tab.study else { return };
        study.describe(about);
        tab.title = super::title(study.record(), tab.home.as_ref(), texts);
    }

    fn new_game(&mut self, id: &str) {
        self.dialog = None;
        if let Some(study) = by_id(CATALOGUE, id).and_then(Study::empty) {
            self.open(study.to_record(), Vec::new(), None);
        }
    }

    fn copy(&mut self, what: Copied) -> Vec<Effect> {
        let Some(study) = self.study() else {
            return Vec::new();
        };
        let text = match what {
            Copied::Moves => study.moves_so_far(),
            Copied::Position => study.table().position(),
            Copied::Record => write_ron(&study.to_record()),
            Copied::Picture => return vec![Effect::CopyPicture],
        };
        self.say(self.texts().words.copied);
        vec![Effect::Copy(text)]
    }

    fn tabs(&mut self, action: &Action) -> Vec<Effect> {
        let count = self.tabs.len();
        match action {
            Action::Tab(at) if *at < count => {
                self.active = *at;
                self.runs = None;
            }
            Action::NextTab(on) if count > 0 => {
                let by = if *on { 1 } else { count - 1 };
                self.active = (self.active + by) % count;
                self.runs = None;
            }
            Action::CloseTab => return self.tabs(&Action::Close(self.active)),
            Action::Close(at) if self.changed().any(|changed| changed == *at) => {
                self.dialog = Some(Dialog::Close(*at));
            }
            Action::Close(at) | Action::CloseForSure(at) if *at < count => {
                self.dialog = None;
                let tab = self.tabs.remove(*at);
                self.learn.take_if(|learn| learn.tab == tab.id);
                self.engine.locked.take_if(|locked| locked.tab == tab.id);
                if self.active > *at || self.active == self.tabs.len() {
                    self.active = self.active.saturating_sub(1);
                }
                self.runs = None;
                return vec![Effect::Closed(tab.id)];
            }
            Action::SaveAndClose(at) if *at < count => {
                self.dialog = None;
                self.active = *at;
                self.leaving = Some(Leaving::Tab(self.tabs[*at].id));
                return vec![self.saving(*at)];
            }
            Action::SaveAndQuit => {
                self.dialog = None;
                self.leaving = Some(Leaving::All);
                return self.save_next();
            }
            Action::Quit if self.changed().next().is_some() => self.dialog = Some(Dialog::Quit),
            Action::Quit | Action::QuitForSure => return vec![Effect::Quit],
            _ => {}
        }
        Vec::new()
    }

    fn settings(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Theme => {
                self.taste.theme = match self.taste.theme {
                    Theme::System => Theme::Light,
                    Theme::Light => Theme::Dark,
                    Theme::Dark => Theme::System,
                };
            }
            Action::Scale(0) => self.taste.scale = 100,
            Action::Scale(by) => self.taste.scale = stepped(&SCALES, &self.taste.scale, by),
            Action::Coordinates => self.taste.coordinates = !self.taste.coordinates,
            Action::Animations => self.taste.animations = !self.taste.animations,
            Action::Key(id, chord) => {
                let read = |text: Option<String>| text.map(|text| text.parse::<Chord>());
                match chord.map(|text| read(text).transpose()).transpose() {
                    Ok(chord) => self.keys.change(id, chord),
                    Err(bad) => {
                        self.complain(bad.to_string());
                        return Vec::new();
                    }
                }
            }
            _ => {}
        }
        vec![Effect::Settings]
    }
}

/// The step that lies `by` steps from the one nearest to `from`; the first and last are the ends.
fn stepped<T: Copy + PartialOrd>(steps: &[T], from: &T, by: i32) -> T {
    let rising = steps.first() < steps.last();
    let at = steps
        .iter()
        .position(|step| if rising { step >= from } else { step <= from });
    let at = at.unwrap_or(steps.len() - 1);
    let to = at.saturating_add_signed(by as isize).min(steps.len() - 1);
    steps[to]
}

/// What is wrong with a move that somebody wanted to make.
pub(super) fn in_words(token: &str, mishap: &Mishap) -> String {
    let shown = crate::contract::printable(token, 60);
    match mishap {
        Mishap::Unreadable(bad) => format!("{shown}: {bad}"),
        Mishap::Illegal { message, hint, .. } => match hint {
            Some(hint) => format!("{shown}: {message} ({hint})"),
            None => format!("{shown}: {message}"),
        },
        Mishap::WrongKind { expected } => format!("{shown}: expected {expected}"),
    }
}
