//! What the window shows. A view reads the state and says what the person wants; it changes
//! nothing itself.

pub mod board;
pub(super) mod board_pane;
mod bot_output;
mod cache;
pub(super) mod dialogs;
pub(super) mod engine;
mod eval_bar;
mod findings;
mod game_info;
mod graph;
pub mod help;
pub mod icons;
mod library;
pub(super) mod menu;
mod moves;
mod navigation_bar;
mod notes;
mod players;
mod protocol;
mod review;
mod revision;
mod score_changes;
pub(super) mod shortcut;
pub(super) mod status_bar;
pub mod widgets;

use super::state::{Action, AppState, Dialog, FocusTarget, Pane, Shortcut, Tab, Texts};
use crate::scene::{Palette, Rgba, Role};
use egui::{Color32, Ui};

/// What a view is given.
pub struct ViewContext<'a> {
    /// All that there is to show.
    pub state: &'a AppState,
    /// What is typed and not yet said.
    pub view_state: &'a mut ViewState,
    /// What the person wants, in order.
    pub actions: &'a mut Vec<Action>,
}

/// Texts that are being typed.
#[derive(Debug, Default)]
pub struct ViewState {
    /// A move.
    pub move_text: String,
    /// The search in the library.
    pub library_search: String,
    /// The search in the help.
    pub help_search: String,
    /// What luck is to deal.
    pub chance_text: String,
    /// The answer to what a dialog asks.
    pub dialog_text: String,
    /// The dialog that was shown last.
    pub shown_dialog: Option<Dialog>,
    /// The field for a move has the keyboard, and nothing stands in it.
    pub is_move_field_idle: bool,
    /// Where the board was painted last.
    pub board_rect: Option<egui::Rect>,
    /// The field that takes the keyboard now.
    pub focus_request: Option<FocusTarget>,
    /// What is known of the game as a whole.
    pub game_info: Option<super::open_game::GameInfo>,
    /// The command that waits for its new key: the next key is that, and does nothing else.
    pub key_capture: Option<&'static str>,
    /// The moment of the review that was shown last.
    pub last_moment_ply: Option<u32>,
    /// Why the move of a ply was worse, in which state of which game.
    pub reasons_cache: Option<((u64, u64), u32, Vec<String>)>,
    /// The pointer is over a line that the board is to show.
    pub is_peeking: bool,
    cache: cache::PaneCache,
}

impl<'a> ViewContext<'a> {
    /// The person wants this.
    pub fn dispatch(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// The words of the person's language.
    pub fn texts(&self) -> &'static Texts {
        self.state.texts()
    }

    /// The game that is shown.
    pub fn tab(&self) -> Option<&'a Tab> {
        self.state.tab()
    }
}

/// The colours for things of the board that stand in panes.
pub fn palette(ui: &Ui) -> Palette {
    if ui.visuals().dark_mode {
        Palette::DARK
    } else {
        Palette::LIGHT
    }
}

/// A colour of a palette as the toolkit wants it.
pub fn to_color32(Rgba([red, green, blue, opacity]): Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, opacity)
}

/// What a role looks like.
pub fn color(ui: &Ui, role: Role) -> Color32 {
    to_color32(palette(ui).color(role))
}

/// Returns the first key of a command as people read it, if it has one.
fn command_key(state: &AppState, id: &str) -> Option<String> {
    let command = super::state::command::by_id(id)?;
    let keys = state.key_bindings.shortcuts(command);
    keys.first().map(Shortcut::label)
}

/// The name of a command with its keys, for hints.
pub fn command_with_keys(state: &AppState, id: &str) -> String {
    let name = state.texts().command(id);
    match command_key(state, id) {
        Some(key) => format!("{name} ({key})"),
        None => name.to_owned(),
    }
}

/// Shows a pane's inside.
pub fn show_pane(ui: &mut Ui, pane: Pane, cx: &mut ViewContext<'_>) {
    match pane {
        Pane::Library => library::show(ui, cx),
        Pane::Board => {}
        Pane::Players => players::show(ui, cx),
        Pane::Moves => moves::show(ui, cx),
        Pane::Notes => notes::show(ui, cx),
        Pane::Graph => graph::show(ui, cx),
        Pane::Findings => findings::show(ui, cx),
        Pane::Bot => bot_output::show(ui, cx),
        Pane::Protocol => protocol::show(ui, cx),
        Pane::Changes => score_changes::show(ui, cx),
        Pane::Engine => engine::show(ui, cx),
        Pane::Review => review::show(ui, cx),
    }
}
