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
//! use kifu::contract::scene::{Palette, View};
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

mod area;
mod item;
mod palette;
mod pens;
mod role;
mod text;

pub use area::{Area, Point, at};
pub use item::{Item, Outline, Shape, Stroke};
pub use palette::{Palette, Rgba};
pub use role::{Role, Tone};
pub use text::{Anchor, BOLD, Text, cut_to, width_of};

use super::{Game, StepOf};

/// What a picture is to show beside the board itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Letters and numbers of columns and rows.
    pub coordinates: bool,
    /// Whose secrets are shown, first player first.
    pub secrets: [bool; 2],
}

impl Default for View {
    fn default() -> Self {
        Self {
            coordinates: true,
            secrets: [true; 2],
        }
    }
}

/// The act that led to a position, and the position before it.
pub struct Last<'a, G: Game> {
    /// The position in which the act was made.
    pub before: &'a G::Position,
    /// The act.
    pub step: &'a StepOf<G>,
}

impl<G: Game> Clone for Last<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Last<'_, G> {}

/// A place on the board that means something in the game's notation.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The name of a square, or the part of a token that it stands for; no two spots of a scene
    /// have the same.
    pub id: String,
    /// Where it is.
    pub area: Area,
    /// What a screen reader says of it: the name, and what is there.
    pub label: String,
}

/// By what a player is known on the board: a disc of this role with this letter or digit on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// How it is filled.
    pub role: Role,
    /// What is written on it; may be empty.
    pub text: String,
}

impl Badge {
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
    pub badges: [Badge; 2],
    /// What is drawn, the lowest first.
    pub items: Vec<Item>,
    /// What can be clicked.
    pub spots: Vec<Spot>,
}

impl Scene {
    /// An empty picture of this size.
    pub fn new(width: f32, height: f32, badges: [Badge; 2]) -> Self {
        Self {
            size: at(width, height),
            label: String::new(),
            badges,
            items: Vec::new(),
            spots: Vec::new(),
        }
    }

    /// The whole picture as an area.
    pub const fn area(&self) -> Area {
        Area::new(0.0, 0.0, self.size.x, self.size.y)
    }

    /// The spot with this id.
    pub fn spot(&self, id: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.id == id)
    }

    /// Adds a spot.
    pub fn add_spot(&mut self, id: &impl ToString, area: Area, label: String) {
        self.spots.push(Spot {
            id: id.to_string(),
            area,
            label,
        });
    }

    /// Puts another picture onto this one: its origin at `origin`, its units `scale` times as
    /// large. Its label and badges are left behind.
    pub fn put(&mut self, other: &Self, origin: Point, scale: f32) {
        let items = other.items.iter().map(|item| item.placed(origin, scale));
        self.items.extend(items);
        self.spots.extend(other.spots.iter().map(|spot| Spot {
            area: spot.area.placed(origin, scale),
            ..spot.clone()
        }));
    }
}
