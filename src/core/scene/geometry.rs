//! Points and rectangles.

/// A point of a picture, or a displacement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The distance to the right.
    pub x: f32,
    /// The distance downward.
    pub y: f32,
}

/// Returns the point at `x` and `y`.
pub const fn point_at(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// Returns the point that lies `x` further right and `y` further down.
    #[must_use]
    pub fn offset(self, x: f32, y: f32) -> Self {
        point_at(self.x + x, self.y + y)
    }

    /// Returns the point after its picture is scaled by `scale` and its origin moved to `origin`.
    pub(super) fn transformed(self, origin: Self, scale: f32) -> Self {
        point_at(origin.x + self.x * scale, origin.y + self.y * scale)
    }

    /// Returns the point at the fraction `part` of the way to another.
    #[must_use]
    pub fn lerp(self, other: Self, part: f32) -> Self {
        point_at(
            self.x + (other.x - self.x) * part,
            self.y + (other.y - self.y) * part,
        )
    }

    /// Returns the distance to another point.
    pub fn distance(self, other: Self) -> f32 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }
}

/// A rectangle parallel to the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneRect {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
}

impl SceneRect {
    /// Creates the rectangle with this upper left corner and size.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Creates the square around a point that extends `half` to each side.
    pub fn around(center: Point, half: f32) -> Self {
        Self::new(center.x - half, center.y - half, 2.0 * half, 2.0 * half)
    }

    /// Returns the centre.
    pub fn center(self) -> Point {
        point_at(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the rectangle extended by `by` on each side, or shrunk if that is negative.
    #[must_use]
    pub fn expanded(self, by: f32) -> Self {
        Self::new(
            self.x - by,
            self.y - by,
            self.width + 2.0 * by,
            self.height + 2.0 * by,
        )
    }

    /// Reports whether another rectangle lies within this one, apart from rounding errors.
    pub fn contains(self, other: Self) -> bool {
        const SLACK: f32 = 1e-3;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.x + other.width <= self.x + self.width + SLACK
            && other.y + other.height <= self.y + self.height + SLACK
    }

    /// Reports whether a point lies within this rectangle.
    pub fn has(self, point: Point) -> bool {
        (self.x..=self.x + self.width).contains(&point.x)
            && (self.y..=self.y + self.height).contains(&point.y)
    }

    /// Returns the smallest rectangle that contains this one and another.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self::new(x, y, right - x, bottom - y)
    }

    /// Returns the point nearest to `point` that is at least `margin` inside the edges.
    pub fn nearest(self, point: Point, margin: f32) -> Point {
        let inner = self.expanded(-margin);
        let across = inner.width.max(0.0);
        let down = inner.height.max(0.0);
        point_at(
            point.x.clamp(inner.x, inner.x + across),
            point.y.clamp(inner.y, inner.y + down),
        )
    }

    /// Returns the area shared with another rectangle; of width or height 0 if there is none.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Self::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0))
    }

    /// Returns the rectangle after its picture is scaled by `scale` and its origin moved to
    /// `origin`.
    pub(super) fn transformed(self, origin: Point, scale: f32) -> Self {
        let corner = point_at(self.x, self.y).transformed(origin, scale);
        Self::new(corner.x, corner.y, self.width * scale, self.height * scale)
    }
}
