//! The dialog that sets up a position: a board, a palette of pieces, and the position text.
//!
//! The text is the position: the board and the palette edit it, and the board shows it. An
//! intermediate position may be impossible; the rules then say why, and no game starts from it.

mod board;
mod palette;

use super::dialog_buttons::{DialogAnswer, DialogButtons};
use super::dialog_buttons::{focused_text_field, heading};
use super::{ViewContext, color};
use crate::open_game::OpenGame;
use crate::state::{Action, FileAction, recognize_position};
use egui::{Button, Label, RichText, Ui, vec2};
use kifu_core::contract::{PositionEdit, Setup, Turn};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::scene::Role;

/// The width of the palette, in points.
const PALETTE_WIDTH: f32 = 150.0;
/// The greatest size of the board, in points.
const MAX_BOARD: egui::Vec2 = vec2(520.0, 460.0);
/// The height of everything but the board, in points.
const OTHER_HEIGHT: f32 = 250.0;
/// The space between board and palette, in points.
const GAP: f32 = 12.0;
/// The least width that the dialog leaves free beside it, in points.
const MARGIN: f32 = 64.0;
/// The maximum number of changes that can be undone.
const MAX_UNDO: usize = 500;

/// The effect of a click on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum EditTool {
    /// Moves a piece to another square.
    #[default]
    Move,
    /// Puts the piece with this index, or takes it away where it is already.
    Put(usize),
    /// Empties the square.
    Erase,
}

/// State of the editor kept from frame to frame.
#[derive(Debug, Default)]
pub struct EditorView {
    /// The id of the game.
    game: &'static str,
    tool: EditTool,
    /// The position text.
    text: String,
    /// The last text with a readable board, which stays visible while another one is typed.
    readable: String,
    /// The square of the piece that the next click moves.
    picked: Option<String>,
    /// The piece that is being dragged: its square, and the one under the pointer.
    dragged: Option<(String, Option<String>)>,
    /// Earlier texts.
    undo: Vec<String>,
}

/// Prepares the editor for a position, or for the start of a game if there is none.
pub(super) fn prepare(position: &str, cx: &mut ViewContext<'_>) {
    let shown = cx.state.open_game().map(OpenGame::game);
    let Some(game) = shown.or(CATALOGUE.first().copied()) else {
        return;
    };
    let text = match position {
        "" => start_text(game),
        position => position.to_owned(),
    };
    cx.view_state.position_editor = EditorView {
        game: game.id(),
        text,
        ..EditorView::default()
    };
}

/// Shows the contents of the dialog.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let room = ui.ctx().content_rect().size() - vec2(MARGIN, OTHER_HEIGHT);
    let size = vec2(
        (room.x - PALETTE_WIDTH - GAP).clamp(200.0, MAX_BOARD.x),
        room.y.clamp(190.0, MAX_BOARD.y),
    );
    ui.set_width(size.x + PALETTE_WIDTH + GAP);
    heading(ui, "Set up a position");
    let mut editor = std::mem::take(&mut cx.view_state.position_editor);
    game_choice(ui, &mut editor);
    if let Some(game) = by_id(CATALOGUE, editor.game) {
        editor.remember_readable(game);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let shown = board::show(ui, cx, game, &mut editor, size);
            ui.allocate_ui(vec2(PALETTE_WIDTH, size.y), |ui| {
                ui.vertical(|ui| palette::show(ui, game, &mut editor, shown.as_ref()));
            });
        });
    }
    let mut text = editor.text.clone();
    focused_text_field(ui, &mut text, "Position text");
    editor.set_text(text);
    verdict_and_buttons(ui, cx, &mut editor);
    cx.view_state.position_editor = editor;
}

/// Shows whose turn it is or why the position is impossible, and the buttons.
fn verdict_and_buttons(ui: &mut Ui, cx: &mut ViewContext<'_>, editor: &mut EditorView) {
    let text = editor.text.trim().to_owned();
    let editor_game = by_id(CATALOGUE, editor.game);
    let game = recognize_position(&text, editor_game);
    let verdict = match &game {
        Ok(game) => {
            // The board follows a pasted position of another game.
            editor.game = game.id();
            RichText::new(turn_text(*game, &text)).color(color(ui, Role::Good))
        }
        Err(_) if text.is_empty() => {
            RichText::new("Put pieces on the board, or paste the text of a position of any game.")
        }
        Err(error) => RichText::new(error).color(color(ui, Role::Bad)),
    };
    ui.add(Label::new(verdict).wrap());
    let answer = DialogButtons {
        primary: "Start game",
        is_disabled: game.is_err(),
        others: &["Analyze"],
        cancel: Some("Cancel"),
    };
    match answer.show(ui) {
        Some(DialogAnswer::Primary) => {
            cx.dispatch(Action::File(FileAction::StartFromPosition(text, false)));
        }
        Some(DialogAnswer::Other(_)) if game.is_ok() => {
            cx.dispatch(Action::File(FileAction::StartFromPosition(text, true)));
        }
        Some(DialogAnswer::Cancel) => cx.dispatch(Action::CloseDialog),
        Some(DialogAnswer::Other(_)) | None => {}
    }
}

/// Describes whose turn it is in a possible position: `Clobber: White to move`.
fn turn_text(game: &'static dyn DynGame, text: &str) -> String {
    let state = game.parse_position(text).ok();
    let is_over = state
        .as_ref()
        .is_some_and(|state| state.turn() == Turn::Over);
    let mover = state.and_then(|state| state.mover());
    let turn = match mover {
        _ if is_over => "the game is over here".to_owned(),
        Some(player) => format!("{} to move", game.sides()[player.index()]),
        None => "start position".to_owned(),
    };
    format!("{}: {turn}", game.name())
}

/// Shows the games to choose from. Another one begins with its start position.
fn game_choice(ui: &mut Ui, editor: &mut EditorView) {
    ui.horizontal_wrapped(|ui| {
        for game in CATALOGUE {
            let is_chosen = editor.game == game.id();
            let button = Button::selectable(is_chosen, game.name()).min_size(vec2(0.0, 24.0));
            if ui.add(button).clicked() && !is_chosen {
                editor.set_text(start_text(*game));
                editor.game = game.id();
                editor.tool = EditTool::Move;
            }
        }
    });
}

/// Returns the text of a game's start position.
fn start_text(game: &'static dyn DynGame) -> String {
    let start = game.start(&Setup::default());
    start.map_or_else(|_| String::new(), |state| state.position())
}

impl EditorView {
    /// Keeps a text whose board can be read.
    fn remember_readable(&mut self, game: &'static dyn DynGame) {
        let is_readable = |text: &str| game.draft_state(text).is_some();
        if is_readable(self.text.trim()) {
            self.text.trim().clone_into(&mut self.readable);
        } else if !is_readable(&self.readable) {
            self.readable = start_text(game);
        }
    }

    /// Changes the text; the change can be undone.
    fn set_text(&mut self, text: String) {
        if text == self.text {
            return;
        }
        self.undo.push(std::mem::replace(&mut self.text, text));
        if self.undo.len() > MAX_UNDO {
            self.undo.remove(0);
        }
    }

    /// Takes the last change back.
    fn undo(&mut self) {
        if let Some(text) = self.undo.pop() {
            self.text = text;
        }
    }

    /// Changes the position, if the game has the change.
    fn edit(&mut self, game: &'static dyn DynGame, change: &PositionEdit<'_>) {
        if let Some(edited) = game.edit_position(&self.readable, change) {
            self.readable.clone_from(&edited);
            self.set_text(edited);
        }
    }

    /// Does to a square what a click with the tool does.
    fn click(&mut self, game: &'static dyn DynGame, square: &str) {
        match (self.tool, self.picked.take()) {
            (EditTool::Put(piece), _) => {
                let before = game.piece_at(&self.readable, square);
                let put = Some(piece).filter(|_| before != Some(piece));
                self.edit(game, &PositionEdit::Put(square, put));
            }
            (EditTool::Erase, _) => self.edit(game, &PositionEdit::Put(square, None)),
            (EditTool::Move, Some(from)) => self.move_piece(game, &from, square),
            (EditTool::Move, None) => {
                let has_piece = game.piece_at(&self.readable, square).is_some();
                self.picked = has_piece.then(|| square.to_owned());
            }
        }
    }

    /// Moves the piece of a square to another one, where it replaces any piece.
    fn move_piece(&mut self, game: &'static dyn DynGame, from: &str, to: &str) {
        let piece = game.piece_at(&self.readable, from);
        if piece.is_none() || from == to {
            return;
        }
        let lifted = game.edit_position(&self.readable, &PositionEdit::Put(from, None));
        if let Some(lifted) = lifted {
            // Both changes are undone as one.
            self.readable = lifted;
            self.edit(game, &PositionEdit::Put(to, piece));
        }
    }
}
