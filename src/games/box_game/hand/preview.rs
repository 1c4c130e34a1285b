//! A tile drawn where it would lie, and what comes of it.

use super::super::colors::Color;
use super::super::moves::{Direction, Dot, Placement};
use super::super::position::Position;
use super::super::refusal::Broken;
use super::super::scene::Pen;
use super::super::tile::Tile;
use super::changes::{after, squares};
use crate::contract::scene::{Role, SceneItem, SceneOptions, SceneRect, Stroke};
use crate::contract::{Player, Step};

/// The tile in a dashed frame (blank if it is not known), with the squares that it makes and
/// breaks; a refused one crossed out, with crosses on the dots that it may not cover. What
/// reaches over the edge is cut off.
pub(in super::super) fn preview(
    position: &Position,
    step: Step<Placement, Tile>,
    role: Role,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = Pen::new(position, view);
    let tile = step.chance.or(position.hand());
    // A deal alone lies nowhere, but for the start tile.
    let start = tile.filter(|_| position.hand().is_none());
    let Some(placement) = step.mv.or(start.map(|_| Placement::START)) else {
        return Vec::new();
    };
    pen.tile(tile, placement, role == Role::Bad);
    if role == Role::Bad {
        pen.refused(placement);
    } else {
        for player in Player::ALL {
            if let Some(color) = pen.secrets[player.index()] {
                pen.squares_of(player, color, step);
            }
        }
        let frame = pen.frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(role, 0.18)] {
            pen.scene.frame(frame, 0.25, stroke);
        }
    }
    pen.scene.items
}

/// The colour that each dot of a tile shows, row by row.
fn colors(tile: Tile, direction: Direction) -> [Color; 12] {
    let six = tile.colors();
    std::array::from_fn(|i| match direction {
        Direction::Horizontal if i < 6 => six[i],
        Direction::Horizontal => six[11 - i],
        Direction::Vertical if i % 2 == 1 => six[i / 2],
        Direction::Vertical => six[5 - i / 2],
    })
}

impl Pen<'_> {
    /// A refused tile leaves what lies there to be seen.
    fn tile(&mut self, tile: Option<Tile>, placement: Placement, refused: bool) {
        let shown = tile.map(|tile| colors(tile, placement.direction()));
        for (nth, dot) in placement.dots().enumerate() {
            let area = self.area(dot);
            if !self.board.contains(area) || refused && self.position.dot(dot).is_some() {
                continue;
            }
            self.scene.fill(area.expanded(-0.02), 0.0, Role::Board);
            match shown {
                Some(shown) => self.cell(area.expanded(-0.06), shown[nth]),
                None => self.scene.fill(area.expanded(-0.1), 0.2, Role::Aim),
            }
            if let Some(color) = self.position.dot(dot) {
                self.covered(dot, color);
            }
        }
    }

    /// Where a tile lies, as far as that is in the picture.
    fn frame(&self, placement: Placement) -> SceneRect {
        // The stroke is as much wider.
        self.tile_area(placement)
            .intersection(self.board.expanded(0.14))
    }

    fn refused(&mut self, placement: Placement) {
        let frame = self.frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(Role::Bad, 0.2)] {
            self.scene.frame(frame, 0.25, stroke);
        }
        if let Err(Broken::CoversTooMany(_, covered)) = self.position.board.check(placement) {
            for (nth, dot) in placement.dots().enumerate() {
                if covered >> nth & 1 == 1 {
                    let center = self.area(dot).center();
                    self.scene.refusal_cross(center, 0.28);
                }
            }
            return;
        }
        // From corner to corner.
        let center = frame.center();
        self.scene
            .refusal_cross(center, 0.7_f32.min(frame.width.min(frame.height) * 0.45));
    }

    /// The squares that a player's colour wins and loses.
    fn squares_of(&mut self, player: Player, color: Color, step: Step<Placement, Tile>) {
        let after = after(self.position, step);
        let [old, new] = [self.position, &after].map(|position| squares(position, color));
        let around = |pen: &Self, (dot, side): (Dot, u8)| {
            let corner = pen.area(dot);
            let side = f32::from(side) + 1.0;
            SceneRect::new(corner.x, corner.y, side, side)
        };
        for broken in old.iter().filter(|square| !new.contains(square)) {
            let around = around(self, *broken);
            self.scene
                .frame(around, 0.15, Stroke::new(Role::Halo, 0.26));
            self.scene
                .frame(around, 0.15, Stroke::dashed(Role::Bad, 0.14));
            self.sign(around, format!("\u{2212}{}", broken.1), Role::Bad);
        }
        for made in new.iter().filter(|square| !old.contains(square)) {
            let around = around(self, *made);
            self.square(player, color, around);
            self.sign(around, format!("+{}", made.1), Role::Good);
        }
    }

    /// What a square is worth, in its middle.
    fn sign(&mut self, square: SceneRect, text: String, role: Role) {
        let center = square.center();
        self.scene.disc(center, 0.56, Role::Halo);
        self.scene.disc(center, 0.5, role);
        self.scene.label(center, 0.44, Role::Page, text);
        self.scene.embolden();
    }
}
