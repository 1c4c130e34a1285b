//! An engine's suggested move, as data.

use kifu_core::scene::{Point, Role, SceneItem, SceneRect};

/// A move suggested by an engine, as drawn on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveHint {
    /// The items that draw the move.
    pub items: Vec<SceneItem>,
    /// The role that colours the move; better moves are greener.
    pub role: Role,
    /// The engine's confidence in the move, 0 to 1.
    pub strength: f32,
    /// The label drawn beside the move, such as `62 %`.
    pub label: String,
    /// Whether the move was played in the game.
    pub is_played: bool,
    /// The point where a number stands for the move until it is pointed at; `None` if the move is
    /// always drawn. The best move always is, and has its label there.
    pub fold_at: Option<Point>,
}

impl MoveHint {
    /// Returns the area of the shapes in board units.
    pub(super) fn area(&self) -> Option<SceneRect> {
        let shapes = self.items.iter().filter_map(|item| match item {
            SceneItem::Shape(shape) => Some(shape.area()),
            SceneItem::Text(_) => None,
        });
        shapes.reduce(SceneRect::union)
    }
}
