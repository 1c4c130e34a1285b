//! The board drawn as a scene and as text, and annotations of moves.

use super::Clobber;
use super::board::Position;
use super::moves::{Move, Square};
use crate::contract::{Draw, Game, LastStep, Player, Rules as _, StepOf, TextStyle};
use crate::scene::{
    AnnotationStyle, MoveAnnotation, PlayerBadge, Point, Role, Scene, SceneOptions, SceneRect,
    Stroke, Tone, point_at,
};
use std::fmt::Write;

/// The radius of a stone, in squares.
pub(super) const STONE_RADIUS: f32 = 0.39;
/// The margin above the board, in squares.
const TOP_MARGIN: f32 = 0.2;

impl Draw for Clobber {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        text_board(position, last.and_then(|step| step.mv), style)
    }

    /// Draws the chequered board with its stones.
    ///
    /// The last move is an arrow from the square that it left, which is marked by a dashed ring.
    fn scene(
        position: &Position,
        last: Option<LastStep<'_, Self>>,
        options: SceneOptions,
    ) -> Scene {
        let mut builder = SceneBuilder::new(position, options);
        let mv = last.and_then(|last| last.step.mv);
        builder.draw_squares(mv);
        if options.coordinates {
            builder.draw_coordinates();
        }
        builder.draw_stones();
        if let Some(mv) = mv {
            builder.draw_last_move(mv);
        }
        builder.scene.label = label_text(position, last);
        builder.scene
    }

    /// Draws a move as an arrow, with its badge at the corner of the square it leads to.
    fn annotate_move(
        before: &Position,
        mv: Move,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let mut builder = SceneBuilder::new(before, options);
        let area = builder.scene.area();
        let [from, to] = [mv.from, mv.to].map(|square| area.nearest(builder.center(square), 0.3));
        builder
            .scene
            .annotation_arrow(from, from.lerp(to, 1.04), 0.14, style);
        // Two stones may take the same one.
        let down = if style.dashed { 0.32 } else { -0.32 };
        Some(MoveAnnotation::new(builder.scene, to.offset(0.32, down)))
    }
}

/// A scene under construction, with the area of the board in it.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: Scene,
    board_rect: SceneRect,
    position: &'a Position,
}

const fn stone_tone(player: Player) -> Tone {
    match player {
        Player::First => Tone::Light,
        Player::Second => Tone::Dark,
    }
}

impl<'a> SceneBuilder<'a> {
    pub(super) fn new(position: &'a Position, options: SceneOptions) -> Self {
        let margin = if options.coordinates {
            0.62
        } else {
            TOP_MARGIN
        };
        let [width, height] = [position.width(), position.height()].map(f32::from);
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(width + 2.0 * margin, height + TOP_MARGIN + margin, badges)
                .with_hit_areas(options.hit_areas),
            board_rect: SceneRect::new(margin, TOP_MARGIN, width, height),
            position,
        }
    }

    fn all_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (width, height) = (self.position.width(), self.position.height());
        (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
    }

    pub(super) fn square_rect(&self, square: Square) -> SceneRect {
        let up = f32::from(square.y()) + 1.0;
        let left = self.board_rect.x + f32::from(square.x());
        SceneRect::new(
            left,
            self.board_rect.y + self.board_rect.height - up,
            1.0,
            1.0,
        )
    }

    pub(super) fn center(&self, square: Square) -> Point {
        self.square_rect(square).center()
    }

    fn draw_squares(&mut self, last: Option<Move>) {
        self.scene.fill(self.board_rect, 0.0, Role::Board);
        for square in self.all_squares() {
            let area = self.square_rect(square);
            if (square.x() + square.y()).is_multiple_of(2) {
                self.scene.fill(area, 0.0, Role::Shade);
            }
            if last.is_some_and(|mv| mv.from == square || mv.to == square) {
                self.scene.fill(area, 0.0, Role::Trail);
            }
        }
        let frame = self.board_rect.expanded(0.03);
        self.scene
            .frame(frame, 0.03, Stroke::new(Role::Frame, 0.06));
    }

    fn draw_coordinates(&mut self) {
        let SceneRect { x, y, height, .. } = self.board_rect;
        for column in 0..self.position.width() {
            let center = point_at(x + f32::from(column) + 0.5, y + height + 0.34);
            let letter = char::from(b'a' + column).to_string();
            self.scene.label(center, 0.25, Role::Coordinate, letter);
        }
        for row in 0..self.position.height() {
            let center = point_at(x - 0.34, y + height - f32::from(row) - 0.5);
            let number = (row + 1).to_string();
            self.scene.label(center, 0.25, Role::Coordinate, number);
        }
    }

    fn draw_stones(&mut self) {
        for square in self.all_squares() {
            let area = self.square_rect(square);
            let content = match self.position.stone(square) {
                Some(player) => {
                    self.scene
                        .stone(area.center(), STONE_RADIUS, stone_tone(player));
                    Clobber::INFO.sides[player.index()]
                }
                None => "empty",
            };
            let label = || format!("{square}, {content}");
            self.scene.add_hit_area(&square, area, label);
        }
    }

    fn draw_last_move(&mut self, mv: Move) {
        let (from, to) = (self.center(mv.from), self.center(mv.to));
        let ghost = Stroke::dashed(Role::OnBoard, 0.045);
        self.scene.ring(from, STONE_RADIUS, ghost);
        let (tail, tip) = (from.lerp(to, 0.04), from.lerp(to, 0.98));
        self.scene.arrow(tail, tip, 0.1, Role::LastMove);
    }
}

fn label_text(position: &Position, last: Option<LastStep<'_, Clobber>>) -> String {
    let (width, height) = (position.width(), position.height());
    let [white, black] = Player::ALL.map(|player| {
        let squares = (0..height).flat_map(|y| (0..width).map(move |x| Square::new(x, y)));
        let stones = squares.filter(|square| position.stone(*square) == Some(player));
        stones.count()
    });
    let mut text = format!(
        "{}, {width} by {height}: {white} white stones, {black} black stones.",
        Clobber::INFO.name
    );
    if let Some(mv) = last.and_then(|last| last.step.mv) {
        let mover = Clobber::INFO.sides[position.to_move().opponent().index()];
        text.push_str(&format!(
            " {mover} moved from {} and took on {}.",
            mv.from, mv.to
        ));
    }
    let side = Clobber::INFO.sides[position.to_move().index()];
    if position.is_over() {
        text.push_str(&format!(" {side} has no move left."));
    } else {
        let count = position.count_moves();
        let s = if count == 1 { "" } else { "s" };
        text.push_str(&format!(" {side} has {count} move{s}."));
    }
    text
}

// Drawing of the board as text for a terminal.

/// Draws the board with row numbers and column letters, the squares of the last move in brackets.
fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    for y in (0..position.height()).rev() {
        let _ = write!(out, "{:>3} ", y + 1);
        for x in 0..position.width() {
            let square = Square::new(x, y);
            let (left, right) = match last {
                Some(mv) if mv.to == square => ('[', ']'),
                Some(mv) if mv.from == square => ('(', ')'),
                _ => (' ', ' '),
            };
            let _ = write!(
                out,
                "{left}{}{right}",
                stone_symbol(position, square, style)
            );
        }
        out.push('\n');
    }
    out.push_str("    ");
    for x in 0..position.width() {
        let _ = write!(out, " {} ", char::from(b'a' + x));
    }
    out.push('\n');
    out
}

fn stone_symbol(position: &Position, square: Square, style: TextStyle) -> String {
    let (ascii, unicode, color) = match position.stone(square) {
        Some(Player::First) => ("w", "○", "\x1b[1;97m"),
        Some(Player::Second) => ("b", "●", "\x1b[1;33m"),
        None => (".", "·", "\x1b[2m"),
    };
    let symbol = if style.unicode { unicode } else { ascii };
    if style.color {
        format!("{color}{symbol}\x1b[0m")
    } else {
        symbol.to_owned()
    }
}
