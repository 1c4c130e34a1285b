//! The board as a picture.

use super::BoxGame;
use super::colors::Color;
use super::moves::{COLUMNS, Dot, Placement, ROWS};
use super::position::Position;
use super::score::each_square;
use super::tile::Tile;
use crate::contract::scene::{
    Anchor, LastStep, PlayerBadge, Role, Scene, SceneOptions, SceneRect, Stroke, point_at,
};
use crate::contract::{Game, Player, Position as _};

/// How high the strip below the board is, with the secret colours and the tile in hand.
const STRIP: f32 = 1.5;

/// The dots as cells of their colour with its number. The last tile is framed; where it covers
/// another, a corner shows what lay there. Squares of the secret colours run between the cells,
/// the first player's whole and the second's dashed.
pub(super) fn scene(
    position: &Position,
    last: Option<LastStep<'_, BoxGame>>,
    view: SceneOptions,
) -> Scene {
    let mut pen = Pen::new(position, view);
    pen.board();
    if view.coordinates {
        pen.coordinates();
    }
    pen.cells();
    for player in Player::ALL {
        pen.squares(player);
        pen.legend(player);
    }
    if let Some(last) = last {
        pen.last(last);
    }
    if let Some(tile) = position.hand() {
        pen.hand(tile);
    }
    pen.scene.label = words(position, last, pen.secrets);
    pen.scene
}

fn badge(secret: Option<Color>) -> PlayerBadge {
    PlayerBadge {
        role: secret.map_or(Role::Muted, |color| Role::Ink(color.number())),
        text: secret.map_or("?".to_owned(), |color| color.to_string()),
    }
}

/// The secret colours, as far as they are known and to be shown.
pub(super) fn shown(position: &Position, view: SceneOptions) -> [Option<Color>; 2] {
    let mut secrets = position.colors().0;
    for (secret, shown) in secrets.iter_mut().zip(view.secrets) {
        *secret = secret.filter(|_| shown);
    }
    secrets
}

/// An empty picture of the right size, and where the board lies in it.
pub(super) struct Pen<'a> {
    pub(super) scene: Scene,
    pub(super) board: SceneRect,
    pub(super) position: &'a Position,
    pub(super) secrets: [Option<Color>; 2],
}

impl<'a> Pen<'a> {
    pub(super) fn new(position: &'a Position, view: SceneOptions) -> Self {
        let margin = if view.coordinates { 1.0 } else { 0.3 };
        let (width, height) = (f32::from(COLUMNS), f32::from(ROWS));
        let (across, down) = (width + 2.0 * margin, height + 2.0 * margin + STRIP);
        let secrets = shown(position, view);
        Self {
            scene: Scene::new(across, down, secrets.map(badge)),
            board: SceneRect::new(margin, margin, width, height),
            position,
            secrets,
        }
    }

    pub(super) fn area(&self, dot: Dot) -> SceneRect {
        let (x, y) = (f32::from(dot.column), f32::from(dot.row));
        SceneRect::new(self.board.x + x, self.board.y + y, 1.0, 1.0)
    }

    /// Where a tile lies, off the board too.
    pub(super) fn tile_area(&self, placement: Placement) -> SceneRect {
        let (rows, columns) = placement.direction().size();
        let corner = Dot {
            row: placement.row(),
            column: placement.column(),
        };
        SceneRect {
            width: f32::from(columns),
            height: f32::from(rows),
            ..self.area(corner)
        }
    }

    fn board(&mut self) {
        let board = self.board.expanded(0.14);
        self.scene.fill(board, 0.2, Role::Board);
        self.scene.frame(board, 0.2, Stroke::new(Role::Frame, 0.08));
    }

    fn coordinates(&mut self) {
        let SceneRect { x, y, .. } = self.board;
        for n in 0..COLUMNS {
            let letter = char::from(b'a' + n).to_string();
            for y in [y - 0.55, y + f32::from(ROWS) + 0.55] {
                let center = point_at(x + f32::from(n) + 0.5, y);
                self.scene.label(center, 0.55, Role::Muted, letter.clone());
            }
        }
        for n in 0..ROWS {
            let letter = char::from(b'A' + n).to_string();
            for x in [x - 0.55, x + f32::from(COLUMNS) + 0.55] {
                let center = point_at(x, y + f32::from(n) + 0.5);
                self.scene.label(center, 0.55, Role::Muted, letter.clone());
            }
        }
    }

    fn cells(&mut self) {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let dot = Dot { row, column };
                let area = self.area(dot);
                let label = if let Some(color) = self.position.dot(dot) {
                    self.cell(area, color);
                    format!("{dot}, {color} {}", color.name())
                } else {
                    self.scene.disc(area.center(), 0.09, Role::Faint);
                    format!("{dot}, empty")
                };
                self.scene.add_hit_area(&dot, area, label);
            }
        }
    }

    pub(super) fn cell(&mut self, area: SceneRect, color: Color) {
        let ink = Role::Ink(color.number());
        self.scene.fill(area.expanded(-0.07), 0.2, ink);
        let text = color.to_string();
        self.scene.label(area.center(), 0.52, ink.on(), text);
    }

    fn squares(&mut self, player: Player) {
        let Some(color) = self.secrets[player.index()] else {
            return;
        };
        for (dot, side) in each_square(self.position.rows(), color) {
            let side = f32::from(side) + 1.0;
            let corner = self.area(dot);
            let around = SceneRect::new(corner.x, corner.y, side, side);
            self.square(player, color, around);
        }
    }

    pub(super) fn square(&mut self, player: Player, color: Color, around: SceneRect) {
        let ink = Role::Ink(color.number());
        let line = match player {
            Player::First => Stroke::new(ink, 0.12),
            Player::Second => Stroke::dashed(ink, 0.12),
        };
        let edge = Stroke::new(ink.on(), 0.22);
        self.scene.frame(around, 0.15, edge);
        self.scene.frame(around, 0.15, line);
    }

    fn legend(&mut self, player: Player) {
        let index = player.index();
        let y = self.scene.size.y - STRIP / 2.0;
        let left = self.board.x + [0.0, 6.9][index];
        self.scene.badge(index, point_at(left + 0.45, y), 0.42);
        let text = match self.secrets[index] {
            None => "not known".to_owned(),
            Some(color) => {
                let squares = each_square(self.position.rows(), color);
                let points: u32 = squares.map(|(_, side)| u32::from(side)).sum();
                format!("{}: {points}", color.name())
            }
        };
        if let Some(color) = self.secrets[index] {
            let sample = SceneRect::around(point_at(left + 1.6, y), 0.36);
            self.square(player, color, sample);
        }
        let words = point_at(left + 2.3, y);
        self.scene
            .write(words, Anchor::Start, 0.58, Role::Text, text);
    }

    fn last(&mut self, last: LastStep<'_, BoxGame>) {
        let placement = match last.step.mv {
            Some(placement) => placement,
            // The start tile lies where it must.
            None if self.position.hand().is_none() => Placement::START,
            None => return,
        };
        for dot in placement.dots() {
            if let Some(color) = last.before.dot(dot) {
                self.covered(dot, color);
            }
        }
        let tile = self.tile_area(placement);
        for (role, width) in [(Role::Halo, 0.34), (Role::Text, 0.2)] {
            self.scene.frame(tile, 0.25, Stroke::new(role, width));
        }
    }

    /// What lay under a dot of the last tile.
    pub(super) fn covered(&mut self, dot: Dot, color: Color) {
        let area = self.area(dot).expanded(-0.07);
        let (right, top) = (area.x + area.width, area.y);
        let corner = [
            point_at(right - 0.5, top),
            point_at(right, top),
            point_at(right, top + 0.5),
        ];
        self.scene.polygon(corner, Role::Ink(color.number()));
        let edge = Stroke::new(Role::Text, 0.06);
        self.scene.line([corner[0], corner[2]], edge);
    }

    fn hand(&mut self, tile: Tile) {
        let left = self.board.x + self.board.width - 6.0;
        let y = self.scene.size.y - STRIP / 2.0 - 0.5;
        for (nth, color) in (0..6u8).zip(tile.colors()) {
            let area = SceneRect::new(left + f32::from(nth), y, 1.0, 1.0);
            self.cell(area, color);
        }
    }
}

fn words(
    position: &Position,
    last: Option<LastStep<'_, BoxGame>>,
    secrets: [Option<Color>; 2],
) -> String {
    let mut text = format!("{}, {ROWS} rows of {COLUMNS} dots.", BoxGame::NAME);
    for (side, secret) in BoxGame::SIDES.iter().zip(secrets) {
        if let Some(color) = secret {
            let squares = each_square(position.rows(), color);
            let (count, points) = squares.fold((0, 0), |(count, points), (_, side)| {
                (count + 1, points + u32::from(side))
            });
            let squares = if count == 1 { "square" } else { "squares" };
            text.push_str(&format!(
                " {side}: {}, {count} {squares}, {points} points.",
                color.name()
            ));
        }
    }
    if let Some(LastStep { before, step }) = last {
        let mover = before
            .mover()
            .map_or("Luck", |player| BoxGame::SIDES[player.index()]);
        if let Some(placement) = step.mv {
            let covered = placement
                .dots()
                .filter(|dot| before.dot(*dot).is_some())
                .count();
            text.push_str(&format!(" {mover} put a tile at {placement}"));
            match covered {
                0 => text.push('.'),
                _ => text.push_str(&format!(", {covered} of its dots on others.")),
            }
        }
    }
    if let Some(tile) = position.hand() {
        text.push_str(&format!(" The tile to put: {tile}."));
    }
    if position.is_over() {
        text.push_str(" No tile has room.");
    }
    text
}
