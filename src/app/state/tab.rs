//! A tab of the window: a game and the input for its next move.

use super::action::Effect;
use super::action::{Dialog, TabAction};
use super::opening::{GameVersion, MAX_REPLACED, ReloadHistory};
use super::{AppState, CloseAfterSave, Exercise, GameSource, GameStart};
use crate::open_game::{Navigation, NodeId, OpenGame};
use crate::store::DraftSource;
use kifu_core::contract::is_control_or_direction;
use kifu_core::contract::{InputState, MoveInput, Player, Turn};
use kifu_core::findings::Finding;
use kifu_core::record::Record;
use kifu_core::scene::{Role, Scene, SceneOptions};
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

/// Input toward the next move from pointer and keyboard.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PendingInput {
    /// The picked hit areas, in order.
    pub picks: Vec<String>,
    /// The hit area under the pointer.
    pub hover: Option<String>,
    /// The number of rotations of the tile about to be placed.
    pub rotations: u8,
    /// Whether the game's move modifier is set.
    pub flag: bool,
    /// The chance outcome chosen by the user.
    pub chance: Option<String>,
}

/// A tab with an open game.
pub struct Tab {
    /// The unique id of the tab.
    pub id: u64,
    /// The title.
    pub title: String,
    /// The file in which the game is stored.
    pub source: Option<GameSource>,
    /// The game; `None` if it cannot even start.
    pub open_game: Option<OpenGame>,
    /// Findings about the log.
    pub findings: Vec<Finding>,
    /// Input toward the next move.
    pub pending_input: PendingInput,
    /// The last ply that the user has seen.
    pub last_seen_ply: u32,
    /// The record as it was read, for a log that cannot be played.
    pub record: Record,
    /// Whether the tab was opened as a preview, so that the next game of the list replaces it.
    pub is_preview: bool,
    /// The chance outcome dealt at a position, if neither the game nor the user gives one.
    pub dealt_chance: Option<(NodeId, String)>,
    /// The file from which a restored game came, which may not contain it any more.
    pub draft_source: Option<DraftSource>,
    /// The start of the game, if it is played here.
    pub game_start: Option<Box<GameStart>>,
    /// The exercise in progress.
    pub exercise: Option<Exercise>,
    /// The games that were replaced by reading the file again.
    pub(super) reloads: ReloadHistory,
}

impl Tab {
    /// Returns the chance outcome at the shown position: the user's choice, or else that of the
    /// game.
    pub fn chance(&self) -> Option<String> {
        let open_game = self.open_game.as_ref()?;
        if open_game.turn() != Turn::Chance {
            return None;
        }
        self.pending_input
            .chance
            .clone()
            .or_else(|| open_game.next_chance())
            .or_else(|| {
                let (node, chance) = self.dealt_chance.as_ref()?;
                (*node == open_game.node()).then(|| chance.clone())
            })
    }

    /// Chooses a random chance outcome.
    pub(super) fn choose_random_chance(&mut self) {
        let Some(open_game) = &self.open_game else {
            return;
        };
        let mut outcomes = open_game.state().chance_outcomes();
        if !outcomes.is_empty() {
            // A random seed is enough here; it need not be reproducible.
            let seed = std::hash::RandomState::new().build_hasher().finish();
            let index = usize::try_from(seed % outcomes.len() as u64).unwrap_or(0);
            self.pending_input.chance = Some(outcomes.swap_remove(index));
        }
    }

    /// Interprets the picks and the hit area under the pointer.
    pub fn input_state(&self, view: SceneOptions) -> Option<InputState> {
        self.input_state_for(
            &self.pending_input.picks,
            self.pending_input.hover.as_deref(),
            view,
        )
    }

    /// Interprets these picks.
    pub fn input_state_for(
        &self,
        picks: &[String],
        hover: Option<&str>,
        view: SceneOptions,
    ) -> Option<InputState> {
        let open_game = self.open_game.as_ref()?;
        // A position where the game failed still accepts input: users may try what could have been
        // played.
        if open_game.turn() == Turn::Over {
            return None;
        }
        let chance = self.chance();
        let move_input = MoveInput {
            picked: picks,
            hover,
            rotation: self.pending_input.rotations,
            modifier: self.pending_input.flag,
            chance: chance.as_deref(),
        };
        Some(open_game.state().interpret_input(&move_input, view))
    }

    /// Returns the picture of the piece that the next pick places, if there is one.
    pub fn piece_in_hand(&self, view: SceneOptions) -> Option<Scene> {
        let open_game = self.open_game.as_ref()?;
        let chance = self.chance();
        let move_input = MoveInput {
            rotation: self.pending_input.rotations,
            chance: chance.as_deref(),
            ..MoveInput::default()
        };
        open_game.state().piece_in_hand(&move_input, view)
    }

    /// Returns the picture of the shown position, including the failed move if that is shown.
    pub fn scene(&self, view: SceneOptions) -> Option<Scene> {
        let open_game = self.open_game.as_ref()?;
        let mut scene = open_game.state().scene(view);
        if open_game.is_at_failure()
            && let Some(attempt) = &open_game.record().attempt
        {
            let tried = open_game.state().preview(&attempt.raw, Role::Bad, view);
            scene.items.extend(tried);
        }
        Some(scene)
    }

    /// Drops the picks but keeps the rotation.
    pub fn clear_input(&mut self) {
        self.pending_input = PendingInput {
            rotations: self.pending_input.rotations,
            ..PendingInput::default()
        };
    }

    /// Returns the names of the players.
    pub fn player_names(&self) -> [&str; 2] {
        let record = self
            .open_game
            .as_ref()
            .map_or(&self.record, OpenGame::record);
        Player::ALL.map(|player| record.player(player).name.as_str())
    }
}

impl Tab {
    /// Replaces the game by one that was read again. [`undo`](Self::undo) brings it back with all
    /// of its changes.
    pub(super) fn replace_game(
        &mut self,
        open_game: Option<OpenGame>,
        record: Record,
        findings: Vec<Finding>,
        source: GameSource,
    ) {
        let ply = self.open_game.as_ref().map(OpenGame::ply);
        let version = GameVersion {
            title: super::tab_title(&record, Some(&source)),
            source: Some(source),
            open_game,
            findings,
            record,
        };
        let replaced = self.swap_version(version);
        if let (Some(open_game), Some(ply)) = (&mut self.open_game, ply) {
            open_game.navigate(Navigation::Ply(ply));
        }
        self.reloads.future.clear();
        self.reloads.past.push(replaced);
        if self.reloads.past.len() > MAX_REPLACED {
            self.reloads.past.remove(0);
        }
    }

    /// Receives the notice that the game was saved, and where.
    pub(super) fn on_saved(&mut self, source: GameSource) {
        self.source = Some(source);
        self.draft_source = None;
        // The file contains none of the versions that can be brought back.
        for (_, version) in &mut self.reloads.future {
            if let Some(open_game) = &mut version.open_game {
                open_game.mark_unsaved();
            }
        }
    }

    fn swap_version(&mut self, version: GameVersion) -> GameVersion {
        self.clear_input();
        GameVersion {
            title: std::mem::replace(&mut self.title, version.title),
            source: std::mem::replace(&mut self.source, version.source),
            open_game: std::mem::replace(&mut self.open_game, version.open_game),
            findings: std::mem::replace(&mut self.findings, version.findings),
            record: std::mem::replace(&mut self.record, version.record),
        }
    }

    fn revision(&self) -> u64 {
        self.open_game.as_ref().map_or(0, OpenGame::revision)
    }

    /// Undoes the last change, or the last reading of the file. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        if self.open_game.as_mut().is_some_and(OpenGame::undo) {
            return true;
        }
        let Some(mut earlier) = self.reloads.past.pop() else {
            return false;
        };
        if let Some(open_game) = &mut earlier.open_game {
            // The file contains something else by now.
            open_game.mark_unsaved();
        }
        let undone = self.swap_version(earlier);
        self.reloads.future.push((self.revision(), undone));
        true
    }

    /// Redoes what was undone last. Returns whether there was anything.
    pub fn redo(&mut self) -> bool {
        if self.open_game.as_mut().is_some_and(OpenGame::redo) {
            return true;
        }
        let revision = self.revision();
        let is_next = |(from, _): &mut (u64, GameVersion)| *from == revision;
        let Some((_, later)) = self.reloads.future.pop_if(is_next) else {
            return false;
        };
        let replaced = self.swap_version(later);
        self.reloads.past.push(replaced);
        true
    }

    /// Returns whether there is a change to undo, and one to redo.
    pub fn can_undo_and_redo(&self) -> (bool, bool) {
        let (undo, redo) = self
            .open_game
            .as_ref()
            .map_or((false, false), OpenGame::can_undo_and_redo);
        let later = self.reloads.future.last();
        (
            undo || !self.reloads.past.is_empty(),
            redo || later.is_some_and(|(from, _)| *from == self.revision()),
        )
    }
}

// The titles of the tabs and of the window.

/// The maximum length of a title that needs an addition to differ from equal ones.
const MAX_NAMES_LEN: usize = 22;

impl AppState {
    /// Returns the titles of the tabs. Equal titles get a suffix: the number of the game if all
    /// are of one file, else the file, or the order of new games.
    pub fn tab_titles(&self) -> Vec<String> {
        let mut equal_tabs: HashMap<&str, Vec<&Tab>> = HashMap::new();
        for tab in &self.tabs {
            equal_tabs.entry(&tab.title).or_default().push(tab);
        }
        let titles = self.tabs.iter().map(|tab| {
            let equal = &equal_tabs[tab.title.as_str()];
            if equal.len() == 1 {
                return tab.title.clone();
            }
            let suffix = distinction(tab, equal);
            format!("{} {suffix}", shortened(&tab.title, MAX_NAMES_LEN))
        });
        titles.collect()
    }

    /// Returns the title of the window: the shown game with its file, and a sign for unsaved
    /// changes.
    pub fn window_title(&self) -> String {
        let Some(tab) = self.tab() else {
            return "kifu".to_owned();
        };
        let is_changed = tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
        let sign = if is_changed { "● " } else { "" };
        let file = tab.source.as_ref().map(GameSource::file_name);
        let title = match file.filter(|file| *file != tab.title) {
            Some(file) => format!("{sign}{} · {file} – kifu", tab.title),
            None => format!("{sign}{} – kifu", tab.title),
        };
        // The desktop shows the title among others, whose direction it must not change.
        title.replace(is_control_or_direction, "")
    }
}

/// Returns the suffix that distinguishes a tab from others with the same title.
fn distinction(tab: &Tab, equal: &[&Tab]) -> String {
    let Some(source) = &tab.source else {
        let unsaved = equal.iter().filter(|other| other.source.is_none());
        let order = unsaved.take_while(|other| other.id != tab.id).count();
        return format!("({})", order + 1);
    };
    let number = source.address.index_in_file + 1;
    let file = &source.address.origin.display_name;
    let in_file = equal.iter().filter(|other| {
        let other = other.source.as_ref();
        other.is_some_and(|other| other.address.origin.display_name == *file)
    });
    let file_name = shortened(&name_of_file(source, equal), MAX_NAMES_LEN);
    match in_file.count() {
        count if count == equal.len() => format!("#{number}"),
        1 => format!("· {file_name}"),
        _ => format!("· {file_name} #{number}"),
    }
}

/// Returns the name of a tab's file, after its folder if another file has the same name.
fn name_of_file(source: &GameSource, equal: &[&Tab]) -> String {
    let origin = &source.address.origin;
    let is_namesake = |other: &&GameSource| {
        other.file_name() == source.file_name()
            && other.address.origin.display_name != origin.display_name
    };
    let mut others = equal.iter().filter_map(|other| other.source.as_ref());
    let folder = origin.path().and_then(|path| path.parent()?.file_name());
    match folder.filter(|_| others.any(|other| is_namesake(&other))) {
        Some(folder) => format!("{}/{}", folder.to_string_lossy(), source.file_name()),
        None => source.file_name().to_owned(),
    }
}

/// Shortens a text to this number of characters, with an ellipsis in place of its end.
fn shortened(text: &str, max_len: usize) -> String {
    if text.chars().count() <= max_len {
        return text.to_owned();
    }
    let start: String = text.chars().take(max_len - 1).collect();
    format!("{}…", start.trim_end())
}

// Actions that show and close tabs, and quit.

impl AppState {
    /// Performs an action on the tabs, or quits.
    pub(super) fn perform_tab_action(&mut self, action: &TabAction) -> Vec<Effect> {
        match *action {
            TabAction::SelectTab(at) => {
                if at < self.tabs.len() {
                    self.show_tab(at);
                }
            }
            TabAction::NextTab(is_forward) => {
                let count = self.tabs.len();
                if count > 0 {
                    let by = if is_forward { 1 } else { count - 1 };
                    self.show_tab((self.active_tab + by) % count);
                }
            }
            TabAction::CloseTab => return self.close_tab(self.active_tab),
            TabAction::CloseTabAt(at) => return self.close_tab(at),
            TabAction::DiscardAndClose(at) => return self.discard_tab(at),
            TabAction::SaveAndClose(at) => return self.save_and_close_tab(at),
            TabAction::KeepTab(at) => {
                if let Some(tab) = self.tabs.get_mut(at) {
                    tab.is_preview = false;
                }
            }
            TabAction::SaveAndQuit => {
                self.dialog = None;
                self.close_after_save = Some(CloseAfterSave::App);
                return self.save_next_changed_tab();
            }
            TabAction::Quit => {
                if self.changed_tabs().next().is_none() {
                    return vec![Effect::Quit];
                }
                self.dialog = Some(Dialog::Quit);
            }
            TabAction::DiscardAndQuit => return vec![Effect::Quit],
        }
        Vec::new()
    }

    fn show_tab(&mut self, at: usize) {
        self.active_tab = at;
        self.autoplay_due_s = None;
    }

    /// Closes a tab, or asks what to do with its changes.
    fn close_tab(&mut self, at: usize) -> Vec<Effect> {
        if self.changed_tabs().any(|changed| changed == at) {
            self.dialog = Some(Dialog::CloseTab(at));
            return Vec::new();
        }
        self.discard_tab(at)
    }

    /// Closes a tab without saving it.
    pub(super) fn discard_tab(&mut self, at: usize) -> Vec<Effect> {
        if at >= self.tabs.len() {
            return Vec::new();
        }
        self.dialog = None;
        let tab = self.tabs.remove(at);
        self.forget_tab(tab.id);
        if self.active_tab > at || self.active_tab == self.tabs.len() {
            self.active_tab = self.active_tab.saturating_sub(1);
        }
        self.autoplay_due_s = None;
        vec![Effect::TabClosed(tab.id)]
    }

    /// Saves a tab, which closes when that is done.
    fn save_and_close_tab(&mut self, at: usize) -> Vec<Effect> {
        let Some(tab) = self.tabs.get(at) else {
            return Vec::new();
        };
        self.close_after_save = Some(CloseAfterSave::Tab(tab.id));
        self.dialog = None;
        self.active_tab = at;
        vec![self.save_effect(at)]
    }
}
