//! The board drawn as a scene and as text, and annotations of moves.

use super::AtariGo;
use super::board::Position;
use super::moves::{Move, Point, column_letter};
use crate::contract::{Draw, Game, LastStep, Player, Rules as _, StepOf, TextStyle};
use crate::scene::{
    self, Anchor, AnnotationStyle, MoveAnnotation, PlayerBadge, Role, Scene, SceneOptions,
    SceneRect, Stroke, Tone, point_at,
};
use std::fmt::Write;

/// The radius of a stone; 1 is the distance between two lines.
pub(super) const STONE_RADIUS: f32 = 0.47;
/// The height of the strip below the board that shows the captured stones.
const STRIP_HEIGHT: f32 = 0.9;

impl Draw for AtariGo {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        text_board(position, last.and_then(|step| step.mv), style)
    }

    /// Draws the board with its lines, star points and stones, and the captured stones below it.
    ///
    /// A ring marks the last stone, crosses mark the stones that it captured, and a square marks a
    /// point forbidden by ko.
    fn scene(
        position: &Position,
        last: Option<LastStep<'_, Self>>,
        options: SceneOptions,
    ) -> Scene {
        let mut builder = SceneBuilder::new(position, options);
        builder.draw_lines();
        if options.coordinates {
            builder.draw_coordinates();
        }
        builder.draw_stones();
        builder.draw_ko();
        if let Some(last) = last {
            builder.draw_last_step(last);
        }
        builder.draw_capture_strip();
        for player in Player::ALL {
            builder.draw_captured(player);
        }
        if let Some(last) = last.filter(|last| last.step.mv == Some(Move::Pass)) {
            let stroke = Stroke::new(Role::LastMove, 0.06);
            builder.draw_pass(last.before.to_move(), stroke);
        }
        builder.scene.label = label_text(position, last);
        builder.scene
    }

    /// Draws a stone as a ring; a stone to recommend is translucent inside it.
    fn annotate_move(
        before: &Position,
        mv: Move,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        let mut builder = SceneBuilder::new(before, options);
        let Move::Stone(point) = mv else {
            let center = builder.draw_pass(before.to_move(), style.stroke(0.08));
            return Some(MoveAnnotation::new(builder.scene, center.offset(1.2, -0.2)));
        };
        let center = builder.scene.area().nearest(builder.center(point), 0.55);
        if before.stone(point).is_none() && !style.dashed {
            let tone = stone_tone(before.to_move());
            builder
                .scene
                .disc(center, STONE_RADIUS * 0.9, Role::Ghost(tone));
        }
        builder
            .scene
            .annotation_ring(center, STONE_RADIUS * 0.9, 0.11, style);
        Some(MoveAnnotation::new(
            builder.scene,
            center.offset(0.36, -0.36),
        ))
    }
}

/// A scene under construction, with the area of the board in it.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: Scene,
    board: SceneRect,
    pub(super) position: &'a Position,
}

/// Returns the tone of a player's stones.
pub(super) const fn stone_tone(player: Player) -> Tone {
    match player {
        Player::First => Tone::Dark,
        Player::Second => Tone::Light,
    }
}

impl<'a> SceneBuilder<'a> {
    /// Creates an empty scene of the right size.
    pub(super) fn new(position: &'a Position, options: SceneOptions) -> Self {
        let margin = if options.coordinates { 0.62 } else { 0.2 };
        let size = f32::from(position.size());
        let badges = [Tone::Dark, Tone::Light].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(
                size + 2.0 * margin,
                size + 2.0 * margin + STRIP_HEIGHT,
                badges,
            )
            .with_hit_areas(options.hit_areas),
            board: SceneRect::new(margin, margin, size, size),
            position,
        }
    }

    /// Returns the centre of a point of the board.
    pub(super) fn center(&self, point: Point) -> scene::Point {
        point_at(
            self.board.x + f32::from(point.x()) + 0.5,
            self.board.y + self.board.height - f32::from(point.y()) - 0.5,
        )
    }

    fn draw_lines(&mut self) {
        let SceneRect { x, y, width, .. } = self.board;
        self.scene.fill(self.board, 0.1, Role::Board);
        self.scene
            .frame(self.board, 0.1, Stroke::new(Role::Frame, 0.05));
        for n in 0..self.position.size() {
            let n = f32::from(n) + 0.5;
            let edge = n < 1.0 || n > width - 1.0;
            let stroke = Stroke::new(Role::Grid, if edge { 0.045 } else { 0.025 });
            let (low, high) = (0.5, width - 0.5);
            self.scene.line(
                [point_at(x + low, y + n), point_at(x + high, y + n)],
                stroke,
            );
            self.scene.line(
                [point_at(x + n, y + low), point_at(x + n, y + high)],
                stroke,
            );
        }
        for point in self.position.points() {
            if is_star_point(self.position.size(), point) {
                let center = self.center(point);
                self.scene.disc(center, 0.085, Role::Grid);
            }
        }
    }

    fn draw_coordinates(&mut self) {
        let SceneRect { x, y, width, .. } = self.board;
        for n in 0..self.position.size() {
            let along = f32::from(n) + 0.5;
            for side in [-0.32, width + 0.32] {
                let (across, up) = (
                    point_at(x + along, y + side),
                    point_at(x + side, y + width - along),
                );
                self.scene
                    .label(across, 0.27, Role::Coordinate, column_letter(n).to_string());
                self.scene
                    .label(up, 0.27, Role::Coordinate, (n + 1).to_string());
            }
        }
    }

    fn draw_stones(&mut self) {
        for point in self.position.points() {
            let center = self.center(point);
            let content = match self.position.stone(point) {
                Some(player) => {
                    self.scene.stone(center, STONE_RADIUS, stone_tone(player));
                    AtariGo::INFO.sides[player.index()]
                }
                None if self.position.ko() == Some(point) => "empty, forbidden by ko",
                None => "empty",
            };
            let label = || format!("{point}, {content}");
            self.scene
                .add_hit_area(&point, SceneRect::around(center, 0.5), label);
        }
    }

    fn draw_ko(&mut self) {
        if let Some(point) = self.position.ko() {
            let center = self.center(point);
            self.scene.disc(center, 0.3, Role::Board);
            let square = SceneRect::around(center, 0.2);
            self.scene
                .frame(square, 0.02, Stroke::new(Role::Muted, 0.07));
        }
    }

    fn draw_last_step(&mut self, last: LastStep<'_, AtariGo>) {
        match last.step.mv {
            Some(Move::Stone(point)) => {
                for taken in captured_points(self.position, last) {
                    let stroke = Stroke::new(Role::LastMove, 0.07);
                    let center = self.center(taken);
                    // The ko sign already marks this capture.
                    if self.position.ko() != Some(taken) {
                        self.scene.cross(center, 0.15, stroke);
                    }
                }
                let center = self.center(point);
                self.scene
                    .ring(center, 0.24, Stroke::new(Role::LastMove, 0.09));
            }
            // Its sign is drawn over the captures.
            Some(Move::Pass) | None => {}
        }
    }

    /// Draws a sign that a player passes and returns its centre. It is above the captures, where it
    /// hides no point.
    pub(super) fn draw_pass(&mut self, mover: Player, edge: Stroke) -> scene::Point {
        let SceneRect { x, width, .. } = self.board;
        let center = point_at(x + width / 2.0, self.scene.size.y - STRIP_HEIGHT + 0.03);
        let pill = SceneRect::new(center.x - 1.3, center.y - 0.21, 2.6, 0.42);
        self.scene.fill(pill, 0.21, Role::Page);
        self.scene.frame(pill, 0.21, edge);
        let words = format!("{} passes", AtariGo::INFO.sides[mover.index()]);
        self.scene.label(center, 0.3, Role::Text, words);
        center
    }

    fn draw_capture_strip(&mut self) {
        let y = self.scene.size.y - STRIP_HEIGHT + 0.05;
        let strip = SceneRect {
            y,
            height: STRIP_HEIGHT - 0.1,
            ..self.board
        };
        self.scene.fill(strip, 0.1, Role::Board);
        self.scene.frame(strip, 0.1, Stroke::new(Role::Frame, 0.05));
    }

    /// Draws a player's captures: the number, and the stones if there is room for them.
    fn draw_captured(&mut self, player: Player) {
        let half = self.board.width / 2.0;
        let left = self.board.x + half * [0.0, 1.0][player.index()];
        let y = self.scene.size.y - STRIP_HEIGHT / 2.0;
        let count = self.position.captures()[player.index()];
        self.scene
            .stone(point_at(left + 0.42, y), 0.24, stone_tone(player));
        let words = point_at(left + 0.78, y);
        let text = format!("took {count}");
        self.scene
            .write(words, Anchor::Start, 0.34, Role::OnBoard, text);
        let taken = stone_tone(player.opponent());
        let available = half - 2.8;
        let step = (available / f32::from(count.max(1))).min(0.3);
        if step < 0.06 {
            return;
        }
        for nth in 0..count {
            let center = point_at(left + 2.42 + step * f32::from(nth), y);
            self.scene.stone(center, 0.15, taken);
        }
    }
}

/// Returns the points of the stones that the last move captured.
fn captured_points<'a>(
    position: &'a Position,
    last: LastStep<'a, AtariGo>,
) -> impl Iterator<Item = Point> + use<'a> {
    let opponent = Some(last.before.to_move().opponent());
    position.points().filter(move |point| {
        last.before.stone(*point) == opponent && position.stone(*point).is_none()
    })
}

/// Returns the description of the scene for screen readers.
fn label_text(position: &Position, last: Option<LastStep<'_, AtariGo>>) -> String {
    let size = position.size();
    let [black, white] = position.stone_counts();
    let [by_black, by_white] = position.captures();
    let mut text = format!(
        "{}, {size} by {size}: {black} black stones, {white} white stones; Black took {by_black}, \
         White {by_white}.",
        AtariGo::INFO.name
    );
    if let Some(last) = last
        && let Some(mv) = last.step.mv
    {
        let mover = AtariGo::INFO.sides[last.before.to_move().index()];
        match mv {
            Move::Stone(point) => text.push_str(&format!(" {mover} played {point}")),
            Move::Pass => text.push_str(&format!(" {mover} passed")),
        }
        match captured_points(position, last).count() {
            0 => text.push('.'),
            1 => text.push_str(" and took a stone."),
            count => text.push_str(&format!(" and took {count} stones.")),
        }
    }
    if let Some(point) = position.ko() {
        text.push_str(&format!(" {point} is forbidden by ko."));
    }
    if position.is_over() {
        text.push_str(" The game is over.");
    }
    text
}

// The board drawn as text for a terminal.

/// The escape code that ends a colour; every colour's code begins with a reset, too.
const RESET: &str = "\x1b[0m";
const DIM: &str = "\x1b[0;2m";

/// Draws the board as Go programs print it, with column letters and row numbers on both sides.
///
/// The last stone is in parentheses, and a point forbidden by ko is `#` or `□`. Star points
/// are drawn on the usual sizes. A pass is reported below the board.
fn text_board(position: &Position, last: Option<Move>, style: TextStyle) -> String {
    let mut out = String::new();
    write_column_letters(position.size(), &mut out);
    for y in (0..position.size()).rev() {
        let _ = write!(out, "{:>3} ", y + 1);
        write_row(position, y, last, style, &mut out);
        let _ = writeln!(out, " {}", y + 1);
    }
    write_column_letters(position.size(), &mut out);
    if last == Some(Move::Pass) {
        let side = match position.to_move().opponent() {
            Player::First => "Black",
            Player::Second => "White",
        };
        let _ = writeln!(out, "     {side}: PASS");
    }
    out
}

/// Writes the line of column letters.
fn write_column_letters(size: u8, out: &mut String) {
    out.push_str("    ");
    for x in 0..size {
        let _ = write!(out, " {}", column_letter(x));
    }
    out.push('\n');
}

/// Writes a row of the board: every point and the gaps to its left and right.
fn write_row(position: &Position, y: u8, last: Option<Move>, style: TextStyle, out: &mut String) {
    let size = position.size();
    let marked = match last {
        Some(Move::Stone(point)) if point.y() == y => Some(point.x()),
        _ => None,
    };
    let mut current = RESET;
    for x in 0..=size {
        let gap = match marked {
            Some(mark) if mark == x => ("(", RESET),
            Some(mark) if mark + 1 == x => (")", RESET),
            _ if style.unicode && x > 0 && x < size => ("─", DIM),
            _ => (" ", current),
        };
        let point = Point::new(x, y).filter(|_| x < size);
        let symbol = point.map(|point| point_symbol(position, point, style));
        for (text, color) in [Some(gap), symbol].into_iter().flatten() {
            if style.color && current != color {
                out.push_str(color);
                current = color;
            }
            out.push_str(text);
        }
    }
    if current != RESET {
        out.push_str(RESET);
    }
}

/// Returns the symbol of a point and its colour code.
fn point_symbol(
    position: &Position,
    point: Point,
    style: TextStyle,
) -> (&'static str, &'static str) {
    let (ascii, unicode, color) = match position.stone(point) {
        Some(Player::First) => ("B", "●", "\x1b[0;1;33m"),
        Some(Player::Second) => ("W", "○", "\x1b[0;1;97m"),
        None if position.ko() == Some(point) => ("#", "□", "\x1b[0;1;31m"),
        None if is_star_point(position.size(), point) => ("+", "╋", DIM),
        None => (".", crossing(position.size(), point), DIM),
    };
    (if style.unicode { unicode } else { ascii }, color)
}

/// Returns the box-drawing character for the lines that meet on a point.
fn crossing(size: u8, point: Point) -> &'static str {
    let index = |at: u8| usize::from(at > 0) + usize::from(at + 1 == size);
    let lines = [["└", "┴", "┘"], ["├", "┼", "┤"], ["┌", "┬", "┐"]];
    lines[index(point.y())][index(point.x())]
}

/// Reports whether a point is a star point, marked on boards of 9, 13 and 19 lines.
fn is_star_point(size: u8, point: Point) -> bool {
    let (near, sides) = match size {
        9 => (2, false),
        13 => (3, false),
        19 => (3, true),
        _ => return false,
    };
    let (middle, far) = (size / 2, size - 1 - near);
    let star = |at: u8| at == near || at == middle || at == far;
    let on_middle = [point.x(), point.y()].map(|at| at == middle);
    let beside = on_middle[0] != on_middle[1];
    star(point.x()) && star(point.y()) && (sides || !beside)
}
