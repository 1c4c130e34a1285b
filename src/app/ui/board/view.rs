//! The input and output of the board widget.

use super::BoardTransform;
use super::hints::MoveHint;
use egui::Response;
use kifu_core::record::{Mark, MarkColor, MarkKind};
use kifu_core::scene::{Scene, SceneItem};

/// A board widget to show and interact with.
///
/// Mouse: click, double-click, or drag from square to square. The right button marks squares and,
/// when dragged, draws arrows; if a tile is about to be placed, it rotates the tile. The wheel
/// moves through the game.
///
/// Keyboard, when the board has the focus (by Tab or [`BoardView::take_focus`]; a click does not
/// focus it, so that the arrow keys keep moving through the game): arrows move the cursor between
/// squares, Enter and Space pick, Escape cancels. `R` rotates the tile, also while the pointer is
/// over the board.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct BoardView<'a> {
    /// The picture of the position.
    pub scene: &'a Scene,
    /// Items drawn over the picture, in board units.
    pub overlay: &'a [SceneItem],
    /// Moves that a review draws, in board units, below the overlay.
    pub annotations: &'a [SceneItem],
    /// The user's marks.
    pub marks: &'a [Mark],
    /// The engine's suggested moves, best first.
    pub hints: &'a [MoveHint],
    /// Ids of hit areas that may be picked next; they are highlighted.
    pub next_targets: &'a [String],
    /// Whether hit areas can be picked. If not, hovering, marks and the wheel still work.
    pub accepts_picks: bool,
    /// Whether there is a tile to place that can be rotated.
    pub can_rotate: bool,
    /// Whether the last move glows briefly after it was made.
    pub animate: bool,
    /// Whether the board takes the keyboard focus in this frame.
    pub take_focus: bool,
    /// The mark that the left button draws, instead of making moves.
    pub mark_tool: Option<MarkKind>,
    /// The colour of marks; modifier keys draw arrows in the other ones.
    pub mark_color: MarkColor,
    /// Whether the board is turned by 180 degrees.
    pub is_flipped: bool,
    /// A salt that distinguishes several boards in one [`Ui`](egui::Ui).
    pub id_salt: &'a str,
}

/// The user's interaction with a board in this frame.
#[must_use]
pub struct BoardResponse {
    /// The widget's response, for its area, focus, tooltips and menus.
    pub response: Response,
    /// The transform from board units to the screen.
    pub transform: BoardTransform,
    /// The hit areas picked by clicks, a key or a screen reader, in order. A slow frame may have
    /// several.
    pub clicked: Vec<String>,
    /// Whether the last pick was the second click of a double-click.
    pub is_double_click: bool,
    /// The hit area clicked with the right button.
    pub secondary_clicked: Option<String>,
    /// A completed drag: the hit areas where it started and ended.
    pub dragged: Option<(String, String)>,
    /// A drag in progress: the hit area where it started and the one under the pointer.
    pub dragging: Option<(String, Option<String>)>,
    /// The hit area under the pointer.
    pub hovered: Option<String>,
    /// The hit area under the keyboard cursor, while the board has the focus.
    pub cursor: Option<String>,
    /// A mark to set, or to remove if it is already set. The text of a text mark is left to the
    /// app.
    pub toggled_mark: Option<Mark>,
    /// Steps of the wheel; positive is down, which moves forward.
    pub wheel_steps: i32,
    /// Whether to turn the tile that is about to be placed.
    pub is_turned: bool,
    /// Whether Escape was pressed, which drops the current picks.
    pub is_cancelled: bool,
}

impl BoardResponse {
    /// Returns the hit area under the pointer, or else under the keyboard cursor.
    pub fn pointed_id(&self) -> Option<&str> {
        self.hovered.as_deref().or(self.cursor.as_deref())
    }
}

impl<'a> BoardView<'a> {
    /// Creates a view-only board.
    pub fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            overlay: &[],
            annotations: &[],
            marks: &[],
            hints: &[],
            next_targets: &[],
            accepts_picks: false,
            can_rotate: false,
            animate: true,
            take_focus: false,
            mark_tool: None,
            mark_color: MarkColor::default(),
            is_flipped: false,
            id_salt: "board",
        }
    }
}
