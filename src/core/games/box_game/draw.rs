//! The board drawn as a scene and as text, and annotations of moves.

use super::BoxGame;
use super::board::Position;
use super::colors::Color;
use super::grid::squares_of_color;
use super::moves::{COLUMNS, Cell, Move, Orientation, ROWS};
use super::tile::Tile;
use crate::contract::{Draw, Game, LastStep, Player, Position as _, Rules as _, StepOf, TextStyle};
use crate::scene::{
    Anchor, AnnotationStyle, MoveAnnotation, PlayerBadge, Role, Scene, SceneOptions, SceneRect,
    Stroke, point_at,
};
use std::fmt::Write;

/// The height, in cells, of the strip below the board, which holds the secret colours and the
/// tile in hand.
const STRIP_HEIGHT: f32 = 1.5;

impl Draw for BoxGame {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        let placement = last.and_then(|step| position.placement_of(*step));
        text_board(position, placement, style)
    }

    /// Draws a position, with each dot as a cell in its colour and with its number.
    ///
    /// The last tile is framed; where it covers a dot, a corner of the cell shows that dot's colour.
    /// Squares of the secret colours are outlined, the first player's solid and the second's dashed.
    fn scene(
        position: &Position,
        last: Option<LastStep<'_, Self>>,
        options: SceneOptions,
    ) -> Scene {
        let mut builder = SceneBuilder::new(position, options);
        builder.draw_board();
        if options.coordinates {
            builder.draw_coordinates();
        }
        builder.draw_cells();
        for player in Player::ALL {
            builder.draw_squares(player);
            builder.draw_legend(player);
        }
        if let Some(last) = last {
            builder.draw_last_step(last);
        }
        if let Some(tile) = position.tile_in_hand() {
            builder.draw_tile_in_hand(tile);
        }
        builder.scene.label = label_text(position, last, builder.secrets);
        builder.scene
    }

    /// Draws the frame of a tile. A tile to recommend shows its colours inside small discs, so that the
    /// dots below them stay visible.
    fn annotate_step(
        before: &Position,
        step: &StepOf<Self>,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let placement = step.mv?;
        let mut builder = SceneBuilder::new(before, options);
        let tile = step.chance.or(before.tile_in_hand());
        if let Some(tile) = tile.filter(|_| !style.dashed) {
            let colors = dot_colors(tile, placement.orientation());
            for (cell, color) in placement.cells().zip(colors) {
                let center = builder.cell_rect(cell).center();
                builder.scene.disc(center, 0.36, Role::Halo);
                builder.scene.disc(center, 0.29, Role::Ink(color.number()));
                builder
                    .scene
                    .label(center, 0.42, Role::OnInk(color.number()), color.to_string());
            }
        }
        let frame = builder
            .tile_rect(placement)
            .intersection(builder.board_rect.expanded(0.14));
        builder.scene.annotation_frame(frame, 0.25, 0.2, style);
        // Tiles across and down may share a corner.
        let corner = if style.dashed {
            point_at(frame.x, frame.y + frame.height)
        } else {
            point_at(frame.x + frame.width, frame.y)
        };
        Some(MoveAnnotation::new(builder.scene, corner))
    }
}

fn badge(secret: Option<Color>) -> PlayerBadge {
    PlayerBadge {
        role: secret.map_or(Role::Muted, |color| Role::Ink(color.number())),
        text: secret.map_or("?".to_owned(), |color| color.to_string()),
    }
}

/// Returns the secret colours that are known and that the options allow to be shown.
pub(super) fn visible_colors(position: &Position, options: SceneOptions) -> [Option<Color>; 2] {
    let mut secrets = position.colors().0;
    for (secret, shown) in secrets.iter_mut().zip(options.secrets) {
        *secret = secret.filter(|_| shown);
    }
    secrets
}

/// Returns the colours of a tile's twelve dots, row by row.
pub(super) fn dot_colors(tile: Tile, orientation: Orientation) -> [Color; 12] {
    let six = tile.colors();
    std::array::from_fn(|i| match orientation {
        Orientation::Horizontal if i < 6 => six[i],
        Orientation::Horizontal => six[11 - i],
        Orientation::Vertical if i % 2 == 1 => six[i / 2],
        Orientation::Vertical => six[5 - i / 2],
    })
}

/// A scene under construction, with the position that it shows and the board's place in it.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: Scene,
    pub(super) board_rect: SceneRect,
    pub(super) position: &'a Position,
    pub(super) secrets: [Option<Color>; 2],
}

impl<'a> SceneBuilder<'a> {
    /// Creates an empty scene of the right size.
    pub(super) fn new(position: &'a Position, options: SceneOptions) -> Self {
        let margin = if options.coordinates { 1.0 } else { 0.3 };
        let (width, height) = (f32::from(COLUMNS), f32::from(ROWS));
        let (across, down) = (width + 2.0 * margin, height + 2.0 * margin + STRIP_HEIGHT);
        let secrets = visible_colors(position, options);
        Self {
            scene: Scene::new(across, down, secrets.map(badge)).with_hit_areas(options.hit_areas),
            board_rect: SceneRect::new(margin, margin, width, height),
            position,
            secrets,
        }
    }

    /// Returns the rectangle of a cell.
    pub(super) fn cell_rect(&self, cell: Cell) -> SceneRect {
        let (x, y) = (f32::from(cell.column), f32::from(cell.row));
        SceneRect::new(self.board_rect.x + x, self.board_rect.y + y, 1.0, 1.0)
    }

    /// Returns the rectangle of a tile, which may reach over the edge of the board.
    pub(super) fn tile_rect(&self, placement: Move) -> SceneRect {
        let (rows, columns) = placement.orientation().size();
        let corner = Cell {
            row: placement.row(),
            column: placement.column(),
        };
        SceneRect {
            width: f32::from(columns),
            height: f32::from(rows),
            ..self.cell_rect(corner)
        }
    }

    fn draw_board(&mut self) {
        let board = self.board_rect.expanded(0.14);
        self.scene.fill(board, 0.2, Role::Board);
        self.scene.frame(board, 0.2, Stroke::new(Role::Frame, 0.08));
    }

    fn draw_coordinates(&mut self) {
        let SceneRect { x, y, .. } = self.board_rect;
        for n in 0..COLUMNS {
            let letter = char::from(b'a' + n).to_string();
            for y in [y - 0.55, y + f32::from(ROWS) + 0.55] {
                let center = point_at(x + f32::from(n) + 0.5, y);
                self.scene
                    .label(center, 0.55, Role::Coordinate, letter.clone());
            }
        }
        for n in 0..ROWS {
            let letter = char::from(b'A' + n).to_string();
            for x in [x - 0.55, x + f32::from(COLUMNS) + 0.55] {
                let center = point_at(x, y + f32::from(n) + 0.5);
                self.scene
                    .label(center, 0.55, Role::Coordinate, letter.clone());
            }
        }
    }

    fn draw_cells(&mut self) {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let cell = Cell { row, column };
                let area = self.cell_rect(cell);
                let color = self.position.color_at(cell);
                match color {
                    Some(color) => self.draw_cell(area, color),
                    None => self.scene.disc(area.center(), 0.09, Role::Faint),
                }
                self.scene.add_hit_area(&cell, area, || match color {
                    Some(color) => format!("{cell}, {color} {}", color.name()),
                    None => format!("{cell}, empty"),
                });
            }
        }
    }

    /// Draws a dot as a filled cell with the number of its colour.
    pub(super) fn draw_cell(&mut self, area: SceneRect, color: Color) {
        let ink = Role::Ink(color.number());
        self.scene.fill(area.expanded(-0.07), 0.2, ink);
        let text = color.to_string();
        self.scene.label(area.center(), 0.52, ink.on(), text);
    }

    fn draw_squares(&mut self, player: Player) {
        let Some(color) = self.secrets[player.index()] else {
            return;
        };
        for (dot, side) in squares_of_color(self.position.rows(), color) {
            let side = f32::from(side) + 1.0;
            let corner = self.cell_rect(dot);
            let around = SceneRect::new(corner.x, corner.y, side, side);
            self.draw_square(player, color, around);
        }
    }

    /// Draws the outline of a player's square, solid for the first player, dashed for the second.
    pub(super) fn draw_square(&mut self, player: Player, color: Color, around: SceneRect) {
        let ink = Role::Ink(color.number());
        let line = match player {
            Player::First => Stroke::new(ink, 0.12),
            Player::Second => Stroke::dashed(ink, 0.12),
        };
        let edge = Stroke::new(ink.on(), 0.22);
        self.scene.frame(around, 0.15, edge);
        self.scene.frame(around, 0.15, line);
    }

    fn draw_legend(&mut self, player: Player) {
        let index = player.index();
        let y = self.scene.size.y - STRIP_HEIGHT / 2.0;
        let left = self.board_rect.x + [0.0, 6.9][index];
        self.scene.badge(index, point_at(left + 0.45, y), 0.42);
        let text = match self.secrets[index] {
            None => "unknown".to_owned(),
            Some(color) => {
                let squares = squares_of_color(self.position.rows(), color);
                let points: u32 = squares.map(|(_, side)| u32::from(side)).sum();
                format!("{}: {points}", color.name())
            }
        };
        if let Some(color) = self.secrets[index] {
            let sample = SceneRect::around(point_at(left + 1.6, y), 0.36);
            self.draw_square(player, color, sample);
        }
        let words = point_at(left + 2.3, y);
        self.scene
            .write(words, Anchor::Start, 0.58, Role::Text, text);
    }

    fn draw_last_step(&mut self, last: LastStep<'_, BoxGame>) {
        let placement = match self.position.placement_of(*last.step) {
            Some(placement) => placement,
            // A tile drawn as the start tile lies at its fixed placement.
            None if self.position.tile_in_hand().is_none() => Move::START,
            None => return,
        };
        for dot in placement.cells() {
            if let Some(color) = last.before.color_at(dot) {
                self.draw_covered_corner(dot, color);
            }
        }
        let tile = self.tile_rect(placement);
        for (role, width) in [(Role::Halo, 0.34), (Role::Text, 0.2)] {
            self.scene.frame(tile, 0.25, Stroke::new(role, width));
        }
    }

    /// Draws the colour of the dot below a dot of the last tile in a corner of its cell.
    pub(super) fn draw_covered_corner(&mut self, cell: Cell, color: Color) {
        let area = self.cell_rect(cell).expanded(-0.07);
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

    fn draw_tile_in_hand(&mut self, tile: Tile) {
        let left = self.board_rect.x + self.board_rect.width - 6.0;
        let y = self.scene.size.y - STRIP_HEIGHT / 2.0 - 0.5;
        for (nth, color) in (0..6u8).zip(tile.colors()) {
            let area = SceneRect::new(left + f32::from(nth), y, 1.0, 1.0);
            self.draw_cell(area, color);
        }
    }
}

/// Returns the description of the scene for screen readers.
fn label_text(
    position: &Position,
    last: Option<LastStep<'_, BoxGame>>,
    secrets: [Option<Color>; 2],
) -> String {
    let mut text = format!("{}, {ROWS} rows of {COLUMNS} dots.", BoxGame::INFO.name);
    for (side, secret) in BoxGame::INFO.sides.iter().zip(secrets) {
        if let Some(color) = secret {
            let squares = squares_of_color(position.rows(), color);
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
            .map_or("Luck", |player| BoxGame::INFO.sides[player.index()]);
        if let Some(placement) = position.placement_of(*step) {
            let covered = placement
                .cells()
                .filter(|dot| before.color_at(*dot).is_some())
                .count();
            text.push_str(&format!(" {mover} put a tile at {placement}"));
            match covered {
                0 => text.push('.'),
                _ => text.push_str(&format!(", {covered} of its dots on others.")),
            }
        }
    }
    if let Some(tile) = position.tile_in_hand() {
        text.push_str(&format!(" The tile to put: {tile}."));
    }
    if position.is_over() {
        text.push_str(" No tile fits any more.");
    }
    text
}

// Drawing of the board as text.

/// Draws the board as text, with the letters of rows and columns on both sides.
///
/// The last tile is in brackets, and a tile in hand is below the board.
fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    let letters: String = (0..COLUMNS)
        .flat_map(|column| [' ', char::from(b'a' + column)])
        .collect();
    let [upper, side, lower] = frame(style);
    let _ = writeln!(out, "   {letters}\n  {upper}");
    for row in 0..ROWS {
        let letter = char::from(b'A' + row);
        let _ = write!(out, "{letter} {side}");
        draw_row(&mut out, position, last, style, row);
        let _ = writeln!(out, "{side} {letter}");
    }
    let _ = writeln!(out, "  {lower}\n   {letters}");
    if let Some(tile) = position.tile_in_hand() {
        let colors: String = tile
            .colors()
            .map(|color| color_symbol(Some(color), style, false))
            .concat();
        let _ = writeln!(out, "   tile to put: {colors}");
    }
    out
}

/// Appends the cells of a row, with a space or a bracket before each and after the last.
fn draw_row(out: &mut String, position: &Position, last: Option<Move>, style: TextStyle, row: u8) {
    let marked = |column: u8| {
        last.is_some_and(|placement| {
            let (height, width) = placement.orientation().size();
            let inside = |n: u8, from: u8, size: u8| (from..from + size).contains(&n);
            inside(row, placement.row(), height) && inside(column, placement.column(), width)
        })
    };
    for column in 0..=COLUMNS {
        let (here, before) = (marked(column), column > 0 && marked(column - 1));
        out.push(match (before, here) {
            (false, true) => '[',
            (true, false) => ']',
            _ => ' ',
        });
        if column < COLUMNS {
            out.push_str(&color_symbol(
                position.color_at(Cell { row, column }),
                style,
                here,
            ));
        }
    }
}

/// Returns the frame's upper line, side and lower line.
fn frame(style: TextStyle) -> [String; 3] {
    let line = usize::from(COLUMNS) * 2 + 1;
    if style.unicode {
        let line = "─".repeat(line);
        [format!("┌{line}┐"), "│".to_owned(), format!("└{line}┘")]
    } else {
        let line = format!("+{}+", "-".repeat(line));
        [line.clone(), "|".to_owned(), line]
    }
}

/// Returns the number of a colour, coloured itself if the style has colours.
fn color_symbol(color: Option<Color>, style: TextStyle, bold: bool) -> String {
    let (symbol, code) = match color {
        Some(color) => {
            let code = ["31", "33", "32", "36", "34", "35"][usize::from(color.number() - 1)];
            (color.to_string(), code)
        }
        None if style.unicode => ("·".to_owned(), "2"),
        None => (".".to_owned(), "2"),
    };
    match (style.color, bold) {
        (false, _) => symbol,
        (true, false) => format!("\x1b[{code}m{symbol}\x1b[0m"),
        (true, true) => format!("\x1b[1;{code}m{symbol}\x1b[0m"),
    }
}
