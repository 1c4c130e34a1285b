//! A picture as data: shapes, texts and spots that can be clicked, in board units, each with a
//! [`Role`] rather than a colour.
//!
//! A game says what its board looks like once ([`Game::scene`]); a window, a
//! file of any picture format and a screen reader take it from there. Nothing here knows a font,
//! a pixel or a toolkit; what a role looks like a [`Palette`] says.
//!
//! Units: a square of the board is 1 by 1. The origin is the upper left corner, y grows downward.
//! Items lie one upon the other in the order of the list.
//!
//! ```
//! use kifu::scene::{Palette, View};
//! use kifu::contract::Setup;
//! use kifu::games::{CATALOGUE, by_id};
//!
//! let book = by_id(CATALOGUE, "clobber").ok_or("no such game")?;
//! let mut table = book.start(&Setup::default())?;
//! table.play("e2e3").map_err(|mishap| format!("{mishap:?}"))?;
//! let scene = table.scene(View::default());
//! assert_eq!(scene.spot("e3").map(|spot| spot.label.as_str()), Some("e3, White"));
//! assert!(scene.label.contains("White moved from e2 and took on e3."));
//! let picture = kifu::formats::svg(&scene, Palette::DARK);
//! assert!(picture.starts_with("<svg "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod draw;
mod geometry;
mod item;
mod palette;
mod role;
mod text;

pub use geometry::{Point, SceneRect, point_at};
pub use item::{Outline, SceneItem, Shape, Stroke};
pub use palette::{Palette, Rgba};
pub use role::{Role, Tone};
pub use text::{Anchor, BOLD, Text, cut_to, width_of};

/// What a picture is to show beside the board itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneOptions {
    /// Letters and numbers of columns and rows.
    pub coordinates: bool,
    /// Whose secrets are shown, first player first.
    pub secrets: [bool; 2],
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            coordinates: true,
            secrets: [true; 2],
        }
    }
}

/// A place on the board that means something in the game's notation.
#[derive(Clone, Debug, PartialEq)]
pub struct HitArea {
    /// The name of a square, or the part of a token that it stands for; no two spots of a scene
    /// have the same.
    pub id: String,
    /// Where it is.
    pub area: SceneRect,
    /// What a screen reader says of it: the name, and what is there.
    pub label: String,
}

/// By what a player is known on the board: a disc of this role with this letter or digit on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerBadge {
    /// How it is filled.
    pub role: Role,
    /// What is written on it; may be empty.
    pub text: String,
}

impl PlayerBadge {
    /// A stone.
    pub const fn stone(tone: Tone) -> Self {
        Self {
            role: Role::Stone(tone),
            text: String::new(),
        }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Width and height.
    pub size: Point,
    /// What a screen reader says of the whole: the board, the last act, what catches the eye.
    pub label: String,
    /// By what the players are known, first player first.
    pub badges: [PlayerBadge; 2],
    /// What is drawn, the lowest first.
    pub items: Vec<SceneItem>,
    /// What can be clicked.
    pub hit_areas: Vec<HitArea>,
}

impl Scene {
    /// An empty picture of this size.
    pub fn new(width: f32, height: f32, badges: [PlayerBadge; 2]) -> Self {
        Self {
            size: point_at(width, height),
            label: String::new(),
            badges,
            items: Vec::new(),
            hit_areas: Vec::new(),
        }
    }

    /// The whole picture as an area.
    pub const fn area(&self) -> SceneRect {
        SceneRect::new(0.0, 0.0, self.size.x, self.size.y)
    }

    /// The spot with this id.
    pub fn hit_area(&self, id: &str) -> Option<&HitArea> {
        self.hit_areas.iter().find(|spot| spot.id == id)
    }

    /// Adds a spot.
    pub fn add_hit_area(&mut self, id: &impl ToString, area: SceneRect, label: String) {
        self.hit_areas.push(HitArea {
            id: id.to_string(),
            area,
            label,
        });
    }

    /// Puts another picture onto this one: its origin at `origin`, its units `scale` times as
    /// large. Its label and badges are left behind.
    pub fn embed(&mut self, other: &Self, origin: Point, scale: f32) {
        let items = other
            .items
            .iter()
            .map(|item| item.transformed(origin, scale));
        self.items.extend(items);
        self.hit_areas
            .extend(other.hit_areas.iter().map(|spot| HitArea {
                area: spot.area.transformed(origin, scale),
                ..spot.clone()
            }));
    }
}
