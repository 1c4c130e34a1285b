//! A move that an engine would make, as data.

use crate::scene::{Point, Role, SceneItem, SceneRect};

/// A move that an engine looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveHint {
    /// The move as it is drawn.
    pub items: Vec<SceneItem>,
    /// What it is: the better, the greener.
    pub role: Role,
    /// How firm the engine's word is, 0 to 1.
    pub strength: f32,
    /// What stands beside it: `1 62 %`.
    pub label: String,
}

impl MoveHint {
    /// The middle of its lower edge, in board units: there words hide little of it.
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
