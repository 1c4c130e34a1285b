//! The board that can be used.

use super::highlights::{self, Highlights};
use super::interaction::{self, BoardInteraction};
use super::paint::PictureCache;
use super::{BoardTransform, MoveHint, accessibility};
use crate::formats;
use crate::record::Mark;
use crate::scene::{Palette, Scene, SceneItem};
use egui::mutex::Mutex;
use egui::{Response, Role, Sense, Ui, Vec2, WidgetInfo};
use std::sync::Arc;

/// A board to show and to use.
///
/// Mouse: click, click twice, drag from spot to spot; the right button marks spots, and draws
/// arrows when dragged, or turns the piece in hand; the wheel steps.
/// Keys, when the board has the focus (by Tab, or [`BoardView::take_focus`]; a click does not give
/// it, so that arrow keys stay with the game): arrows walk over the spots, Enter and Space pick,
/// Escape cancels. `R` turns the piece in hand, also while the pointer is over the board.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct BoardView<'a> {
    /// The picture.
    pub scene: &'a Scene,
    /// What is drawn over it, in its units.
    pub overlay: &'a [SceneItem],
    /// A person's marks.
    pub marks: &'a [Mark],
    /// What an engine would play, the best first.
    pub hints: &'a [MoveHint],
    /// Ids of spots that may be picked next; they are highlighted.
    pub next_targets: &'a [String],
    /// Spots can be picked. Where they cannot, hovering, marks and the wheel still work.
    pub accepts_picks: bool,
    /// A piece is in hand that can be turned.
    pub can_rotate: bool,
    /// The last act is shown by a short glow.
    pub animate: bool,
    /// The board takes the keyboard focus now.
    pub take_focus: bool,
    /// Tells boards in one [`Ui`] apart.
    pub id_salt: &'a str,
}

/// What was done to a board in this frame.
#[must_use]
pub struct BoardResponse {
    /// The widget, for its place, focus, tooltips and menus.
    pub response: Response,
    /// Where the picture lies in it.
    pub transform: BoardTransform,
    /// The spot that was picked: by a click, a key or a screen reader.
    pub clicked: Option<String>,
    /// It was the second click of two.
    pub is_double_click: bool,
    /// The spot that was clicked with the right button.
    pub secondary_clicked: Option<String>,
    /// A spot was dragged to another.
    pub dragged: Option<(String, String)>,
    /// A spot is being dragged, and lies over this one.
    pub dragging: Option<(String, Option<String>)>,
    /// The spot under the pointer.
    pub hovered: Option<String>,
    /// The spot of the keyboard's cursor, while the board has the focus.
    pub cursor: Option<String>,
    /// A mark to be set, or taken away where it is set already. Of a text the letters are left to
    /// the app.
    pub toggled_mark: Option<Mark>,
    /// Steps of the wheel; downward, which is positive, is forward.
    pub wheel_steps: i32,
    /// By how many steps the piece in hand is to be turned.
    pub rotation_steps: i32,
    /// Escape: what was picked is to be dropped.
    pub is_cancelled: bool,
}

impl BoardResponse {
    /// The spot that the user points at, with the mouse or else with the cursor.
    pub fn pointed_id(&self) -> Option<&str> {
        self.hovered.as_deref().or(self.cursor.as_deref())
    }
}

/// What a board remembers from frame to frame.
#[derive(Default)]
struct BoardMemory {
    scene: PictureCache,
    overlay: PictureCache,
    interaction: BoardInteraction,
    /// When the picture last changed; in seconds.
    changed_at_s: Option<f64>,
}

impl<'a> BoardView<'a> {
    /// A board that is only looked at.
    pub fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            overlay: &[],
            marks: &[],
            hints: &[],
            next_targets: &[],
            accepts_picks: false,
            can_rotate: false,
            animate: true,
            take_focus: false,
            id_salt: "board",
        }
    }

    /// Shows it in the middle of this much room.
    pub fn show(self, ui: &mut Ui, room: Vec2) -> BoardResponse {
        let id = ui.make_persistent_id(self.id_salt);
        let (_, rect) = ui.allocate_space(room.max(Vec2::splat(1.0)));
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let info = || WidgetInfo::labeled(Role::Canvas, ui.is_enabled(), &self.scene.label);
        response.widget_info(info);
        if self.take_focus {
            response.request_focus();
        }
        let fit = BoardTransform::new(
            self.scene,
            rect.shrink(highlights::FOCUS_RING_MARGIN),
            ui.pixels_per_point(),
        );
        let memory: Arc<Mutex<BoardMemory>> =
            ui.data_mut(|data| Arc::clone(data.get_temp_mut_or_default(id)));
        let mut memory = memory.lock();
        let asked = accessibility::update_accessibility_tree(
            ui,
            &response,
            self.scene,
            &fit,
            &memory.interaction,
        );
        let board = interaction::handle_board_input(
            self,
            ui,
            response,
            fit,
            &mut memory.interaction,
            asked,
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
        let fit = board.transform;
        let first = memory.changed_at_s.is_none();
        let now = ui.input(|input| input.time);
        if memory.scene.refresh(&self.scene.items, fit, palette) {
            // The first picture is no change.
            memory.changed_at_s = Some(if first { f64::NEG_INFINITY } else { now });
        }
        memory.scene.paint(&painter);
        let cues = Highlights {
            scene: self.scene,
            transform: fit,
            palette,
            painter: &painter,
        };
        if self.animate
            && let Some(changed) = memory.changed_at_s
        {
            cues.last_move_glow(ui, now - changed);
        }
        cues.hints(self.hints);
        if self.accepts_picks {
            cues.next_targets(self.next_targets);
        }
        let drawn = memory
            .interaction
            .arrow_in_progress(board.hovered.as_deref());
        let marks = formats::mark_items(self.scene, self.marks.iter().chain(&drawn));
        let over: Vec<SceneItem> = self.overlay.iter().cloned().chain(marks).collect();
        memory.overlay.refresh(&over, fit, palette);
        memory.overlay.paint(&painter);
        if self.accepts_picks
            && let Some(spot) = &board.hovered
            && (self.next_targets.is_empty() || self.next_targets.contains(spot))
        {
            cues.hovered_area(spot);
        }
        if board.response.has_focus() {
            cues.focus_and_cursor(ui, board);
        }
    }
}
