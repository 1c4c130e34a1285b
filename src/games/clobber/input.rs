//! Moves made by hand: an own stone, then the stone beside it that it takes.

use super::Clobber;
use super::board::Position;
use super::explain::join_squares;
use super::moves::{Move, Square};
use super::notation::{self, square_from_id};
use super::scene::{STONE_RADIUS, SceneBuilder};
use super::violation::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, Rules as _, StepOf};
use crate::scene::{Role, SceneItem, SceneOptions, SceneRect, Stroke};

impl Input for Clobber {
    fn interpret_input(
        position: &Position,
        picks: &MoveInput<'_>,
        view: SceneOptions,
    ) -> InputState {
        interpret_input(position, picks, view)
    }

    fn preview(
        position: &Position,
        step: &StepOf<Self>,
        role: Role,
        view: SceneOptions,
    ) -> Vec<SceneItem> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| preview(position, mv, role, view))
    }

    fn describe_square(position: &Position, spot: &str, _view: SceneOptions) -> Option<String> {
        super::explain::describe_square(position, spot)
    }
}

/// What the picks amount to.
#[derive(Clone, Copy, Default)]
struct MoveSelection {
    from: Option<Square>,
    to: Option<Square>,
    violation: Option<Violation>,
}

pub(super) fn interpret_input(
    position: &Position,
    picks: &MoveInput<'_>,
    view: SceneOptions,
) -> InputState {
    let spots = picks
        .picked
        .iter()
        .filter_map(|id| square_from_id(position, id));
    let hand = spots.fold(MoveSelection::default(), |hand, square| {
        hand.pick(position, square)
    });
    let over = hand.to.is_none().then_some(picks.hover).flatten();
    let over = over.and_then(|id| square_from_id(position, id));
    // What the pointer is over is tried, if it is a way at all; an own stone would begin anew.
    let own = |square: &Square| position.stone(*square) == Some(position.to_move());
    let beside = |square: &Square| hand.from.is_some_and(|from| from.touches(*square));
    let tried = match over.filter(|square| beside(square) && !own(square)) {
        Some(square) => hand.pick(position, square),
        None => hand,
    };
    let target = over.filter(|square| Some(*square) != hand.from);
    InputState {
        token: hand.token(),
        next: hand.next(position).iter().map(Square::to_string).collect(),
        picked: [hand.from, hand.to]
            .into_iter()
            .flatten()
            .map(|square| square.to_string())
            .collect(),
        overlay: overlay(position, tried, target, view),
        prompt: prompt(position, tried),
        violation: tried.violation.map(|broken| broken.to_string()),
    }
}

impl MoveSelection {
    fn pick(self, position: &Position, square: Square) -> Self {
        let from = self.from.filter(|_| self.to.is_none());
        let own = position.stone(square) == Some(position.to_move());
        match from {
            // Picked again it is put back.
            Some(from) if from == square => Self::default(),
            _ if own => Self {
                from: Some(square),
                ..Self::default()
            },
            Some(from) => {
                let trouble = position.check(&Move { from, to: square }).err();
                Self {
                    from: Some(from),
                    to: trouble.is_none().then_some(square),
                    violation: trouble,
                }
            }
            None => Self {
                violation: Some(match position.stone(square) {
                    None => Violation::Empty(square),
                    Some(_) => Violation::NotYours(square),
                }),
                ..Self::default()
            },
        }
    }

    fn token(self) -> Option<String> {
        let (from, to) = (self.from?, self.to?);
        let mut token = String::new();
        notation::write(Move { from, to }, &mut token);
        Some(token)
    }

    fn next(self, position: &Position) -> Vec<Square> {
        match (self.from, self.to) {
            (_, Some(_)) => Vec::new(),
            (Some(from), None) => targets(position, from),
            (None, None) => {
                let mut stones = Vec::new();
                position.legal_moves(&mut |mv| stones.push(mv.from));
                stones.dedup();
                stones
            }
        }
    }
}

/// What the player to move may take with the stone on a square.
fn targets(position: &Position, from: Square) -> Vec<Square> {
    let mut targets = Vec::new();
    position.legal_moves(&mut |mv| {
        if mv.from == from {
            targets.push(mv.to);
        }
    });
    targets
}

fn prompt(position: &Position, hand: MoveSelection) -> String {
    let side = Clobber::INFO.sides[position.to_move().index()];
    match (hand.from, hand.to) {
        _ if position.is_over() => format!("{side} has no move left"),
        (None, _) => format!("{side}: choose a stone to move"),
        (Some(from), Some(to)) => format!("{from} takes {to}"),
        (Some(from), None) => match &targets(position, from)[..] {
            [] => format!("{from}: no enemy stone beside it"),
            targets => format!(
                "{from}: choose the stone to take ({})",
                join_squares(targets)
            ),
        },
    }
}

/// The stone in hand is ringed, its way an arrow to where the pointer is.
fn overlay(
    position: &Position,
    hand: MoveSelection,
    target: Option<Square>,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = SceneBuilder::new(position, view);
    let Some(from) = hand.from else {
        return Vec::new();
    };
    match (hand.to, hand.violation, target) {
        (Some(to), ..) => pen.draw_move(Move { from, to }, Role::Preview),
        (None, Some(_), Some(to)) => pen.draw_move(Move { from, to }, Role::Bad),
        _ => {
            let ring = Stroke::new(Role::Halo, 0.17);
            let center = pen.center(from);
            pen.scene.ring(center, STONE_RADIUS + 0.02, ring);
            let ring = Stroke::new(Role::Preview, 0.1);
            pen.scene.ring(center, STONE_RADIUS + 0.02, ring);
        }
    }
    pen.scene.items
}

/// The stone where it goes, seen through, and its way; a cross where it may not go. Squares
/// beyond the edge lie on it.
pub(super) fn preview(
    position: &Position,
    mv: Move,
    role: Role,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = SceneBuilder::new(position, view);
    pen.draw_move(mv, role);
    pen.scene.items
}

impl SceneBuilder<'_> {
    fn draw_move(&mut self, mv: Move, role: Role) {
        let SceneRect { width, .. } = self.scene.area();
        let reach = 0.3_f32.min(width / 4.0);
        let picture = self.scene.area();
        let [from, to] = [mv.from, mv.to].map(|square| picture.nearest(self.center(square), reach));
        if role == Role::Bad {
            self.scene.ring(from, 0.25, Stroke::dashed(Role::Bad, 0.07));
            self.scene.refused_arrow(from, to, 0.1);
            return;
        }
        let left = self.square_rect(mv.from).expanded(-0.04);
        if picture.contains(left.expanded(0.03)) {
            self.scene.fill(left, 0.1, Role::Aim);
            self.scene.frame(left, 0.1, Stroke::new(role, 0.06));
        }
        self.scene
            .arrow(from.lerp(to, 0.04), from.lerp(to, 0.98), 0.12, role);
    }
}
