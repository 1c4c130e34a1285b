//! An engine's suggested move, as data.

use crate::scene::{Point, Role, SceneItem, SceneRect};

/// A move suggested by an engine, as drawn on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveHint {
    /// The items that draw the move.
    pub items: Vec<SceneItem>,
    /// The role that colours the move; better moves are greener.
    pub role: Role,
    /// The engine's confidence in the move, 0 to 1.
    pub strength: f32,
    /// The label drawn beside the move, such as `1 62 %`.
    pub label: String,
}

impl MoveHint {
    /// Returns the middle of the lower edge in board units, where a label covers little of the
    /// move.
    pub(super) fn bottom_center(&self) -> Option<Point> {
        let shapes = self
            .items
            .iter()
            .filter(|item| matches!(item, SceneItem::Shape(_)));
        let areas: Vec<SceneRect> = shapes.map(SceneItem::area).collect();
        let first = areas.first()?;
        let (mut low, mut high) = ((first.x, first.y), (first.x, first.y));
        for area in &areas {
            low = (low.0.min(area.x), low.1.min(area.y));
            high = (
                high.0.max(area.x + area.width),
                high.1.max(area.y + area.height),
            );
        }
        Some(Point {
            x: f32::midpoint(low.0, high.0),
            y: high.1,
        })
    }
}
