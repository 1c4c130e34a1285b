//! What is drawn.

use super::{Point, Role, SceneRect, Text};

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneItem {
    /// A shape.
    Shape(Shape),
    /// A line of text.
    Text(Text),
}

/// A shape, filled, stroked or both.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its outline.
    pub outline: Outline,
    /// How its inside is filled.
    pub fill: Option<Role>,
    /// How its outline is drawn.
    pub stroke: Option<Stroke>,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle with corners rounded by this radius.
    Area(SceneRect, f32),
    /// A circle of this radius.
    Disc(Point, f32),
    /// Straight lines from point to point. Ends and corners are round.
    Path {
        /// The points.
        points: Vec<Point>,
        /// The last is joined to the first.
        closed: bool,
    },
}

/// How an outline is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its role.
    pub role: Role,
    /// How wide, half of it on each side of the outline.
    pub width: f32,
    /// Dashes, each twice as long as wide, with gaps as long.
    pub dashed: bool,
}

impl Stroke {
    /// A whole line.
    pub const fn new(role: Role, width: f32) -> Self {
        Self {
            role,
            width,
            dashed: false,
        }
    }

    /// A dashed line.
    pub const fn dashed(role: Role, width: f32) -> Self {
        Self {
            role,
            width,
            dashed: true,
        }
    }
}

impl SceneItem {
    /// The smallest rectangle around it; around a text, as far as can be known without its font.
    pub fn area(&self) -> SceneRect {
        match self {
            Self::Shape(shape) => shape.area(),
            Self::Text(text) => text.area(),
        }
    }

    pub(super) fn transformed(&self, origin: Point, scale: f32) -> Self {
        match self {
            Self::Shape(shape) => Self::Shape(Shape {
                outline: shape.outline.placed(origin, scale),
                fill: shape.fill,
                stroke: shape.stroke.map(|stroke| Stroke {
                    width: stroke.width * scale,
                    ..stroke
                }),
            }),
            Self::Text(text) => Self::Text(Text {
                at: text.at.transformed(origin, scale),
                size: text.size * scale,
                ..text.clone()
            }),
        }
    }
}

impl Shape {
    fn area(&self) -> SceneRect {
        let inside = match &self.outline {
            Outline::Area(area, _) => *area,
            Outline::Disc(center, radius) => SceneRect::around(*center, *radius),
            Outline::Path { points, .. } => bounding_box(points),
        };
        inside.expanded(self.stroke.map_or(0.0, |stroke| stroke.width / 2.0))
    }
}

fn bounding_box(points: &[Point]) -> SceneRect {
    let Some(first) = points.first() else {
        return SceneRect::default();
    };
    let (mut low, mut high) = (*first, *first);
    for point in points {
        low = super::point_at(low.x.min(point.x), low.y.min(point.y));
        high = super::point_at(high.x.max(point.x), high.y.max(point.y));
    }
    SceneRect::new(low.x, low.y, high.x - low.x, high.y - low.y)
}

impl Outline {
    fn placed(&self, origin: Point, scale: f32) -> Self {
        match self {
            Self::Area(area, round) => Self::Area(area.transformed(origin, scale), round * scale),
            Self::Disc(center, radius) => {
                Self::Disc(center.transformed(origin, scale), radius * scale)
            }
            Self::Path { points, closed } => Self::Path {
                points: points
                    .iter()
                    .map(|point| point.transformed(origin, scale))
                    .collect(),
                closed: *closed,
            },
        }
    }
}
