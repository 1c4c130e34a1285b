//! What a board is given to show, and what it says was done to it.

use super::BoardTransform;
use super::move_hint::MoveHint;
use crate::record::Mark;
use crate::scene::{Scene, SceneItem};
use egui::Response;

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
}
