//! Pictures as data: shapes, texts and hit areas in board units, with a [`Role`] instead of a
//! colour.
//!
//! A game draws its board once, as a [`Scene`] (see [`Draw`](crate::contract::Draw)); windows,
//! picture files and screen readers take it from there. Nothing here knows fonts, pixels or
//! toolkits; a [`Palette`] maps roles to colours.
//!
//! A square of the board is 1 by 1. The origin is the upper left corner, and y grows downward.
//! Items are drawn in the order of the list, later ones over earlier ones.
//!
//! ```
//! use kifu_core::scene::{Palette, PlayerBadge, Role, Scene, SceneRect, Tone, point_at};
//!
//! let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
//! let mut scene = Scene::new(2.0, 1.0, badges);
//! scene.fill(scene.area(), 0.1, Role::Board);
//! let center = point_at(0.5, 0.5);
//! scene.stone(center, 0.4, Tone::Light);
//! let square = SceneRect::around(center, 0.5);
//! scene.add_hit_area(&"a1", square, || "a1, White".to_owned());
//!
//! assert_eq!(scene.hit_area("a1").map(|hit| hit.area), Some(square));
//! assert_ne!(Palette::DARK.color(Role::Board), Palette::LIGHT.color(Role::Board));
//! ```

mod annotation;
mod draw;
mod geometry;
mod item;
mod palette;

pub use annotation::{AnnotationSign, AnnotationStyle, MoveAnnotation};
pub use geometry::{Point, SceneRect, point_at};
pub use item::{Anchor, BOLD, Text, cut_to, width_of};
pub use item::{Outline, SceneItem, Shape, Stroke};
pub use palette::{Palette, Rgba};
pub use palette::{Role, Tone};

/// The optional parts of a picture of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneOptions {
    /// Whether to label columns and rows.
    pub coordinates: bool,
    /// Whether to show each player's secrets, first player first.
    pub secrets: [bool; 2],
    /// Whether to add the areas that can be clicked; without them a picture is made much faster.
    pub hit_areas: bool,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            coordinates: true,
            secrets: [true; 2],
            hit_areas: true,
        }
    }
}

/// An area of the board that can be clicked and that the game's notation can name.
#[derive(Clone, Debug, PartialEq)]
pub struct HitArea {
    /// The name of a square, or another part of a token; unique in a scene.
    pub id: String,
    /// The area that reacts to clicks.
    pub area: SceneRect,
    /// The label for screen readers: the name, and what is on the square.
    pub label: String,
}

/// The badge that identifies a player: a disc with a letter or digit on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerBadge {
    /// The role of the disc.
    pub role: Role,
    /// The text on the disc; may be empty.
    pub text: String,
}

impl PlayerBadge {
    /// Creates a badge that is a stone without text.
    pub const fn stone(tone: Tone) -> Self {
        Self {
            role: Role::Stone(tone),
            text: String::new(),
        }
    }
}

/// A picture with its clickable areas.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width and height.
    pub size: Point,
    /// The label for screen readers: the board, the last step, and the highlights.
    pub label: String,
    /// The players' badges, first player first.
    pub badges: [PlayerBadge; 2],
    /// The items to draw, the lowest first.
    pub items: Vec<SceneItem>,
    /// The areas that can be clicked.
    pub hit_areas: Vec<HitArea>,
    /// Whether [`add_hit_area`](Self::add_hit_area) adds areas.
    has_hit_areas: bool,
}

impl Scene {
    /// Creates an empty picture of this size.
    pub fn new(width: f32, height: f32, badges: [PlayerBadge; 2]) -> Self {
        Self {
            size: point_at(width, height),
            label: String::new(),
            badges,
            items: Vec::new(),
            hit_areas: Vec::new(),
            has_hit_areas: true,
        }
    }

    /// Sets whether the picture has the areas that can be clicked.
    #[must_use]
    pub const fn with_hit_areas(mut self, has_hit_areas: bool) -> Self {
        self.has_hit_areas = has_hit_areas;
        self
    }

    /// Returns the rectangle of the whole picture.
    pub const fn area(&self) -> SceneRect {
        SceneRect::new(0.0, 0.0, self.size.x, self.size.y)
    }

    /// Returns the hit area with this id.
    pub fn hit_area(&self, id: &str) -> Option<&HitArea> {
        self.hit_areas.iter().find(|hit_area| hit_area.id == id)
    }

    /// Adds a hit area, if the picture has them.
    pub fn add_hit_area(
        &mut self,
        id: &impl ToString,
        area: SceneRect,
        label: impl FnOnce() -> String,
    ) {
        if self.has_hit_areas {
            self.hit_areas.push(HitArea {
                id: id.to_string(),
                area,
                label: label(),
            });
        }
    }

    /// Draws another picture onto this one, with its origin at `origin` and its units `scale` times
    /// as large. Its label and badges are ignored.
    pub fn embed(&mut self, other: &Self, origin: Point, scale: f32) {
        let items = other
            .items
            .iter()
            .map(|item| item.transformed(origin, scale));
        self.items.extend(items);
        self.hit_areas
            .extend(other.hit_areas.iter().map(|hit_area| HitArea {
                area: hit_area.area.transformed(origin, scale),
                ..hit_area.clone()
            }));
    }
}
