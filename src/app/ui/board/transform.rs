//! The transform between board units and screen coordinates.

use crate::scene::{Point, Scene, SceneRect, point_at};
use egui::{Pos2, Rect, pos2, vec2};

/// A mapping from board units to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardTransform {
    /// The position of the picture's origin, in points.
    pub origin: Pos2,
    /// Points per board unit.
    pub scale: f32,
    /// Physical pixels per point.
    pub pixels_per_point: f32,
}

impl BoardTransform {
    /// Creates a transform that fits the whole picture, as large as possible, into the centre of
    /// `rect`.
    ///
    /// The sides of a square are rounded to whole pixels, unless squares are so small that rounding
    /// would waste too much space.
    pub fn new(scene: &Scene, rect: Rect, density: f32) -> Self {
        const MIN_SNAPPED_UNIT: f32 = 14.0;
        let size = vec2(scene.size.x.max(0.01), scene.size.y.max(0.01));
        let unit = (rect.width() / size.x).min(rect.height() / size.y) * density;
        let unit = if unit >= MIN_SNAPPED_UNIT {
            unit.floor()
        } else {
            unit
        };
        let scale = unit.max(0.0) / density;
        let corner = rect.center() - size * scale / 2.0;
        let whole = |value: f32| (value * density).round() / density;
        Self {
            origin: pos2(whole(corner.x), whole(corner.y)),
            scale,
            pixels_per_point: density,
        }
    }

    /// Converts a point in board units to a screen position.
    pub fn screen_pos(&self, point: Point) -> Pos2 {
        self.origin + vec2(point.x, point.y) * self.scale
    }

    /// Converts a screen position to a point in board units.
    pub fn board_point(&self, pos: Pos2) -> Point {
        let from = (pos - self.origin) / self.scale.max(f32::EPSILON);
        point_at(from.x, from.y)
    }

    /// Converts an area in board units to a screen rectangle.
    pub fn screen_rect(&self, area: SceneRect) -> Rect {
        let size = vec2(area.width, area.height) * self.scale;
        Rect::from_min_size(self.screen_pos(point_at(area.x, area.y)), size)
    }

    /// Rounds a coordinate to the nearest pixel boundary.
    pub(super) fn snap_edge(&self, value: f32) -> f32 {
        (value * self.pixels_per_point).round() / self.pixels_per_point
    }

    /// Rounds a width to whole pixels, at least one; widths far below a pixel are kept.
    pub(super) fn snap_width(&self, width: f32) -> f32 {
        let pixels = width * self.pixels_per_point;
        if pixels < 0.6 {
            width
        } else {
            pixels.round().max(1.0) / self.pixels_per_point
        }
    }

    /// Returns the centre, near `value`, at which both edges of a line of this width fall on pixel
    /// boundaries.
    pub(super) fn snap_center(&self, value: f32, width: f32) -> f32 {
        let half = (width * self.pixels_per_point).round().max(1.0) / 2.0;
        ((value * self.pixels_per_point - half).round() + half) / self.pixels_per_point
    }
}
