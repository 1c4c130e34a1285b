//! The transform between board units and screen coordinates.

use egui::{Pos2, Rect, pos2, vec2};
use kifu_core::scene::{Anchor, Point, Role, Scene, SceneRect, Text, point_at};

/// The distance from the squares, in board units, at which an item still belongs to the board.
const SLACK: f32 = 0.02;

/// Returns a point turned by 180 degrees about the centre of an area.
fn turned(point: Point, squares: SceneRect) -> Point {
    let center = squares.center();
    point_at(2.0 * center.x - point.x, 2.0 * center.y - point.y)
}

/// A mapping from board units to the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardTransform {
    /// The position of the picture's origin, in points.
    pub origin: Pos2,
    /// Points per board unit.
    pub scale: f32,
    /// Physical pixels per point.
    pub pixels_per_point: f32,
    /// The squares of a flipped board, which are turned by 180 degrees about their centre. What is
    /// beside them stays in place.
    pub flipped_squares: Option<SceneRect>,
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
            flipped_squares: None,
        }
    }

    /// Returns the transform of the same picture with its squares flipped.
    #[must_use]
    pub fn flipped(self, scene: &Scene) -> Self {
        let areas = scene.hit_areas.iter().map(|hit_area| hit_area.area);
        Self {
            flipped_squares: areas.reduce(SceneRect::union),
            ..self
        }
    }

    /// Returns the transform that does not flip.
    #[must_use]
    pub const fn unflipped(self) -> Self {
        Self {
            flipped_squares: None,
            ..self
        }
    }

    /// Returns the transform for an item of the picture: one beside the squares is not flipped.
    #[must_use]
    pub(super) fn for_item(self, area: SceneRect) -> Self {
        let is_on_board = |squares: &SceneRect| squares.expanded(SLACK).has(area.center());
        Self {
            flipped_squares: self.flipped_squares.filter(is_on_board),
            ..self
        }
    }

    /// Returns the screen position of a text and the part of it (start, middle or end) at that
    /// position.
    ///
    /// Letters are never turned; the coordinates beside a flipped board change places.
    pub(super) fn text_pos(&self, text: &Text) -> (Pos2, Anchor) {
        let Some(squares) = self.flipped_squares else {
            return (self.screen_pos(text.at), text.anchor);
        };
        if squares.expanded(SLACK).has(text.at) && text.role != Role::Coordinate {
            let anchor = match text.anchor {
                Anchor::Start => Anchor::End,
                Anchor::Middle => Anchor::Middle,
                Anchor::End => Anchor::Start,
            };
            return (self.screen_pos(text.at), anchor);
        }
        let turned = turned(text.at, squares);
        let is_beside = text.at.x < squares.x || text.at.x > squares.x + squares.width;
        let point = match (text.role, is_beside) {
            (Role::Coordinate, true) => point_at(text.at.x, turned.y),
            (Role::Coordinate, false) => point_at(turned.x, text.at.y),
            _ => text.at,
        };
        (self.unflipped().screen_pos(point), text.anchor)
    }

    /// Converts a point in board units to a screen position.
    pub fn screen_pos(&self, point: Point) -> Pos2 {
        let point = match self.flipped_squares {
            Some(squares) => turned(point, squares),
            None => point,
        };
        self.origin + vec2(point.x, point.y) * self.scale
    }

    /// Converts a screen position to a point in board units.
    pub fn board_point(&self, pos: Pos2) -> Point {
        let from = (pos - self.origin) / self.scale.max(f32::EPSILON);
        let point = point_at(from.x, from.y);
        match self.flipped_squares {
            Some(squares) => turned(point, squares),
            None => point,
        }
    }

    /// Converts an area in board units to a screen rectangle.
    pub fn screen_rect(&self, area: SceneRect) -> Rect {
        let corners = [
            self.screen_pos(point_at(area.x, area.y)),
            self.screen_pos(point_at(area.x + area.width, area.y + area.height)),
        ];
        Rect::from_two_pos(corners[0], corners[1])
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
