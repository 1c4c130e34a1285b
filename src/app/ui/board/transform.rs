//! Board units on pixels.

use crate::scene::{Point, Scene, SceneRect, point_at};
use egui::{Pos2, Rect, pos2, vec2};

/// Where a picture lies on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardTransform {
    /// Where the origin of the picture lies, in points.
    pub origin: Pos2,
    /// How large a unit of the picture is, in points.
    pub scale: f32,
    /// Pixels in a point.
    pub pixels_per_point: f32,
}

impl BoardTransform {
    /// The whole picture in the middle of a rectangle, as large as it can be. Squares of the board
    /// are whole pixels wide, unless they are so small that this would cost room.
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

    /// The place of a point of the picture on the screen.
    pub fn screen_pos(&self, point: Point) -> Pos2 {
        self.origin + vec2(point.x, point.y) * self.scale
    }

    /// The point of the picture at a place on the screen.
    pub fn board_point(&self, pos: Pos2) -> Point {
        let from = (pos - self.origin) / self.scale.max(f32::EPSILON);
        point_at(from.x, from.y)
    }

    /// The place of an area of the picture on the screen.
    pub fn screen_rect(&self, area: SceneRect) -> Rect {
        let size = vec2(area.width, area.height) * self.scale;
        Rect::from_min_size(self.screen_pos(point_at(area.x, area.y)), size)
    }

    /// The nearest edge between two pixels.
    pub(super) fn snap_edge(&self, value: f32) -> f32 {
        (value * self.pixels_per_point).round() / self.pixels_per_point
    }

    /// A width of whole pixels, at least one, unless it is far less than that.
    pub(super) fn snap_width(&self, width: f32) -> f32 {
        let pixels = width * self.pixels_per_point;
        if pixels < 0.6 {
            width
        } else {
            pixels.round().max(1.0) / self.pixels_per_point
        }
    }

    /// Where the middle of a line of this width must lie near `value` so that its edges lie
    /// between pixels.
    pub(super) fn snap_center(&self, value: f32, width: f32) -> f32 {
        let half = (width * self.pixels_per_point).round().max(1.0) / 2.0;
        ((value * self.pixels_per_point - half).round() + half) / self.pixels_per_point
    }
}
