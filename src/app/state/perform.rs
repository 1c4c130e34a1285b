//! Performing actions on the state.

use super::AppState;
use super::action::{Action, CopyTarget, Dialog, Pane};
use super::effect::Effect;
use crate::library::Filter;
use crate::open_game::{GameInfo, Navigation, OpenGame};
use kifu_core::contract::{MoveError, Player};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Mark, MarkKind, write_ron};

impl AppState {
    /// Performs an action and returns the effects left to do.
    #[must_use]
    pub fn perform(&mut self, action: Action) -> Vec<Effect> {
        self.clear_refusals(&action);
        let shown = self.tab().map(|tab| tab.id);
        let mut effects = self.dispatch(action);
        if self.tab().map(|tab| tab.id) != shown {
            self.select_shown_row();
        }
        self.deal_chance();
        self.mark_ply_seen();
        effects.extend(self.show_file_status());
        effects
    }

    fn dispatch(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Navigate(go) => {
                let is_mistake = matches!(go, Navigation::KeyMoment(_));
                self.navigate(go);
                if is_mistake && self.is_at_key_moment() {
                    return vec![Effect::RevealPane(Pane::Review)];
                }
            }
            Action::ToggleAutoplay => self.toggle_autoplay(),
            // Escape closes the topmost thing: the messages lie over the board.
            Action::ClearPicks if self.dismiss_messages() => {}
            Action::ClearPicks if self.mark_tool.is_some() => self.mark_tool = None,
            Action::ChooseMarkColor(color) => self.mark_color = color,
            Action::ChooseMarkTool(tool) => self.choose_mark_tool(tool),
            Action::PickArea(_)
            | Action::ClearPicks
            | Action::DragArea(..)
            | Action::HoverArea(_)
            | Action::RotateTile
            | Action::ToggleFlag
            | Action::ChooseChance(_)
            | Action::ChooseRandomChance
            | Action::ConfirmMove
            | Action::PlayMove(_) => self.perform_move_input(action),
            Action::WriteOnSquare => self.write_on_square(),
            Action::Undo | Action::Redo => self.undo_or_redo(&action),
            Action::SetComment(_)
            | Action::ToggleGlyph(_)
            | Action::ToggleMark(_)
            | Action::ClearMarks
            | Action::DeleteShown
            | Action::PromoteLine
            | Action::ReorderLine(_)
            | Action::DeleteNode(_) => self.perform_edit(action),
            Action::NewGame(id) => self.new_game(id),
            Action::AskPosition => self.ask_position(),
            Action::StartFromPosition(text, analyzed) => {
                return self.start_from_position(&text, analyzed);
            }
            Action::ToggleFollow => return self.toggle_follow(),
            Action::OpenNewest => return self.open_newest(),
            Action::PlayFromHere => self.play_from_here(),
            Action::StartGame(_)
            | Action::TogglePause
            | Action::TakeBack
            | Action::Resign
            | Action::StopGame => return self.perform_play_action(action),
            Action::CycleKnowledge
            | Action::FlipBoard
            | Action::SwitchDialoguePlayer
            | Action::SetKnowledge(_)
            | Action::SetDialoguePlayer(_) => self.turn_view(&action),
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::CloseDialog => self.close_dialog(),
            Action::SetFilter(_)
            | Action::ToggleSort(_)
            | Action::ClearSort
            | Action::RemoveFromLibrary(_) => self.arrange_library(action),
            Action::ListGames(selection) => {
                self.library.set_filter(Filter::selected(selection));
                return vec![Effect::RevealPane(Pane::Library)];
            }
            Action::SelectRow(row) => self.selected_row = row,
            Action::SetGameInfo(about) => self.set_game_info(*about),
            Action::DismissMessage(id) => self.messages.retain(|message| message.id != id),
            Action::KeepTab(at) => self.keep_tab(at),
            Action::SelectTab(_)
            | Action::NextTab(_)
            | Action::CloseTabAt(_)
            | Action::CloseTab
            | Action::DiscardAndClose(_)
            | Action::SaveAndClose(_)
            | Action::Quit
            | Action::SaveAndQuit
            | Action::DiscardAndQuit => return self.perform_tab_action(&action),
            Action::CycleTheme
            | Action::ChangeSpeed(_)
            | Action::ChangeScale(_)
            | Action::ToggleCoordinates
            | Action::ToggleAnimations
            | Action::SetPreferences(_)
            | Action::ResetKeys
            | Action::SetKey(..) => return self.perform_settings_action(action),
            Action::ToggleEngine
            | Action::ToggleEngineLock
            | Action::ThinkDeeper
            | Action::ChangeLines(_)
            | Action::ChangeThreads(_)
            | Action::ToggleReview
            | Action::SetReviewTime(_)
            | Action::SetThresholds(_)
            | Action::PeekLine(_)
            | Action::PlayContinuation(_)
            | Action::PlayBest
            | Action::StartExercise(_)
            | Action::Exercise(_)
            | Action::ToggleSpoilerFree => return self.perform_engine_action(action),
            outside => return self.external_effect(outside),
        }
        Vec::new()
    }

    /// Closes the dialog without doing what it asks for.
    fn close_dialog(&mut self) {
        self.dialog = None;
        self.new_game_error = None;
        self.close_after_save = None;
    }

    /// Keeps a tab that was a preview.
    fn keep_tab(&mut self, at: usize) {
        if let Some(tab) = self.tabs.get_mut(at) {
            tab.is_preview = false;
        }
    }

    /// Performs an action that changes from where the game is seen.
    fn turn_view(&mut self, action: &Action) {
        match action {
            Action::CycleKnowledge => {
                self.knowledge_of = match self.knowledge_of {
                    None => Some(Player::First),
                    Some(Player::First) => Some(Player::Second),
                    Some(Player::Second) => None,
                };
            }
            Action::FlipBoard => self.is_flipped = !self.is_flipped,
            Action::SwitchDialoguePlayer => self.dialogue_player = self.dialogue_player.opponent(),
            Action::SetKnowledge(player) => self.knowledge_of = *player,
            Action::SetDialoguePlayer(player) => self.dialogue_player = *player,
            _ => {}
        }
    }

    /// Performs an action that changes which rows the library has and how they are sorted.
    fn arrange_library(&mut self, action: Action) {
        match action {
            Action::SetFilter(filter) => self.library.set_filter(*filter),
            Action::ToggleSort(column) => self.library.toggle_sort(column),
            Action::ClearSort => self.library.clear_sort(),
            Action::RemoveFromLibrary(path) => self.library.close_path(&path),
            _ => {}
        }
    }

    /// Chooses the tool with which the left button draws marks; the chosen one again ends it.
    fn choose_mark_tool(&mut self, tool: Option<MarkKind>) {
        self.mark_tool = tool.filter(|tool| self.mark_tool != Some(*tool));
    }

    /// Performs an action that needs files, the clipboard or the window.
    fn external_effect(&mut self, action: Action) -> Vec<Effect> {
        let here = self.active_tab;
        let open = self.tab().is_some();
        if action.closes_dialog() {
            self.dialog = None;
        }
        let effect = match action {
            Action::OpenFiles => Effect::AskOpen { folder: false },
            Action::OpenFolder => Effect::AskOpen { folder: true },
            Action::OpenPaths(paths) => Effect::ScanPaths(paths),
            Action::OpenRow(row) => Effect::OpenRow(row),
            Action::OpenRowToKeep(row) => Effect::OpenRowToKeep(row),
            Action::OpenFileOfLibrary(path) => match self.library.first_row_below(&path) {
                Some(row) => Effect::OpenRow(row),
                None => return Vec::new(),
            },
            Action::NextRow(on) => Effect::OpenNextRow(on),
            Action::Paste(text) => return self.paste(text),
            Action::PathGiven(what, path) => Effect::PathGiven(what, path),
            Action::RequestPaste => Effect::RequestPaste,
            Action::SaveAnyway(at) => Effect::SaveAnyway(at),
            Action::Overwrite(at, path) => Effect::Overwrite(at, path),
            Action::RestoreDrafts(wanted) => Effect::RestoreDrafts(wanted),
            Action::CancelJob(id) => Effect::CancelJob(id),
            Action::TraceGames => Effect::TraceGames,
            Action::OpenExample(name) => Effect::OpenExample(name),
            Action::ForgetRecent(path) => Effect::ForgetRecent(path),
            Action::TogglePane(pane) => Effect::TogglePane(pane),
            Action::ResetPanes => Effect::ResetPanes,
            Action::FocusOn(field) => Effect::FocusOn(field),
            Action::ReloadTab if self.changed_tabs().any(|at| at == here) => {
                self.dialog = Some(Dialog::Reload(here));
                return Vec::new();
            }
            Action::ReloadTab if open => Effect::ReloadTab(here),
            Action::DiscardAndReload(at) => Effect::ReloadTab(at),
            Action::Save if open => self.save_effect(here),
            Action::SaveAs if open => Effect::AskSave(here, None),
            Action::ExportTab(format) if open => Effect::AskSave(here, Some(format)),
            Action::ExportListed if !self.library.shown().is_empty() => Effect::AskExportListed,
            Action::Copy(what) => return self.copy_effect(what),
            _ => return Vec::new(),
        };
        vec![effect]
    }

    /// Returns the effect that saves a tab: to its own file, or by asking for one.
    pub(super) fn save_effect(&self, at: usize) -> Effect {
        match self.tabs.get(at).and_then(|tab| tab.source.as_ref()) {
            Some(_) => Effect::SaveTab(at),
            None => Effect::AskSave(at, None),
        }
    }

    fn navigate(&mut self, go: Navigation) {
        self.autoplay_due_s = None;
        if let Some(tab) = self.tab_mut()
            && let Some(open_game) = &mut tab.open_game
        {
            if open_game.navigate(go) {
                tab.clear_input();
            }
            self.notify_illegal_next_move(go);
        }
    }

    /// Explains why the next move is illegal if the user tried to go forward to it.
    fn notify_illegal_next_move(&mut self, go: Navigation) {
        let on = match go {
            Navigation::Steps(by) => by > 0,
            Navigation::SamePlayer(on) | Navigation::Note(on) | Navigation::Sibling(on) => on,
            Navigation::Node(_) | Navigation::Last => true,
            _ => false,
        };
        let refused = self.open_game().filter(|_| on).and_then(|open_game| {
            let next = open_game.line().get(open_game.cursor_index() + 1)?;
            Some(describe_move_error(
                open_game.tree().token(*next),
                open_game.illegal_next()?,
            ))
        });
        if let Some(refused) = refused {
            self.refuse(refused);
        }
    }

    fn toggle_autoplay(&mut self) {
        let runs = self.autoplay_due_s.take().is_some();
        if let Some(open_game) = self.open_game_mut()
            && !runs
        {
            // At the end of the game, autoplay restarts from the beginning.
            if open_game.is_at_end() {
                open_game.navigate(Navigation::First);
            }
            if let Some(tab) = self.tab_mut() {
                tab.clear_input();
            }
            self.autoplay_due_s = Some(0.0);
        }
    }

    /// Advances autoplay at time `now` (seconds) and returns when it is due next, if it is on.
    pub fn advance_autoplay(&mut self, now: f64) -> Option<f64> {
        let due = self.autoplay_due_s?;
        let pace = f64::from(self.preferences.autoplay_ms) / 1000.0;
        if due == 0.0 {
            self.autoplay_due_s = Some(now + pace);
        } else if now >= due {
            let on = |open_game: &mut OpenGame| {
                open_game.navigate(Navigation::Steps(1)) && !open_game.is_at_end()
            };
            let runs = self.open_game_mut().is_some_and(on);
            if let Some(tab) = self.tab_mut() {
                tab.clear_input();
            }
            self.autoplay_due_s = runs.then_some(now + pace);
            self.mark_ply_seen();
        }
        self.autoplay_due_s.map(|due| (due - now).max(0.0))
    }

    /// Undoes or redoes a change of the shown game.
    fn undo_or_redo(&mut self, action: &Action) {
        let Some(tab) = self.tab_mut() else { return };
        let (is_done, nothing) = match action {
            Action::Undo => (tab.undo(), "Nothing to undo."),
            _ => (tab.redo(), "Nothing to redo."),
        };
        if let Some(open_game) = &tab.open_game {
            tab.title = super::tab_title(open_game.record(), tab.source.as_ref());
        }
        tab.clear_input();
        if !is_done {
            self.refuse(nothing);
        }
    }

    /// Opens the dialog for a word on the square under the pointer or the cursor.
    fn write_on_square(&mut self) {
        let square = self.tab().and_then(|tab| tab.pending_input.hover.clone());
        match square {
            Some(square) => self.dialog = Some(Dialog::MarkLabel(square)),
            None => self.refuse("Point at a square first."),
        }
    }

    fn perform_edit(&mut self, action: Action) {
        let Some(tab) = self.tab_mut() else { return };
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        let done = match action {
            Action::SetComment(comment) => {
                open_game.set_comment(&comment);
                return;
            }
            Action::ToggleGlyph(glyph) => {
                open_game.toggle_glyph(glyph);
                return;
            }
            Action::ToggleMark(mark) if mark.kind == MarkKind::Text && mark.text.is_empty() => {
                // An existing mark is removed; a new text mark asks for its label first.
                let marks = open_game.note().map(|note| note.marks.as_slice());
                let here = |known: &&Mark| known.kind == MarkKind::Text && known.at == mark.at;
                match marks.unwrap_or_default().iter().find(here).cloned() {
                    Some(known) => open_game.toggle_mark(known),
                    None => self.dialog = Some(Dialog::MarkLabel(mark.at)),
                }
                return;
            }
            Action::ToggleMark(mark) => {
                open_game.toggle_mark(mark);
                return;
            }
            Action::ClearMarks => {
                open_game.clear_marks();
                return;
            }
            Action::DeleteShown => open_game
                .delete_shown()
                .map_err(|refused| refused.to_string()),
            Action::DeleteNode(node) => {
                let deleted = open_game.delete_node(node);
                deleted.map_err(|refused| refused.to_string())
            }
            Action::PromoteLine => open_game.promote().map_err(|refused| refused.to_string()),
            Action::ReorderLine(by) => open_game.reorder(by).map_err(|refused| refused.to_string()),
            _ => return,
        };
        tab.title = super::tab_title(open_game.record(), tab.source.as_ref());
        tab.clear_input();
        if let Err(refused) = done {
            self.refuse(refused);
        }
    }

    fn set_game_info(&mut self, about: GameInfo) {
        let Some(tab) = self.tab_mut() else { return };
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        open_game.set_info(about);
        tab.title = super::tab_title(open_game.record(), tab.source.as_ref());
    }

    fn new_game(&mut self, id: &str) {
        self.dialog = None;
        let Some(game) = by_id(CATALOGUE, id) else {
            return;
        };
        if let Some(open_game) = OpenGame::without_moves(game) {
            let is_typed = self.preferences.new_game.is_chance_typed;
            let record = super::play::start_record(open_game.to_record(), game, is_typed);
            self.open_record(record, Vec::new(), None);
        }
    }

    fn copy_effect(&mut self, what: CopyTarget) -> Vec<Effect> {
        if let CopyTarget::Finding(nth) = what {
            return self.copy_finding_effect(nth);
        }
        let Some(open_game) = self.open_game() else {
            return Vec::new();
        };
        let text = match what {
            CopyTarget::Moves => open_game.moves_text(),
            CopyTarget::Position => open_game.state().position(),
            CopyTarget::Record => write_ron(&open_game.to_record()),
            CopyTarget::Picture => return vec![Effect::CopyBoardImage],
            CopyTarget::Finding(_) => return Vec::new(),
        };
        self.notify("Copied.");
        vec![Effect::CopyText(text)]
    }
}

/// Describes why a move could not be made.
pub(super) fn describe_move_error(token: &str, error: &MoveError) -> String {
    format!("{}: {error}", kifu_core::contract::printable(token, 60))
}
