//! Files that another program changes behind an open window: what the user typed is in the file, in a
//! draft or refused aloud, and no other game changes.

use super::Trial;
use super::sandbox::{Sandbox, archive};
use super::window_driver::{
    WindowDriver, drafts, is_changed, own_draft_folder, player_of, tab_record,
};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Dialog, EditAction, Effect, FileAction, PathPurpose, TabAction};
use kifu_core::record::{Record, read_ron, write_ronl};
use kifu_study::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The tabs that a window shows.
#[derive(Clone, Debug, Default)]
pub struct ShownTabs {
    /// The tabs: id, title, and first player of the game.
    pub tabs: Vec<(u64, String, String)>,
    /// The first player of each tab that was seen before.
    pub known: BTreeMap<u64, String>,
}

impl ShownTabs {
    /// Returns the tabs that show another game than before, or than their title says.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, title, player) in &self.tabs {
            if !title.starts_with(&format!("{player} – ")) {
                faults.push(format!("the tab `{title}` shows the game of {player}"));
            }
            if let Some(known) = self.known.get(id).filter(|known| *known != player) {
                faults.push(format!("the tab of {known} now shows the game of {player}"));
            }
        }
        faults
    }
}

/// A save of one game of an archive.
#[derive(Clone, Debug, Default)]
pub struct ArchiveSave {
    /// The first player of the game.
    pub player: String,
    /// The lines before and after.
    pub lines: [Vec<String>; 2],
    /// What the user had typed into the game; `None` if the game was not saved.
    pub saved: Option<BTreeSet<String>>,
}

impl ArchiveSave {
    /// Returns what is wrong: another game that changed, or typed text that is not there.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let [before, after] = &self.lines;
        let is_own = |line: &&String| player_of_line(line) == self.player;
        let others = |lines: &[String]| -> Vec<String> {
            lines.iter().filter(|line| !is_own(line)).cloned().collect()
        };
        if others(before) != others(after) {
            let players = |lines: &[String]| {
                let all = lines.iter().map(|line| player_of_line(line));
                all.collect::<Vec<_>>().join(" ")
            };
            faults.push(format!(
                "a save of {} changes other games: {} became {}",
                self.player,
                players(before),
                players(after)
            ));
        }
        match &self.saved {
            None if before != after => faults.push("a game that is not saved changes".to_owned()),
            None => {}
            Some(typed) => {
                let own: Vec<&String> = after.iter().filter(is_own).collect();
                let missing = typed
                    .iter()
                    .find(|text| !own.iter().any(|line| line.contains(*text)));
                if own.len() != 1 || missing.is_some() {
                    faults.push(format!(
                        "{} is saved, but is there {} times, without {missing:?}",
                        self.player,
                        own.len()
                    ));
                }
            }
        }
        faults
    }
}

/// Texts that belong to games, and the archive in which they should be.
#[derive(Clone, Debug, Default)]
pub struct PlacedTexts {
    /// The lines of the archive.
    pub lines: Vec<String>,
    /// The texts that another program wrote and no one replaced, with the player of their game.
    pub theirs: BTreeMap<String, String>,
}

impl PlacedTexts {
    /// Returns the texts in another game than theirs, and those that are gone.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for line in &self.lines {
            let player = player_of_line(line);
            for text in marks(line) {
                let owner = text.rsplit(' ').next().unwrap_or_default();
                if owner != player {
                    faults.push(format!("`{text}` is in the game of {player}"));
                }
            }
        }
        for (text, player) in &self.theirs {
            let mut own = self
                .lines
                .iter()
                .filter(|line| player_of_line(line) == *player);
            if !own.any(|line| line.contains(text.as_str())) {
                faults.push(format!("`{text}` of another program is gone"));
            }
        }
        faults
    }
}

/// Texts that were stored aside, and what has become of them.
#[derive(Clone, Debug, Default)]
pub struct KeptTexts {
    /// The texts that must be kept.
    pub before: BTreeSet<String>,
    /// The texts in drafts and in open tabs afterwards.
    pub after: BTreeSet<String>,
    /// What happened in between.
    pub event: &'static str,
}

impl KeptTexts {
    /// Returns the texts that are lost.
    pub fn faults(&self) -> Vec<String> {
        let lost: Vec<&String> = self.before.difference(&self.after).collect();
        if lost.is_empty() {
            return Vec::new();
        }
        vec![format!("{}: {lost:?} is lost", self.event)]
    }
}

/// Returns the texts of a trial that occur in another text: `typed 3 on P2` and `theirs 4 on P1`.
fn marks(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for kind in ["typed ", "theirs "] {
        for (at, _) in text.match_indices(kind) {
            let rest = &text[at..];
            let end = rest.find(['"', '\\', '.']).unwrap_or(rest.len());
            found.insert(rest[..end].to_owned());
        }
    }
    found
}

fn player_of_line(line: &str) -> String {
    read_ron(line).map_or_else(
        |_| "not a record".to_owned(),
        |record| record.players.0.name,
    )
}

/// Opens a window with an archive and does random things to both.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let count = 2 + trial.rng.index(5);
    let text = archive(&mut trial.rng, "P", count);
    let records = text.lines().filter_map(|line| read_ron(line).ok());
    let lines: Vec<String> = records.map(|record| write_ronl(&record)).collect();
    sandbox.write("a.ronl", lines.concat())?;
    let mut session = WindowTrial {
        path: sandbox.path("a.ronl"),
        home: sandbox.path("home"),
        driver: WindowDriver::new(&sandbox.path("home"), vec![sandbox.path("a.ronl")]),
        player_count: count,
        text_count: 0,
        theirs: BTreeMap::new(),
        known_tabs: BTreeMap::new(),
        faults: Vec::new(),
        log: Vec::new(),
    };
    for _ in 0..8 + trial.rng.index(16) {
        session.step(trial);
        session.check_tabs();
        session.check_texts();
        if !session.faults.is_empty() {
            break;
        }
    }
    let WindowTrial {
        driver,
        faults,
        log,
        ..
    } = session;
    drop(driver);
    for line in log {
        sandbox.note(format!("# {line}"));
    }
    trial.observe(&mut sandbox, faults);
    Ok(())
}

/// A window with an archive.
struct WindowTrial {
    path: PathBuf,
    home: PathBuf,
    driver: WindowDriver,
    player_count: usize,
    text_count: usize,
    /// See [`PlacedTexts::theirs`].
    theirs: BTreeMap<String, String>,
    known_tabs: BTreeMap<u64, String>,
    faults: Vec<String>,
    log: Vec<String>,
}

impl WindowTrial {
    fn step(&mut self, trial: &mut Trial<'_>) {
        if self.driver.state().dialog.is_some() {
            self.answer_dialog(trial);
            return;
        }
        match trial.rng.index(22) {
            0..3 => self.open_row(trial),
            3..8 => self.type_comment(trial),
            8..12 => self.change_file(trial),
            12..15 => self.save(),
            15 => self.undo(trial),
            16 => {
                self.log.push("reload".to_owned());
                self.driver.perform(Action::File(FileAction::ReloadTab));
            }
            17 => self.save_as(trial),
            18 => {
                let count = self.driver.state().tabs.len().max(1);
                let at = trial.rng.index(count);
                self.driver.perform(Action::Tab(TabAction::SelectTab(at)));
            }
            _ => self.restart(trial),
        }
    }

    /// Opens a game of the list.
    fn open_row(&mut self, trial: &mut Trial<'_>) {
        let rows = self.driver.state().library.len();
        if rows == 0 {
            return;
        }
        let row = u32::try_from(trial.rng.index(rows)).unwrap_or_default();
        let shown = self.driver.state().library.row(row);
        let Some(wanted) = shown.map(|row| row.players()[0].to_owned()) else {
            return;
        };
        self.log.push(format!("open the row of {wanted}"));
        let before: BTreeSet<u64> = self.tab_ids();
        self.driver
            .perform(Action::Outside(Effect::OpenRowToKeep(row)));
        let opened = self.driver.tab().filter(|tab| !before.contains(&tab.id));
        if let Some(player) = opened.map(player_of).filter(|player| *player != wanted) {
            let fault = format!("the row of {wanted} opens the game of {player}");
            self.faults.push(fault);
        }
    }

    fn tab_ids(&self) -> BTreeSet<u64> {
        self.driver.state().tabs.iter().map(|tab| tab.id).collect()
    }

    fn next_text(&mut self, kind: &str, player: &str) -> String {
        self.text_count += 1;
        format!("{kind} {} on {player}", self.text_count)
    }

    /// Types a comment into the shown game, as the user sees it by its title.
    fn type_comment(&mut self, trial: &mut Trial<'_>) {
        let Some(title) = self.driver.tab().map(|tab| tab.title.clone()) else {
            return;
        };
        let player = title.split(' ').next().unwrap_or_default().to_owned();
        if !player.starts_with('P') {
            // One of the records that come with kifu.
            return;
        }
        let text = self.next_text("typed", &player);
        self.log.push(format!("type `{text}`"));
        let ply = trial.pick(&[1, 3]);
        self.driver.perform(Action::Navigate(Navigation::Ply(ply)));
        self.driver
            .perform(Action::Edit(EditAction::SetComment(text)));
    }

    /// Lets another program change the file.
    fn change_file(&mut self, trial: &mut Trial<'_>) {
        let mut records = self.records();
        let place = trial.rng.index(records.len().max(1));
        let what = match trial.rng.index(6) {
            0 | 1 => {
                let mut new = new_game(trial);
                let at = if trial.chance(60) { 0 } else { records.len() };
                let player = format!("P{}", self.player_count);
                self.player_count += 1;
                player.clone_into(&mut new.players.0.name);
                records.insert(at, new);
                format!("puts {player} at {at}")
            }
            2 if records.len() > 1 => {
                let player = records.remove(place).players.0.name;
                self.theirs.retain(|_, owner| *owner != player);
                format!("removes {player}")
            }
            3 if records.len() > 1 => {
                records.rotate_left(1);
                "rotates the games".to_owned()
            }
            _ => {
                let Some(record) = records.get_mut(place) else {
                    return;
                };
                let player = record.players.0.name.clone();
                self.theirs.retain(|_, owner| *owner != player);
                let text = self.next_text("theirs", &player);
                record.note_mut(2).comment = text.clone();
                let what = format!("writes `{text}`");
                self.theirs.insert(text, player);
                what
            }
        };
        let text: String = records.iter().map(write_ronl).collect();
        let is_in_place = trial.chance(40);
        let written = if is_in_place {
            fs::write(&self.path, text)
        } else {
            let new = self.path.with_extension("new");
            fs::write(&new, text).and_then(|()| fs::rename(&new, &self.path))
        };
        let how = if is_in_place {
            "in place"
        } else {
            "by a rename"
        };
        self.log
            .push(format!("another program {what} {how}: {written:?}"));
        if trial.chance(50) {
            // The window notices it.
            self.driver.settle();
            std::thread::sleep(std::time::Duration::from_millis(10));
            self.driver.settle();
        }
    }

    fn records(&self) -> Vec<Record> {
        let lines = lines_of(&self.path);
        lines
            .iter()
            .filter_map(|line| read_ron(line).ok())
            .collect()
    }

    fn save(&mut self) {
        self.save_by(Action::File(FileAction::Save), "save", false);
    }

    /// Saves the shown game under another name, or that of its own archive.
    fn save_as(&mut self, trial: &mut Trial<'_>) {
        let name = trial.pick(&["a.ronl", "other.ronl", "other.ron"]);
        let path = self.path.with_file_name(name);
        if name == "a.ronl" {
            let action = Action::Outside(Effect::PathGiven(PathPurpose::Save, path));
            self.save_by(action, "save as the same file", false);
            return;
        }
        self.log.push(format!("save as {name}"));
        let before = lines_of(&self.path);
        let other = lines_of(&path);
        let action = Action::Outside(Effect::PathGiven(PathPurpose::Save, path.clone()));
        self.driver.perform(action);
        if lines_of(&self.path) != before {
            self.faults
                .push(format!("a save as {name} changes the archive"));
        }
        if !other.is_empty() && lines_of(&path) != other {
            self.faults
                .push(format!("{name} is replaced without a question"));
        }
        // The games go on in the archive.
        let _ = fs::remove_file(&path);
        self.driver.perform(Action::CloseDialog);
        if self
            .driver
            .tab()
            .is_some_and(|tab| !self.is_of_archive(tab))
        {
            let at = self.driver.state().active_tab;
            self.driver
                .perform(Action::Tab(TabAction::DiscardAndClose(at)));
        }
    }

    fn is_of_archive(&self, tab: &kifu_app::state::Tab) -> bool {
        let source = tab.source.as_ref();
        let path = source.and_then(|source| source.address.origin.path());
        path.is_some_and(|path| path == self.path)
    }

    /// Saves the shown game to its archive by an action.
    fn save_by(&mut self, action: Action, what: &str, is_overwriting: bool) {
        let Some(tab) = self.driver.tab().filter(|tab| self.is_of_archive(tab)) else {
            return;
        };
        let record = tab_record(tab);
        let (id, player) = (tab.id, record.players.0.name.clone());
        let was_changed = is_changed(tab);
        let before = lines_of(&self.path);
        self.log.push(format!("{what} {player}"));
        self.driver.perform(action);
        let tab = self.driver.state().tabs.iter().find(|tab| tab.id == id);
        let is_saved = was_changed && tab.is_some_and(|tab| !is_changed(tab));
        let typed: BTreeSet<String> = marks(&write_ronl(&record))
            .into_iter()
            .filter(|text| text.starts_with("typed"))
            .collect();
        if is_overwriting {
            // The user has chosen their own version.
            let own = marks(&write_ronl(&record));
            self.theirs
                .retain(|text, owner| *owner != player || own.contains(text));
        }
        let save = ArchiveSave {
            player,
            lines: [before, lines_of(&self.path)],
            saved: is_saved.then_some(typed),
        };
        // A game without changes may be written all the same.
        if was_changed {
            self.faults.extend(save.faults());
        }
    }

    fn undo(&mut self, trial: &mut Trial<'_>) {
        let edit = trial.pick(&[true, true, false]);
        self.log.push(if edit { "undo" } else { "redo" }.to_owned());
        let edit = if edit {
            EditAction::Undo
        } else {
            EditAction::Redo
        };
        self.driver.perform(Action::Edit(edit));
    }

    fn answer_dialog(&mut self, trial: &mut Trial<'_>) {
        let dialog = self.driver.state().dialog.clone();
        self.log.push(format!("{dialog:?}"));
        match dialog {
            Some(Dialog::FileChanged(at, is_gone)) => {
                self.driver.perform(Action::Tab(TabAction::SelectTab(at)));
                match trial.rng.index(3) {
                    0 if !is_gone => {
                        self.log.push("reload from disk".to_owned());
                        self.driver.perform(Action::Outside(Effect::ReloadTab(at)));
                    }
                    1 => {
                        let action = Action::Outside(Effect::SaveAnyway(at));
                        self.save_by(action, "overwrite with", true);
                    }
                    _ => self.driver.perform(Action::CloseDialog),
                }
            }
            Some(Dialog::Reload(at)) if trial.chance(50) => {
                self.log.push("reload all the same".to_owned());
                self.driver.perform(Action::Outside(Effect::ReloadTab(at)));
            }
            _ => self.driver.perform(Action::CloseDialog),
        }
    }

    /// Ends the window as a crash or a signal does, and opens it again.
    fn restart(&mut self, trial: &mut Trial<'_>) {
        let changed = || {
            let tabs = self.driver.state().tabs.iter();
            let texts = tabs.filter(|tab| is_changed(tab));
            texts.flat_map(|tab| typed_in(&write_ronl(&tab_record(tab))))
        };
        let unsaved: BTreeSet<String> = changed().collect();
        let (how, must_be_kept) = match trial.rng.index(3) {
            0 => {
                self.driver.store_unsaved_work();
                ("ended by a signal", true)
            }
            1 => {
                self.driver.advance_clock(8);
                ("killed after some seconds", true)
            }
            _ => ("killed at once", false),
        };
        self.log.push(how.to_owned());
        let paths = if trial.chance(50) {
            vec![self.path.clone()]
        } else {
            Vec::new()
        };
        self.driver.kill();
        let kept = typed_in(&drafts(&self.home));
        if must_be_kept {
            self.check_kept(how, unsaved, kept.clone());
        }
        self.driver.open(&self.home, paths);
        self.known_tabs.clear();
        if kept.is_empty() {
            return;
        }
        let is_offered = self
            .driver
            .wait_until(|state| matches!(state.dialog, Some(Dialog::RestoreDrafts(_))));
        if !is_offered {
            self.faults.push(format!("{kept:?} is not offered again"));
            return;
        }
        match trial.rng.index(5) {
            0 => {
                self.log.push("discard the drafts".to_owned());
                self.driver
                    .perform(Action::Outside(Effect::RestoreDrafts(false)));
            }
            1 | 2 => {
                self.log
                    .push("restore the drafts where no file can be written".to_owned());
                let blocks = self.block_drafts();
                self.driver
                    .perform(Action::Outside(Effect::RestoreDrafts(true)));
                self.driver.kill();
                for block in blocks {
                    let _ = fs::remove_dir(block);
                }
                let after = typed_in(&drafts(&self.home));
                self.check_kept("restored on a full disk", kept, after);
                self.driver.open(&self.home, vec![self.path.clone()]);
            }
            _ => {
                self.log.push("restore the drafts".to_owned());
                self.driver
                    .perform(Action::Outside(Effect::RestoreDrafts(true)));
                let tabs = self.driver.state().tabs.iter();
                let texts = tabs.flat_map(|tab| typed_in(&write_ronl(&tab_record(tab))));
                let after = texts.collect();
                self.check_kept("restored", kept.clone(), after);
                let after = typed_in(&drafts(&self.home));
                self.check_kept("drafts after restoring", kept, after);
            }
        }
    }

    /// Makes writing drafts fail, and returns the folders that are in the way.
    fn block_drafts(&mut self) -> Vec<PathBuf> {
        let Some(folder) = own_draft_folder(&self.home) else {
            return Vec::new();
        };
        let next = self.driver.next_id();
        let blocks = (next..next + 50).map(|id| folder.join(format!("{id}.ron")));
        blocks.filter(|path| fs::create_dir(path).is_ok()).collect()
    }

    fn check_kept(
        &mut self,
        event: &'static str,
        before: BTreeSet<String>,
        after: BTreeSet<String>,
    ) {
        let kept = KeptTexts {
            before,
            after,
            event,
        };
        self.faults.extend(kept.faults());
    }

    fn check_tabs(&mut self) {
        let tabs = self.driver.state().tabs.iter();
        let shown = ShownTabs {
            tabs: tabs
                .map(|tab| (tab.id, tab.title.clone(), player_of(tab)))
                .collect(),
            known: self.known_tabs.clone(),
        };
        self.faults.extend(shown.faults());
        let known = shown.tabs.into_iter();
        self.known_tabs = known.map(|(id, _, player)| (id, player)).collect();
    }

    fn check_texts(&mut self) {
        let placed = PlacedTexts {
            lines: lines_of(&self.path),
            theirs: self.theirs.clone(),
        };
        self.faults.extend(placed.faults());
    }
}

fn new_game(trial: &mut Trial<'_>) -> Record {
    let line = archive(&mut trial.rng, "new", 1);
    read_ron(line.trim_end()).unwrap_or_default()
}

fn typed_in(text: &str) -> BTreeSet<String> {
    let all = marks(text).into_iter();
    all.filter(|text| text.starts_with("typed")).collect()
}

fn lines_of(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
