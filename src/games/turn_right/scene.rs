//! The board as a picture.

use super::TurnRight;
use super::board::Position;
use super::circuit::Circuit;
use super::moves::Move;
use super::square::Square;
use crate::contract::scene::{
    LastStep, PlayerBadge, Point, Role, Scene, SceneOptions, SceneRect, Stroke, Tone, point_at,
};
use crate::contract::{Game, Player, Position as _};

/// Of a stone, in squares.
pub(super) const RADIUS: f32 = 0.36;
/// What stays free above the board.
const TOP: f32 = 0.15;

/// The squares with their stones. The last circuit is a band below the stones that it moved, with
/// arrow heads between them; the stones of a 2x2 square are joined, those of a 3x3 square framed.
pub(super) fn scene(
    position: &Position,
    last: Option<LastStep<'_, TurnRight>>,
    view: SceneOptions,
) -> Scene {
    let mut pen = Pen::new(position, view);
    pen.squares();
    if view.coordinates {
        pen.coordinates();
    }
    let mv = last.and_then(|last| last.step.mv);
    if let Some(Move::Circuit(circuit)) = mv {
        pen.band(circuit);
    }
    pen.bonds();
    pen.threes();
    pen.stones();
    match mv {
        Some(Move::Circuit(circuit)) => pen.arrows(circuit),
        Some(Move::Place(square)) => pen.placed(square),
        _ => {}
    }
    pen.scene.label = words(position, last);
    pen.scene
}

/// An empty picture of the right size, and where the board lies in it.
pub(super) struct Pen<'a> {
    pub(super) scene: Scene,
    board: SceneRect,
    pub(super) position: &'a Position,
}

pub(super) const fn tone(player: Player) -> Tone {
    match player {
        Player::First => Tone::Light,
        Player::Second => Tone::Dark,
    }
}

impl<'a> Pen<'a> {
    pub(super) fn new(position: &'a Position, view: SceneOptions) -> Self {
        let margin = if view.coordinates { 0.55 } else { 0.15 };
        let badges = [Tone::Light, Tone::Dark].map(PlayerBadge::stone);
        Self {
            scene: Scene::new(6.0 + 2.0 * margin, 6.0 + TOP + margin, badges),
            board: SceneRect::new(margin, TOP, 6.0, 6.0),
            position,
        }
    }

    pub(super) fn center(&self, square: Square) -> Point {
        point_at(
            self.board.x + f32::from(square.x()) + 0.5,
            self.board.y + 5.5 - f32::from(square.y()),
        )
    }

    fn squares(&mut self) {
        let SceneRect { x, y, .. } = self.board;
        self.scene.fill(self.board, 0.08, Role::Board);
        let stroke = Stroke::new(Role::Faint, 0.025);
        for n in 1..6u8 {
            let n = f32::from(n);
            self.scene
                .line([point_at(x + n, y), point_at(x + n, y + 6.0)], stroke);
            self.scene
                .line([point_at(x, y + n), point_at(x + 6.0, y + n)], stroke);
        }
        let stroke = Stroke::new(Role::Frame, 0.06);
        self.scene.frame(self.board, 0.08, stroke);
    }

    fn coordinates(&mut self) {
        let SceneRect { x, y, .. } = self.board;
        for n in 0..6u8 {
            let along = f32::from(n) + 0.5;
            let letter = char::from(b'a' + n).to_string();
            let number = (n + 1).to_string();
            let (below, beside) = (
                point_at(x + along, y + 6.26),
                point_at(x - 0.26, y + 6.0 - along),
            );
            self.scene.label(below, 0.2, Role::Muted, letter);
            self.scene.label(beside, 0.2, Role::Muted, number);
        }
    }

    fn band(&mut self, circuit: Circuit) {
        let mut points: Vec<Point> = circuit.path().map(|square| self.center(square)).collect();
        points.push(points[0]);
        self.scene.line(points, Stroke::new(Role::Trail, 0.5));
    }

    fn arrows(&mut self, circuit: Circuit) {
        let path: Vec<Square> = circuit.path().collect();
        for (nth, square) in path.iter().enumerate() {
            let next = path[(nth + 1) % path.len()];
            let (from, to) = (self.center(*square), self.center(next));
            let (foot, tip) = (from.lerp(to, 0.4), from.lerp(to, 0.63));
            self.scene.arrow_head(foot, tip, 0.15, Role::LastMove);
            self.scene.disc(from, 0.075, Role::LastMove);
        }
    }

    fn placed(&mut self, square: Square) {
        let stroke = Stroke::new(Role::LastMove, 0.07);
        self.scene.ring(self.center(square), RADIUS + 0.055, stroke);
    }

    /// 2x2 squares: a block from centre to centre, with an edge, below the stones.
    fn bonds(&mut self) {
        for player in Player::ALL {
            let tone = tone(player);
            let corners: Vec<Square> = in_set(self.position.square_corners(player)[0]).collect();
            let blocks: Vec<SceneRect> = corners
                .into_iter()
                .map(|corner| {
                    let center = self.center(corner);
                    SceneRect::new(center.x, center.y - 1.0, 1.0, 1.0).expanded(0.2)
                })
                .collect();
            // All edges first, so that blocks that overlap become one.
            for block in &blocks {
                let stroke = Stroke::new(Role::Edge(tone), 0.07);
                self.scene.frame(*block, 0.2, stroke);
            }
            for block in blocks {
                self.scene.fill(block, 0.2, Role::Bond(tone));
            }
        }
    }

    fn stones(&mut self) {
        for square in Square::all() {
            let center = self.center(square);
            let there = match self.position.stone(square) {
                Some(player) => {
                    self.scene.stone(center, RADIUS, tone(player));
                    TurnRight::SIDES[player.index()]
                }
                None => "empty",
            };
            let label = format!("{square}, {there}");
            let area = SceneRect::around(center, 0.5);
            self.scene.add_hit_area(&square, area, label);
        }
    }

    /// 3x3 squares that ended the game.
    fn threes(&mut self) {
        if self.position.three().is_none() {
            return;
        }
        for player in Player::ALL {
            for corner in in_set(self.position.square_corners(player)[1]) {
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

pub(super) fn in_set(set: u64) -> impl Iterator<Item = Square> {
    Square::all().filter(move |square| square.is_in(set))
}

fn words(position: &Position, last: Option<LastStep<'_, TurnRight>>) -> String {
    let [white, black] = position.points();
    let mut text = format!("{}, 6 by 6: ", TurnRight::NAME);
    match (position.placed(), position.circuits()) {
        (placed, 0) => text.push_str(&format!("{placed} of 36 stones placed.")),
        (_, circuits) => text.push_str(&format!("{circuits} of 26 circuits made.")),
    }
    text.push_str(&format!(" White has {white} points, Black {black}."));
    if let Some(LastStep { before, step }) = last
        && let Some(mv) = step.mv
        && let Some(mover) = before.mover()
    {
        let mover = TurnRight::SIDES[mover.index()];
        let act = match mv {
            Move::Place(_) => "placed a stone on",
            Move::Circuit(_) | Move::Tangle(_) => "moved the stones along",
        };
        text.push_str(&format!(" {mover} {act} {mv}."));
    }
    if let Some(winner) = position.three() {
        let winner = TurnRight::SIDES[winner.index()];
        text.push_str(&format!(" A 3x3 square: {winner} wins."));
    }
    text
}
