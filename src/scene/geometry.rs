//! Points and areas.

/// A place in a picture, or a distance: x to the right, y downward.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downward.
    pub y: f32,
}

/// The point at `x` and `y`.
pub const fn point_at(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// The point so much further right and down.
    #[must_use]
    pub fn offset(self, x: f32, y: f32) -> Self {
        point_at(self.x + x, self.y + y)
    }

    /// The place of this point of a picture that is put at `origin`, `scale` times as large.
    pub(super) fn transformed(self, origin: Self, scale: f32) -> Self {
        point_at(origin.x + self.x * scale, origin.y + self.y * scale)
    }

    /// The point at `part` of the way to another.
    #[must_use]
    pub fn lerp(self, other: Self, part: f32) -> Self {
        point_at(
            self.x + (other.x - self.x) * part,
            self.y + (other.y - self.y) * part,
        )
    }

    /// How far away another point is.
    pub fn distance(self, other: Self) -> f32 {
        let (x, y) = (other.x - self.x, other.y - self.y);
        (x * x + y * y).sqrt()
    }
}

/// A rectangle along the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SceneRect {
    /// Its left edge.
    pub x: f32,
    /// Its upper edge.
    pub y: f32,
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
}

impl SceneRect {
    /// The rectangle with this upper left corner and size.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// The square around a point, `half` to each side.
    pub fn around(center: Point, half: f32) -> Self {
        Self::new(center.x - half, center.y - half, 2.0 * half, 2.0 * half)
    }

    /// Its middle.
    pub fn center(self) -> Point {
        point_at(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The same, larger by so much on each side (smaller, if negative).
    #[must_use]
    pub fn expanded(self, by: f32) -> Self {
        Self::new(
            self.x - by,
            self.y - by,
            self.width + 2.0 * by,
            self.height + 2.0 * by,
        )
    }

    /// Whether another lies within it, but for what rounding makes.
    pub fn contains(self, other: Self) -> bool {
        const SLACK: f32 = 1e-3;
        other.x >= self.x - SLACK
            && other.y >= self.y - SLACK
            && other.x + other.width <= self.x + self.width + SLACK
            && other.y + other.height <= self.y + self.height + SLACK
    }

    /// The point of it that is nearest to another, `away` from its edges.
    pub fn nearest(self, point: Point, away: f32) -> Point {
        let inner = self.expanded(-away);
        let across = inner.width.max(0.0);
        let down = inner.height.max(0.0);
        point_at(
            point.x.clamp(inner.x, inner.x + across),
            point.y.clamp(inner.y, inner.y + down),
        )
    }

    /// What it has in common with another; empty where that is nothing.
    #[must_use]
    pub fn intersection(self, other: Self) -> Self {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = (self.x + self.width).min(other.x + other.width);
        let bottom = (self.y + self.height).min(other.y + other.height);
        Self::new(x, y, (right - x).max(0.0), (bottom - y).max(0.0))
    }

    pub(super) fn transformed(self, origin: Point, scale: f32) -> Self {
        let corner = point_at(self.x, self.y).transformed(origin, scale);
        Self::new(corner.x, corner.y, self.width * scale, self.height * scale)
    }
}
