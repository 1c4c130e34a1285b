//! The drawing of the board as a scene.

use super::TurnRight;
use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::square::Square;
use crate::contract::{Draw, Game, LastStep, Player, Position as _, StepOf, TextStyle};
use crate::scene::{
    PlayerBadge, Point, Role, Scene, SceneOptions, SceneRect, Stroke, Tone, point_at,
};

/// The radius of a stone, in squares.
pub(super) const STONE_RADIUS: f32 = 0.36;
/// The margin above the board, in squares.
const TOP_MARGIN: f32 = 0.15;

impl Draw for TurnRight {
    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        super::text_board::text_board(position, last.and_then(|step| step.mv), style)
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
            scene: Scene::new(6.0 + 2.0 * margin, 6.0 + TOP_MARGIN + margin, badges),
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
            let label = format!("{square}, {content}");
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
