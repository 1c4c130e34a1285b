//! Previews of moves drawn over the board: the path of the stones and the squares that change.

use super::super::board::Position;
use super::super::circuit::Circuit;
use super::super::invalid_circuit::{InvalidCircuit, PathFlaw, trace_path};
use super::super::moves::Move;
use super::super::scene::{STONE_RADIUS, SceneBuilder, squares_in, stone_tone};
use super::super::square::Square;
use super::super::violation::Violation;
use super::circuit_draft::{self, CircuitDraft, squares_between};
use crate::contract::{Player, Rules as _};
use crate::scene::{Point, Role, SceneItem, SceneOptions, SceneRect, Stroke};

/// Draws a stone or a circuit with the squares that it makes and breaks.
///
/// An illegal circuit is dashed, with a cross at the first violation.
pub(in super::super) fn preview(
    position: &Position,
    mv: Move,
    role: Role,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let mut builder = SceneBuilder::new(position, options);
    match (mv, role) {
        (Move::Place(square), Role::Bad) => builder.draw_illegal_stone(square),
        (Move::Place(square), role) => {
            builder.draw_changed_squares(mv);
            let tone = stone_tone(position.to_move());
            builder
                .scene
                .ghost(builder.center(square), STONE_RADIUS, tone, role);
        }
        (Move::Circuit(circuit), Role::Bad) => builder.draw_illegal_circuit(circuit),
        (Move::Circuit(circuit), role) => {
            builder.draw_changed_squares(mv);
            let path: Vec<Square> = circuit.path().collect();
            let points = builder.closed_line(&path);
            builder.scene.haloed_line(points, Stroke::new(role, 0.1));
            builder.draw_rotation(circuit, role);
        }
        (Move::InvalidCircuit(invalid), _) => builder.draw_invalid_circuit(invalid),
    }
    builder.scene.items
}

impl SceneBuilder<'_> {
    /// Draws a circuit being entered: the picked part solid, and dashed what the square under the
    /// pointer and the way back would add.
    pub(super) fn draw_draft(
        &mut self,
        picked: &CircuitDraft,
        tried: &CircuitDraft,
        hovered: Option<Square>,
    ) {
        let closing = tried.closing(self.position);
        if let Ok(closing) = &closing {
            self.draw_changed_squares(Move::Circuit(closing.circuit));
        }
        let path = tried.path();
        let ends = [tried.corners().last(), tried.corners().first()];
        if let (Ok(closing), [Some(last), Some(first)]) = (&closing, ends) {
            let back = [Some(*last), closing.extra_corner, Some(*first)];
            let back: Vec<Point> = back
                .into_iter()
                .flatten()
                .map(|square| self.center(square))
                .collect();
            let dashed = Stroke::dashed(Role::Preview, 0.08);
            let stroke = if tried.is_closed() {
                Stroke::new(Role::Preview, 0.1)
            } else {
                dashed
            };
            self.scene.haloed_line(back, stroke);
        }
        let picked = picked.path();
        let points = |builder: &Self, path: &[Square]| -> Vec<Point> {
            path.iter().map(|square| builder.center(*square)).collect()
        };
        let added = path
            .get(picked.len().saturating_sub(1)..)
            .unwrap_or_default();
        let (whole, added) = (points(self, &picked), points(self, added));
        self.scene
            .haloed_line(added, Stroke::dashed(Role::Preview, 0.1));
        self.scene
            .haloed_line(whole, Stroke::new(Role::Preview, 0.12));
        for corner in tried.corners().iter().filter(|_| closing.is_err()) {
            let center = self.center(*corner);
            self.scene.disc(center, 0.17, Role::Halo);
            self.scene.disc(center, 0.13, Role::Preview);
        }
        if let Ok(closing) = closing {
            self.draw_rotation(closing.circuit, Role::Preview);
            // Small, so that the stones that arrive there remain visible.
            for corner in tried.corners() {
                self.scene.disc(self.center(*corner), 0.1, Role::Preview);
            }
        }
        self.draw_illegal_segment(tried, hovered);
    }

    /// Draws the segment to the square under the pointer if it would be illegal.
    fn draw_illegal_segment(&mut self, tried: &CircuitDraft, hovered: Option<Square>) {
        let (Some(violation), Some(hovered), Some(last)) =
            (tried.violation(), hovered, tried.corners().last())
        else {
            return;
        };
        let ends = [self.center(*last), self.center(hovered)];
        if squares_between(*last, hovered).next().is_some() {
            self.scene.haloed_line(ends, Stroke::dashed(Role::Bad, 0.1));
        }
        let met = match violation {
            Violation::InvalidPath(
                PathFlaw::Crosses(met) | PathFlaw::VisitsTwice(met) | PathFlaw::TurnsBack(met),
            ) => *met,
            _ => hovered,
        };
        self.scene.refusal_cross(self.center(met), 0.22);
    }

    /// Returns the centres of the squares of a closed path, with the first again at the end.
    fn closed_line(&self, path: &[Square]) -> Vec<Point> {
        let closed = path.iter().chain(path.first());
        closed.map(|square| self.center(*square)).collect()
    }

    /// Draws arrow heads from square to square, and each stone that replaces one of the other
    /// player's.
    fn draw_rotation(&mut self, circuit: Circuit, role: Role) {
        let path: Vec<Square> = circuit.path().collect();
        for (nth, square) in path.iter().enumerate() {
            let next = path[(nth + 1) % path.len()];
            let [from, to] = [*square, next].map(|square| self.center(square));
            for (role, grown) in [(Role::Halo, 0.05), (role, 0.0)] {
                let (foot, tip) = (
                    from.lerp(to, 0.4 - grown * 0.6),
                    from.lerp(to, 0.64 + grown * 1.4),
                );
                self.scene.arrow_head(foot, tip, 0.15 + grown, role);
            }
            let [coming, lying] = [*square, next].map(|square| self.position.stone(square));
            if let Some(player) = coming.filter(|_| coming != lying) {
                self.scene.disc(to, 0.25, Role::Halo);
                self.scene.stone(to, 0.22, stone_tone(player));
            }
        }
    }

    /// Draws the 2x2 and 3x3 squares that a move makes and breaks, with a sign in their owner's
    /// colour.
    fn draw_changed_squares(&mut self, mv: Move) {
        let mut after = *self.position;
        after.apply(&mv);
        for player in Player::ALL {
            let [old, new] =
                [self.position, &after].map(|position| position.square_corners(player));
            for (kind, side) in [(1, 2.0), (0, 1.0)] {
                let (old, new) = (old[kind], new[kind]);
                for corner in squares_in(old & !new) {
                    self.draw_changed_square(corner, side, player, false);
                }
                for corner in squares_in(new & !old) {
                    self.draw_changed_square(corner, side, player, true);
                }
            }
        }
    }

    /// Draws a square that is made or broken; `side` is the distance from the centre of its first
    /// stone to that of its last, in squares.
    fn draw_changed_square(&mut self, corner: Square, side: f32, player: Player, made: bool) {
        let lower_left = self.center(corner);
        let block = SceneRect::new(lower_left.x, lower_left.y - side, side, side);
        let edge = block.expanded(if side > 1.5 { 0.44 } else { 0.3 });
        let width = if side > 1.5 { 0.1 } else { 0.06 };
        let stroke = if made {
            Stroke::new(Role::Good, width)
        } else {
            Stroke::dashed(Role::Bad, width)
        };
        self.scene
            .frame(edge, 0.3, Stroke::new(Role::Halo, width * 2.0));
        self.scene.frame(edge, 0.3, stroke);
        if side < 1.5 {
            let center = block.center();
            let tone = stone_tone(player);
            self.scene.stone(center, 0.17, tone);
            let sign = if made { "+" } else { "\u{2212}" };
            self.scene.label(center, 0.3, Role::OnStone(tone), sign);
            self.scene.embolden();
        }
    }

    /// Draws a stone that may not be placed on a square.
    fn draw_illegal_stone(&mut self, square: Square) {
        let center = self.center(square);
        if self.position.stone(square).is_none() {
            let tone = stone_tone(self.position.to_move());
            self.scene.ghost(center, STONE_RADIUS, tone, Role::Bad);
        }
        self.scene.refusal_cross(center, 0.22);
    }

    /// Draws a circuit that is illegal now: it has too many corners, which are numbered, or a stone
    /// is due.
    fn draw_illegal_circuit(&mut self, circuit: Circuit) {
        let path: Vec<Square> = circuit.path().collect();
        let points = self.closed_line(&path);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        if let Err(Violation::TooManyCorners(..)) = self.position.check(&Move::Circuit(circuit)) {
            self.draw_corner_numbers(circuit);
        } else {
            self.scene.refusal_cross(self.center(path[0]), 0.22);
        }
    }

    /// Numbers the corners of a circuit, those beyond the limit in the colour of errors.
    fn draw_corner_numbers(&mut self, circuit: Circuit) {
        let max_corners = circuit_draft::max_corners(self.position);
        for (nth, corner) in (1..).zip(circuit.corner_squares()) {
            let center = self.center(corner);
            let role = if nth > max_corners {
                Role::Bad
            } else {
                Role::Text
            };
            self.scene.disc(center, 0.24, Role::Halo);
            self.scene.disc(center, 0.2, role);
            self.scene.label(center, 0.24, Role::Page, nth.to_string());
            self.scene.embolden();
        }
    }

    /// Draws a list of corners that is not a circuit.
    fn draw_invalid_circuit(&mut self, invalid: InvalidCircuit) {
        let corners: Vec<Square> = invalid.corners().collect();
        let points = self.closed_line(&corners);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        let failed = match trace_path(corners.iter().copied()) {
            Err(PathFlaw::TurnsBack(at) | PathFlaw::Crosses(at) | PathFlaw::VisitsTwice(at)) => at,
            // It runs counter-clockwise.
            Ok(_) => {
                for pair in corners.windows(2) {
                    let next = squares_between(pair[0], pair[1]).next().unwrap_or(pair[1]);
                    let [from, to] = [pair[0], next].map(|square| self.center(square));
                    let (foot, tip) = (from.lerp(to, 0.3), from.lerp(to, 0.7));
                    self.scene.arrow_head(foot, tip, 0.22, Role::Bad);
                }
                corners[0]
            }
        };
        self.scene.refusal_cross(self.center(failed), 0.22);
    }
}
