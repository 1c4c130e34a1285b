//! Performing actions on the state.

use super::AppState;
use super::action::Effect;
use super::action::{
    Action, CopyTarget, Dialog, EditAction, FileAction, LibraryAction, Pane, ViewAction,
};
use crate::library::Filter;
use crate::open_game::{EditError, GameHeader, Navigation, OpenGame};
use kifu_core::contract::{MoveError, Player};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Mark, MarkKind, write_ron};

/// The id of the web page among the formats of exports.
pub const WEB_PAGE: &str = "web-page";

impl AppState {
    /// Performs an action and returns the effects left to do.
    #[must_use]
    pub fn perform(&mut self, action: Action) -> Vec<Effect> {
        self.clear_refusals(&action);
        let shown = self.tab().map(|tab| tab.id);
        let mut effects = self.dispatch(action);
        if self.tab().map(|tab| tab.id) != shown {
            // A previewed line belongs to the game that was shown.
            self.peeked_line = None;
            self.select_shown_row();
        }
        self.deal_chance();
        self.mark_ply_seen();
        self.refresh_game_search();
        effects.extend(self.show_file_status());
        effects
    }

    fn dispatch(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Navigate(navigation) => return self.perform_navigation(navigation),
            Action::ToggleAutoplay => self.toggle_autoplay(),
            Action::Input(action) => self.perform_move_input(action),
            Action::Edit(action) => self.perform_edit(action),
            Action::Play(action) => return self.perform_play_action(action),
            Action::File(action) => return self.perform_file_action(action),
            Action::Library(action) => return self.perform_library_action(action),
            Action::Tab(action) => return self.perform_tab_action(&action),
            Action::Settings(action) => return self.perform_settings_action(action),
            Action::Engine(action) => return self.perform_engine_action(action),
            Action::Exercise(action) => self.perform_exercise_action(action),
            Action::View(action) => self.perform_view_action(action),
            Action::OpenDialog(dialog) => self.dialog = Some(dialog),
            Action::CloseDialog => self.close_dialog(),
            Action::DismissMessage(id) => self.messages.retain(|message| message.id != id),
            Action::Outside(effect) => {
                if effect.answers_dialog() {
                    self.dialog = None;
                }
                return vec![effect];
            }
        }
        Vec::new()
    }

    /// Goes to another position, and shows the review if it is a key moment.
    fn perform_navigation(&mut self, navigation: Navigation) -> Vec<Effect> {
        let is_mistake = matches!(navigation, Navigation::KeyMoment(_));
        self.navigate(navigation);
        if is_mistake && self.is_at_key_moment() {
            return vec![Effect::RevealPane(Pane::Review)];
        }
        Vec::new()
    }

    /// Closes the dialog without doing what it asks for.
    fn close_dialog(&mut self) {
        self.dialog = None;
        self.new_game_error = None;
        self.close_after_save = None;
    }

    /// Performs an action that changes from where the game is seen.
    fn perform_view_action(&mut self, action: ViewAction) {
        match action {
            ViewAction::CycleKnowledge => {
                self.knowledge_of = match self.knowledge_of {
                    None => Some(Player::First),
                    Some(Player::First) => Some(Player::Second),
                    Some(Player::Second) => None,
                };
            }
            ViewAction::FlipBoard => self.is_flipped = !self.is_flipped,
            ViewAction::SwitchDialoguePlayer => {
                self.dialogue_player = self.dialogue_player.opponent();
            }
            ViewAction::SetKnowledge(player) => self.knowledge_of = player,
            ViewAction::SetDialoguePlayer(player) => self.dialogue_player = player,
            ViewAction::FindWords(words) => self.find_words(words),
            ViewAction::FindNext(forward) => self.find_next(forward),
        }
    }

    /// Performs an action that changes which rows the library has, how they are sorted and which
    /// one is selected.
    fn perform_library_action(&mut self, action: LibraryAction) -> Vec<Effect> {
        match action {
            LibraryAction::SetFilter(filter) => self.library.set_filter(*filter),
            LibraryAction::ToggleSort(column) => self.library.toggle_sort(column),
            LibraryAction::ClearSort => self.library.clear_sort(),
            LibraryAction::RemoveFromLibrary(path) => self.library.close_path(&path),
            LibraryAction::SelectRow(row) => self.selected_row = row,
            LibraryAction::ListGames(selection) => {
                self.library.set_filter(Filter::selected(selection));
                return vec![Effect::RevealPane(Pane::Library)];
            }
        }
        Vec::new()
    }

    /// Chooses the tool with which the left button draws marks; the chosen one again ends it.
    fn choose_mark_tool(&mut self, tool: Option<MarkKind>) {
        self.mark_tool = tool.filter(|tool| self.mark_tool != Some(*tool));
    }

    /// Performs an action that opens, reads, saves or copies a game.
    fn perform_file_action(&mut self, action: FileAction) -> Vec<Effect> {
        let here = self.active_tab;
        let is_open = self.tab().is_some();
        match action {
            FileAction::NewGame(id) => self.new_game(id),
            FileAction::StartFromPosition(text, is_analyzed) => {
                return self.start_from_position(&text, is_analyzed);
            }
            FileAction::AskPosition => self.ask_position(),
            FileAction::ToggleFollow => return self.toggle_follow(),
            FileAction::OpenNewest => return self.open_newest(),
            FileAction::OpenFileOfLibrary(path) => {
                let row = self.library.first_row_below(&path);
                return row.map(Effect::OpenRow).into_iter().collect();
            }
            FileAction::ReloadTab => {
                if self.changed_tabs().any(|at| at == here) {
                    self.dialog = Some(Dialog::Reload(here));
                } else if is_open {
                    return vec![Effect::ReloadTab(here)];
                }
            }
            FileAction::Save if is_open => return vec![self.save_effect(here)],
            FileAction::SaveAs if is_open => return vec![Effect::AskSave(here, None)],
            FileAction::ExportTab(format) if is_open => {
                return vec![Effect::AskSave(here, Some(format))];
            }
            FileAction::ExportListed if !self.library.shown().is_empty() => {
                return vec![Effect::AskExportListed];
            }
            FileAction::PublishListed if !self.library.shown().is_empty() => {
                return vec![Effect::AskPublishListed];
            }
            FileAction::Save
            | FileAction::SaveAs
            | FileAction::PublishListed
            | FileAction::ExportTab(_)
            | FileAction::ExportListed => {}
            FileAction::Paste(text) => return self.paste(text),
            FileAction::Copy(content) => return self.copy_effect(content),
        }
        Vec::new()
    }

    /// Returns the effect that saves a tab: to its own file, or by asking for one.
    pub(super) fn save_effect(&self, at: usize) -> Effect {
        match self.tabs.get(at).and_then(|tab| tab.source.as_ref()) {
            Some(_) => Effect::SaveTab(at),
            None => Effect::AskSave(at, None),
        }
    }

    pub(super) fn navigate(&mut self, go: Navigation) {
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
    fn undo_or_redo(&mut self, is_undo: bool) {
        let Some(tab) = self.tab_mut() else { return };
        let (is_done, nothing) = if is_undo {
            (tab.undo(), "Nothing to undo.")
        } else {
            (tab.redo(), "Nothing to redo.")
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

    fn perform_edit(&mut self, action: EditAction) {
        match action {
            EditAction::SetComment(comment) => {
                self.edit_notes(|open_game| open_game.set_comment(&comment));
            }
            EditAction::ToggleGlyph(glyph) => {
                self.edit_notes(|open_game| open_game.toggle_glyph(glyph));
            }
            EditAction::ToggleMark(mark) => self.toggle_mark(mark),
            EditAction::ChooseMarkTool(tool) => self.choose_mark_tool(tool),
            EditAction::ChooseMarkColor(color) => self.mark_color = color,
            EditAction::ClearMarks => self.edit_notes(OpenGame::clear_marks),
            EditAction::DeleteShown => self.edit_lines(OpenGame::delete_shown),
            EditAction::DeleteNode(node) => {
                self.edit_lines(|open_game| open_game.delete_node(node));
            }
            EditAction::PromoteLine => self.edit_lines(OpenGame::promote),
            EditAction::ReorderLine(by) => self.edit_lines(|open_game| open_game.reorder(by)),
            EditAction::Undo => self.undo_or_redo(true),
            EditAction::Redo => self.undo_or_redo(false),
            EditAction::WriteOnSquare => self.write_on_square(),
            EditAction::SetGameInfo(info) => self.set_game_info(*info),
        }
    }

    /// Changes the notes of the shown game, if there is one.
    fn edit_notes(&mut self, edit: impl FnOnce(&mut OpenGame)) {
        if let Some(open_game) = self.open_game_mut() {
            edit(open_game);
        }
    }

    /// Sets or removes a mark. A new text mark asks for its label first.
    fn toggle_mark(&mut self, mark: Mark) {
        let Some(open_game) = self.open_game_mut() else {
            return;
        };
        if mark.kind != MarkKind::Text || !mark.text.is_empty() {
            open_game.toggle_mark(mark);
            return;
        }
        let marks = open_game.note().map(|note| note.marks.as_slice());
        let is_here = |other: &&Mark| other.kind == MarkKind::Text && other.at == mark.at;
        match marks.unwrap_or_default().iter().find(is_here).cloned() {
            Some(existing) => open_game.toggle_mark(existing),
            None => self.dialog = Some(Dialog::MarkLabel(mark.at)),
        }
    }

    /// Changes the lines of the shown game, or explains why it cannot be done.
    fn edit_lines(&mut self, edit: impl FnOnce(&mut OpenGame) -> Result<(), EditError>) {
        let Some(tab) = self.tab_mut() else { return };
        let Some(open_game) = &mut tab.open_game else {
            return;
        };
        let result = edit(open_game);
        tab.title = super::tab_title(open_game.record(), tab.source.as_ref());
        tab.clear_input();
        if let Err(error) = result {
            self.refuse(error.to_string());
        }
    }

    fn set_game_info(&mut self, about: GameHeader) {
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
        let (text, name) = match what {
            CopyTarget::Moves => {
                let (text, plies) = open_game.line_text();
                if text.is_empty() {
                    self.refuse("There are no moves to copy.");
                    return Vec::new();
                }
                (text, counted(u64::from(plies), "move", "moves"))
            }
            CopyTarget::Position => (open_game.state().position(), "the position".to_owned()),
            CopyTarget::Record => {
                let text = write_ron(&open_game.to_record());
                (text, "the record".to_owned())
            }
            CopyTarget::Picture => return vec![Effect::CopyBoardImage],
            CopyTarget::Finding(_) => return Vec::new(),
        };
        self.notify(format!("Copied {name}."));
        vec![Effect::CopyText(text)]
    }
}

/// Returns a number with the name of what is counted: `1 move`, `12 moves`.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    let name = if count == 1 { one } else { many };
    format!("{count} {name}")
}

/// Describes why a move could not be made.
pub(super) fn describe_move_error(token: &str, error: &MoveError) -> String {
    format!("{}: {error}", kifu_core::contract::printable(token, 60))
}
