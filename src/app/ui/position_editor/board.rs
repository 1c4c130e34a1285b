//! The board of the position editor.

use super::super::ViewContext;
use super::super::board::{BoardResponse, BoardView, hit_area_at};
use super::{EditTool, EditorView};
use egui::{Pos2, Ui, Vec2};
use kifu_core::contract::PositionEdit;
use kifu_core::games::DynGame;
use kifu_core::record::{Mark, MarkKind};
use kifu_core::scene::Scene;

/// The board as it was shown, on which pieces of the palette can be dropped.
pub(super) struct ShownBoard {
    scene: Scene,
    response: BoardResponse,
}

impl ShownBoard {
    /// Returns the square at a position on the screen.
    pub fn square_at(&self, pos: Pos2) -> Option<String> {
        /// How far a piece may be dropped from its square, in board units.
        const REACH: f32 = 0.3;
        let is_inside = self.response.response.rect.contains(pos);
        let point = self.response.transform.board_point(pos);
        let area = hit_area_at(&self.scene.hit_areas, point, REACH);
        area.filter(|_| is_inside).map(|area| area.id.clone())
    }
}

/// Shows the board and changes the position by the user's input.
pub(super) fn show(
    ui: &mut Ui,
    cx: &ViewContext<'_>,
    game: &'static dyn DynGame,
    editor: &mut EditorView,
    size: Vec2,
) -> Option<ShownBoard> {
    let state = game.draft_state(&editor.readable)?;
    let scene = state.scene(cx.state.scene_options());
    let marks = moved_piece_marks(editor);
    let response = ui.scope(|ui| {
        if editor.text.trim() != editor.readable {
            // The text is not that of this board.
            ui.set_opacity(0.5);
        }
        let view = BoardView {
            accepts_picks: true,
            animate: false,
            marks: &marks,
            is_flipped: cx.state.is_flipped,
            id_salt: "position-editor",
            ..BoardView::new(&scene)
        };
        view.show(ui, size)
    });
    let response = response.inner;
    apply_input(ui, game, editor, &response);
    Some(ShownBoard { scene, response })
}

/// Returns the marks of the piece that is being moved: a square, and an arrow while it is dragged.
fn moved_piece_marks(editor: &EditorView) -> Vec<Mark> {
    let mut marks = Vec::new();
    if let Some(picked) = &editor.picked {
        marks.push(Mark::new(MarkKind::Square, picked, ""));
    }
    if let Some((from, to)) = &editor.dragged {
        marks.push(Mark::new(MarkKind::Square, from, ""));
        if let Some(to) = to.as_ref().filter(|to| *to != from) {
            marks.push(Mark::new(MarkKind::Arrow, from, to));
        }
    }
    marks
}

fn apply_input(
    ui: &Ui,
    game: &'static dyn DynGame,
    editor: &mut EditorView,
    board: &BoardResponse,
) {
    for square in &board.clicked {
        editor.click(game, square);
    }
    if let Some(square) = &board.secondary_clicked {
        editor.edit(game, &PositionEdit::Put(square, None));
    }
    if board.is_cancelled {
        editor.picked = None;
    }
    let dragged_before = editor.dragged.take();
    if let Some((from, over)) = &board.dragging {
        match editor.tool {
            EditTool::Move if game.piece_at(&editor.readable, from).is_some() => {
                editor.dragged = Some((from.clone(), over.clone()));
                editor.picked = None;
            }
            EditTool::Move => {}
            tool => paint(game, editor, tool, from, over.as_deref()),
        }
    } else if let Some((from, _)) = dragged_before {
        let pointer = ui.input(|input| input.pointer.latest_pos());
        let is_outside = pointer.is_some_and(|pos| !board.response.rect.contains(pos));
        match &board.dragged {
            Some((_, to)) => editor.move_piece(game, &from, to),
            // A piece that is dropped beside the board is taken away.
            None if is_outside => editor.edit(game, &PositionEdit::Put(&from, None)),
            None => {}
        }
    }
}

/// Puts or erases a piece on all squares over which the pointer is dragged.
fn paint(
    game: &'static dyn DynGame,
    editor: &mut EditorView,
    tool: EditTool,
    from: &str,
    over: Option<&str>,
) {
    let Some(over) = over.filter(|over| *over != from) else {
        return;
    };
    let piece = match tool {
        EditTool::Put(piece) => Some(piece),
        EditTool::Erase | EditTool::Move => None,
    };
    for square in [from, over] {
        if game.piece_at(&editor.readable, square) != piece {
            editor.edit(game, &PositionEdit::Put(square, piece));
        }
    }
}
