//! The items of a picture: shapes and texts.

use super::{Point, Role, SceneRect};

/// An item of a picture.
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
    /// The outline.
    pub outline: Outline,
    /// The role of the filling, if it is filled.
    pub fill: Option<Role>,
    /// The stroke of the outline, if it is drawn.
    pub stroke: Option<Stroke>,
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A rectangle with corners rounded by this radius.
    Area(SceneRect, f32),
    /// A circle of this radius.
    Disc(Point, f32),
    /// Straight lines from point to point, with round ends and corners.
    Path {
        /// The points.
        points: Vec<Point>,
        /// Whether the last point is joined to the first.
        closed: bool,
    },
}

/// The stroke of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The role that gives the colour.
    pub role: Role,
    /// The width, half of it on each side of the outline.
    pub width: f32,
    /// Whether the stroke is dashed; dashes and gaps are twice as long as wide.
    pub dashed: bool,
}

impl Stroke {
    /// Creates a solid stroke.
    pub const fn new(role: Role, width: f32) -> Self {
        Self {
            role,
            width,
            dashed: false,
        }
    }

    /// Creates a dashed stroke.
    pub const fn dashed(role: Role, width: f32) -> Self {
        Self {
            role,
            width,
            dashed: true,
        }
    }
}

impl SceneItem {
    /// Returns the bounding box; an estimate for a text, since its font is not known.
    pub fn area(&self) -> SceneRect {
        match self {
            Self::Shape(shape) => shape.area(),
            Self::Text(text) => text.area(),
        }
    }

    /// Returns the point that says where the item is: its centre, the place of its text, or the first
    /// point of its path.
    pub fn reference_point(&self) -> Point {
        match self {
            Self::Shape(shape) => match &shape.outline {
                Outline::Area(area, _) => area.center(),
                Outline::Disc(center, _) => *center,
                Outline::Path { points, .. } => points.first().copied().unwrap_or_default(),
            },
            Self::Text(text) => text.at,
        }
    }

    /// Returns the item after its picture is scaled by `scale` and its origin moved to `origin`.
    #[must_use]
    pub fn transformed(&self, origin: Point, scale: f32) -> Self {
        match self {
            Self::Shape(shape) => Self::Shape(Shape {
                outline: shape.outline.transformed(origin, scale),
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
    /// Returns the bounding box, with the stroke.
    pub fn area(&self) -> SceneRect {
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
    fn transformed(&self, origin: Point, scale: f32) -> Self {
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

// Texts, with estimates of their width that need no font.

/// The part of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the text.
    Start,
    /// The middle of the text.
    Middle,
    /// The end of the text.
    End,
}

/// A line of text, vertically centred on its point: the point is at half the height of a capital
/// letter.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The point at which the text is anchored.
    pub at: Point,
    /// The part of the text that is at the point.
    pub anchor: Anchor,
    /// The height of the letters, from the bottom of a `p` to the top of an `l`.
    pub size: f32,
    /// The role that gives the colour.
    pub role: Role,
    /// Whether the text is bold.
    pub bold: bool,
    /// The characters of the text.
    pub text: String,
}

impl Text {
    /// Returns an estimate of the bounding box.
    pub fn area(&self) -> SceneRect {
        let bold_factor = if self.bold { BOLD } else { 1.0 };
        let width = width_of(&self.text) * self.size * bold_factor;
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        SceneRect::new(
            self.at.x - left,
            self.at.y - self.size / 2.0,
            width,
            self.size,
        )
    }
}

/// The factor by which bold letters are wider.
pub const BOLD: f32 = 1.12;

/// Returns an estimate of the width of a text in a common sans-serif font of size 1; too wide
/// rather than too narrow.
pub fn width_of(text: &str) -> f32 {
    text.chars().map(width).sum()
}

/// Returns an estimate of the width of a character in a font of size 1.
fn width(c: char) -> f32 {
    match c {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'j' | 'l' | 'I' | 'f' | 't' | '!'
        | '(' | ')' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        'A'..='Z' => 0.74,
        // Combining marks, and invisible characters that join letters or change their direction.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        // Scripts with wide letters, and pictographs.
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'.. => 1.1,
        _ => 0.62,
    }
}

/// Returns the text, cut and ended by an ellipsis if it is wider than `max_width` in a font of size
/// 1.
pub fn cut_to(text: &str, max_width: f32) -> String {
    if width_of(text) <= max_width {
        return text.to_owned();
    }
    let mut left = max_width - width('…');
    let kept = text.chars().take_while(|c| {
        left -= width(*c);
        left >= 0.0
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}
