//! The views of the window. A view reads the state and reports the user's actions; it changes
//! nothing itself.

pub mod board;
pub(super) mod board_pane;
mod bot_output;
mod cache;
mod dialog_buttons;
pub(super) mod dialogs;
pub(super) mod engine;
mod eval_bar;
mod explorer;
mod find_bar;
pub(super) mod findings;
mod graph;
pub mod help;
pub mod icons;
mod library;
mod live_game;
mod marks;
pub(super) mod menu;
mod menu_groups;
pub(super) mod menu_keys;
pub(super) mod messages;
mod moves;
mod navigation_bar;
mod new_game;
mod notes;
mod piece_rack;
pub(crate) mod plain;
pub mod player_colors;
mod players;
mod position_editor;
mod protocol;
mod review;
mod score_changes;
mod settings;
pub(super) mod start_page;
pub mod status_bar;
pub(super) mod tabs;
pub mod widgets;

use super::state::{Action, AppState, Dialog, FocusTarget, NewGameChoices, Pane, Shortcut, Tab};
use crate::state::command_name;
use egui::{Color32, Ui};
use kifu_core::scene::{Palette, Rgba, Role};

/// The context passed to every view.
pub struct ViewContext<'a> {
    /// The state to show.
    pub state: &'a AppState,
    /// Text being typed and other state that belongs to the views alone.
    pub view_state: &'a mut ViewState,
    /// The actions requested by the user, in order.
    pub actions: &'a mut Vec<Action>,
}

/// State of the views: texts being typed, focus and caches.
#[derive(Debug, Default)]
pub struct ViewState {
    /// The move being typed.
    pub move_text: String,
    /// The text in the library's search field.
    pub library_search: String,
    /// The text in the help's search field.
    pub help_search: String,
    /// The chance outcome being typed.
    pub chance_text: String,
    /// The choices in the dialog that starts a game.
    pub new_game: NewGameChoices,
    /// The text in the open dialog's field.
    pub dialog_text: String,
    /// The position editor.
    pub position_editor: position_editor::EditorView,
    /// The dialog shown in the previous frame.
    pub shown_dialog: Option<Dialog>,
    /// Whether the move field has the keyboard focus and is empty.
    pub is_move_field_idle: bool,
    /// The area in which the board was last painted.
    pub board_rect: Option<egui::Rect>,
    /// The field that takes the keyboard focus in this frame.
    pub focus_request: Option<FocusTarget>,
    /// The facts about the game that are being edited in their dialog.
    pub game_info: Option<super::open_game::GameHeader>,
    /// The command whose new key is being captured. The next key pressed is that key and has no
    /// other effect.
    pub key_capture: Option<&'static str>,
    /// The ply of the review's key moment that was shown last.
    pub last_moment_ply: Option<u32>,
    /// The reasons why a ply's move was worse, with the game revision and ply they belong to.
    pub reasons_cache: Option<((u64, u64), u32, Vec<String>)>,
    /// Whether the pointer is over a line that the board should preview.
    pub is_peeking: bool,
    /// The keys that the focused widget keeps for itself.
    pub focus_keys: FocusKeys,
    /// The widget that had the keyboard focus in the previous frame.
    pub last_focus: Option<egui::Id>,
    /// The tab that the tab bar has scrolled to, with the number of tabs and the width of the bar.
    pub scrolled_to_tab: Option<(u64, usize, f32)>,
    /// The page of the settings, and questions asked there.
    pub settings: settings::SettingsView,
    /// The menu bar as the keyboard sees it.
    pub menu_keys: menu_keys::MenuKeys,
    /// The chart that is shown where the pane is too low for all.
    pub chosen_chart: Option<graph::ChartKind>,
    /// The name of the number that the chart of the bots shows.
    pub chosen_number: Option<String>,
    /// Whether the list of games takes the keyboard focus in this frame.
    pub is_list_wanted: bool,
    /// The tab, the position and whether its failure was shown when a move was being typed.
    pub move_text_place: Option<(u64, super::open_game::NodeId, bool)>,
    cache: cache::PaneCache,
}

/// The keys that a focused widget keeps for itself, although they are commands elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FocusKeys {
    /// Enter and Space, which press a button.
    #[default]
    Press,
    /// The arrows as well.
    Arrows,
    /// All keys that move through a list.
    List,
}

impl FocusKeys {
    /// Reports whether the focused widget keeps this key.
    pub fn contains(self, key: egui::Key, modifiers: egui::Modifiers) -> bool {
        use egui::Key;
        modifiers.is_none()
            && match key {
                Key::Enter | Key::Space => true,
                Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown => {
                    self != Self::Press
                }
                Key::Home | Key::End | Key::PageUp | Key::PageDown => self == Self::List,
                _ => false,
            }
    }
}

impl<'a> ViewContext<'a> {
    /// Requests an action on behalf of the user.
    pub fn dispatch(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Returns the tab that is shown.
    pub fn tab(&self) -> Option<&'a Tab> {
        self.state.tab()
    }
}

/// Returns the palette for board colours used in panes.
pub fn palette(ui: &Ui) -> Palette {
    palette_of(ui.visuals().dark_mode)
}

/// Returns the palette of the dark or the light theme.
const fn palette_of(is_dark: bool) -> Palette {
    if is_dark {
        Palette::DARK
    } else {
        Palette::LIGHT
    }
}

/// Converts a palette colour to an egui colour.
pub fn to_color32(Rgba([red, green, blue, opacity]): Rgba) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, opacity)
}

/// Returns the colour of a role in the current theme.
pub fn color(ui: &Ui, role: Role) -> Color32 {
    to_color32(palette(ui).color(role))
}

/// Returns the first key of a command in readable form, if it has one.
fn command_key(state: &AppState, id: &str) -> Option<String> {
    let command = super::state::command::by_id(id)?;
    let keys = state.key_bindings.shortcuts(command);
    keys.first().map(Shortcut::label)
}

/// Returns the name of a command with its key, for tooltips.
pub fn command_with_keys(state: &AppState, id: &str) -> String {
    let name = command_name(id);
    match command_key(state, id) {
        Some(key) => format!("{name} ({key})"),
        None => name.to_owned(),
    }
}

/// Shows the contents of a pane.
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
        Pane::Explorer => explorer::show(ui, cx),
    }
}
