//! The preview of a move: the tile at its placement, and the squares that it makes and breaks.

use super::super::board::Position;
use super::super::colors::Color;
use super::super::explain::{after_step, squares};
use super::super::moves::{Cell, Move, Orientation};
use super::super::scene::{SceneBuilder, dot_colors};
use super::super::tile::Tile;
use super::super::violation::Violation;
use crate::contract::{Player, Step};
use crate::scene::{Role, Scene, SceneItem, SceneOptions, SceneRect, Stroke};

/// Draws a tile in a dashed frame, with the squares that it makes and breaks.
///
/// An unknown tile is blank. An illegal one is crossed out, with crosses on the dots that it must
/// not cover. A tile that reaches over the edge is cut off there.
pub(in super::super) fn preview(
    position: &Position,
    step: Step<Move, Tile>,
    role: Role,
    options: SceneOptions,
) -> Vec<SceneItem> {
    if position.draws_first_tile() {
        return Vec::new();
    }
    let mut builder = SceneBuilder::new(position, options);
    let tile = step.chance.or(position.tile_in_hand());
    // A tile alone has no placement, unless it is the start tile.
    let start_tile = tile.filter(|_| position.tile_in_hand().is_none());
    let Some(placement) = step.mv.or(start_tile.map(|_| Move::START)) else {
        return Vec::new();
    };
    builder.draw_tile(tile, placement, role == Role::Bad);
    if role == Role::Bad {
        builder.draw_illegal_tile(placement);
    } else {
        for player in Player::ALL {
            if let Some(color) = builder.secrets[player.index()] {
                builder.draw_changed_squares(player, color, step);
            }
        }
        let frame = builder.tile_frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(role, 0.18)] {
            builder.scene.frame(frame, 0.25, stroke);
        }
    }
    builder.scene.items
}

/// Draws a tile alone, in the middle of a square picture.
pub(super) fn tile_in_hand(
    position: &Position,
    tile: Tile,
    orientation: Orientation,
    options: SceneOptions,
) -> Scene {
    /// The side of the picture, in cells: the longer side of a tile and a margin.
    const SIDE: f32 = 6.4;
    let mut builder = SceneBuilder::new(position, options);
    let (rows, columns) = orientation.size();
    let size = (f32::from(columns), f32::from(rows));
    let corner = ((SIDE - size.0) / 2.0, (SIDE - size.1) / 2.0);
    let around = SceneRect::new(corner.0, corner.1, size.0, size.1);
    builder.scene.fill(around.expanded(0.15), 0.25, Role::Board);
    for (index, color) in (0u8..).zip(dot_colors(tile, orientation)) {
        let (row, column) = (f32::from(index / columns), f32::from(index % columns));
        let area = SceneRect::new(corner.0 + column, corner.1 + row, 1.0, 1.0);
        builder.draw_cell(area, color);
    }
    let mut scene = Scene::new(SIDE, SIDE, builder.scene.badges.clone());
    scene.items = builder.scene.items;
    scene.label = format!("tile {tile}");
    scene
}

impl SceneBuilder<'_> {
    /// Draws the dots of a tile; an illegal tile leaves the dots below it visible.
    fn draw_tile(&mut self, tile: Option<Tile>, placement: Move, refused: bool) {
        let shown = tile.map(|tile| dot_colors(tile, placement.orientation()));
        for (index, cell) in placement.cells().enumerate() {
            let area = self.cell_rect(cell);
            if !self.board_rect.contains(area) || refused && self.position.color_at(cell).is_some()
            {
                continue;
            }
            self.scene.fill(area.expanded(-0.02), 0.0, Role::Board);
            match shown {
                Some(shown) => self.draw_cell(area.expanded(-0.06), shown[index]),
                None => self.scene.fill(area.expanded(-0.1), 0.2, Role::Aim),
            }
            if let Some(color) = self.position.color_at(cell) {
                self.draw_covered_corner(cell, color);
            }
        }
    }

    /// Returns the frame around a tile, as far as it is on the board.
    fn tile_frame(&self, placement: Move) -> SceneRect {
        // The margin shows the stroke on the edge of the board, half of which is outside.
        self.tile_rect(placement)
            .intersection(self.board_rect.expanded(0.14))
    }

    fn draw_illegal_tile(&mut self, placement: Move) {
        let frame = self.tile_frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(Role::Bad, 0.2)] {
            self.scene.frame(frame, 0.25, stroke);
        }
        if let Err(Violation::CoversTooMany(_, covered)) = self.position.board.check(placement) {
            for (index, cell) in placement.cells().enumerate() {
                if covered >> index & 1 == 1 {
                    let center = self.cell_rect(cell).center();
                    self.scene.refusal_cross(center, 0.28);
                }
            }
            return;
        }
        // A cross over the whole tile.
        let center = frame.center();
        self.scene
            .refusal_cross(center, 0.7_f32.min(frame.width.min(frame.height) * 0.45));
    }

    /// Draws the squares that a player's colour gains and loses.
    fn draw_changed_squares(&mut self, player: Player, color: Color, step: Step<Move, Tile>) {
        let after = after_step(self.position, step);
        let [old, new] = [self.position, &after].map(|position| squares(position, color));
        let around = |builder: &Self, (cell, side): (Cell, u8)| {
            let corner = builder.cell_rect(cell);
            let side = f32::from(side) + 1.0;
            SceneRect::new(corner.x, corner.y, side, side)
        };
        for broken in old.iter().filter(|square| !new.contains(square)) {
            let around = around(self, *broken);
            self.scene
                .frame(around, 0.15, Stroke::new(Role::Halo, 0.26));
            self.scene
                .frame(around, 0.15, Stroke::dashed(Role::Bad, 0.14));
            self.draw_points(around, format!("\u{2212}{}", broken.1), Role::Bad);
        }
        for made in new.iter().filter(|square| !old.contains(square)) {
            let around = around(self, *made);
            self.draw_square(player, color, around);
            self.draw_points(around, format!("+{}", made.1), Role::Good);
        }
    }

    /// Draws the points of a square at its centre.
    fn draw_points(&mut self, square: SceneRect, text: String, role: Role) {
        let center = square.center();
        self.scene.disc(center, 0.56, Role::Halo);
        self.scene.disc(center, 0.5, role);
        self.scene.label(center, 0.44, Role::Page, text);
        self.scene.embolden();
    }
}
