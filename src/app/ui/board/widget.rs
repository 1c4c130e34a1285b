//! The board widget's layout and painting.

use super::highlights::{self, Highlights};
use super::interaction::{self, BoardInteraction};
use super::paint::PictureCache;
use super::view::{BoardResponse, BoardView};
use super::{BoardTransform, accessibility};
use egui::mutex::Mutex;
use egui::{Role, Sense, Ui, Vec2, WidgetInfo};
use kifu_core::record::Mark;
use kifu_core::scene::{Palette, SceneItem};
use kifu_logs::formats;
use std::collections::HashSet;
use std::sync::Arc;

/// State of a board kept from frame to frame.
#[derive(Default)]
struct BoardMemory {
    scene: PictureCache,
    overlay: PictureCache,
    interaction: BoardInteraction,
    /// The time of the last change of the picture, in seconds; `None` before the first frame.
    changed_at_s: Option<f64>,
}

impl BoardView<'_> {
    /// Shows the board centred in an area of the given size, in points.
    pub fn show(self, ui: &mut Ui, size: Vec2) -> BoardResponse {
        let id = ui.make_persistent_id(self.id_salt);
        let (_, rect) = ui.allocate_space(size.max(Vec2::splat(1.0)));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let info = || WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), &self.scene.label);
        response.widget_info(info);
        if self.take_focus {
            response.request_focus();
        }
        let transform = BoardTransform::new(
            self.scene,
            rect.shrink(highlights::FOCUS_RING_MARGIN),
            ui.pixels_per_point(),
        );
        let transform = if self.is_flipped {
            transform.flipped(self.scene)
        } else {
            transform
        };
        let memory: Arc<Mutex<BoardMemory>> =
            ui.data_mut(|data| Arc::clone(data.get_temp_mut_or_default(id)));
        let mut memory = memory.lock();
        let requests = accessibility::update_accessibility_tree(
            ui,
            &response,
            self.scene,
            &transform,
            memory.interaction.cursor.as_deref(),
        );
        let board = interaction::handle_board_input(
            self,
            ui,
            response,
            transform,
            &mut memory.interaction,
            requests,
        );
        if ui.is_rect_visible(rect) {
            self.paint(ui, &board, &mut memory);
        }
        board
    }

    fn paint(self, ui: &Ui, board: &BoardResponse, memory: &mut BoardMemory) {
        let palette = Palette {
            dark: ui.visuals().dark_mode,
        };
        let painter = ui.painter_at(board.response.rect);
        let transform = board.transform;
        let first = memory.changed_at_s.is_none();
        let now = ui.input(|input| input.time);
        if memory.scene.refresh(&self.scene.items, transform, palette) {
            // The first picture is not a change.
            memory.changed_at_s = Some(if first { f64::NEG_INFINITY } else { now });
        }
        memory.scene.paint(&painter);
        let highlights = Highlights {
            scene: self.scene,
            transform,
            palette,
            painter: &painter,
        };
        if self.animate
            && let Some(changed) = memory.changed_at_s
        {
            highlights.last_move_glow(ui, now - changed);
        }
        let pointer = ui.input(|input| input.pointer.hover_pos());
        highlights.hints(self.hints, pointer, board.cursor.as_deref());
        if self.accepts_picks {
            highlights.next_targets(self.next_targets);
        }
        let drawn = memory.interaction.arrow_in_progress(
            self,
            board.pointed_id(),
            ui.input(|input| input.modifiers),
        );
        let marks = distinct_marks(self.marks).chain(&drawn);
        let marks = formats::mark_items(self.scene, marks);
        let below = self.annotations.iter().chain(self.overlay).cloned();
        let over: Vec<SceneItem> = below.chain(marks).collect();
        memory.overlay.refresh(&over, transform, palette);
        memory.overlay.paint(&painter);
        if self.accepts_picks
            && let Some(hovered) = &board.hovered
            && (self.next_targets.is_empty() || self.next_targets.contains(hovered))
        {
            highlights.hovered_area(hovered);
        }
        if board.response.has_focus() {
            highlights.focus_and_cursor(ui, board);
        }
    }
}

/// The maximum number of marks that are drawn.
const MAX_DRAWN_MARKS: usize = 500;

/// Yields the marks to draw: equal ones once, so that a record cannot freeze the window.
fn distinct_marks<'a>(marks: &'a [Mark]) -> impl Iterator<Item = &'a Mark> {
    let mut known = HashSet::new();
    let distinct = marks.iter().filter(move |mark| {
        let mark: &'a Mark = mark;
        let kind = std::mem::discriminant(&mark.kind);
        known.insert((kind, &mark.at, &mark.to, &mark.text))
    });
    distinct.take(MAX_DRAWN_MARKS)
}
