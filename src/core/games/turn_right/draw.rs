//! The board drawn as a scene and as text, and annotations of moves.

use super::TurnRight;
use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::square::{Direction, Square};
use crate::contract::{Draw, Game, LastStep, Player, Position as _, StepOf, TextStyle};
use crate::scene::{
    AnnotationStyle, MoveAnnotation, PlayerBadge, Point, Role, Scene, SceneOptions, SceneRect,
    Stroke, Tone, point_at,
};
use std::fmt::Write;

/// The radius of a stone, in squares.
pub(super) const STONE_RADIUS: f32 = 0.36;
/// The margin above the board, in squares.
const TOP_MARGIN: f32 = 0.15;

impl Draw for TurnRight {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        text_board(position, last.and_then(|step| step.mv), style)
    }

    /// Draws the squares with their stones, and the last move.
    ///
    /// The last circuit is a band below the stones that it moved, with arrow heads between them. The
    /// stones of a 2x2 square are joined, and those of a 3x3 square that ended the game are framed.
    fn scene(
        position: &Position,
        last: Option<LastStep<'_, Self>>,
        options: SceneOptions,
    ) -> Scene {
        let mut builder = SceneBuilder::new(position, options);
        builder.draw_squares();
        if options.coordinates {
            builder.draw_coordinates();
        }
        let mv = last.and_then(|last| last.step.mv);
        if let Some(Move::Circuit(circuit)) = mv {
            builder.draw_circuit_band(circuit);
        }
        builder.draw_2x2_blocks();
        builder.draw_3x3_frames();
        builder.draw_stones();
        match mv {
            Some(Move::Circuit(circuit)) => builder.draw_circuit_arrows(circuit),
            Some(Move::Place(square)) => builder.draw_last_stone(square),
            _ => {}
        }
        builder.scene.label = label_text(position, last);
        builder.scene
    }

    /// Draws a circuit as a line with arrow heads from its start, or a stone as a ring.
    ///
    /// A dashed circuit is wider and without arrow heads, so that a solid one drawn over it is visible
    /// on common squares.
    fn annotate_move(
        before: &Position,
        mv: Move,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let mut builder = SceneBuilder::new(before, options);
        match mv {
            Move::Place(square) => {
                let center = builder.center(square);
                if before.stone(square).is_none() && !style.dashed {
                    let tone = stone_tone(before.to_move());
                    builder
                        .scene
                        .disc(center, STONE_RADIUS * 0.9, Role::Ghost(tone));
                }
                builder
                    .scene
                    .annotation_ring(center, STONE_RADIUS, 0.1, style);
                let anchor = center.offset(0.3, -0.3);
                Some(MoveAnnotation::new(builder.scene, anchor))
            }
            Move::Circuit(circuit) => {
                let path: Vec<Square> = circuit.path().collect();
                let corners = circuit.corner_squares().chain([circuit.start()]);
                let points: Vec<Point> = corners.map(|square| builder.center(square)).collect();
                let width = if style.dashed { 0.2 } else { 0.09 };
                builder
                    .scene
                    .line(points.clone(), Stroke::new(Role::Halo, width + 0.08));
                builder.scene.line(points.clone(), style.stroke(width));
                if !style.dashed {
                    builder.draw_direction(&path, style.role);
                }
                // Both circuits may begin on the same square.
                let down = if style.dashed { 0.27 } else { -0.27 };
                let anchor = points.first()?.offset(-0.27, down);
                Some(MoveAnnotation::new(builder.scene, anchor))
            }
            Move::InvalidCircuit(_) => None,
        }
    }
}

/// A scene under construction, with the position it shows and the area of the board in it.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: Scene,
    board_rect: SceneRect,
    pub(super) position: &'a Position,
}

/// Returns the tone of a player's stones.
pub(super) const fn stone_tone(player: Player) -> Tone {
    match player {
        Player::First => Tone::Light,
        Player::Second => Tone::Dark,
    }
}

impl<'a> SceneBuilder<'a> {
    /// Creates an empty scene of the right size for a position.
    pub(super) fn new(position: &'a Position, options: SceneOptions) -> Self {
        let margin = if options.coordinates { 0.55 } else { 0.15 };
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(6.0 + 2.0 * margin, 6.0 + TOP_MARGIN + margin, badges)
                .with_hit_areas(options.hit_areas),
            board_rect: SceneRect::new(margin, TOP_MARGIN, 6.0, 6.0),
            position,
        }
    }

    /// Returns the centre of a square in the scene.
    pub(super) fn center(&self, square: Square) -> Point {
        point_at(
            self.board_rect.x + f32::from(square.x()) + 0.5,
            self.board_rect.y + 5.5 - f32::from(square.y()),
        )
    }

    /// Draws the empty board: its surface, grid and frame.
    fn draw_squares(&mut self) {
        let SceneRect { x, y, .. } = self.board_rect;
        self.scene.fill(self.board_rect, 0.08, Role::Board);
        let stroke = Stroke::new(Role::Faint, 0.025);
        for n in 1..6u8 {
            let n = f32::from(n);
            self.scene
                .line([point_at(x + n, y), point_at(x + n, y + 6.0)], stroke);
            self.scene
                .line([point_at(x, y + n), point_at(x + 6.0, y + n)], stroke);
        }
        let stroke = Stroke::new(Role::Frame, 0.06);
        self.scene.frame(self.board_rect, 0.08, stroke);
    }

    /// Draws the column letters and row numbers.
    fn draw_coordinates(&mut self) {
        let SceneRect { x, y, .. } = self.board_rect;
        for n in 0..6u8 {
            let along = f32::from(n) + 0.5;
            let letter = char::from(b'a' + n).to_string();
            let number = (n + 1).to_string();
            let (below, beside) = (
                point_at(x + along, y + 6.26),
                point_at(x - 0.26, y + 6.0 - along),
            );
            self.scene.label(below, 0.2, Role::Coordinate, letter);
            self.scene.label(beside, 0.2, Role::Coordinate, number);
        }
    }

    /// Draws the band of the last circuit, below the stones.
    fn draw_circuit_band(&mut self, circuit: Circuit) {
        let mut points: Vec<Point> = circuit.path().map(|square| self.center(square)).collect();
        points.push(points[0]);
        self.scene.line(points, Stroke::new(Role::Trail, 0.5));
    }

    /// Draws the arrow heads of the last circuit between the stones.
    fn draw_circuit_arrows(&mut self, circuit: Circuit) {
        let path: Vec<Square> = circuit.path().collect();
        for (nth, square) in path.iter().enumerate() {
            let next = path[(nth + 1) % path.len()];
            let (from, to) = (self.center(*square), self.center(next));
            let (foot, tip) = (from.lerp(to, 0.4), from.lerp(to, 0.63));
            self.scene.arrow_head(foot, tip, 0.15, Role::LastMove);
            self.scene.disc(from, 0.075, Role::LastMove);
        }
    }

    /// Draws a ring round the last stone.
    fn draw_last_stone(&mut self, square: Square) {
        let stroke = Stroke::new(Role::LastMove, 0.07);
        self.scene
            .ring(self.center(square), STONE_RADIUS + 0.055, stroke);
    }

    /// Draws each 2x2 square as a block from centre to centre, with an edge, below the stones.
    fn draw_2x2_blocks(&mut self) {
        for player in Player::ALL {
            let tone = stone_tone(player);
            let corners: Vec<Square> =
                squares_in(self.position.square_corners(player)[0]).collect();
            let blocks: Vec<SceneRect> = corners
                .into_iter()
                .map(|corner| {
                    let center = self.center(corner);
                    SceneRect::new(center.x, center.y - 1.0, 1.0, 1.0).expanded(0.2)
                })
                .collect();
            // All edges come first, so that overlapping blocks look like one.
            for block in &blocks {
                let stroke = Stroke::new(Role::Edge(tone), 0.07);
                self.scene.frame(*block, 0.2, stroke);
            }
            for block in blocks {
                self.scene.fill(block, 0.2, Role::Bond(tone));
            }
        }
    }

    /// Draws the stones and adds a hit area for every square.
    fn draw_stones(&mut self) {
        for square in Square::all() {
            let center = self.center(square);
            let content = match self.position.stone(square) {
                Some(player) => {
                    self.scene.stone(center, STONE_RADIUS, stone_tone(player));
                    TurnRight::INFO.sides[player.index()]
                }
                None => "empty",
            };
            let label = || format!("{square}, {content}");
            let area = SceneRect::around(center, 0.5);
            self.scene.add_hit_area(&square, area, label);
        }
    }

    /// Draws frames round the 3x3 squares if they ended the game.
    fn draw_3x3_frames(&mut self) {
        if self.position.winner_by_3x3().is_none() {
            return;
        }
        for player in Player::ALL {
            for corner in squares_in(self.position.square_corners(player)[1]) {
                let center = self.center(corner);
                let around = SceneRect::new(center.x, center.y - 2.0, 2.0, 2.0).expanded(0.43);
                for (role, width) in [(Role::Halo, 0.17), (Role::Good, 0.1)] {
                    let stroke = Stroke::new(role, width);
                    self.scene.frame(around, 0.43, stroke);
                }
            }
        }
    }
}

/// Returns the squares of a set in order.
pub(super) fn squares_in(set: u64) -> impl Iterator<Item = Square> {
    Square::all().filter(move |square| square.is_in(set))
}

/// Returns the description of the scene for users who cannot see it.
fn label_text(position: &Position, last: Option<LastStep<'_, TurnRight>>) -> String {
    let [white, black] = position.points();
    let mut text = format!("{}, 6 by 6: ", TurnRight::INFO.name);
    match (position.stones_placed(), position.circuits_made()) {
        (placed, 0) => text.push_str(&format!("{placed} of 36 stones placed.")),
        (_, circuits) => text.push_str(&format!("{circuits} of 26 circuits made.")),
    }
    text.push_str(&format!(" White has {white} points, Black {black}."));
    if let Some(LastStep { before, step }) = last
        && let Some(mv) = step.mv
        && let Some(mover) = before.mover()
    {
        let mover = TurnRight::INFO.sides[mover.index()];
        let action = match mv {
            Move::Place(_) => "placed a stone on",
            Move::Circuit(_) | Move::InvalidCircuit(_) => "moved the stones along",
        };
        text.push_str(&format!(" {mover} {action} {mv}."));
    }
    if let Some(winner) = position.winner_by_3x3() {
        let winner = TurnRight::INFO.sides[winner.index()];
        text.push_str(&format!(" A 3x3 square: {winner} wins."));
    }
    text
}

impl SceneBuilder<'_> {
    /// Draws an arrow head on every second step of a path.
    fn draw_direction(&mut self, path: &[Square], role: Role) {
        for pair in path.windows(2).step_by(2) {
            let [from, to] = [pair[0], pair[1]].map(|square| self.center(square));
            for (role, grown) in [(Role::Halo, 0.05), (role, 0.0)] {
                let (foot, tip) = (
                    from.lerp(to, 0.38 - grown * 0.6),
                    from.lerp(to, 0.64 + grown * 1.4),
                );
                self.scene.arrow_head(foot, tip, 0.14 + grown, role);
            }
        }
    }
}

// Drawing of the board as text.

/// Draws the board as text, with the row numbers at the left and the column letters below.
///
/// The last stone is in brackets. The last circuit is drawn between the squares, each arrow
/// pointing to the stone that moved along it. The stones of a 3x3 square that ended the game are
/// capital letters, or squares in Unicode.
fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let (stone, circuit) = match last {
        Some(Move::Place(square)) => (Some(square), None),
        Some(Move::Circuit(circuit)) => (None, Some(circuit)),
        _ => (None, None),
    };
    let renderer = TextRenderer {
        position,
        stone,
        circuit,
        style,
    };
    let mut out = String::new();
    for y in (0..6).rev() {
        renderer.row(y, &mut out);
        if y > 0 {
            renderer.arrows_above(y - 1, &mut out);
        }
    }
    out.push_str("\n     a   b   c   d   e   f\n");
    out
}

/// A position to draw, the last move to mark in it, and the style.
struct TextRenderer<'a> {
    position: &'a Position,
    stone: Option<Square>,
    circuit: Option<Circuit>,
    style: TextStyle,
}

/// The escape sequence for the marks of the last move: bold, bright cyan.
const BOLD: &str = "\x1b[1;96m";

impl TextRenderer<'_> {
    /// Draws row `y` with the arrows between its squares.
    fn row(&self, y: u8, out: &mut String) {
        let _ = write!(out, "{:>3} ", y + 1);
        self.styled(if self.is_marked(0, y) { "[" } else { " " }, BOLD, out);
        for x in 0..6 {
            self.square(Square::new(x, y), out);
            let arrow = match self.circuit_direction(x, y) {
                Some(Direction::Right) => self.choose("-->", "──▸"),
                _ if x < 5 && self.circuit_direction(x + 1, y) == Some(Direction::Left) => {
                    self.choose("<--", "◂──")
                }
                _ if self.is_marked(x, y) => "]  ",
                _ if x < 5 && self.is_marked(x + 1, y) => "  [",
                _ => "   ",
            };
            self.styled(if x < 5 { arrow } else { arrow.trim_end() }, BOLD, out);
        }
        out.push('\n');
    }

    /// Draws the arrows between row `y` and the row above.
    fn arrows_above(&self, y: u8, out: &mut String) {
        let mut blanks = 5;
        for x in 0..6 {
            let arrow = match (
                self.circuit_direction(x, y),
                self.circuit_direction(x, y + 1),
            ) {
                (Some(Direction::Up), _) => self.choose("^", "▴"),
                (_, Some(Direction::Down)) => self.choose("v", "▾"),
                _ => {
                    blanks += 4;
                    continue;
                }
            };
            let _ = write!(out, "{:blanks$}", "");
            self.styled(arrow, BOLD, out);
            blanks = 3;
        }
        out.push('\n');
    }

    /// Draws the stone on a square, or the empty square.
    fn square(&self, square: Square, out: &mut String) {
        let is_won = self.position.winner_by_3x3().is_some();
        let is_in_3x3 = is_won && square.is_in(self.position.stones_in_3x3());
        let (text, color) = match (self.position.stone(square), is_in_3x3) {
            (Some(Player::First), false) => (self.choose("w", "○"), "\x1b[1;97m"),
            (Some(Player::First), true) => (self.choose("W", "□"), "\x1b[1;97m"),
            (Some(Player::Second), false) => (self.choose("b", "●"), "\x1b[1;33m"),
            (Some(Player::Second), true) => (self.choose("B", "■"), "\x1b[1;33m"),
            (None, _) => (self.choose(".", "·"), "\x1b[2m"),
        };
        self.styled(text, color, out);
    }

    /// Writes a text, coloured if the style asks for it.
    fn styled(&self, text: &str, color: &str, out: &mut String) {
        if self.style.color && !text.trim().is_empty() {
            let _ = write!(out, "{color}{text}\x1b[0m");
        } else {
            out.push_str(text);
        }
    }

    /// Returns the ASCII or the Unicode form, as the style asks.
    fn choose(&self, ascii: &'static str, unicode: &'static str) -> &'static str {
        if self.style.unicode { unicode } else { ascii }
    }

    /// Reports whether a square holds the last stone.
    fn is_marked(&self, x: u8, y: u8) -> bool {
        self.stone == Some(Square::new(x, y))
    }

    /// Returns the direction in which the last circuit leaves a square of its path.
    fn circuit_direction(&self, x: u8, y: u8) -> Option<Direction> {
        self.circuit?.direction_from(Square::new(x, y))
    }
}
