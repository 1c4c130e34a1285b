//! Moves drawn over the board: what turns where, and what comes of it.

use super::super::board::Position;
use super::super::circuit::Circuit;
use super::super::moves::Move;
use super::super::refusal::Broken;
use super::super::scene::{Pen, RADIUS, in_set, tone};
use super::super::square::Square;
use super::super::tangle::{Flaw, Tangle, trace};
use super::route::{self, Route, run};
use crate::contract::scene::{Point, Role, SceneItem, SceneOptions, SceneRect, Stroke};
use crate::contract::{Player, Position as _};

/// The stone or the circuit with the squares that come and go; a refused circuit is dashed, with
/// a cross where it fails.
pub(in super::super) fn preview(
    position: &Position,
    mv: Move,
    role: Role,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = Pen::new(position, view);
    match (mv, role) {
        (Move::Place(square), Role::Bad) => pen.refused_stone(square),
        (Move::Place(square), role) => {
            pen.squares_of(mv);
            let tone = tone(position.acting());
            pen.scene.ghost(pen.center(square), RADIUS, tone, role);
        }
        (Move::Circuit(circuit), Role::Bad) => pen.refused_circuit(circuit),
        (Move::Circuit(circuit), role) => {
            pen.squares_of(mv);
            let path: Vec<Square> = circuit.path().collect();
            let points = pen.closed(&path);
            pen.scene.haloed_line(points, Stroke::new(role, 0.1));
            pen.turning(circuit, role);
        }
        (Move::Tangle(tangle), _) => pen.tangle(tangle),
    }
    pen.scene.items
}

impl Pen<'_> {
    /// A circuit in the making: the picked part whole, what the pointer and the way back would add
    /// dashed.
    pub(super) fn route(&mut self, picked: &Route, tried: &Route, over: Option<Square>) {
        let closing = tried.closing(self.position);
        if let Ok(closing) = &closing {
            self.squares_of(Move::Circuit(closing.circuit));
        }
        let path = tried.path();
        let ends = [tried.corners().last(), tried.corners().first()];
        if let (Ok(closing), [Some(last), Some(first)]) = (&closing, ends) {
            let back = [Some(*last), closing.knee, Some(*first)];
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
        let points = |pen: &Self, path: &[Square]| -> Vec<Point> {
            path.iter().map(|square| pen.center(*square)).collect()
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
            self.turning(closing.circuit, Role::Preview);
            // Small: what comes to lie there is to be seen round them.
            for corner in tried.corners() {
                self.scene.disc(self.center(*corner), 0.1, Role::Preview);
            }
        }
        self.refused_way(tried, over);
    }

    /// Where the pointer is and may not be.
    fn refused_way(&mut self, tried: &Route, over: Option<Square>) {
        let (Some(trouble), Some(over), Some(last)) =
            (tried.trouble(), over, tried.corners().last())
        else {
            return;
        };
        let ends = [self.center(*last), self.center(over)];
        if run(*last, over).next().is_some() {
            self.scene.haloed_line(ends, Stroke::dashed(Role::Bad, 0.1));
        }
        let met = match trouble {
            Broken::Flawed(Flaw::Crosses(met) | Flaw::Twice(met) | Flaw::TurnsBack(met)) => *met,
            _ => over,
        };
        self.scene.refusal_cross(self.center(met), 0.22);
    }

    fn closed(&self, path: &[Square]) -> Vec<Point> {
        let closed = path.iter().chain(path.first());
        closed.map(|square| self.center(*square)).collect()
    }

    /// Arrow heads from square to square, and the stones that come to lie where the other
    /// player's lay.
    fn turning(&mut self, circuit: Circuit, role: Role) {
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
                self.scene.stone(to, 0.22, tone(player));
            }
        }
    }

    /// The 2x2 and 3x3 squares that come and go, with their owner's sign.
    fn squares_of(&mut self, mv: Move) {
        let mut after = *self.position;
        after.apply(&mv);
        for player in Player::ALL {
            let [old, new] =
                [self.position, &after].map(|position| position.square_corners(player));
            for (kind, side) in [(1, 2.0), (0, 1.0)] {
                let (old, new) = (old[kind], new[kind]);
                for corner in in_set(old & !new) {
                    self.change(corner, side, player, false);
                }
                for corner in in_set(new & !old) {
                    self.change(corner, side, player, true);
                }
            }
        }
    }

    /// A square that comes or goes; `side` is from the middle of its first stone to that of its
    /// last.
    fn change(&mut self, corner: Square, side: f32, player: Player, made: bool) {
        let low = self.center(corner);
        let block = SceneRect::new(low.x, low.y - side, side, side);
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
            let tone = tone(player);
            self.scene.stone(center, 0.17, tone);
            let sign = if made { "+" } else { "\u{2212}" };
            self.scene.label(center, 0.3, Role::OnStone(tone), sign);
            self.scene.embolden();
        }
    }

    fn refused_stone(&mut self, square: Square) {
        let center = self.center(square);
        if self.position.stone(square).is_none() {
            let tone = tone(self.position.acting());
            self.scene.ghost(center, RADIUS, tone, Role::Bad);
        }
        self.scene.refusal_cross(center, 0.22);
    }

    /// A circuit that may not be made now: too many corners, which are counted, or stones are due.
    fn refused_circuit(&mut self, circuit: Circuit) {
        let path: Vec<Square> = circuit.path().collect();
        let points = self.closed(&path);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        if let Err(Broken::TooManyCorners(..)) = self.position.check(&Move::Circuit(circuit)) {
            self.count_corners(circuit);
        } else {
            self.scene.refusal_cross(self.center(path[0]), 0.22);
        }
    }

    fn count_corners(&mut self, circuit: Circuit) {
        let most = route::most_corners(self.position);
        for (nth, corner) in (1..).zip(circuit.corner_squares()) {
            let center = self.center(corner);
            let role = if nth > most { Role::Bad } else { Role::Text };
            self.scene.disc(center, 0.24, Role::Halo);
            self.scene.disc(center, 0.2, role);
            self.scene.label(center, 0.24, Role::Page, nth.to_string());
            self.scene.embolden();
        }
    }

    /// A list of corners that is no circuit.
    fn tangle(&mut self, tangle: Tangle) {
        let corners: Vec<Square> = tangle.corners().collect();
        let points = self.closed(&corners);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        let failed = match trace(corners.iter().copied()) {
            Err(Flaw::TurnsBack(at) | Flaw::Crosses(at) | Flaw::Twice(at)) => at,
            // The wrong way round.
            Ok(_) => {
                for pair in corners.windows(2) {
                    let next = run(pair[0], pair[1]).next().unwrap_or(pair[1]);
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
