//! Opening games in tabs.

use super::action::{Dialog, Effect, Pane};
use super::{AppState, GameSource, PendingInput, Tab, tab_title};
use crate::open_game::{Navigation, OpenGame};
use crate::store::Draft;
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame};
use kifu_core::record::Record;

impl AppState {
    /// Opens a game in a new tab, or switches to the tab that already shows it.
    pub fn open_record(
        &mut self,
        record: Record,
        findings: Vec<Finding>,
        source: Option<GameSource>,
    ) -> usize {
        let is_it = |tab: &Tab| {
            let sources = tab.source.as_ref().zip(source.as_ref());
            sources.is_some_and(|(own, its)| own.is_same_game(its))
        };
        let index = self.tabs.iter().position(is_it);
        if let Some(index) = index {
            self.active_tab = index;
            return index;
        }
        let tab = self.new_tab(record, findings, source);
        self.tabs.push(tab);
        self.active_tab = self.tabs.len() - 1;
        self.autoplay_due_s = None;
        self.active_tab
    }

    /// Opens a game of the list as a preview. It replaces the previous preview, unless that was
    /// changed meanwhile, is being reviewed or was [kept](super::TabAction::KeepTab).
    ///
    /// Returns the index of the tab, and the id of the tab that it replaces.
    pub fn open_preview(
        &mut self,
        record: Record,
        findings: Vec<Finding>,
        source: GameSource,
    ) -> (usize, Option<u64>) {
        let is_known = |tab: &Tab| {
            let shown = tab.source.as_ref();
            shown.is_some_and(|shown| shown.is_same_game(&source))
        };
        let place = self.tabs.iter().position(|tab| self.is_replaceable(tab));
        let Some(place) = place.filter(|_| !self.tabs.iter().any(is_known)) else {
            let before = self.tabs.len();
            let index = self.open_record(record, findings, Some(source));
            if self.tabs.len() > before {
                self.tabs[index].is_preview = true;
            }
            return (index, None);
        };
        let mut tab = self.new_tab(record, findings, Some(source));
        tab.is_preview = true;
        let replaced = std::mem::replace(&mut self.tabs[place], tab);
        self.forget_tab(replaced.id);
        self.active_tab = place;
        self.autoplay_due_s = None;
        (place, Some(replaced.id))
    }

    /// Goes to the move that decided a tab's game, or else to its largest mistake, unless the user
    /// wants no spoilers.
    pub fn show_decisive_move(&mut self, tab_index: usize) {
        let is_hidden = self.preferences.spoiler_free;
        let tab = self.tabs.get_mut(tab_index).filter(|_| !is_hidden);
        if let Some(open_game) = tab.and_then(|tab| tab.open_game.as_mut())
            && let Some(ply) = open_game.review_summary().most_instructive_ply()
        {
            open_game.navigate(Navigation::Ply(ply));
        }
        self.mark_ply_seen();
    }

    fn is_replaceable(&self, tab: &Tab) -> bool {
        let is_changed = tab.open_game.as_ref().is_some_and(OpenGame::is_changed);
        let mut reviews = self.running_reviews.iter();
        let is_reviewed = reviews.any(|review| review.tab_id == tab.id);
        tab.is_preview && !is_changed && !is_reviewed && tab.exercise.is_none()
    }

    /// Drops everything that refers to a tab which is gone.
    pub(super) fn forget_tab(&mut self, id: u64) {
        let analysis = &mut self.live_analysis;
        analysis
            .locked_subject
            .take_if(|locked| locked.tab_id == id);
        analysis.latest.take_if(|(subject, _)| subject.tab_id == id);
        self.messages.retain(|message| message.tab_id != Some(id));
        // Whoever still plays for the tab is stopped with it.
        let stopped = self.live_games.extract_if(.., |live| live.tab_id == id);
        stopped.for_each(|live| live.control.stop());
        self.unseen_file_statuses.retain(|(tab, _)| *tab != id);
        self.silent_reloads.remove(&id);
    }

    fn new_tab(
        &mut self,
        record: Record,
        findings: Vec<Finding>,
        source: Option<GameSource>,
    ) -> Tab {
        let mut open_game = self.new_open_game(&record);
        // The first error of a log is shown at once, unless that would reveal how the game ended.
        if let (Some(open_game), Some(ply)) = (&mut open_game, first_error_ply(&findings))
            && !self.preferences.spoiler_free
        {
            open_game.navigate(Navigation::Ply(ply));
        }
        Tab {
            id: self.next_id(),
            title: tab_title(&record, source.as_ref()),
            source,
            open_game,
            findings,
            pending_input: PendingInput::default(),
            last_seen_ply: 0,
            record,
            is_preview: false,
            dealt_chance: None,
            draft_source: None,
            exercise: None,
            game_start: None,
            reloads: ReloadHistory::default(),
        }
    }

    /// Opens a pasted game, which is not stored in any file.
    pub fn open_pasted(&mut self, record: Record, findings: Vec<Finding>) {
        let index = self.open_record(record, findings, None);
        if let Some(open_game) = &mut self.tabs[index].open_game {
            open_game.mark_unsaved();
        }
    }

    /// Opens an unsaved game left by a crash. Returns the index of its tab.
    pub fn open_draft(&mut self, draft: &Draft) -> usize {
        let at = self.open_record(draft.record.clone(), Vec::new(), None);
        if !draft.title.is_empty() {
            self.tabs[at].title.clone_from(&draft.title);
        }
        self.tabs[at].draft_source.clone_from(&draft.source);
        if let Some(open_game) = &mut self.tabs[at].open_game {
            open_game.mark_unsaved();
            open_game.navigate(Navigation::Ply(draft.ply));
        }
        at
    }
}

/// Returns the first ply with an error.
fn first_error_ply(findings: &[Finding]) -> Option<u32> {
    let errors = findings
        .iter()
        .filter(|finding| finding.severity() == Severity::Error);
    errors.filter_map(|finding| finding.ply).min()
}

// Games that were replaced by reading their file again, which undo brings back.

/// The maximum number of replaced games kept for a tab.
pub(super) const MAX_REPLACED: usize = 5;

/// A version of a tab's game, with the file and the content that it was read from. So a save of an
/// earlier version finds out that the file has changed since.
pub(super) struct GameVersion {
    pub title: String,
    pub source: Option<GameSource>,
    pub open_game: Option<OpenGame>,
    pub findings: Vec<Finding>,
    pub record: Record,
}

/// The versions of a game before and after its file was read again.
#[derive(Default)]
pub struct ReloadHistory {
    pub(super) past: Vec<GameVersion>,
    /// Versions whose reading was undone, each with the revision from which it can be redone.
    pub(super) future: Vec<(u64, GameVersion)>,
}

// Games that start from a position given as text.

/// Returns the game of a position text. The game that is shown is tried first.
///
/// # Errors
/// Returns the error of the game that is shown, or else of the first one tried.
pub fn recognize_position(
    text: &str,
    shown: Option<&'static dyn DynGame>,
) -> Result<&'static dyn DynGame, String> {
    let mut first_error = None;
    for game in shown.into_iter().chain(CATALOGUE.iter().copied()) {
        match game.setup_at(text.trim()) {
            Ok(_) => return Ok(game),
            Err(error) => {
                first_error.get_or_insert_with(|| format!("{}: {error}", game.name()));
            }
        }
    }
    Err(first_error.unwrap_or_default())
}

impl AppState {
    /// Opens the dialog for the position to start from, which suggests the shown one.
    pub(super) fn ask_position(&mut self) {
        let shown = self
            .open_game()
            .map(|open_game| open_game.state().position());
        self.dialog = Some(Dialog::StartPosition(shown.unwrap_or_default()));
    }

    /// Starts a game from a position, with the engine on if wanted. A text that is not a position
    /// is refused, and the dialog stays.
    pub(super) fn start_from_position(&mut self, text: &str, is_analyzed: bool) -> Vec<Effect> {
        let shown = self.open_game().map(OpenGame::game);
        match recognize_position(text, shown) {
            Ok(game) => self.start_game_at(game, text, is_analyzed),
            Err(error) => {
                self.refuse(error);
                Vec::new()
            }
        }
    }

    /// Starts a game from a pasted position, or reads a pasted text of another kind.
    pub(super) fn paste(&mut self, text: String) -> Vec<Effect> {
        let shown = self.open_game().map(OpenGame::game);
        match recognize_position(&text, shown) {
            Ok(game) => {
                let effects = self.start_game_at(game, &text, false);
                if self.dialog.is_none() {
                    self.notify(format!("Pasted: {}, a position.", game.name()));
                }
                effects
            }
            Err(_) if text.trim().is_empty() => {
                self.refuse("There is nothing to paste.");
                Vec::new()
            }
            Err(_) => vec![Effect::ParseText(text)],
        }
    }

    fn start_game_at(
        &mut self,
        game: &'static dyn DynGame,
        text: &str,
        is_analyzed: bool,
    ) -> Vec<Effect> {
        match OpenGame::from_position(game, text.trim()) {
            Ok(open_game) => {
                self.dialog = None;
                self.open_pasted(open_game.to_record(), Vec::new());
            }
            Err(error) => {
                self.refuse(error);
                return Vec::new();
            }
        }
        if !is_analyzed {
            return Vec::new();
        }
        if !self.live_analysis.is_on {
            self.toggle_engine();
        }
        vec![Effect::RevealPane(Pane::Engine)]
    }
}
